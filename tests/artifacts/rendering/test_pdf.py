"""Rendered PDF files: characters and their positions, and hostile files within limits."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from inkwright.artifacts.rendering.pdf import (
    Box,
    CharacterStyle,
    PageCharacter,
    UnreadablePdf,
    draw_pdf_pages,
    read_pdf_pages,
    read_pdf_text,
)
from tests.artifacts.rendering.sample_pdfs import bomb, endless, locked, many_pages, pdf, running, written

HELLO = pdf([written("Hi", 50, 200, colour="1 0 0 rg")])


def refused(content: bytes, seconds: int = 30) -> str:
    with pytest.raises(UnreadablePdf) as problem:
        read_pdf_pages(content, seconds=seconds)
    return problem.value.key


def outcome(content: bytes) -> str:
    """The number of pages, or the reason why there are none."""
    try:
        return f"{len(read_pdf_pages(content))} page"
    except UnreadablePdf as problem:
        return problem.key


def rounded(chars: tuple[PageCharacter, ...]) -> list[tuple[str, int, int, int, int]]:
    return [
        (char.text, round(char.box.left), round(char.box.top), round(char.box.right), round(char.box.bottom))
        for char in chars
    ]


def test_a_page_has_its_characters_with_position_size_font_and_colour() -> None:
    [page] = read_pdf_pages(HELLO)
    assert (page.width, page.height, page.text) == (400, 300, "Hi")
    assert rounded(page.chars) == [("H", 52, 86, 63, 100), ("i", 66, 86, 68, 100)]
    assert {char.style for char in page.chars} == {CharacterStyle(20, "Helvetica", (255, 0, 0), is_hidden=False)}


@pytest.mark.parametrize(
    ("turn", "box"),
    [(0, (52, 86, 63, 100)), (90, (200, 52, 214, 63)), (180, (337, 200, 348, 214)), (270, (86, 337, 100, 348))],
)
def test_a_rotated_page_is_measured_as_shown(turn: int, box: tuple[int, int, int, int]) -> None:
    [page] = read_pdf_pages(pdf([written("H", 50, 200)], rotate=turn))
    assert rounded(page.chars) == [("H", *box)]


def test_a_cropped_page_is_measured_from_its_own_corner() -> None:
    [page] = read_pdf_pages(pdf([written("H", 150, 300)], origin=100))
    assert rounded(page.chars) == [("H", 52, 86, 63, 100)]


def test_scaled_text_has_its_visible_size() -> None:
    [page] = read_pdf_pages(pdf(["BT 2 0 0 2 50 50 Tm /F 10 Tf (x) Tj ET"]))
    assert [char.style.size for char in page.chars] == [20]


def test_invisible_text_is_marked() -> None:
    [page] = read_pdf_pages(pdf(["BT 3 Tr /F 10 Tf 50 50 Td (x) Tj ET"]))
    assert [char.style.is_hidden for char in page.chars] == [True]


def test_a_blank_page_is_recognised() -> None:
    pages = read_pdf_pages(pdf(["", written("x", 50, 50), "1 1 1 rg 0 0 400 300 re f", "0.5 g 100 100 50 50 re f"]))
    assert [page.is_blank for page in pages] == [True, False, True, False]


def test_images_have_the_requested_width_within_the_limit() -> None:
    count, [small, _] = draw_pdf_pages(pdf(["", "", ""]), width=200, max_pages=2)
    assert (count, Image.open(io.BytesIO(small)).size) == (3, (200, 150))
    _, [large] = draw_pdf_pages(HELLO, width=100_000)
    width, height = Image.open(io.BytesIO(large)).size
    assert width * height <= 4_010_000


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "damaged"),
        (b"hello", "damaged"),
        (HELLO[: len(HELLO) // 3], "damaged"),
        (locked(), "encrypted"),
        (pdf([""], size=(1e9, 10)), "damaged"),
    ],
    ids=["empty", "text", "cut", "locked", "a kilometre wide"],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_reason(content: bytes, key: str) -> None:
    assert refused(content) == key


def test_ten_thousand_pages_are_refused_but_the_first_can_be_drawn() -> None:
    content = many_pages(10_000)
    assert refused(content) == "too_long"
    count, pictures = draw_pdf_pages(content, width=100, max_pages=3)
    assert (count, len(pictures)) == (10_000, 3)


def test_an_endless_file_is_stopped() -> None:
    assert refused(endless(), seconds=3) == "too_costly"


def test_a_bomb_does_not_fill_the_memory() -> None:
    content = bomb()
    assert len(content) < 8_000_000
    assert outcome(content) in ("too_costly", "1 page")


def test_a_program_in_a_file_is_not_run() -> None:
    assert [page.text for page in read_pdf_pages(running())] == ["Hello"]


@settings(max_examples=15)
@given(st.integers(0, len(HELLO) - 1), st.integers(1, 255))
def test_a_flipped_byte_is_read_or_refused(place: int, flip: int) -> None:
    spoilt = bytearray(HELLO)
    spoilt[place] ^= flip
    assert outcome(bytes(spoilt)) in ("1 page", "damaged", "encrypted")


def test_boxes_intersect_and_extend_beyond_each_other() -> None:
    box, other = Box(0, 0, 10, 10), Box(5, 5, 12, 30)
    assert (box.shared(other), other.beyond(box), box.around(other)) == (Box(5, 5, 10, 10), 20, Box(0, 0, 12, 30))
    assert box.shared(Box(20, 20, 30, 30)).area == 0


def test_the_text_of_pages_is_read_without_rendering() -> None:
    assert read_pdf_text(pdf([written("Rain", 50, 200), "", written("Snow", 50, 200)])).pages == ["Rain", "", "Snow"]


def test_text_is_read_within_limits() -> None:
    for content, key in ((locked(), "encrypted"), (b"no", "damaged"), (many_pages(2_001), "too_long")):
        with pytest.raises(UnreadablePdf) as problem:
            read_pdf_text(content)
        assert problem.value.key == key
