"""The files that a person names in a message: after `@`, or as a path. Naming a file is the permission to read it."""

import re
from collections.abc import Collection
from itertools import islice
from pathlib import Path
from typing import Final

from inkwright.artifacts.source_formats.registry import READABLE_SUFFIXES
from inkwright.cli.terminal.completion import mentioned_names
from inkwright.usecases.projects import BLOCK_PREFIX

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


def typed_files(message: str, known: Collection[str] = ()) -> list[Path]:
    """Return the files that a message names, in its order.

    A name after `@` counts even if there is no such file, so that reading it reports the mistake; unless it is one of
    the `known` names, which the conversation has. A name without `@` counts if the file exists.
    """
    named = [path for name in mentioned_names(message) if (path := _mentioned_path(name, known)) is not None]
    bare = [path for match in islice(_BARE.finditer(message), _MAX_FILES) if (path := _bare_path(match)) is not None]
    found: dict[Path, Path] = {}
    for path in [*named, *bare]:
        found.setdefault(path.resolve() if _is_file(path) else path, path)
    return list(found.values())


def _mentioned_path(name: str, known: Collection[str]) -> Path | None:
    """Return the file of a mention. Chinese words may follow its name without a space."""
    if name.startswith(BLOCK_PREFIX):
        return None
    path = Path(name).expanduser()
    if _is_file(path):
        return path
    ended = _ENDS_WITH_SUFFIX.match(name)
    shorter = ended[0] if ended else name
    if shorter in known and not _is_file(Path(shorter)):
        return None
    return Path(shorter).expanduser() if Path(shorter).suffix or path.is_dir() else None


def _bare_path(match: re.Match[str]) -> Path | None:
    """Return the file of a name without `@`, if it exists. Chinese words may come before it without a space."""
    if _OUTPUT.search(match.string[max(0, match.start() - 12) : match.start()]):
        return None
    written = match["quoted"] or match["bare"]
    for start in range(len(written)):
        is_start = start == 0 or "\u3400" <= written[start - 1] <= "\u9fff"
        if is_start and _is_file(path := Path(written[start:]).expanduser()):
            return path
    return None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError, RuntimeError):
        return False
