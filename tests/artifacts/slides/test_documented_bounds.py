"""The page about checks documents the limits of the program."""

import re
from pathlib import Path

from inkwright.artifacts import office_package, workers
from inkwright.artifacts.rendering import office, pdf
from inkwright.artifacts.slides.checks import appearance, deck, inspection, rendered

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "checks.md").read_text(encoding="utf-8")
MEGABYTE = 1024 * 1024


def test_the_limits_are_those_of_the_program() -> None:
    written = dict(
        re.findall(r"^\| ([a-z][^|]+) \| ([\d,]+(?: million pixels| million| MB| s)?) \|$", PAGE, re.MULTILINE)
    )
    assert written == {
        "parts of an office file": f"{office_package.MAX_PARTS:,}",
        "an office file, unpacked": f"{office_package.MAX_UNPACKED // MEGABYTE} MB",
        "its markup, drawings included": f"{office_package.MAX_XML // MEGABYTE} MB",
        "tags in its markup": f"{office_package.MAX_TAGS:,}",
        "shapes on a slide": f"{inspection.MAX_SHAPES:,}",
        "a picture in it": f"{deck.MAX_PICTURE_PIXELS // 1_000_000} million pixels",
        "a picture in it, unpacked": f"{deck.MAX_PICTURE_BYTES // MEGABYTE} MB",
        "pages of a PDF that is read": f"{pdf.MAX_PAGES}",
        "characters of a PDF that is read": f"{pdf.MAX_CHARS:,}",
        "pixels of one page of a preview": f"{pdf.MAX_PIXELS // 1_000_000} million",
        "memory for opening a file": f"{workers.READING.memory // MEGABYTE} MB",
        "time for opening a file": f"{workers.READING.seconds:g} s",
        "time for showing a PDF": f"{pdf.SECONDS} s",
        "memory for LibreOffice": f"{office.MAX_MEMORY // MEGABYTE} MB",
        "time for LibreOffice": f"{office.SECONDS} s",
        "time for one file in one command": f"{workers.FILE_SECONDS:g} s",
    }


def test_the_thresholds_of_a_page_are_those_of_the_program() -> None:
    least = (
        appearance.SLACK,
        appearance.MIN_SIZE,
        appearance.SMALL_SIZE,
        appearance.MIN_CONTRAST,
        rendered.MIN_SHARE * 100,
    )
    assert [f"{value:g}" in PAGE for value in least] == [True] * 5
