"""Office packages before anything opens them: zips of a bounded size that hold nothing that runs."""

import io
import lzma
import posixpath
import struct
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

MAX_PARTS: Final = 5_000
MAX_UNPACKED: Final = 256 * 1024 * 1024
MAX_XML: Final = 48 * 1024 * 1024
MAX_TAGS: Final = 500_000

_START: Final = b"PK\x03\x04"
_ENTRY: Final = b"PK\x01\x02"
_LIST: Final = ".rels"
_XML: Final = (".xml", _LIST)
_MARKUP: Final = (*_XML, ".svg", ".vml")
_TYPES: Final = "[Content_Types].xml"
_RELATIONS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HARMLESS: Final = (".xlsx", ".docx", ".pptx")
_MEGABYTE: Final = 1024 * 1024
_LARGE: Final = 4 * _MEGABYTE
_NO_TREES: Final[Mapping[str, Any]] = MappingProxyType({})
_BROKEN: Final = (
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
    fields: dict[str, str]


def problem_with_package(content: bytes, *, may_be_active: bool = False) -> PackageProblem | None:
    """What is wrong with the package as such, or None. Every part is unpacked once, and none beyond the bounds.

    `may_be_active` is for who only reads its text: what could run in it is left alone then.
    """
    # A zip may have anything before it, such as a web page: then it is two files in one.
    if not content.startswith(_START):
        return PackageProblem("not_a_zip", {"problem": "it does not begin like a zip"})
    # A list of a million parts is costly even to read.
    if content.count(_ENTRY) > 2 * MAX_PARTS:
        return _too_large(f"{content.count(_ENTRY)} parts", f"{MAX_PARTS}")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            return _unbounded(package) or (None if may_be_active else _active(package)) or _damaged(package)
    except _BROKEN as problem:
        return PackageProblem("not_a_zip", {"problem": str(problem)[:200] or type(problem).__name__})


def without_large_parts(content: bytes) -> bytes:
    """The package for a library that holds all of it in memory: pictures and their like are empty if they are large.

    The package must have passed `problem_with_package`.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = package.infolist()
        large = {part.filename for part in parts if part.file_size > _LARGE and not _is_markup(part)}
        if not large:
            return content
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as slim:
            for part in parts:
                slim.writestr(part.filename, b"" if part.filename in large else package.read(part))
        return made.getvalue()


def _is_markup(part: zipfile.ZipInfo) -> bool:
    return part.filename.lower().endswith(_MARKUP)


class Relations(NamedTuple):
    """Where the parts of a package point to: outside of it, and to parts that are not there."""

    external: list[str]
    missing: list[str]


def relations_of_package(content: bytes, parse_xml: Callable[[bytes], Any]) -> Relations:
    """Read from the parts as they are written: libraries pass over what they do not understand.

    Every part of markup is parsed: one that is none raises what the parser raises.
    """
    with PackageRelations(content, parse_xml) as relations:
        return Relations(relations.external, [*relations.missing, *relations.undeclared()])


class PackageRelations:
    """The relations of an open package. What its lists of relations say is known at once: `external`, `missing`."""

    def __init__(self, content: bytes, parse_xml: Callable[[bytes], Any]) -> None:
        self._package = zipfile.ZipFile(io.BytesIO(content))
        self._parse_xml = parse_xml
        self._declared: dict[str, set[str]] = {}
        self.external: list[str] = []
        self.missing: list[str] = []
        # Names of parts differ in more than their case.
        names = {name.lower() for name in self._package.namelist()}
        for name in self._package.namelist():
            if name.lower().endswith(_LIST):
                root = parse_xml(self._package.read(name))
                self._follow(root, posixpath.dirname(posixpath.dirname(name)), names)
                self._declared[name] = {relation.get("Id", "") for relation in root}
            elif name == _TYPES:
                self.missing.extend(_absent(parse_xml(self._package.read(name)), names))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._package.close()

    def undeclared(self, trees: Mapping[str, Any] = _NO_TREES) -> Iterator[str]:
        """The relations that parts name and that their lists of relations do not have.

        `trees` are the parts that are parsed already, by their names; all others are parsed here, one at a time,
        because trees are much larger than their files.
        """
        from lxml import etree  # noqa: PLC0415 - comes with an extra, and is slow to import

        # Not the element's own way: libraries give their elements another one.
        find = etree.XPath("//@r:*", namespaces={"r": _RELATIONS})
        for name in self._package.namelist():
            if not name.lower().endswith(".xml") or name == _TYPES:
                continue
            root = trees.get(name)
            used = {str(each) for each in find(self._parse_xml(self._package.read(name)) if root is None else root)}
            folder, _, plain = name.rpartition("/")
            declared = self._declared.get(posixpath.join(folder, "_rels", f"{plain}{_LIST}"), set())
            yield from (f"{each} of {name}" for each in sorted(used - declared - {""}))

    def _follow(self, relations: Any, folder: str, names: set[str]) -> None:
        for relation in relations:
            target = relation.get("Target", "")
            if relation.get("TargetMode", "").lower() == "external":
                self.external.append(target)
            elif not _is_inside(target, folder, names):
                self.missing.append(target)


def _absent(types: Any, names: set[str]) -> Iterator[str]:
    """The parts that the package declares and does not hold: office programs offer to repair such a file."""
    for each in types:
        declared = each.get("PartName", "").lstrip("/")
        if declared and declared.lower() not in names:
            yield declared


def _is_inside(target: str, folder: str, names: set[str]) -> bool:
    path = urllib.parse.unquote(target.partition("#")[0])
    if not path:
        return True
    return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/").lower() in names


def _unbounded(package: zipfile.ZipFile) -> PackageProblem | None:
    """Sizes as the package states them: nothing beyond the stated size is ever unpacked."""
    parts = package.infolist()
    unpacked = sum(part.file_size for part in parts)
    markup = sum(part.file_size for part in parts if _is_markup(part))
    if len(parts) > MAX_PARTS:
        return _too_large(f"{len(parts)} parts", f"{MAX_PARTS}")
    if unpacked > MAX_UNPACKED:
        return _too_large(f"{unpacked // _MEGABYTE} MB", f"{MAX_UNPACKED // _MEGABYTE} MB")
    if markup > MAX_XML:
        return _too_large(f"{markup // _MEGABYTE} MB XML", f"{MAX_XML // _MEGABYTE} MB")
    return None


def _active(package: zipfile.ZipFile) -> PackageProblem | None:
    for name in package.namelist():
        lowered = f"/{name}".lower()
        is_embedded = "/embeddings/" in lowered and not lowered.endswith((*_HARMLESS, ".rels", "/"))
        if is_embedded or "/activex/" in lowered or "vbaproject" in lowered:
            return PackageProblem("active", {"part": name[:200]})
    if _TYPES in package.namelist() and b"macroenabled" in package.read(_TYPES).lower():
        return PackageProblem("active", {"part": _TYPES})
    return None


def _damaged(package: zipfile.ZipFile) -> PackageProblem | None:
    names = package.namelist()
    if len(set(names)) < len(names):
        return PackageProblem("damaged", {"problem": "a part is there twice"})
    tags = 0
    for part in package.infolist():
        if not _is_markup(part):
            _read_through(package, part)
            continue
        content = package.read(part)
        # A tag takes four letters in the file and hundreds of bytes in memory.
        tags += content.count(b"<")
        if tags > MAX_TAGS:
            return _too_large(f"{tags} tags", f"{MAX_TAGS}")
        # No office program writes one; they are for attacks on whatever reads the XML.
        if part.filename.lower().endswith(_XML) and b"<!DOCTYPE" in content:
            return PackageProblem("damaged", {"problem": f"{part.filename} declares a document type"})
        # Drawings often name their type, and that is harmless; entities are not.
        if b"<!ENTITY" in content:
            return PackageProblem("damaged", {"problem": f"{part.filename} declares entities"})
    return None


def _read_through(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Read a part to its end, where its check sum is compared, without ever holding all of it."""
    with package.open(part) as content:
        while content.read(_MEGABYTE):
            pass


def _too_large(size: str, most: str) -> PackageProblem:
    return PackageProblem("too_large", {"size": size, "most": most})
