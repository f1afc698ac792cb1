"""Completion in the prompt: `/` commands, `@` files and given words."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.slash_commands import SlashCommands

WordSource = Callable[[], Iterable[str]]

_ENDS: Final = r"\s\"，。；：！？（）、“”"
"""What ends a name that is not in quotes."""
_START: Final = rf"(?:^|(?<=[{_ENDS}(]))@"
_MENTION: Final = re.compile(rf'{_START}("[^"\n]*|[^{_ENDS}]*)$')
_MENTIONS: Final = re.compile(rf'{_START}(?:"([^"\n]+)"|([^{_ENDS}]+))')
_NEEDS_QUOTES: Final = re.compile(rf"[{_ENDS}]")
_MAX_COMPLETIONS: Final = 200
_MAX_ENTRIES: Final = 5_000
_TRAILING: Final = ".,;:!?)"


class ChatCompleter(Completer):
    """Completes the line that is being typed. Files outside the workspace are never offered, by links neither."""

    def __init__(self, commands: SlashCommands, workspace: Path, words: WordSource = tuple) -> None:
        self._commands = commands
        self._workspace = workspace
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """What may stand at the cursor."""
        before = document.text_before_cursor
        mention = _MENTION.search(document.current_line_before_cursor)
        if mention:
            yield from islice(self._mentions(mention[1]), _MAX_COMPLETIONS)
        elif before.startswith("/"):
            yield from islice(self._of_commands(before), _MAX_COMPLETIONS)

    def _of_commands(self, before: str) -> Iterator[Completion]:
        name, space, typed = before[1:].partition(" ")
        if not space:
            for command in self._commands.all():
                if command.name.startswith(name):
                    summary = self._commands.summary(command)
                    yield Completion(f"/{command.name}", start_position=-len(before), display_meta=summary)
            return
        command_named = self._commands.find(name)
        if command_named:
            for word in command_named.complete(typed):
                if word.startswith(typed):
                    yield Completion(word, start_position=-len(typed), display=single_line(word))

    def _mentions(self, typed: str) -> Iterator[Completion]:
        wanted = typed.removeprefix('"')
        for word in self._words():
            if _matches_prefix(word, wanted):
                yield Completion(quote_name(word), start_position=-len(typed), display=single_line(word))
        for name in workspace_files(self._workspace, wanted):
            yield Completion(quote_name(name), start_position=-len(typed), display=single_line(name))


def _matches_prefix(word: str, typed: str) -> bool:
    """Whether a word begins so, or what it has behind its prefix or behind a slash: `block:Chapter/Introduction`."""
    known, wanted = word.casefold(), typed.casefold()
    return any(known[place:].startswith(wanted) for place in (0, known.find(":") + 1, known.rfind("/") + 1))


def workspace_files(workspace: Path, typed: str) -> Iterator[str]:
    """The files and folders in the workspace whose names begin so; folders end in `/`.

    Hidden ones are offered only when a dot is typed.
    """
    folder_typed, _, name_typed = typed.rpartition("/")
    root = workspace.resolve()
    folder = (root / folder_typed).resolve()
    if folder_typed.startswith(("/", "~")) or not folder.is_relative_to(root):
        return
    prefix = f"{folder_typed}/" if folder_typed else ""
    for entry in sorted(_folder_entries(folder), key=lambda entry: entry.name):
        is_wanted = entry.name.casefold().startswith(name_typed.casefold())
        if not is_wanted or (entry.name.startswith(".") and not name_typed.startswith(".")) or '"' in entry.name:
            continue
        if Path(entry.path).resolve().is_relative_to(root):
            yield f"{prefix}{entry.name}{'/' if entry.is_dir() else ''}"


def mentioned_names(message: str) -> list[str]:
    """What a message names with `@`, in order, each once: `@notes.md`, `@"my notes.md"`."""
    found = (quoted_name or name.rstrip(_TRAILING) for quoted_name, name in _MENTIONS.findall(message))
    return list(dict.fromkeys(name for name in found if name))


def quote_name(name: str) -> str:
    """The name as it stands behind `@`: one with spaces or the like in quotes, which stay open behind a folder."""
    if not _NEEDS_QUOTES.search(name) and not name.endswith(tuple(_TRAILING)):
        return name
    return f'"{name}' if name.endswith("/") else f'"{name}"'


def _folder_entries(folder: Path) -> list[os.DirEntry[str]]:
    """What is in a folder; nothing where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return list(islice(entries, _MAX_ENTRIES))
    except OSError:
        return []
