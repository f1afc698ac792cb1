"""Office packages as zip files: checked before they are opened, and written with the same bytes every time."""

import copy
import io
import lzma
import posixpath
import re
import stat
import struct
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from inkwright.artifacts.text import one_line
from inkwright.i18n import Reason, library_reason

MAX_PARTS: Final = 5_000
MAX_UNPACKED: Final = 256 * 1024 * 1024
MAX_XML: Final = 48 * 1024 * 1024
MAX_TAGS: Final = 500_000

_ZIP_START: Final = b"PK\x03\x04"
_ZIP_ENTRY: Final = b"PK\x01\x02"
_RELATIONS_SUFFIX: Final = ".rels"
_XML_SUFFIXES: Final = (".xml", _RELATIONS_SUFFIX)
_MARKUP_SUFFIXES: Final = (*_XML_SUFFIXES, ".svg", ".vml")
_CONTENT_TYPES: Final = "[Content_Types].xml"
_RELATIONSHIPS_NAMESPACE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HARMLESS: Final = (".xlsx", ".docx", ".pptx")
_MEGABYTE: Final = 1024 * 1024
_ENCODING: Final = re.compile(rb"[^<]{0,4}<\?xml\s[^>]{0,100}?encoding\s?=\s?[\"']([A-Za-z0-9._-]{1,40})")
_ENCODINGS: Final = (b"utf-8", b"us-ascii", b"ascii", b"iso-8859-1", b"windows-1252", b"gbk", b"gb2312", b"gb18030")
_WIDE_ENCODINGS: Final = (b"utf-16", b"utf-16le", b"utf-16be")
_LARGE_PART: Final = 4 * _MEGABYTE
_NO_TREES: Final[Mapping[str, Any]] = MappingProxyType({})
_ZIP_ERRORS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)


class PackageProblem(NamedTuple):
    """Why a package is not opened: `not_a_zip`, `too_large`, `active` or `damaged`, and the fields of its message."""

    key: str
    fields: dict[str, Reason | str]

    @property
    def reason(self) -> Reason | str:
        """The problem as a part of another message."""
        if self.key == "too_large":
            return Reason("reason.package.unpacked", **self.fields)
        return Reason("reason.package.active", **self.fields) if self.key == "active" else self.fields["problem"]


def package_problem(content: bytes, *, may_be_active: bool = False) -> PackageProblem | None:
    """Return the problem of the package itself, or None. Every part is unpacked once, within the limits.

    `may_be_active` allows macros and other active content: for callers that only read the text.
    """
    # A zip may begin with other data, such as a web page: then it is two files in one.
    if not content.startswith(_ZIP_START):
        return PackageProblem("not_a_zip", {"problem": Reason("reason.package.not_zip")})
    # Even reading a list of a million parts takes long.
    if content.count(_ZIP_ENTRY) > 2 * MAX_PARTS:
        return _too_many_parts(content.count(_ZIP_ENTRY))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            return (
                _size_problem(package)
                or (None if may_be_active else _active_content_problem(package))
                or _damage_problem(package)
            )
    except _ZIP_ERRORS as problem:
        return PackageProblem("not_a_zip", {"problem": library_reason(problem)})


def without_large_parts(content: bytes) -> bytes:
    """Return the package with its large pictures and other media emptied, for a library that loads all of it.

    The package must have passed `package_problem`.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = package.infolist()
        large = {part.filename for part in parts if part.file_size > _LARGE_PART and not _is_markup(part)}
        if not large:
            return content
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as slim:
            for part in parts:
                slim.writestr(part.filename, b"" if part.filename in large else package.read(part))
        return made.getvalue()


def _is_markup(part: zipfile.ZipInfo) -> bool:
    return part.filename.lower().endswith(_MARKUP_SUFFIXES)


def main_part(package: zipfile.ZipFile, parse_xml: Callable[[bytes], Any]) -> str:
    """Return the name of the part that holds the document or the slides of an open package."""
    relations = parse_xml(package.read("_rels/.rels"))
    target = next(each.get("Target", "") for each in relations if each.get("Type", "").endswith("/officeDocument"))
    return posixpath.normpath(str(target).lstrip("/"))


class Relationships(NamedTuple):
    """Where the parts of a package point to outside of it, and the parts they name that do not exist."""

    external: list[str]
    missing: list[Reason | str]


def package_relations(content: bytes, parse_xml: Callable[[bytes], Any]) -> Relationships:
    """Read the relations from the parts themselves: libraries skip what they do not understand.

    Every markup part is parsed. Where that fails, the error of the parser is raised.
    """
    with PackageRelationships(content, parse_xml) as relations:
        return Relationships(relations.external, [*relations.missing, *relations.undeclared()])


_WEB_LINKS: Final = ("http://", "https://", "mailto:")


class PackageRelationships:
    """The relations of an open package. `external` and `missing` are read from its relation lists at once."""

    def __init__(self, content: bytes, parse_xml: Callable[[bytes], Any]) -> None:
        self._package = zipfile.ZipFile(io.BytesIO(content))
        self._parse_xml = parse_xml
        self._declared: dict[str, set[str]] = {}
        self.external: list[str] = []
        self.missing: list[str] = []
        # The names of parts are compared without regard to case.
        names = {name.lower() for name in self._package.namelist()}
        for name in self._package.namelist():
            if name.lower().endswith(_RELATIONS_SUFFIX):
                root = parse_xml(self._package.read(name))
                self._follow(root, posixpath.dirname(posixpath.dirname(name)), names)
                self._declared[name] = {relation.get("Id", "") for relation in root}
            elif name == _CONTENT_TYPES:
                self.missing.extend(_missing_parts(parse_xml(self._package.read(name)), names))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._package.close()

    def undeclared(self, trees: Mapping[str, Any] = _NO_TREES) -> Iterator[Reason]:
        """Yield the relations that parts name and that are missing in their relation lists.

        `trees` holds the parts that are already parsed, by name. The others are parsed here, one at a time, because
        trees are much larger than their files.
        """
        from lxml import etree  # noqa: PLC0415 - slow to import

        # Not the method of the element: libraries replace it in their element classes.
        find = etree.XPath("//@r:*", namespaces={"r": _RELATIONSHIPS_NAMESPACE})
        for name in self._package.namelist():
            if not name.lower().endswith(".xml") or name == _CONTENT_TYPES:
                continue
            root = trees.get(name)
            used = {str(each) for each in find(self._parse_xml(self._package.read(name)) if root is None else root)}
            folder, _, plain = name.rpartition("/")
            declared = self._declared.get(posixpath.join(folder, "_rels", f"{plain}{_RELATIONS_SUFFIX}"), set())
            for each in sorted(used - declared - {""}):
                yield Reason("reason.package.relation", relation=one_line(each)[:75], part=one_line(name)[:75])

    def _follow(self, relations: Any, folder: str, names: set[str]) -> None:
        for relation in relations:
            target = relation.get("Target", "")
            if relation.get("TargetMode", "").lower() == "external":
                # A link that a reader may follow brings in nothing from elsewhere.
                if not (relation.get("Type", "").endswith("/hyperlink") and target.lower().startswith(_WEB_LINKS)):
                    self.external.append(target)
            elif not _is_inside(target, folder, names):
                self.missing.append(target)


def missing_part_reason(part: Reason | str) -> Reason:
    """Why a package without this part cannot be read."""
    return Reason("reason.package.missing_part", part=part if isinstance(part, Reason) else one_line(part)[:150])


def _missing_parts(types: Any, names: set[str]) -> Iterator[str]:
    """Parts that the package declares but does not contain: office programs offer to repair such a file."""
    for each in types:
        declared = each.get("PartName", "").lstrip("/")
        if declared and declared.lower() not in names:
            yield declared


def _is_inside(target: str, folder: str, names: set[str]) -> bool:
    path = urllib.parse.unquote(target.partition("#")[0])
    if not path:
        return True
    return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/").lower() in names


def _size_problem(package: zipfile.ZipFile) -> PackageProblem | None:
    """Check the sizes that the package states, which costs nothing. What it really contains is counted later."""
    parts = package.infolist()
    if len(parts) > MAX_PARTS:
        return _too_many_parts(len(parts))
    stated = sum(part.file_size for part in parts)
    return _sum_problem(stated, sum(part.file_size for part in parts if _is_markup(part)), 0)


def _active_content_problem(package: zipfile.ZipFile) -> PackageProblem | None:
    for name in package.namelist():
        lowered = f"/{name}".lower()
        is_embedded = "/embeddings/" in lowered and not lowered.endswith((*_HARMLESS, ".rels", "/"))
        if is_embedded or "/activex/" in lowered or "vbaproject" in lowered:
            return PackageProblem("active", {"part": name[:200]})
    if _CONTENT_TYPES in package.namelist() and b"macroenabled" in _content_types(package).lower():
        return PackageProblem("active", {"part": _CONTENT_TYPES})
    return None


def _content_types(package: zipfile.ZipFile) -> bytes:
    return _unpacked_part(package, package.getinfo(_CONTENT_TYPES))


def _damage_problem(package: zipfile.ZipFile) -> PackageProblem | None:
    """Unpack every part once, and count what really comes out: the sizes that a package states may be wrong."""
    names = package.namelist()
    if len(set(names)) < len(names):
        return _damaged("duplicate_part")
    unpacked = markup = tags = 0
    for part in package.infolist():
        if problem := _entry_problem(part):
            return problem
        is_markup = _is_markup(part)
        content = _unpacked_part(package, part) if is_markup else b""
        size = len(content) if is_markup else sum(map(len, _unpacked_pieces(package, part)))
        if size != part.file_size:
            return _size_lie(part)
        unpacked, markup, tags = unpacked + size, markup + len(content), tags + content.count(b"<")
        if problem := _sum_problem(unpacked, markup, tags) or _markup_problem(part.filename, content):
            return problem
    return None


def _entry_problem(part: zipfile.ZipInfo) -> PackageProblem | None:
    """Refuse what no office program writes: a path out of the package, a link, or another way of packing."""
    is_link = stat.S_ISLNK(part.external_attr >> 16)
    if is_link or ".." in part.filename.replace("\\", "/").split("/"):
        return _damaged("path", part=one_line(part.filename)[:150])
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return _damaged("packing", part=one_line(part.filename)[:150])
    return None


def _unpacked_pieces(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield what a part really contains, in pieces, up to one piece more than it states; its checksum is compared."""
    real = copy.copy(part)
    real.file_size = part.file_size + 2 * _MEGABYTE
    left = part.file_size + 1
    with package.open(real) as content:
        while left > 0 and (piece := content.read(min(_MEGABYTE, left))):
            left -= len(piece)
            yield piece


def _unpacked_part(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    return b"".join(_unpacked_pieces(package, part))


def _sum_problem(unpacked: int, markup: int, tags: int) -> PackageProblem | None:
    if unpacked > MAX_UNPACKED:
        return _too_large_problem(f"{unpacked // _MEGABYTE} MB", f"{MAX_UNPACKED // _MEGABYTE} MB")
    if markup > MAX_XML:
        return _too_large_problem(f"{markup // _MEGABYTE} MB XML", f"{MAX_XML // _MEGABYTE} MB")
    # A tag takes four bytes in the file and hundreds of bytes in memory.
    if tags > MAX_TAGS:
        return _too_large_problem(Reason("reason.package.tags", count=tags), f"{MAX_TAGS}")
    return None


def _markup_problem(name: str, content: bytes) -> PackageProblem | None:
    is_wide = b"\0" in content[:4]
    if found := _ENCODING.match(content[:200].replace(b"\0", b"") if is_wide else content[:200]):
        encoding = found[1].lower()
        # In other encodings the checks below would not see what the parser sees.
        if encoding not in (_WIDE_ENCODINGS if is_wide else _ENCODINGS):
            return _damaged("encoding", part=name)
    plain = content.replace(b"\0", b"") if is_wide else content
    # No office program writes one; they serve attacks on XML parsers.
    if name.lower().endswith(_XML_SUFFIXES) and b"<!DOCTYPE" in plain:
        return _damaged("doctype", part=name)
    # Drawings often declare their type, which is harmless; entities are not.
    return _damaged("entities", part=name) if b"<!ENTITY" in plain else None


def _damaged(reason: str, **fields: object) -> PackageProblem:
    return PackageProblem("damaged", {"problem": Reason(f"reason.package.{reason}", **fields)})


def _size_lie(part: zipfile.ZipInfo) -> PackageProblem:
    return _damaged("size", part=one_line(part.filename)[:150], size=part.file_size)


def _too_many_parts(count: int) -> PackageProblem:
    return _too_large_problem(Reason("reason.package.parts", count=count), f"{MAX_PARTS}")


def _too_large_problem(size: Reason | str, limit: str) -> PackageProblem:
    return PackageProblem("too_large", {"size": size, "most": limit})


if TYPE_CHECKING:
    from pptx.presentation import Presentation

_FIXED_DATE: Final = (1980, 1, 1, 0, 0, 0)
# The same date in the zip format; the length of a directory entry; and the lengths of the texts that follow it.
_FIXED_TIMESTAMP: Final = struct.pack("<HH", 0, 1 << 5 | 1)
_DIRECTORY_ENTRY_LENGTH: Final = 46
_DIRECTORY_LENGTHS: Final = struct.Struct("<HHH")
_DATE_ELEMENT: Final = re.compile(rb">[^<]*</dcterms:")


def package_bytes(deck: "Presentation") -> bytes:
    """Return the package of a deck, without timestamps."""
    made = io.BytesIO()
    deck.save(made)
    return _reset_timestamps(made)


def without_timestamps(workbook: bytes) -> bytes:
    """Return the workbook of a chart, without timestamps."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as source, zipfile.ZipFile(made, "w") as target:
        for name in source.namelist():
            entry = zipfile.ZipInfo(name, _FIXED_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, _DATE_ELEMENT.sub(b">2000-01-01T00:00:00Z</dcterms:", source.read(name)))
    return made.getvalue()


def _reset_timestamps(package: io.BytesIO) -> bytes:
    """Set the dates of all parts to the earliest possible one.

    A zip has them before each part and in the directory at its end. Writing them there is much faster than packing
    everything again.
    """
    with zipfile.ZipFile(package) as opened:
        starts = [part.header_offset for part in opened.infolist()]
        entry = opened.start_dir
    written = package.getbuffer()
    for start in starts:
        written[start + 10 : start + 14] = _FIXED_TIMESTAMP
        written[entry + 12 : entry + 16] = _FIXED_TIMESTAMP
        entry += _DIRECTORY_ENTRY_LENGTH + sum(_DIRECTORY_LENGTHS.unpack_from(written, entry + 28))
    return bytes(written)
