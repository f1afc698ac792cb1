"""Groups of options that several commands share, and the flags that set them."""

from dataclasses import dataclass, field
from pathlib import Path

from inkwright.cli.arguments import CommandParser


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """How results are printed: as JSON, or briefly."""

    json: bool = False
    quiet: bool = False

    @property
    def has_notes(self) -> bool:
        """Whether progress and notes are printed for a person."""
        return not (self.json or self.quiet)


@dataclass(frozen=True, slots=True)
class ConsentOptions:
    """Whether `--yes` agrees in advance. Programs that read JSON are never asked."""

    yes: bool = False
    json: bool = False

    @property
    def may_ask(self) -> bool:
        """Whether a person may be asked."""
        return not self.json


@dataclass(frozen=True, slots=True)
class RemoteOptions:
    """The service on which turns run, and the file with its token; without a service they run here."""

    server: str | None = None
    token_file: Path | None = None


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """Options of every command that runs a turn. `formats` are those in which a quiz is delivered."""

    output: Path = Path()
    formats: tuple[str, ...] = ()
    model: str | None = None
    overwrite: bool = False
    try_anyway: bool = False
    answers: str | None = None
    printing: OutputOptions = field(default_factory=OutputOptions)
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    remote: RemoteOptions = field(default_factory=RemoteOptions)


def add_json_flag(parser: CommandParser) -> None:
    """Add `--json`."""
    parser.add_switch("--json", "cli.flag.json")


def add_access_flag(parser: CommandParser) -> None:
    """Add `--yes` to a command that asks only for access outside the workspace."""
    parser.add_switch("--yes", "cli.flag.yes")


def add_output_folder(parser: CommandParser, help_key: str = "write.output") -> None:
    """Add `--output`, a folder."""
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=Path(), help=parser.text(help_key))


def add_project_flag(parser: CommandParser) -> None:
    """Add `--project`."""
    parser.add_argument("--project", metavar="NAME", help=parser.text("project.flag"))


def add_source_flag(parser: CommandParser) -> None:
    """Add `--from`, which may be given several times."""
    parser.add_argument(
        "--from", dest="sources", metavar="FILE", action="append", default=[], help=parser.text("turns.from")
    )


def add_server_flags(parser: CommandParser) -> None:
    """Add the flags of `RemoteOptions`."""
    parser.add_argument("--server", metavar="URL", help=parser.text("remote.server"))
    parser.add_argument("--token-file", metavar="FILE", type=Path, help=parser.text("remote.token_file"))


def add_turn_flags(parser: CommandParser) -> None:
    """Add the flags of `TurnOptions`."""
    add_server_flags(parser)
    add_output_folder(parser)
    parser.add_argument("--model", metavar="NAME", help=parser.text("turns.model"))
    parser.add_switch("--yes", "turns.yes")
    parser.add_switch("--try-anyway", "turns.try_anyway")
    parser.add_argument("--answers", metavar="FILE", help=parser.text("turns.answers"))
    parser.add_switch("--overwrite", "write.overwrite")
    parser.add_switch("--json", "make.json")
    parser.add_switch("--quiet", "write.quiet")
