"""The registry of `/` commands, with `/help` and `/quit`."""

import difflib
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.cli.terminal.columns import align_columns, single_line
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

NextStep = Literal["stay", "leave"]
CommandHandler = Callable[[str], Awaitable[NextStep]]
CommandCompleter = Callable[[str], Iterable[str]]
PrintLine = Callable[[str], None]

_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
_LINE: Final = re.compile(rf"/({_NAME.pattern})(?:\s+(.*))?", re.DOTALL)


def _no_completions(_typed: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One command. `run` gets what stands behind its name; `complete` gets the same while it is being typed."""

    name: str
    summary_key: str
    run: CommandHandler
    complete: CommandCompleter = _no_completions


class SlashCommands:
    """Every command of a talk, by name."""

    def __init__(self, language: Language, say: PrintLine) -> None:
        self._language = language
        self._say = say
        self._known: dict[str, SlashCommand] = {}
        self.add(SlashCommand("help", "terminal.command.help", self._help))
        self.add(SlashCommand("quit", "terminal.command.quit", self._quit))

    def add(self, command: SlashCommand) -> None:
        """Make a command known; a name is taken once."""
        if command.name in self._known or not _NAME.fullmatch(command.name):
            raise InvalidOption(option="name", value=command.name, allowed="It must be a free name in small letters.")
        self._known[command.name] = command

    def all(self) -> list[SlashCommand]:
        """The commands in the order of their names."""
        return [self._known[name] for name in sorted(self._known)]

    def find(self, name: str) -> SlashCommand | None:
        """The command of that name."""
        return self._known.get(name)

    def summary(self, command: SlashCommand) -> str:
        """What it is for, in the person's language."""
        return text(self._language, command.summary_key)

    async def run(self, line: str) -> NextStep:
        """Do what the line says; a name that nobody has is told, with the nearest one."""
        named = _LINE.fullmatch(line.strip())
        command = self._known.get(named[1]) if named else None
        if named is None or command is None:
            self._say(self._unknown(line))
            return "stay"
        return await command.run((named[2] or "").strip())

    def _unknown(self, line: str) -> str:
        name = single_line(line.strip().partition(" ")[0].removeprefix("/"))
        near = difflib.get_close_matches(name, self._known, n=1)
        hint = text(self._language, "terminal.command.near", name=near[0]) if near else ""
        return text(self._language, "terminal.command.unknown", name=name, near=hint)

    async def _help(self, _typed: str) -> NextStep:
        for line in align_columns([(f"/{command.name}", self.summary(command)) for command in self.all()]):
            self._say(f"  {line}")
        self._say(text(self._language, "terminal.command.keys"))
        return "stay"

    async def _quit(self, _typed: str) -> NextStep:
        return "leave"


def is_slash_command(line: str) -> bool:
    """Whether a line is a command and not a message: a path such as /etc/hosts is none."""
    return bool(_LINE.fullmatch(line.strip()))
