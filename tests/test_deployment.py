"""The files for several machines name commands, flags and settings that exist."""

from pathlib import Path

import yaml

from inkwright.cli.arguments import CommandParser
from inkwright.cli.command_registry import load_command
from inkwright.settings import load_settings

DEPLOY = Path(__file__).parent.parent / "deploy"


def test_every_part_of_the_compose_file_starts_a_command_with_flags_and_settings_that_exist(tmp_path: Path) -> None:
    parts = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = {name: part for name, part in parts.items() if "build" in part}
    assert set(ours) == {"upgrade", "serve", "worker"}
    for part in ours.values():
        assert (DEPLOY / part["build"]["context"] / part["build"]["dockerfile"]).is_file()
        program, name, *words = part["command"]
        command = load_command(name)
        assert program == "inkwright"
        assert command is not None
        parser = CommandParser("en", prog=name)
        command.add_arguments(parser)
        parser.parse_options(words)
        load_settings(flags={}, environ=part["environment"], folder=tmp_path)
