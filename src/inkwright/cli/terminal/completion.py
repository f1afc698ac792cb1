"""Completion in the prompt: `/` commands, `@` files and given words."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from typing import Final

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.slash_commands import SlashCommands

WordSource = Callable[[], Iterable[str]]

_ENDS: Final = r"\s\"，。；：！？（）、“”"
"""Characters that end a name without quotes."""
_START: Final = rf"(?:^|(?<=[{_ENDS}(]))[@＠]"
_MENTION: Final = re.compile(rf'{_START}("[^"\n]*|[^{_ENDS}]*)$')
_MENTIONS: Final = re.compile(rf'{_START}(?:"([^"\n]+)"|([^{_ENDS}]+))')
_NEEDS_QUOTES: Final = re.compile(rf"[{_ENDS}]")
_MAX_COMPLETIONS: Final = 200
_MAX_ENTRIES: Final = 5_000
_MAX_DEPTH: Final = 2
_TRAILING: Final = ".,;:!?)"


class ChatCompleter(Completer):
    """Completes the line that is being typed. Files outside the workspace are never offered, not even through links."""

    def __init__(self, commands: SlashCommands, workspace: Path, words: WordSource = tuple) -> None:
        self._commands = commands
        self._workspace = workspace
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the completions at the cursor."""
        before = document.text_before_cursor
        mention = _MENTION.search(document.current_line_before_cursor)
        if mention:
            yield from islice(self._mention_completions(mention[1]), _MAX_COMPLETIONS)
        elif before.startswith("/"):
            yield from islice(self._command_completions(before), _MAX_COMPLETIONS)

    def _command_completions(self, before: str) -> Iterator[Completion]:
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

    def _mention_completions(self, typed: str) -> Iterator[Completion]:
        prefix = typed.removeprefix('"')
        for word in self._words():
            if _matches_prefix(word, prefix):
                yield Completion(quote_name(word), start_position=-len(typed), display=single_line(word))
        for name in workspace_files(self._workspace, prefix):
            yield Completion(quote_name(name), start_position=-len(typed), display=single_line(name))


def _matches_prefix(word: str, typed: str) -> bool:
    """Whether the word, its part after `:` or its part after the last `/` begins with the typed text."""
    known, prefix = word.casefold(), typed.casefold()
    return any(known[start:].startswith(prefix) for start in (0, known.find(":") + 1, known.rfind("/") + 1))


def workspace_files(workspace: Path, typed: str) -> Iterator[str]:
    """Yield the files and folders of the workspace whose names begin with the typed text; folders end in `/`.

    Hidden ones are offered only if the typed name begins with a dot.
    """
    folder_typed, _, name_typed = typed.rpartition("/")
    root = workspace.resolve()
    folder = (root / folder_typed).resolve()
    if folder_typed.startswith(("/", "~")) or not folder.is_relative_to(root):
        return
    prefix = f"{folder_typed}/" if folder_typed else ""
    for entry in sorted(_folder_entries(folder), key=lambda entry: entry.name):
        is_match = entry.name.casefold().startswith(name_typed.casefold())
        if not is_match or (entry.name.startswith(".") and not name_typed.startswith(".")) or '"' in entry.name:
            continue
        if Path(entry.path).resolve().is_relative_to(root):
            yield f"{prefix}{entry.name}{'/' if entry.is_dir() else ''}"
    if name_typed and not folder_typed:
        yield from _nested_files(root, name_typed.casefold())


def _nested_files(root: Path, typed: str) -> Iterator[str]:
    """Yield the files of subfolders whose names begin with the typed text, without hidden ones and links."""
    folders, left = [(root, 0)], _MAX_ENTRIES
    for folder, depth in folders:
        entries = [entry for entry in _folder_entries(folder)[:left] if not entry.name.startswith(".")]
        left -= len(entries)
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False) and depth < _MAX_DEPTH:
                folders.append((Path(entry.path), depth + 1))
            elif depth and _is_file_named(entry, typed):
                yield Path(entry.path).relative_to(root).as_posix()


def _is_file_named(entry: os.DirEntry[str], typed: str) -> bool:
    is_named = entry.name.casefold().startswith(typed) and '"' not in entry.name
    return is_named and entry.is_file(follow_symlinks=False)


def complete_path(typed: str) -> tuple[str, list[str]]:
    """Return the path as far as it can only go on one way, and the names that may follow if there are several.

    Hidden ones are offered only if the typed name begins with a dot.
    """
    folder_typed, slash, name_typed = typed.rpartition("/")
    folder = Path(f"{folder_typed}{slash}" or ".").expanduser()
    names = sorted(
        f"{entry.name}{'/' if entry.is_dir() else ''}"
        for entry in _folder_entries(folder)
        if entry.name.startswith(name_typed) and (name_typed.startswith(".") or not entry.name.startswith("."))
    )
    if not names:
        return typed, []
    # Of sorted names, the first and the last share what all share.
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(names[0], names[-1], strict=False))
    common = "".join(letter for letter, _ in shared)
    return f"{folder_typed}{slash}{common}", names if len(names) > 1 else []


def mentioned_names(message: str) -> list[str]:
    """Return the names after `@` in a message, in order and without repeats: `@notes.md`, `@"my notes.md"`."""
    found = (quoted_name or name.rstrip(_TRAILING) for quoted_name, name in _MENTIONS.findall(message))
    return list(dict.fromkeys(name for name in found if name))


def quote_name(name: str) -> str:
    """Return the name as it is written after `@`: in quotes if necessary, which stay open after a folder."""
    if not _NEEDS_QUOTES.search(name) and not name.endswith(tuple(_TRAILING)):
        return name
    return f'"{name}' if name.endswith("/") else f'"{name}"'


def _folder_entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return the entries of a folder; none if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return list(islice(entries, _MAX_ENTRIES))
    except OSError:
        return []
