"""Formats are recognised by what is in a file, and only then by its name."""

import pytest

from inkwright.artifacts.source_formats.catalogue import DOCUMENT_FORMATS, detect_format
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.validation import UnreadableContent
from tests.each import each

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@each(
    "name, content, found",
    [
        ("a.txt", b"%PDF-1.7 ...", "pdf"),
        ("a.doc", b"{\\rtf1 Tea}", "rtf"),
        ("a.xls", b"\xef\xbb\xbf<!DOCTYPE html><p>Tea", "html"),
        ("a.txt", b'{"cells": [], "nbformat": 4}', "ipynb"),
        ("a.txt", b"WEBVTT\n\n", "vtt"),
        ("a.txt", b"1\n00:00:01,000 --> 00:00:02,000\nTea", "srt"),
        ("a.TSV", b"a\tb", "csv"),
        ("a.tex", b"Tea", "tex"),
        ("a.py", b"print()", "text"),
        ("README", b"Tea", "text"),
    ],
)
def test_the_content_comes_before_the_name(name: str, content: bytes, found: str) -> None:
    assert detect_format(name, content).name == found


def test_an_old_or_locked_office_file_is_told_from_a_damaged_one() -> None:
    for name, key in (("a.doc", "old_kind"), ("a.xls", "old_kind"), ("a.docx", "encrypted")):
        with pytest.raises(NotExtractable) as caught:
            detect_format(name, OLE)
        assert caught.value.key == key
    for name in ("a.docx", "a.pdf", "a.epub", "a.ods"):
        with pytest.raises(UnreadableContent):
            detect_format(name, b"something else")


def test_no_two_formats_have_a_name_or_a_suffix_in_common() -> None:
    names = [each.name for each in DOCUMENT_FORMATS]
    suffixes = [suffix for each in DOCUMENT_FORMATS for suffix in each.suffixes]
    assert len(set(names)) == len(names)
    assert len(set(suffixes)) == len(suffixes)
