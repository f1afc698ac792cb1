"""The registry of `/` commands, with `/help` and `/quit`."""

import difflib
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.cli.terminal.columns import align_columns, single_line
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, text

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
    """One command. `run` gets the text after its name; `complete` gets that text while it is being typed."""

    name: str
    summary_key: str
    run: CommandHandler
    complete: CommandCompleter = _no_completions


class SlashCommands:
    """The commands of a chat, by name."""

    def __init__(self, language: Language, say: PrintLine) -> None:
        self._language = language
        self._say = say
        self._commands: dict[str, SlashCommand] = {}
        self.add(SlashCommand("help", "terminal.command.help", self._help))
        self.add(SlashCommand("quit", "terminal.command.quit", self._quit))

    def add(self, command: SlashCommand) -> None:
        """Register a command under a new name."""
        if command.name in self._commands or not _NAME.fullmatch(command.name):
            raise InvalidOption(option="name", value=command.name, allowed=Reason("reason.cli.command_name"))
        self._commands[command.name] = command

    def all(self) -> list[SlashCommand]:
        """Return the commands sorted by name."""
        return [self._commands[name] for name in sorted(self._commands)]

    def find(self, name: str) -> SlashCommand | None:
        """Return the command with this name."""
        return self._commands.get(name)

    def summary(self, command: SlashCommand) -> str:
        """Return what the command does, in the user's language."""
        return text(self._language, command.summary_key)

    async def run(self, line: str) -> NextStep:
        """Run the command of a line; report an unknown name and suggest a similar one."""
        named = _LINE.fullmatch(line.strip())
        command = self._commands.get(named[1]) if named else None
        if named is None or command is None:
            self._say(self._unknown(line))
            return "stay"
        return await command.run((named[2] or "").strip())

    def _unknown(self, line: str) -> str:
        name = single_line(line.strip().partition(" ")[0].removeprefix("/"))
        near = difflib.get_close_matches(name, self._commands, n=1)
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
    """Whether a line is a command. A path such as /etc/hosts is not."""
    return bool(_LINE.fullmatch(line.strip()))
