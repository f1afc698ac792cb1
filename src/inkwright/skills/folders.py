"""Reads skills from folders and zip files: `SKILL.md` with its front matter, and other text files. Nothing is run."""

import re
import stat
import unicodedata
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final

import yaml

from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.file_reading import open_zip, read_limited, read_zip_part
from inkwright.i18n import Reason
from inkwright.projects.skills import MAX_DESCRIPTION, MAX_INSTRUCTIONS

SKILL_FILE: Final = "SKILL.md"
MAX_FILES: Final = 50
MAX_FILE: Final = 200_000
MAX_ALL: Final = 1_000_000
MAX_ZIP: Final = 5_000_000
_MAX_FRONT: Final = 10_000
_MAX_ENTRIES: Final = 500
_MAX_DEPTH: Final = 4
_FRONT: Final = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_MAX_NAME: Final = 64


class SkillDraft:
    """A skill that was read and is not stored yet. `left_out` are files that are no text, or too large."""

    __slots__ = ("description", "files", "instructions", "left_out", "name", "title")

    def __init__(self, name: str, description: str, instructions: str, title: str = "") -> None:
        self.name = valid_skill_name(name)
        self.description = _bounded("description", " ".join(description.split()), MAX_DESCRIPTION)
        self.instructions = _bounded("instructions", instructions.strip().replace("\0", ""), MAX_INSTRUCTIONS)
        self.title = " ".join(title.split())[:80]
        self.files: dict[str, str] = {}
        self.left_out: tuple[str, ...] = ()


def valid_skill_name(written: str) -> str:
    """Return the name of a skill in its stored form: words of small letters and digits, joined by hyphens."""
    name = unicodedata.normalize("NFKC", written.strip()).casefold().replace(" ", "-").replace("_", "-")
    words = name.split("-")
    if not 1 <= len(name) <= _MAX_NAME or not all(word and word.isalnum() for word in words):
        raise InvalidOption(option="name", value=written[:40], allowed=Reason("skill.name_rule", most=_MAX_NAME))
    return name


def parse_skill(written: str) -> SkillDraft:
    """Return the skill of a `SKILL.md`; InvalidOption says what is wrong with it."""
    if len(written) > _MAX_FRONT + MAX_INSTRUCTIONS:
        raise _invalid(SKILL_FILE, "skill.too_long", most=f"{MAX_INSTRUCTIONS:,}")
    found = _FRONT.match(written)
    if found is None or len(found[1]) > _MAX_FRONT:
        raise _invalid(SKILL_FILE, "skill.no_front")
    front = _front_matter(found[1])
    metadata = front.get("metadata")
    title = metadata.get("title", "") if isinstance(metadata, Mapping) else ""
    name, description = front.get("name"), front.get("description")
    if not isinstance(name, str) or not isinstance(description, str):
        raise _invalid(SKILL_FILE, "skill.no_front")
    return SkillDraft(name, description, written[found.end() :], str(title))


def _front_matter(written: str) -> Mapping[str, Any]:
    # Aliases make a small text large; a skill needs none.
    if re.search(r"(?m)(?:^|[\s:\[,-])[&*][\w-]", written):
        raise _invalid(SKILL_FILE, "skill.no_front")
    try:
        front = yaml.safe_load(written)
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        raise _invalid(SKILL_FILE, "skill.no_front") from problem
    if not isinstance(front, Mapping):
        raise _invalid(SKILL_FILE, "skill.no_front")
    return front


def read_skill(path: Path) -> SkillDraft:
    """Read a skill from its folder, its `SKILL.md`, or a zip file of its folder."""
    if path.is_dir():
        return _from_files(_folder_files(path))
    if path.name == SKILL_FILE or path.suffix.lower() == ".md":
        return parse_skill(_text(_bounded_bytes(path, _MAX_FRONT + 4 * MAX_INSTRUCTIONS), path.name))
    return skill_from_zip(_bounded_bytes(path, MAX_ZIP))


def skill_from_zip(content: bytes) -> SkillDraft:
    """Read a skill from a zip file that has one folder, or its files at the top."""
    try:
        with open_zip(content) as archive:
            return _from_files(_zip_files(archive))
    except zipfile.BadZipFile as problem:
        raise _invalid("zip", "skill.no_zip") from problem


def _from_files(files: Mapping[str, bytes | None]) -> SkillDraft:
    """Return the skill of some files; None stands for one that is too large or not a file."""
    tops = sorted((path for path in files if PurePosixPath(path).name == SKILL_FILE), key=lambda path: path.count("/"))
    if not tops or (len(tops) > 1 and tops[0].count("/") == tops[1].count("/")):
        raise _invalid(SKILL_FILE, "skill.no_file")
    main = files[tops[0]]
    if main is None:
        raise _invalid(SKILL_FILE, "skill.too_long", most=f"{MAX_INSTRUCTIONS:,}")
    draft = parse_skill(_text(main, SKILL_FILE))
    root = tops[0].removesuffix(SKILL_FILE)
    kept: dict[str, str] = {}
    left_out: list[str] = []
    left = MAX_ALL
    for path in sorted(each for each in files if each.startswith(root) and each != tops[0]):
        name, text = path.removeprefix(root), _as_text(files[path])
        if text is None or len(text) > left or len(kept) >= MAX_FILES:
            left_out.append(name[:200])
            continue
        kept[name] = text
        left -= len(text)
    draft.files, draft.left_out = kept, tuple(left_out)
    return draft


def _folder_files(folder: Path) -> dict[str, bytes | None]:
    """Return the files of a folder by their paths in it. Links are not followed, and hidden files are left out."""
    found: dict[str, bytes | None] = {}
    waiting = [(folder, 0)]
    while waiting:
        current, depth = waiting.pop()
        for each in sorted(current.iterdir()):
            if len(found) >= _MAX_ENTRIES:
                raise _invalid(folder.name, "skill.too_many_files", most=_MAX_ENTRIES)
            mode = each.lstat().st_mode
            if stat.S_ISDIR(mode) and depth < _MAX_DEPTH and not each.name.startswith("."):
                waiting.append((each, depth + 1))
            elif stat.S_ISREG(mode) and not each.name.startswith("."):
                path = each.relative_to(folder).as_posix()
                found[path] = _bounded_bytes(each, MAX_FILE) if each.lstat().st_size <= MAX_FILE else None
    return found


def _zip_files(archive: zipfile.ZipFile) -> dict[str, bytes | None]:
    entries = archive.infolist()
    if len(entries) > _MAX_ENTRIES:
        raise _invalid("zip", "skill.too_many_files", most=_MAX_ENTRIES)
    found: dict[str, bytes | None] = {}
    for entry in entries:
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        if entry.is_dir():
            continue
        if path.is_absolute() or ".." in path.parts or "\0" in entry.filename or ":" in path.parts[0]:
            raise _invalid(entry.filename[:80], "skill.outside")
        is_link = stat.S_ISLNK(entry.external_attr >> 16)
        if is_link or any(part.startswith((".", "__MACOSX")) for part in path.parts):
            continue
        found[path.as_posix()] = read_zip_part(archive, entry, MAX_FILE)
    return found


def _bounded_bytes(path: Path, most: int) -> bytes:
    content = read_limited(path, most, too_large=Reason("skill.too_long", most=f"{most:,}"))
    if not isinstance(content, bytes):
        raise UnreadableFile(name=path.name, problem=content)
    return content


def _text(content: bytes, name: str) -> str:
    found = _as_text(content)
    if found is None:
        raise _invalid(name, "skill.no_front")
    return found


def _as_text(content: bytes | None) -> str | None:
    if content is None or b"\0" in content:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _bounded(option: str, written: str, most: int) -> str:
    if not written or len(written) > most:
        raise InvalidOption(option=option, value=written[:40], allowed=Reason("skill.length", most=f"{most:,}"))
    return written


def _invalid(value: str, key: str, **fields: object) -> InvalidOption:
    return InvalidOption(option="skill", value=value, allowed=Reason(key, **fields))
