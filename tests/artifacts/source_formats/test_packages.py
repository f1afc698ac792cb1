"""Packages are told apart by their parts, and checked before they are opened."""

import io
import zipfile

import pytest

from inkwright.artifacts.source_formats.packages import check_package, package_format
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.validation import UnreadableContent


def package(**parts: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/"), content)
    return made.getvalue()


KNOWN = {"word/": "docx", "xl/": "xlsx", "application/epub+zip": "epub"}


def test_the_parts_tell_the_format() -> None:
    assert package_format(package(word__document="x"), KNOWN) == "docx"
    assert package_format(package(xl__workbook="x"), KNOWN) == "xlsx"
    assert package_format(package(mimetype="application/epub+zip"), KNOWN) == "epub"
    assert package_format(package(mimetype="text/plain", word__document="x"), KNOWN) is None
    assert package_format(package(other="x"), KNOWN) is None
    assert package_format(b"PK\x03\x04 broken", KNOWN) is None


def test_what_is_damaged_or_too_large_is_refused() -> None:
    with pytest.raises(UnreadableContent):
        check_package(b"PK\x03\x04 broken")
    with pytest.raises(NotExtractable) as caught:
        check_package(package(**{"word__document.xml": " " * (60 * 1024 * 1024)}))
    assert caught.value.key == "too_costly"
