"""The `/` commands: a registry that others add to, help that lists them all, and what is no command."""

import asyncio

import pytest

from inkwright.cli.terminal.slash_commands import NextStep, SlashCommand, SlashCommands, is_slash_command
from inkwright.errors import InvalidOption
from inkwright.i18n import Language


def registry(language: Language = "en") -> tuple[SlashCommands, list[str]]:
    said: list[str] = []
    return SlashCommands(language, said.append), said


def test_help_lists_every_command_in_the_persons_language() -> None:
    commands, said = registry("zh")
    assert asyncio.run(commands.run("/help")) == "stay"
    assert said[:2] == ["  /help  这里可以输入什么", "  /quit  离开；一切都会保留"]
    assert "Ctrl+D 离开" in said[2]


def test_quit_leaves() -> None:
    commands, _ = registry()
    assert asyncio.run(commands.run(" /quit ")) == "leave"


def test_a_command_that_is_added_gets_what_stands_behind_its_name() -> None:
    commands, _ = registry()
    got: list[str] = []

    async def run(typed: str) -> NextStep:
        got.append(typed)
        return "stay"

    commands.add(SlashCommand("model", "cli.command.models", run))
    asyncio.run(commands.run("/model  openai:gpt-5 \n x "))
    asyncio.run(commands.run("/model"))
    assert got == ["openai:gpt-5 \n x", ""]
    assert [command.name for command in commands.all()] == ["help", "model", "quit"]


@pytest.mark.parametrize("name", ["help", "Help", "a b", "", "über"])
def test_a_name_is_free_and_in_small_letters(name: str) -> None:
    commands, _ = registry()

    async def run(_typed: str) -> NextStep:
        return "stay"

    with pytest.raises(InvalidOption):
        commands.add(SlashCommand(name, "cli.about", run))


def test_an_unknown_command_is_told_with_the_nearest_one() -> None:
    commands, said = registry()
    for line in ("/hlep", "/zzz\x1b[2J", "/"):
        assert asyncio.run(commands.run(line)) == "stay"
    assert said == [
        "Unknown command /hlep. Did you mean /help? Type /help to list all commands.",
        "Unknown command /zzz[2J. Type /help to list all commands.",
        "Unknown command /. Type /help to list all commands.",
    ]


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        *[(line, True) for line in ("/help", "  /model x", "/nosuch", "/help\nx")],
        *[(line, False) for line in ("/etc/hosts is empty", "a /help", "/ help", "/Help", "/帮助", "")],
    ],
)
def test_a_path_is_no_command(line: str, is_one: bool) -> None:
    assert is_slash_command(line) is is_one
