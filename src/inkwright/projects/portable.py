"""A project as one zip file that another installation can import, and as one Markdown text.

The zip has `project.json` with everything but the texts, and each version of each text as a file of its own.
"""

import dataclasses
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from pydantic import TypeAdapter, ValidationError

from inkwright.errors import InvalidOption
from inkwright.file_reading import open_zip, read_zip_part
from inkwright.i18n import Reason
from inkwright.projects.blocks import ContentBlock, NewText, TextVersion, valid_settings
from inkwright.projects.dependencies import cycle_error
from inkwright.projects.phases import PHASE_ORDER, PhaseState
from inkwright.projects.presets import CreatorProfile
from inkwright.projects.proposals import Proposal
from inkwright.projects.records import MAX_BLOCKS, MAX_CHARACTERS, name_key, valid_name
from inkwright.projects.tree import BlockTree

_MANIFEST: Final = "project.json"
_MAX_ENTRIES: Final = 50_000
_MAX_BYTES: Final = 300_000_000
_MAX_MANIFEST: Final = 30_000_000
_UTF8_BYTES: Final = 4
_MAX_HEADING: Final = 6


@dataclass(frozen=True, slots=True)
class PortableBlock:
    """A block and all its versions, oldest first."""

    block: ContentBlock
    versions: tuple[TextVersion, ...]
    texts: tuple[str, ...]

    def new_texts(self) -> list[tuple[NewText, datetime]]:
        """Return the versions as they are written."""
        pairs = zip(self.versions, self.texts, strict=True)
        return [(NewText(text, each.version - 1, each.author, each.reason), each.written) for each, text in pairs]


@dataclass(frozen=True, slots=True)
class PortableProject:
    """Everything of a project. Ids are those of the installation that it comes from."""

    name: str
    current_phase: str
    phases: tuple[PhaseState, ...]
    profile_name: str = ""
    profile: CreatorProfile | None = None
    blocks: tuple[PortableBlock, ...] = ()
    proposals: tuple[Proposal, ...] = ()


def project_to_zip(project: PortableProject) -> bytes:
    """Return a project as a zip file. The same project gives the same bytes."""
    emptied = dataclasses.replace(project, blocks=tuple(dataclasses.replace(each, texts=()) for each in project.blocks))
    manifest = _ADAPTER.dump_python(_Manifest(1, emptied), mode="json")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, _MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
        for each in project.blocks:
            for version, text in zip(each.versions, each.texts, strict=True):
                _write(archive, _text_name(each.block.id, version.version), text)
    return buffer.getvalue()


def project_from_zip(content: bytes, name: str = "zip") -> PortableProject:
    """Return the project of a zip file; InvalidOption, with its name, if it is not one, is too large, or contradicts
    itself.
    """
    try:
        with open_zip(content) as archive:
            return _read(archive)
    except (zipfile.BadZipFile, KeyError, ValidationError, ValueError, RecursionError) as problem:
        if isinstance(problem, InvalidOption):
            raise
        allowed = Reason("project.not_a_project")
        raise InvalidOption(option="file", value=name[:100], allowed=allowed) from problem


def project_markdown(name: str, tree: BlockTree, texts: Mapping[str, str]) -> str:
    """Return all texts of a project under headings for its blocks."""
    parts = [f"# {name}\n"]
    for depth, block in tree.walk():
        parts.append(f"{'#' * min(depth + 2, _MAX_HEADING)} {block.name}\n")
        text = texts.get(block.id, "").strip("\n")
        if text:
            parts.append(f"```json\n{text}\n```\n" if block.is_structured else f"{text}\n")
    return "\n".join(parts)


@dataclass(frozen=True, slots=True)
class _Manifest:
    format: Literal[1]
    project: PortableProject


_ADAPTER: Final[TypeAdapter[_Manifest]] = TypeAdapter(_Manifest)


def _write(archive: zipfile.ZipFile, name: str, text: str) -> None:
    # A fixed time, so that the same project gives the same file.
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text.encode(), zipfile.ZIP_DEFLATED)


def _text_name(block_id: str, version: int) -> str:
    return f"texts/{block_id}/{version}.txt"


def _read(archive: zipfile.ZipFile) -> PortableProject:
    entries = archive.infolist()
    if len(entries) > _MAX_ENTRIES:
        raise ValueError("too large")
    unpacked = _Unpacked(archive)
    project = _ADAPTER.validate_json(unpacked.part(_MANIFEST, _MAX_MANIFEST)).project
    blocks = tuple(
        dataclasses.replace(each, texts=tuple(unpacked.text(each.block.id, at.version) for at in each.versions))
        for each in project.blocks
    )
    return _checked(dataclasses.replace(project, blocks=blocks))


class _Unpacked:
    """The parts of the zip file. What really comes out of it is counted, for all parts together."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._left = _MAX_BYTES

    def part(self, name: str, most: int) -> bytes:
        content = read_zip_part(self._archive, self._archive.getinfo(name), min(most, self._left))
        if content is None:
            raise ValueError("too large")
        self._left -= len(content)
        return content

    def text(self, block_id: str, version: int) -> str:
        text = self.part(_text_name(block_id, version), _UTF8_BYTES * MAX_CHARACTERS).decode()
        if len(text) > MAX_CHARACTERS:
            raise ValueError("too large")
        return text


def _checked(project: PortableProject) -> PortableProject:
    valid_name(project.name)
    codes = [each.code for each in project.phases]
    if sorted(codes) != sorted(PHASE_ORDER) or project.current_phase not in codes:
        raise ValueError("phases")
    _check_blocks([each.block for each in project.blocks])
    for each in project.blocks:
        valid_settings(each.block.settings)
        if len(each.versions) != each.block.version or any(
            at.version != number for number, at in enumerate(each.versions, 1)
        ):
            raise ValueError(f"versions of {each.block.name}")
    return project


def _check_blocks(blocks: Sequence[ContentBlock]) -> None:
    """Refuse blocks that do not form a tree, names that are taken twice, and dependencies that form a cycle."""
    ids = {each.id for each in blocks}
    tree = BlockTree(blocks)
    slots = {(each.parent_id, name_key(valid_name(each.name))) for each in blocks}
    if len(ids) != len(blocks) or len(blocks) > MAX_BLOCKS or len(slots) != len(blocks):
        raise ValueError("blocks")
    if len(list(tree.walk())) != len(blocks) or any(not ids.issuperset(each.depends_on) for each in blocks):
        raise ValueError("parents or dependencies")
    cycle = tree.graph().cycle()
    if cycle:
        raise cycle_error(cycle, {each.id: each.name for each in blocks})
