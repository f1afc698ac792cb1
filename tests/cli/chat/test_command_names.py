"""The commands of a talk: all of them have words in every language, and `/make` completes things and files."""

import asyncio
from pathlib import Path

import pytest

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.cli.chat.actions import _ACTIONS
from inkwright.cli.chat.command_names import COMMAND_NAMES, add_chat_commands
from inkwright.cli.terminal.slash_commands import NextStep, SlashCommands
from inkwright.i18n import Language


def commands(language: Language, folder: Path, done: list[tuple[str, str]]) -> SlashCommands:
    async def do(name: str, typed: str) -> NextStep:
        done.append((name, typed))
        return "stay"

    known = SlashCommands(language, print)
    add_chat_commands(known, do, folder, lambda: ("Rain", "雨"))
    return known


def test_every_name_has_its_doing_and_every_thing_can_be_made() -> None:
    assert set(COMMAND_NAMES) == set(_ACTIONS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_command_says_what_it_is_for(tmp_path: Path, language: Language) -> None:
    known = commands(language, tmp_path, [])
    assert all(known.summary(command) for command in known.all())
    assert {command.name for command in known.all()} == {"help", "quit", *COMMAND_NAMES}


def test_a_command_gets_its_name_and_what_stands_behind_it(tmp_path: Path) -> None:
    done: list[tuple[str, str]] = []
    assert asyncio.run(commands("en", tmp_path, done).run("/export my talk.md")) == "stay"
    assert done == [("export", "my talk.md")]


def test_make_completes_the_thing_and_then_a_file(tmp_path: Path) -> None:
    (tmp_path / "note.md").touch()
    (tmp_path / "other.md").touch()
    make = commands("en", tmp_path, []).find("make")
    assert make is not None
    assert tuple(make.complete("sl")) == tuple(DELIVERABLES)
    assert list(make.complete("doc no")) == ["doc note.md"]


def test_project_completes_the_names_of_the_projects(tmp_path: Path) -> None:
    project = commands("en", tmp_path, []).find("project")
    assert project is not None
    assert tuple(project.complete("")) == ("Rain", "雨")
