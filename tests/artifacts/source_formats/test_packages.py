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


def test_the_parts_tell_the_format() -> None:
    assert package_format(package(word__document="x")) == "docx"
    assert package_format(package(xl__workbook="x")) == "xlsx"
    assert package_format(package(mimetype="application/epub+zip")) == "epub"
    assert package_format(package(mimetype="application/vnd.oasis.opendocument.text")) == "odt"
    assert package_format(package(other="x")) is None
    assert package_format(b"PK\x03\x04 broken") is None


def test_what_is_damaged_or_too_large_is_refused() -> None:
    with pytest.raises(UnreadableContent):
        check_package(b"PK\x03\x04 broken")
    with pytest.raises(NotExtractable) as caught:
        check_package(package(**{"word__document.xml": " " * (60 * 1024 * 1024)}))
    assert caught.value.key == "too_costly"
