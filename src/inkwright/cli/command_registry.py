"""The registry of commands: the modules in `commands`, and those of installed extensions."""

import pkgutil
from importlib import import_module
from typing import Any, Final, Protocol, cast

from inkwright.cli import commands
from inkwright.cli.arguments import CommandParser
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption
from inkwright.extensions import load_extensions
from inkwright.i18n import Language, Reason, has_message, text

_FIRST_COMMANDS: Final = ("start", "chat", "example", "ask", "make", "resume")
"""What most people need, first in the help; the other commands follow by name."""


class CommandModule(Protocol):
    """The interface of a command's module."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments, and with `parse_into` the options that they become."""
        ...

    def run(self, options: Any, shell: Shell) -> int:
        """Run the command with its options and return the exit code."""
        ...


_registered: Final[dict[str, CommandModule]] = {}


def find_commands() -> tuple[str, ...]:
    """Return the names of the modules in `commands`, in the order of the help, without importing them."""
    names = {module.name for module in pkgutil.iter_modules(commands.__path__)}
    first = [name for name in _FIRST_COMMANDS if name in names]
    return (*first, *sorted(names.difference(first)))


def register_command(name: str, module: CommandModule) -> None:
    """Add the command of an extension. A name can be taken once; adding the same module again changes nothing."""
    if not (callable(getattr(module, "add_arguments", None)) and callable(getattr(module, "run", None))):
        raise TypeError("A command must be a module with the functions add_arguments and run.")
    if name in find_commands() or _registered.setdefault(name, module) is not module:
        raise InvalidOption(option="name", value=name, allowed=Reason("reason.cli.command_exists"))


def all_commands() -> tuple[str, ...]:
    """Return the names of all commands, those of extensions last."""
    load_extensions("inkwright.commands")
    return (*find_commands(), *sorted(_registered))


def load_command(name: str) -> CommandModule | None:
    """Return the module of a command; None if there is no such command. Extensions are searched last."""
    if name in find_commands():
        return cast("CommandModule", import_module(f"{commands.__name__}.{name}"))
    load_extensions("inkwright.commands")
    return _registered.get(name)


def command_summary(name: str, language: Language) -> str:
    """Return what a command does. The message may be in the catalogue, or in the module of the command."""
    key = f"cli.command.{name}"
    if not has_message(key):
        load_command(name)
    return text(language, key) if has_message(key) else ""
