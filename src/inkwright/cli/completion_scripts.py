"""Scripts that complete commands, options and paths in bash, zsh and fish."""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from inkwright.cli.arguments import ArgumentSummary, CommandParser


@dataclass(frozen=True, slots=True)
class CompletionRule:
    """What may follow a command. `path` is the command and its action, and empty for the program itself."""

    path: tuple[str, ...]
    words: Mapping[str, str]
    options: tuple[ArgumentSummary, ...]

    @property
    def flags(self) -> list[str]:
        """Every flag, short and long."""
        return [flag for option in self.options for flag in option.flags]


def completion_rules(root: CommandParser, commands: Mapping[str, CommandParser]) -> list[CompletionRule]:
    """Return a rule for the program, each command and each action."""
    words = {name: parser.description or "" for name, parser in commands.items()}
    rules = [CompletionRule((), words, _options(root))]
    for name, parser in commands.items():
        rules += _rules_of(parser, (name,))
    return rules


def _rules_of(parser: CommandParser, path: tuple[str, ...]) -> Iterator[CompletionRule]:
    values = {value: "" for argument in parser.arguments() if not argument.flags for value in argument.values}
    actions = {name: action.description or "" for name, action in parser.actions.items()}
    yield CompletionRule(path, {**actions, **values}, _options(parser))
    for name, action in parser.actions.items():
        yield from _rules_of(action, (*path, name))


def _options(parser: CommandParser) -> tuple[ArgumentSummary, ...]:
    return tuple(argument for argument in parser.arguments() if argument.flags)


_BASH: Final = """\
# Completion of inkwright for bash. Save it as ~/.local/share/bash-completion/completions/inkwright
_inkwright() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} path="" words="" flags="" index
    for ((index = 1; index < COMP_CWORD; index++)); do
        case "$path ${COMP_WORDS[index]}" in
            PATHS) path="$path ${COMP_WORDS[index]}" ;;
        esac
    done
    COMPREPLY=()
    case "$path $previous" in
VALUES
    esac
    case "$path" in
WORDS
    esac
    if [[ $current == -* ]]; then words=$flags; fi
    # Where no word fits, bash completes paths.
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o bashdefault -o default -F _inkwright inkwright
"""
_ZSH: Final = """\
#compdef inkwright
# Completion of inkwright for zsh. Save it as _inkwright in a folder of $fpath
_inkwright() {
    local current=${words[CURRENT]} previous=${words[CURRENT-1]} place="" offered="" flags="" word
    for word in "${(@)words[2,CURRENT-1]}"; do
        case "$place $word" in
            PATHS) place="$place $word" ;;
        esac
    done
    case "$place $previous" in
VALUES
    esac
    case "$place" in
WORDS
    esac
    if [[ $current == -* ]]; then
        compadd -- ${=flags}
    else
        [[ -n $offered ]] && compadd -- ${=offered}
        [[ -n $place ]] && _files
    fi
}
if [[ $funcstack[1] == _inkwright ]]; then _inkwright "$@"; else compdef _inkwright inkwright; fi
"""


def bash_script(rules: Iterable[CompletionRule]) -> str:
    """Return the script for bash."""
    return _filled(
        _BASH, [*rules], words="words", value='mapfile -t COMPREPLY < <(compgen -W {} -- "$current"); return'
    )


def zsh_script(rules: Iterable[CompletionRule]) -> str:
    """Return the script for zsh."""
    return _filled(_ZSH, [*rules], words="offered", value="compadd -- ${{={}}}; return")


def _filled(script: str, rules: list[CompletionRule], *, words: str, value: str) -> str:
    """Fill in the cases, which have the same syntax in both shells."""
    paths = [shlex.quote(_joined(rule.path)) for rule in rules if rule.path]
    cases = [
        f"        {shlex.quote(_joined(rule.path))}) {words}={shlex.quote(' '.join(rule.words))} "
        f"flags={shlex.quote(' '.join(rule.flags))} ;;"
        for rule in rules
    ]
    values = []
    for rule in rules:
        for option in rule.options:
            if option.takes_value:
                patterns = "|".join(shlex.quote(f"{_joined(rule.path)} {flag}") for flag in option.flags)
                # A value without suggestions is a path, or free text.
                act = value.format(shlex.quote(" ".join(option.values))) if option.values else _PATHS[words]
                values.append(f"        {patterns}) {act} ;;")
    filled = {"PATHS": "|".join(paths), "WORDS": "\n".join(cases), "VALUES": "\n".join(values)}
    return re.sub(r"\b(?:PATHS|WORDS|VALUES)\b", lambda found: filled[found[0]], script)


_PATHS: Final = {"words": "return", "offered": "_files; return"}


def _joined(path: tuple[str, ...]) -> str:
    return "".join(f" {word}" for word in path)


def fish_script(rules: Iterable[CompletionRule]) -> str:
    """Return the script for fish."""
    rules = [*rules]
    lines = ["# Completion of inkwright for fish. Save it as ~/.config/fish/completions/inkwright.fish"]
    for rule in rules:
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in rule.path)
        deeper = " ".join(each.path[-1] for each in rules if each.path and each.path[:-1] == rule.path)
        closed = f"not __fish_seen_subcommand_from {deeper}" if deeper else ""
        where = _quoted("; and ".join(filter(None, (seen, closed))))
        files = "-f " if not rule.path else ""
        lines += [
            f"complete -c inkwright {files}-n {where} -a {_quoted(word)} -d {_quoted(about)}"
            for word, about in rule.words.items()
        ]
        lines += [f"complete -c inkwright -n {where} {_fish_option(option)}" for option in rule.options]
    return "\n".join(lines) + "\n"


def _fish_option(option: ArgumentSummary) -> str:
    names = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags]
    values = f" -x -a {_quoted(' '.join(option.values))}" if option.values else " -r" if option.takes_value else ""
    return f"{' '.join(names)}{values} -d {_quoted(option.about)}"


def _quoted(written: str) -> str:
    """Return a text in the single quotes of fish, on one line."""
    line = " ".join(written.split())
    return "'" + line.replace("\\", "\\\\").replace("'", "\\'") + "'"


SCRIPTS: Final[Mapping[str, Callable[[Iterable[CompletionRule]], str]]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
