"""Read a file of pupils and results in any supported format. Foreign bytes are read in a worker with limits."""

import io
import re
import zipfile
from typing import Final

from inkwright.artifacts.workers import run_in_worker_async
from inkwright.errors import LimitExceeded
from inkwright.school.reading.oneroster import is_oneroster, read_oneroster
from inkwright.school.reading.problems import MAX_REPORTED, ZIP_DAMAGES, FileRefused
from inkwright.school.reading.settings import ImportSettings, SchoolFile
from inkwright.school.reading.tables import read_tables
from inkwright.school.reading.text_tables import read_text_table
from inkwright.school.reading.workbooks import read_workbook
from inkwright.school.records import SchoolData

MAX_BYTES: Final = 20_000_000
_ZIP: Final = b"PK\x03\x04"
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WEB_PAGE: Final = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|table|meta|head|\?xml)\b", re.IGNORECASE)
"""Many programs write a web page and name it `.xls`."""
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")


async def read_school_file(content: bytes, settings: ImportSettings) -> SchoolFile:
    """Return what the file holds. Every problem is in the result: this does not raise for a file that is broken."""
    if len(content) > MAX_BYTES:
        return _refused("", FileRefused("too_large"))
    try:
        return await run_in_worker_async(read_content, content, settings)
    except LimitExceeded:
        return _refused("", FileRefused("too_large"))


def read_content(content: bytes, settings: ImportSettings) -> SchoolFile:
    """Read the file in this process."""
    format_ = _format(content)
    try:
        read = _read(content, settings, format_)
    except FileRefused as refused:
        return _refused(format_, refused)
    return SchoolFile(read.format, read.data, read.problems[:MAX_REPORTED], read.parts)


def _format(content: bytes) -> str:
    if content.startswith(_ZIP):
        return "oneroster" if is_oneroster(content) else "xlsx"
    return "xls" if content.startswith(_OLE) else "csv"


def _read(content: bytes, settings: ImportSettings, format_: str) -> SchoolFile:
    if not content:
        raise FileRefused("empty_file")
    match format_:
        case "oneroster":
            return read_oneroster(content, settings)
        case "xlsx":
            _refuse_other_package(content)
            return read_tables(read_workbook(content), settings, format_)
        case "xls":
            raise FileRefused("encrypted" if _ENCRYPTED in content else "old_workbook")
    if _WEB_PAGE.match(content):
        raise FileRefused("web_page")
    return read_tables([read_text_table(content)], settings, format_)


def _refuse_other_package(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            parts = package.infolist()
    except ZIP_DAMAGES as problem:
        raise FileRefused("damaged") from problem
    if any(part.flag_bits & 1 for part in parts):
        raise FileRefused("encrypted")
    if not any(part.filename.startswith("xl/") for part in parts):
        raise FileRefused("not_a_table")


def _refused(format_: str, refused: FileRefused) -> SchoolFile:
    return SchoolFile(format_, SchoolData(), (refused.problem,))
