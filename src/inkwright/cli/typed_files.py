"""The files that a person names in a message: after `@`, as a path, or by the name of a file in this folder.

Naming a file is the permission to read it.
"""

import contextlib
import os
import re
from collections.abc import Collection, Sequence
from itertools import islice
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from inkwright.agent.known_sources import KnownSource, SourceReference
from inkwright.agent.source_references import find_references
from inkwright.artifacts.source_formats.catalogue import READABLE_SUFFIXES
from inkwright.cli.terminal.completion import mentioned_names
from inkwright.conversation.attachments import text_title
from inkwright.conversation.turns import ConversationFile
from inkwright.errors import UnreadableFile, UnreadableInput
from inkwright.i18n import Reason
from inkwright.projects.mentions import BLOCK_PREFIX

_SUFFIX: Final = "|".join(re.escape(each) for each in sorted(READABLE_SUFFIXES, key=len, reverse=True))
_ENDS_WITH_SUFFIX: Final = re.compile(
    rf".{{0,250}}?(?:{_SUFFIX})(?![\w.-]|(?<=\w)\.)|.{{0,250}}?(?:{_SUFFIX})(?=[\u3000-\u9fff])", re.IGNORECASE
)
_BARE: Final = re.compile(
    rf"(?P<quote>[\"“'‘「『《])(?P<quoted>[^\"”'’」』》\n]{{1,250}}?(?:{_SUFFIX}))[\"”'’」』》]|(?P<bare>[^\s\"“”'‘’「」『』《》，。；：！？（）、,;!?()@]{{1,250}}?(?:{_SUFFIX}))(?![A-Za-z0-9_-])",
    re.IGNORECASE,
)
_OUTPUT: Final = re.compile(
    r"(?:\b(?:as|save|into|called|named|named it)|保存[为成到]?|另存为|输出[为到]?|命名为|叫)\s*[\"“'‘「『《]?$",
    re.IGNORECASE,
)
_MAX_FILES: Final = 50
_MAX_FOLDER_FILES: Final = 20
_MAX_ENTRIES: Final = 500
_MAX_ENTRIES_BELOW: Final = 2_000
_MAX_DEPTH: Final = 2
_HEAD_BYTES: Final = 4_096
_TITLED_SUFFIXES: Final = (".md", ".markdown", ".txt")
_SEVERAL: Final = 2
_MAX_OFFERED: Final = 5
_FOLDER: Final = re.compile(r"\b(?:folder|directory|here)\b|文件夹|目录|資料夾|资料夹|这里", re.IGNORECASE)
_CUE: Final = re.compile(
    r"(?:\b(?:files?|notes?|documents?|from|for|of|using|use|read|open|and)\s+(?:the\s+|my\s+)?|[\"“‘「『《]"
    r"|用|根据|依据|基于|从|文件|换成|改用|读|打开|和)\s*$",
    re.IGNORECASE,
)


def source_path(written: str) -> Path:
    """Return the path that a person gave for a file; UnreadableFile for the address of a web page."""
    scheme, _, _ = written.partition("://")
    if scheme == "file":
        return Path(unquote(urlsplit(written).path))
    if scheme in ("http", "https"):
        raise UnreadableFile(name=written, problem=Reason("reading.web_address"))
    return Path(written)


def typed_files(message: str, known: Collection[str] = ()) -> list[Path]:
    """Return the files that a message names, in its order.

    A name after `@` counts even if there is no such file, so that reading it reports the mistake; unless it is one of
    the `known` names, which the conversation has. It may be that of a file in a subfolder, and lack its extension, if
    there is only one; UnreadableInput if there are several. A name without `@` counts if the file exists.
    """
    below = _FolderFiles(Path())
    named = [path for name in mentioned_names(message) if (path := _mentioned_path(name, known, below)) is not None]
    bare = [path for match in islice(_BARE.finditer(message), _MAX_FILES) if (path := _bare_path(match)) is not None]
    found: dict[Path, Path] = {}
    for path in [*named, *bare]:
        found.setdefault(path.resolve() if _is_file(path) else path, path)
    return list(found.values())


def is_mentioned_file(name: str, known: Collection[str] = ()) -> bool:
    """Whether a name after `@` is that of a file: one that exists, or one that the conversation has."""
    if name in known or any(name == Path(each).stem for each in known):
        return True
    path = _mentioned_path(name, (), _FolderFiles(Path()))
    return path is not None and _is_file(path)


class _FolderFiles:
    """The readable files of a folder and its subfolders; they are listed when they are first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: list[Path] | None = None

    def meant_by(self, name: str) -> list[Path]:
        """Return the files with this name, in the nearest place first; Chinese words may follow a name without its
        extension.
        """
        if self._files is None:
            self._files = [*_source_files(self._folder), *_files_below(self._folder)]
        by_name = [path for path in self._files if path.as_posix().endswith(f"/{name}")]
        if by_name or Path(name).suffix.lower() in READABLE_SUFFIXES:
            return by_name
        by_stem = [path for path in self._files if _begins_with(name, path.stem)]
        longest = max((len(path.stem) for path in by_stem), default=0)
        return _most_likely(name, [path for path in by_stem if len(path.stem) == longest])


def _only_one(name: str, found: Sequence[Path]) -> Sequence[Path]:
    """Return the files that a name means, at most one; UnreadableInput names several."""
    if len(found) > 1:
        paths = ", ".join(os.path.relpath(each) for each in found[:_MAX_OFFERED])
        raise UnreadableInput(name=name, problem=Reason("reason.cli.several_files", paths=paths))
    return found


def _most_likely(name: str, paths: Sequence[Path]) -> list[Path]:
    """Return the files that a name without extension means: written exactly so, near, and a note rather than what was
    made from it.
    """
    nearest = min((len(path.parts) for path in paths), default=0)
    choices = [
        [path for path in paths if name.startswith(path.stem)],
        [path for path in paths if len(path.parts) == nearest],
        [path for path in paths if path.suffix.lower() in _TITLED_SUFFIXES],
    ]
    left = list(paths)
    for choice in choices:
        left = [path for path in left if path in choice] or left
    return left


def _begins_with(name: str, stem: str) -> bool:
    """Whether a name is this stem, alone or before Chinese words."""
    rest = name[len(stem) :]
    return name.casefold().startswith(stem.casefold()) and (not rest or "\u3400" <= rest[0] <= "\u9fff")


def _mentioned_path(name: str, known: Collection[str], below: _FolderFiles) -> Path | None:
    """Return the file of a mention. Chinese words may follow its name without a space."""
    if name.startswith(BLOCK_PREFIX):
        return None
    path = Path(name).expanduser()
    if _is_file(path):
        return path
    ended = _ENDS_WITH_SUFFIX.match(name)
    shorter = ended[0] if ended else name
    is_known = shorter in known or any(_begins_with(shorter, Path(each).stem) for each in known)
    if not _is_file(Path(shorter)) and is_known:
        return None
    if not _is_file(Path(shorter).expanduser()) and (found := below.meant_by(shorter)):
        return _only_one(shorter, found)[0]
    return Path(shorter).expanduser() if Path(shorter).suffix or path.is_dir() else None


def _bare_path(match: re.Match[str]) -> Path | None:
    """Return the file of a name without `@`, if it exists."""
    paths = (Path(name).expanduser() for name in _written_names(match))
    return next((path for path in paths if _is_file(path)), None)


def _written_names(match: re.Match[str]) -> list[str]:
    """Return what a name without `@` may be, longest first. Chinese words may come before it without a space."""
    if _OUTPUT.search(match.string[max(0, match.start() - 12) : match.start()]):
        return []
    written = match["quoted"] or match["bare"]
    starts = [start for start in range(len(written)) if start == 0 or "\u3400" <= written[start - 1] <= "\u9fff"]
    return [written[start:] for start in starts]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def folder_files(
    message: str, folder: Path, known: Sequence[ConversationFile], made: Collection[str] = ()
) -> list[Path]:
    """Return the files of a folder that a message may mean by their names without extension, by their titles in quotes,
    as all files or as the other ones. Files of `known` paths, and those whose names begin like something that was
    `made`, are left out.
    """
    taken = {each.path for each in known}
    stems = {name.partition(".")[0] for name in made}
    paths = [path for path in _source_files(folder) if path.name.partition(".")[0] not in stems]
    sources = [
        KnownSource(key=str(path), name=path.name, title=_title(path), path=str(path), turn=str(path) in taken)
        for path in paths
    ]
    references = [each for each in find_references(message, sources) if _means_files(message, each, known)]
    found = {key for each in references for key in each.keys}
    return [path for path in paths if str(path) in found and str(path) not in taken][:_MAX_FOLDER_FILES]


def nested_files(message: str, folder: Path, known: Collection[str]) -> list[Path]:
    """Return the files of subfolders that a message names without `@`, unless the name is that of a nearer file, or one
    of the `known` names. UnreadableInput if several have the name.
    """
    missing = [match for match in islice(_BARE.finditer(message), _MAX_FILES) if _bare_path(match) is None]
    wanted = [names for match in missing if (names := _written_names(match)) and set(known).isdisjoint(names)]
    if not wanted:
        return []
    files = _files_below(folder)
    found: dict[Path, None] = {}
    for names in wanted:
        fitting = ([path for path in files if path.as_posix().endswith(f"/{name}")] for name in names)
        found |= dict.fromkeys(_only_one(names[0], next((each for each in fitting if each), [])))
    return list(found)[:_MAX_FOLDER_FILES]


def _files_below(folder: Path) -> list[Path]:
    """Return the readable files of subfolders, two levels deep, without hidden ones and links; of many, only some."""
    found, folders, left = [], [(folder, 0)], _MAX_ENTRIES_BELOW
    for current, depth in folders:
        with contextlib.suppress(OSError), os.scandir(current) as entries:
            for entry in islice((each for each in entries if not each.name.startswith(".")), left):
                left -= 1
                if entry.is_dir(follow_symlinks=False) and depth < _MAX_DEPTH:
                    folders.append((Path(entry.path), depth + 1))
                elif depth and Path(entry.name).suffix.lower() in READABLE_SUFFIXES and entry.is_file():
                    found.append(Path(entry.path).resolve())
    root = folder.resolve()
    return sorted(path for path in found if path.is_relative_to(root))


def _means_files(message: str, reference: SourceReference, known: Sequence[ConversationFile]) -> bool:
    """Whether a reference is to files of the folder, and not to a topic or to files of the conversation.

    A name needs a word such as "from", or quotes. "All files" and "the other one" are those of the conversation, if it
    has several and the message does not mention the folder.
    """
    if reference.kind in ("all", "other"):
        return len(known) < _SEVERAL or _FOLDER.search(message) is not None
    before = message[max(0, reference.start - 20) : reference.start]
    # Chinese requests may begin with what they are about.
    has_cue = _CUE.search(before) is not None or (reference.start == 0 and "\u3400" <= message[:1] <= "\u9fff")
    return reference.kind in ("name", "word") and has_cue


def _source_files(folder: Path) -> list[Path]:
    """Return the files of a folder that can be read, without hidden ones and links out of it; of many, only some."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in islice(entries, _MAX_ENTRIES):
            is_readable = Path(entry.name).suffix.lower() in READABLE_SUFFIXES and not entry.name.startswith(".")
            if is_readable and entry.is_file():
                found.append(Path(entry.path).resolve())
    root = folder.resolve()
    return sorted(path for path in found if path.is_relative_to(root))


def _title(path: Path) -> str:
    """Return the title of a text file; only its beginning is read."""
    if path.suffix.lower() not in _TITLED_SUFFIXES:
        return ""
    try:
        with path.open("rb") as file:
            return text_title(file.read(_HEAD_BYTES).decode("utf-8", "ignore"))
    except OSError:
        return ""
