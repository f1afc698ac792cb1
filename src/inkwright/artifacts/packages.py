"""Office packages before anything opens them: zips of a bounded size that hold nothing that runs."""

import io
import lzma
import posixpath
import struct
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple

MAX_PARTS: Final = 5_000
MAX_UNPACKED: Final = 256 * 1024 * 1024
MAX_XML: Final = 48 * 1024 * 1024

_START: Final = b"PK\x03\x04"
_ENTRY: Final = b"PK\x01\x02"
_XML: Final = (".xml", ".rels")
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
    """Read from the relations as they are written: libraries pass over what they do not understand."""
    found = Relations([], [])
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        # Names of parts differ in more than their case.
        names = {name.lower() for name in package.namelist()}
        for name in package.namelist():
            if not name.lower().endswith(".rels"):
                continue
            folder = posixpath.dirname(posixpath.dirname(name))
            for relation in parse_xml(package.read(name)):
                target = relation.get("Target", "")
                if relation.get("TargetMode", "").lower() == "external":
                    found.external.append(target)
                elif not _is_inside(target, folder, names):
                    found.missing.append(target)
    return found


def _is_inside(target: str, folder: str, names: set[str]) -> bool:
    path = urllib.parse.unquote(target.partition("#")[0])
    if not path:
        return True
    return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/").lower() in names


def _unbounded(package: zipfile.ZipFile) -> PackageProblem | None:
    """Sizes as the package states them: nothing beyond the stated size is ever unpacked."""
    parts = package.infolist()
    unpacked = sum(part.file_size for part in parts)
    markup = sum(part.file_size for part in parts if part.filename.lower().endswith(_XML))
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
    types = "[Content_Types].xml"
    if types in package.namelist() and b"macroenabled" in package.read(types).lower():
        return PackageProblem("active", {"part": types})
    return None


def _damaged(package: zipfile.ZipFile) -> PackageProblem | None:
    names = package.namelist()
    if len(set(names)) < len(names):
        return PackageProblem("damaged", {"problem": "a part is there twice"})
    for part in package.infolist():
        content = package.read(part)
        # No office program writes one; they are for attacks on whatever reads the XML.
        if part.filename.lower().endswith(_XML) and b"<!DOCTYPE" in content:
            return PackageProblem("damaged", {"problem": f"{part.filename} declares a document type"})
    return None


def _too_large(size: str, most: str) -> PackageProblem:
    return PackageProblem("too_large", {"size": size, "most": most})
