"""The registry of commands: each has its line of help and its test, and a package can add one."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from inkwright.cli import command_registry
from inkwright.cli.command_registry import all_commands, command_summary, find_commands, load_command, register_command
from inkwright.errors import InvalidOption
from inkwright.i18n import LANGUAGES
from tests.each import each

TESTS = Path(__file__).parent / "commands"


@each("name", find_commands())
def test_every_command_has_a_line_of_help_in_each_language_and_its_own_test(name: str) -> None:
    assert len({command_summary(name, language) for language in LANGUAGES} - {""}) == len(LANGUAGES)
    assert (TESTS / f"test_{name}.py").is_file()


@pytest.fixture
def rhyme() -> Iterator[ModuleType]:
    module = ModuleType("rhyme")
    module.__dict__.update(add_arguments=lambda parser: None, run=lambda options, shell: 0)
    register_command("rhyme", module)
    yield module
    del command_registry._registered["rhyme"]


def test_a_registered_command_is_listed_last_and_found(rhyme: ModuleType) -> None:
    assert all_commands() == (*find_commands(), "rhyme")
    assert load_command("rhyme") is rhyme
    assert command_summary("rhyme", "en") == ""


def test_a_name_is_taken_once(rhyme: ModuleType) -> None:
    register_command("rhyme", rhyme)
    for name, module in (("make", rhyme), ("rhyme", load_command("check"))):
        with pytest.raises(InvalidOption, match="Another command has that name"):
            register_command(name, module)  # type: ignore[arg-type]


def test_a_command_must_have_both_functions() -> None:
    with pytest.raises(TypeError, match="add_arguments and run"):
        register_command("rhyme", object())  # type: ignore[arg-type]


def test_there_is_no_command_that_nobody_added() -> None:
    assert load_command("rhyme") is None
