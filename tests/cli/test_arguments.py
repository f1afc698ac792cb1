"""Arguments become typed options in one place."""

import argparse
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import pytest

import inkwright.cli
from inkwright.cli.arguments import CommandParser, GlobalFlags, amount, whole_number
from inkwright.cli.command_registry import find_commands
from tests.each import each


@dataclass(frozen=True)
class Paging:
    limit: int = 20


@dataclass(frozen=True)
class ListOptions:
    paging: Paging = field(default_factory=Paging)
    json: bool = False


@dataclass(frozen=True)
class AddOptions:
    words: tuple[str, ...]
    json: bool = False


def parser() -> CommandParser:
    made = CommandParser("en", prog="inkwright")
    made.parse_into(ListOptions)
    made.add_switch("--json", "cli.flag.json")
    made.add_argument("--limit", type=whole_number("en", minimum=1), default=20)
    actions = made.add_actions("files")
    actions.add("show", AddOptions, has_json=True).add_argument("words", nargs="+")
    return made


def test_fields_are_filled_by_name_and_groups_from_the_same_arguments() -> None:
    assert parser().parse_options(["--limit", "3"])[1] == ListOptions(Paging(3))


def test_an_action_has_its_own_options_and_inherits_flags() -> None:
    assert parser().parse_options(["--json", "show", "a", "b"])[1] == AddOptions(("a", "b"), json=True)
    assert parser().parse_options(["show", "a", "--json"])[1] == AddOptions(("a",), json=True)


def test_global_flags_are_kept_apart() -> None:
    flags, _ = parser().parse_options([], GlobalFlags("zh", "never"))
    assert flags == GlobalFlags("zh", "never")


@pytest.mark.parametrize("written", ["0", "x", "1000001", "١", ""])
def test_a_number_outside_of_its_range_is_refused_in_the_language_of_the_user(written: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="应为 1 到 1000000 之间的整数"):
        whole_number("zh", minimum=1)(written)


def test_wrong_usage_is_exit_code_two_with_the_next_step(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        parser().parse_options(["--limit", "x"])
    assert stopped.value.code == 2
    assert "inkwright --help" in capsys.readouterr().err


def test_no_command_sees_a_namespace() -> None:
    modules = Path(inkwright.cli.__path__[0]).rglob("*.py")
    seeing = [path.name for path in modules if "argparse.Namespace" in path.read_text(encoding="utf-8")]
    assert seeing == ["arguments.py"]


@each("name", find_commands())
def test_every_command_module_takes_options_of_its_own(name: str) -> None:
    module = import_module(f"inkwright.cli.commands.{name}")
    assert [each for each in ("add_arguments", "run") if not callable(getattr(module, each, None))] == []
    assert [each for each in vars(module) if each.endswith("Options")] != []


@each("written", ["nan", "inf", "1e999", "0", "-1", "ten", "9" * 5_000])
def test_a_cost_cap_that_limits_nothing_is_refused(written: str) -> None:
    assert amount("en")("0.5") == 0.5
    with pytest.raises(argparse.ArgumentTypeError, match="above 0"):
        amount("en")(written)


def test_a_file_in_the_place_of_an_action_is_offered_to_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my notes.md").touch()
    made = CommandParser("en", prog="inkwright paper")
    actions = made.add_actions("paper")
    actions.add("new", ListOptions)
    actions.add("list", ListOptions)
    with pytest.raises(SystemExit):
        made.parse_options(["my notes.md"])
    shown = capsys.readouterr().err
    assert (
        "unknown action 'my notes.md'; the actions are new, list. For this file: inkwright paper new 'my notes.md'"
        in shown
    )
