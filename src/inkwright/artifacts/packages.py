"""Office packages before anything opens them: zips of a bounded size that hold nothing that runs."""

import io
import lzma
import posixpath
import struct
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

MAX_PARTS: Final = 5_000
MAX_UNPACKED: Final = 256 * 1024 * 1024
MAX_XML: Final = 48 * 1024 * 1024
MAX_TAGS: Final = 500_000

_START: Final = b"PK\x03\x04"
_ENTRY: Final = b"PK\x01\x02"
_XML: Final = (".xml", ".rels")
_MARKUP: Final = (*_XML, ".svg", ".vml")
_TYPES: Final = "[Content_Types].xml"
_RELATIONS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HARMLESS: Final = (".xlsx", ".docx", ".pptx")
_MEGABYTE: Final = 1024 * 1024
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


def problem_with_package(content: bytes) -> PackageProblem | None:
    """What is wrong with the package as such, or None. Every part is unpacked once, and none beyond the bounds."""
    # A zip may have anything before it, such as a web page: then it is two files in one.
    if not content.startswith(_START):
        return PackageProblem("not_a_zip", {"problem": "it does not begin like a zip"})
    # A list of a million parts is costly even to read.
    if content.count(_ENTRY) > 2 * MAX_PARTS:
        return _too_large(f"{content.count(_ENTRY)} parts", f"{MAX_PARTS}")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            return _unbounded(package) or _active(package) or _damaged(package)
    except _BROKEN as problem:
        return PackageProblem("not_a_zip", {"problem": str(problem)[:200] or type(problem).__name__})


class Relations(NamedTuple):
    """Where the parts of a package point to: outside of it, and to parts that are not there."""

    external: list[str]
    missing: list[str]


def relations_of_package(content: bytes, parse_xml: Callable[[bytes], Any]) -> Relations:
    """Read from the parts as they are written: libraries pass over what they do not understand.

    Every part of markup is parsed: one that is none raises what the parser raises.
    """
    found = Relations([], [])
    declared: dict[str, set[str]] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        # Names of parts differ in more than their case.
        names = {name.lower() for name in package.namelist()}
        markup = [name for name in package.namelist() if name.lower().endswith(_XML)]
        # Lists of relations first; one part at a time, because trees are much larger than their files.
        for name in sorted(markup, key=lambda each: not each.lower().endswith(".rels")):
            root = parse_xml(package.read(name))
            if name.lower().endswith(".rels"):
                _follow(root, posixpath.dirname(posixpath.dirname(name)), names, found)
                declared[name] = {relation.get("Id", "") for relation in root}
            elif name == _TYPES:
                found.missing.extend(_absent(root, names))
            else:
                found.missing.extend(_undeclared(name, root, declared))
    return found


def _follow(relations: Any, folder: str, names: set[str], found: Relations) -> None:
    for relation in relations:
        target = relation.get("Target", "")
        if relation.get("TargetMode", "").lower() == "external":
            found.external.append(target)
        elif not _is_inside(target, folder, names):
            found.missing.append(target)


def _undeclared(name: str, root: Any, declared: Mapping[str, set[str]]) -> Iterator[str]:
    """The relations that a part names and that its list of relations does not have."""
    from lxml import etree  # noqa: PLC0415 - comes with an extra, and is slow to import

    # Not the element's own way: libraries give their elements another one.
    used = {str(each) for each in etree.XPath("//@r:*", namespaces={"r": _RELATIONS})(root) if each}
    folder, _, plain = name.rpartition("/")
    for each in sorted(used - declared.get(posixpath.join(folder, "_rels", f"{plain}.rels"), set())):
        yield f"{each} of {name}"


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
    markup = sum(part.file_size for part in parts if part.filename.lower().endswith(_MARKUP))
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
        lowered = part.filename.lower()
        if not lowered.endswith(_MARKUP):
            _read_through(package, part)
            continue
        content = package.read(part)
        # A tag takes four letters in the file and hundreds of bytes in memory.
        tags += content.count(b"<")
        if tags > MAX_TAGS:
            return _too_large(f"{tags} tags", f"{MAX_TAGS}")
        # No office program writes one; they are for attacks on whatever reads the XML.
        if lowered.endswith(_XML) and b"<!DOCTYPE" in content:
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
