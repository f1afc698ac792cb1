"""The page about checks names the bounds that hold."""

import re
from pathlib import Path

from inkwright.artifacts import packages
from inkwright.artifacts.checks import looks, pictures, shapes
from inkwright.artifacts.pages import office, pdf, rendered_checks

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "checks.md").read_text(encoding="utf-8")
MEGABYTE = 1024 * 1024


def test_the_bounds_are_those_of_the_program() -> None:
    written = dict(
        re.findall(r"^\| ([a-z][^|]+) \| ([\d,]+(?: million pixels| million| MB| s)?) \|$", PAGE, re.MULTILINE)
    )
    assert written == {
        "parts of an office file": f"{packages.MAX_PARTS:,}",
        "an office file, unpacked": f"{packages.MAX_UNPACKED // MEGABYTE} MB",
        "its markup, drawings included": f"{packages.MAX_XML // MEGABYTE} MB",
        "tags in its markup": f"{packages.MAX_TAGS:,}",
        "shapes on a slide": f"{shapes.MAX_SHAPES:,}",
        "a picture in it": f"{pictures.MAX_PIXELS // 1_000_000} million pixels",
        "a picture in it, unpacked": f"{pictures.MAX_BYTES // MEGABYTE} MB",
        "pages of a PDF that is read": f"{pdf.MAX_PAGES}",
        "characters of a PDF that is read": f"{pdf.MAX_CHARS:,}",
        "pixels of one page of a preview": f"{pdf.MAX_PIXELS // 1_000_000} million",
        "memory for showing a PDF": f"{pdf.MAX_MEMORY // MEGABYTE} MB",
        "time for showing a PDF": f"{pdf.SECONDS} s",
        "memory for LibreOffice": f"{office.MAX_MEMORY_KB // 1024} MB",
        "time for LibreOffice": f"{office.SECONDS} s",
    }


def test_the_measures_of_a_page_are_those_of_the_program() -> None:
    least = (looks.SLACK, looks.LEAST_SIZE, looks.SMALL_SIZE, looks.LEAST_CONTRAST, rendered_checks.LEAST_SHARE * 100)
    assert [f"{value:g}" in PAGE for value in least] == [True] * 5
