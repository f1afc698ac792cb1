"""Command-line arguments: a translated argparse parser that returns typed options."""

import argparse
import difflib
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar, cast

from inkwright.cli.argparse_messages import translate_usage_error
from inkwright.cli.exit_codes import USAGE
from inkwright.cli.terminal.columns import fit_line
from inkwright.i18n import Language, labelled, text
from inkwright.setting_values import InvalidValue, parse_amount

T = TypeVar("T")

_MAX_NUMBER: Final = 1_000_000
_OPTIONS_TYPE: Final = "options_type"
_UNKNOWN_ACTION: Final = re.compile(
    r"argument (?:[\w-]+\|)+[\w-]+: invalid choice: '(?P<word>[^']*)' \(choose from (?P<actions>.*)\)"
)
_INVALID_CHOICE: Final = re.compile(r"invalid choice: '([^']*)' \(choose from (.*)\)$")


@dataclass(frozen=True, slots=True)
class GlobalFlags:
    """The flags that every command takes, at any position."""

    language: str | None = None
    color: str | None = None


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a command that declares none."""


_NO_FLAGS: Final = GlobalFlags()


@dataclass(frozen=True, slots=True)
class ArgumentSummary:
    """An argument as a shell completes it. Without `flags` it is positional."""

    flags: tuple[str, ...]
    values: tuple[str, ...]
    about: str
    takes_value: bool


class CommandParser(argparse.ArgumentParser):
    """An argument parser whose help and errors are in the user's language.

    `parse_into` names the dataclass of the options; `parse_options` returns an instance of it.
    """

    def __init__(self, language: Language, *, has_help: bool = True, **settings: Any) -> None:
        self.language = language
        self._suggested: dict[str, tuple[str, ...]] = {}
        self.actions: dict[str, CommandParser] = {}
        super().__init__(add_help=False, formatter_class=_help_formatter(language), **settings)
        self._optionals.title = text(language, "cli.options")
        self._positionals.title = text(language, "cli.arguments")
        if has_help:
            self.add_argument("-h", "--help", action="help", help=text(language, "cli.flag.help"))

    def text(self, key: str, /, **fields: object) -> str:
        """Return a message in the user's language."""
        return text(self.language, key, **fields)

    def parse_into(self, options_type: type[object]) -> None:
        """Declare the dataclass that the arguments become. Its fields have the names of the arguments.

        A field whose type is a dataclass is filled from the same arguments. A parser of an action overrides the type
        of its command.
        """
        self.set_defaults(**{_OPTIONS_TYPE: options_type})

    def add_switch(self, name: str, help_key: str, *, inherits: bool = False) -> None:
        """Add a flag without a value. One that `inherits` may also be given before the name of its action."""
        default = argparse.SUPPRESS if inherits else False
        self.add_argument(name, action="store_true", default=default, help=self.text(help_key))

    def suggest(self, name: str, values: Sequence[str]) -> None:
        """Name values of an argument for the completion in shells. Other values remain allowed."""
        self._suggested[name] = tuple(values)

    def arguments(self) -> Iterator[ArgumentSummary]:
        """Yield what a shell needs to complete the arguments."""
        for each in self._actions:
            name = each.option_strings[-1] if each.option_strings else each.dest
            if isinstance(each.choices, dict) or each.help == argparse.SUPPRESS:
                continue
            values = self._suggested.get(name) or tuple(map(str, each.choices or ()))
            takes_value = each.nargs != 0
            yield ArgumentSummary(tuple(each.option_strings), values, str(each.help or ""), takes_value=takes_value)

    def add_actions(self, help_prefix: str, *, dest: str = argparse.SUPPRESS, is_required: bool = False) -> "Actions":
        """Add actions, such as `list` and `show`; their help texts have the keys `help_prefix.<name>`."""
        return Actions(self, self.add_subparsers(dest=dest, required=is_required), help_prefix)

    def parse_options(self, words: Sequence[str], flags: GlobalFlags = _NO_FLAGS) -> tuple[GlobalFlags, Any]:
        """Parse the words. This is the only place where an argparse namespace becomes options."""
        namespace = self.parse_args(words, argparse.Namespace(language=flags.language, color=flags.color))
        return _build_options(GlobalFlags, namespace), _build_options(
            getattr(namespace, _OPTIONS_TYPE, NoOptions), namespace
        )

    def parse_global_flags(self, words: Sequence[str]) -> tuple[GlobalFlags, list[str]]:
        """Parse the flags of every command, and return the other words too."""
        namespace, rest = self.parse_known_args(words)
        return _build_options(GlobalFlags, namespace), rest

    def error(self, message: str) -> NoReturn:
        """Print the usage, the problem and where to find help, and exit."""
        problem = self._usage_problem(message) + self._near_choice(message)
        self.print_usage(sys.stderr)
        self.exit(
            USAGE,
            f"{self.prog}: {labelled(self.language, self.text('cli.usage_error'), problem)}\n"
            f"{self.text('cli.see_help', command=self.prog)}\n",
        )

    def _usage_problem(self, message: str) -> str:
        """Return the problem in the user's language. A file in the place of an action is probably meant for `new`."""
        found = _UNKNOWN_ACTION.fullmatch(message)
        if found is None:
            return translate_usage_error(self.language, message)
        problem = self.text("cli.unknown_action", word=found["word"], actions=found["actions"].replace("'", ""))
        if "new" in self.actions and Path(found["word"]).is_file():
            problem += self.text("cli.new_from_file", command=f"{self.prog} new {shlex.quote(found['word'])}")
        return problem

    def _near_choice(self, message: str) -> str:
        """Return the hint that names the choice that was probably meant."""
        found = _INVALID_CHOICE.search(message)
        near = difflib.get_close_matches(found[1], re.findall(r"'([^']*)'", found[2]), n=1) if found else []
        end = "." if self.language == "en" else "。"
        return end + self.text("cli.near", name=near[0]) if near else ""


class Actions:
    """The actions of one command."""

    def __init__(self, parser: CommandParser, subparsers: Any, help_prefix: str) -> None:
        self._parser = parser
        self._subparsers = subparsers
        self._help_prefix = help_prefix

    def add(
        self, name: str, options_type: type[object], *, about: str | None = None, has_json: bool = False
    ) -> CommandParser:
        """Add an action whose arguments become these options.

        `about` replaces the help text of the message catalogue; `has_json` adds the flag `--json`.
        """
        about = about or self._parser.text(f"{self._help_prefix}.{name}")
        action: CommandParser = self._subparsers.add_parser(
            name, help=about, description=about, language=self._parser.language
        )
        self._parser.actions[name] = action
        self._subparsers.metavar = "|".join(self._subparsers.choices)
        action.parse_into(options_type)
        if has_json:
            action.add_switch("--json", "cli.flag.json", inherits=True)
        return action


def _build_options(options_type: type[T], namespace: argparse.Namespace) -> T:
    """Return the options. A field without an argument, such as one of another action, keeps its default."""
    given: dict[str, object] = {}
    for field in fields(cast("Any", options_type)):
        if is_dataclass(field.type):
            given[field.name] = _build_options(cast("type[object]", field.type), namespace)
        elif hasattr(namespace, field.name):
            value = getattr(namespace, field.name)
            given[field.name] = tuple(value) if isinstance(value, list) else value
    return options_type(**given)


def _help_formatter(language: Language) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        """Help whose first word is translated."""

        def _fill_text(self, text: str, width: int, indent: str) -> str:
            columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else _MAX_NUMBER
            lines = [f"{indent}{line}" for line in text.split("\n")]
            return "\n".join(fit_line(line, columns, None if line.startswith(" ") else "") for line in lines)

        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, text(language, "cli.usage") if prefix is None else prefix)

    return Formatter


def whole_number(language: Language, *, minimum: int = 0, maximum: int = _MAX_NUMBER) -> Callable[[str], int]:
    """Return an argument type for whole numbers from `minimum` to `maximum`; its errors are in `language`."""

    def parse(written: str) -> int:
        if re.fullmatch(r"[0-9]{1,7}", written) and minimum <= int(written) <= maximum:
            return int(written)
        limits = {"minimum": minimum, "maximum": maximum}
        raise argparse.ArgumentTypeError(text(language, "reason.cli.whole_number", value=repr(written), **limits))

    return parse


def amount(language: Language) -> Callable[[str], float]:
    """Return an argument type for an amount of money above 0; `nan` and `inf`, which limit nothing, are refused."""

    def parse(written: str) -> float:
        try:
            return parse_amount(written)
        except InvalidValue as problem:
            raise argparse.ArgumentTypeError(problem.reason.text(language)) from problem

    return parse
