"""Pandoc as a process: in its sandbox, stopped in time."""

import pytest

from inkwright.artifacts.pandoc import convert
from inkwright.errors import TypesettingFailed, TypesettingTimedOut


def test_it_converts_the_content() -> None:
    assert convert(b"*a*", ["-f", "markdown", "-t", "html"]).content == b"<p><em>a</em></p>\n"


def test_it_reads_no_other_file() -> None:
    made = convert(b"![x](/etc/hostname)\n", ["-f", "markdown", "-t", "docx"])
    assert any("Could not fetch resource" in line for line in made.warnings)


def test_a_conversion_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(TypesettingTimedOut, match="pandoc was stopped") as caught:
        convert(b"[" * 5_000, ["-f", "markdown", "-t", "json"], seconds=1)
    assert caught.value.fields["seconds"] == 1


def test_a_failure_has_the_message_of_pandoc() -> None:
    with pytest.raises(TypesettingFailed, match="Unknown input format nonsense"):
        convert(b"x", ["-f", "nonsense", "-t", "json"])
