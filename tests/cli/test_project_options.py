"""The options of `inkwright project` for content, read from the command line."""

from typing import Any

import pytest

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import project
from inkwright.cli.project_options import (
    ProjectEditOptions,
    ProjectFeedOptions,
    ProjectMoveOptions,
    ProjectPresetsOptions,
    ProjectProposalsOptions,
    ProjectSettingsOptions,
)
from inkwright.errors import CallerError
from tests.each import each


def options(*words: str) -> Any:
    parser = CommandParser("en")
    project.add_arguments(parser)
    return parser.parse_options(words)[1]


@each(
    "words, expected",
    [
        ("feed Rain --after 3", ProjectFeedOptions("Rain", after=3)),
        ("move Rain B --below A --place 2 --json", ProjectMoveOptions("Rain", "B", "A", 2, json=True)),
        ("settings Rain B --depends-on", ProjectSettingsOptions("Rain", "B", depends_on=())),
        ("settings Rain B --depends-on A C", ProjectSettingsOptions("Rain", "B", depends_on=("A", "C"))),
        ("edit Rain B --delete wet --propose", ProjectEditOptions("Rain", "B", delete="wet", propose=True)),
        ("proposals Rain p1 --accept --changes 1 3", ProjectProposalsOptions("Rain", "p1", True, changes=(1, 3))),
        ("presets template Note --delete", ProjectPresetsOptions("template", "Note", delete=True)),
    ],
)
def test_options_are_read(words: str, expected: object) -> None:
    assert options(*words.split()) == expected


@pytest.mark.parametrize(
    "words", ["edit Rain B", "edit Rain B --delete a --replace b", "proposals Rain p1 --accept --undo", "export Rain"]
)
def test_what_is_missing_or_excludes_another_is_refused(words: str) -> None:
    with pytest.raises((CallerError, SystemExit)):
        options(*words.split())
