"""Drafts: safe names, bounded sizes, and no change after the check."""

import dataclasses

import pytest

from inkwright.artifacts.drafts import MAX_BYTES, Draft
from inkwright.errors import InvalidOption


@pytest.mark.parametrize(
    "name",
    [
        "../deck.pptx",
        "/etc/passwd",
        "a\\b.pptx",
        "",
        ".hidden",
        "nul.pptx",
        "deck.pptx ",
        "a\u202exptp.pptx",
        "x" * 256,
    ],
)
def test_an_unsafe_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidOption):
        Draft("pptx", name, "Deck", {name: b""})


def test_every_file_name_is_checked() -> None:
    with pytest.raises(InvalidOption, match="folder"):
        Draft("pptx", "deck.pptx", "Deck", {"deck.pptx": b"", "../notes.txt": b""})


def test_the_main_file_must_be_one_of_the_files() -> None:
    with pytest.raises(InvalidOption, match="main file"):
        Draft("pptx", "deck.pptx", "Deck", {"other.pptx": b""})


def test_names_that_differ_only_in_case_are_refused() -> None:
    with pytest.raises(InvalidOption, match="different name"):
        Draft("pptx", "deck.pptx", "Deck", {"deck.pptx": b"", "Deck.pptx": b""})


@pytest.mark.parametrize("kind", ["", "PPTX", "a b", "../x", "x" * 40])
def test_a_kind_is_one_short_word(kind: str) -> None:
    with pytest.raises(InvalidOption, match="short word"):
        Draft(kind, "deck.pptx", "Deck", {"deck.pptx": b""})


@pytest.mark.parametrize("title", ["", "  ", "x" * 301])
def test_a_title_is_required_and_short(title: str) -> None:
    with pytest.raises(InvalidOption, match="1 to 300 characters"):
        Draft("pptx", "deck.pptx", title, {"deck.pptx": b""})


def test_too_many_bytes_or_files_are_refused() -> None:
    half = bytes(MAX_BYTES // 2 + 1)
    with pytest.raises(InvalidOption, match="at most 67108864 bytes"):
        Draft("page", "a.html", "Page", {"a.html": half, "b.html": half})
    with pytest.raises(InvalidOption, match="at most 100 files"):
        Draft("page", "0", "Page", {str(number): b"" for number in range(101)})


def test_content_that_could_change_is_refused() -> None:
    with pytest.raises(InvalidOption, match="must be bytes"):
        Draft("pptx", "deck.pptx", "Deck", {"deck.pptx": bytearray(b"x")})  # type: ignore[dict-item]


def test_a_draft_cannot_be_changed() -> None:
    files = {"deck.pptx": b"checked"}
    draft = Draft("pptx", "deck.pptx", "Deck", files)
    files["deck.pptx"] = b"other"
    assert draft.main == b"checked"
    with pytest.raises(TypeError):
        draft.files["deck.pptx"] = b"other"  # type: ignore[index]
    with pytest.raises(dataclasses.FrozenInstanceError):
        draft.files = files  # type: ignore[misc]
