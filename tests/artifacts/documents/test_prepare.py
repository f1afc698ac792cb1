"""Tests of prepared documents: anchors, captions, numbers, columns, answers, contents."""

import pytest

from inkwright.artifacts.documents.page_layout import CELL_PADDING, LINE_WIDTH, text_width
from inkwright.artifacts.documents.prepare import ContentCounts, PreparedDocument, prepare_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.pandoc import attribute_value, node_text, walk
from inkwright.errors import InvalidOption
from tests.artifacts.documents.sample_documents import DROP, RIVER, document


def of(body: str, **fields: object) -> PreparedDocument:
    return prepare_document(document(body, **fields), {"drop.png": DROP})


def test_everything_is_counted() -> None:
    made = prepare_document(read_document(RIVER), {"drop.png": DROP})
    assert made.facts == ContentCounts(headings=2, tables=1, pictures=1, equations=2, footnotes=1)
    assert made.headings == [(1, "part-1", "Where they begin"), (1, "part-2", "Where they end")]


def test_header_fields_are_a_table_too() -> None:
    assert of("Text.", kind="lesson_plan", fields={"grade": "5"}).facts.tables == 1


@pytest.mark.parametrize(
    ("language", "figure", "table"), [("en", "Figure 1: A", "Table 1: B"), ("zh", "图 1 A", "表 1 B")]
)
def test_captions_are_numbered_in_the_language_of_the_document(language: str, figure: str, table: str) -> None:
    made = of("![A](drop.png)\n\n| x |\n|---|\n| y |\n\n: B\n", language=language)
    captions = [node_text(node["c"][1][1]) for node in made.blocks]
    assert [caption.replace("\u00a0", " ") for caption in captions] == [figure, table]


def test_headings_begin_at_the_first_level_and_are_numbered_on_request() -> None:
    made = of("## A\n\nx\n\n### B\n\nx\n\n### C\n\nx\n\n## D\n\nx", numbered=True)
    assert [(level, title) for level, _, title in made.headings] == [(1, "1 A"), (2, "1.1 B"), (2, "1.2 C"), (1, "2 D")]


def test_a_link_into_the_document_finds_its_target() -> None:
    made = of("## A b\n\n[x](#a-b) [web](https://example.org) [mail](mailto:a@example.org)")
    assert [node["c"][2][0] for node in walk(made.blocks) if node["t"] == "Link"] == [
        "#part-1",
        "https://example.org",
        "mailto:a@example.org",
    ]


@pytest.mark.parametrize("target", ["javascript:alert(1)", "file:///etc/passwd", "../notes.md", "vbscript:x"])
def test_a_link_to_anywhere_else_becomes_text(target: str) -> None:
    made = of(f"see [here]({target})")
    assert (node_text(made.blocks), [node for node in walk(made.blocks) if node["t"] == "Link"]) == ("see here", [])


def test_columns_always_fit_the_line() -> None:
    long = "Donaudampfschifffahrtsgesellschaftskapitän"
    for count in (1, 3, 8, 16):
        row = f"|{'|'.join([long] * count)}|\n"
        made = of(f"{row}|{'---|' * count}\n{row}")
        shares = [column[1]["c"] for column in made.blocks[0]["c"][2]]
        assert len(shares) == count
        assert 0 < sum(shares) <= 1
        assert min(shares) > 0.03


def test_short_columns_leave_room_for_long_ones() -> None:
    made = of("| No | What |\n|---|---|\n| 1 | " + "many words " * 40 + "|\n")
    first, second = (column[1]["c"] for column in made.blocks[0]["c"][2])
    assert first < 0.1
    assert second > 0.8


def test_columns_are_wide_enough_for_their_words_in_a_wider_typeface_beside_a_long_text() -> None:
    remarks = "She reads the longer texts at home and helps the others. " * 4
    made = of(
        f"| Student | Results | Improvement | Remarks |\n|---|---|---|---|\n| Ann Lee-Wang | 80% | yes | {remarks}|\n"
    )
    shares = [column[1]["c"] for column in made.blocks[0]["c"][2]]
    words = [text_width(word, 10) for word in ("Student", "Results", "Improvement")]
    rooms = [share * LINE_WIDTH - CELL_PADDING for share in shares]
    assert all(room > word * 1.35 for room, word in zip(rooms, words, strict=False))
    assert shares[3] > 0.4


def test_a_column_may_break_a_word_after_its_hyphen() -> None:
    remarks = "many words " * 40
    names = [
        f"| Name | What |\n|---|---|\n| {name} | {remarks}|\n" for name in ("Lindqvist-Sorensen", "LindqvistSorensen")
    ]
    first, second = (of(name).blocks[0]["c"][2][0][1]["c"] for name in names)
    assert first < second * 0.8


def answers(made: PreparedDocument) -> list[tuple[str, str]]:
    divs = [node["c"][0] for node in walk(made.blocks) if node["t"] == "Div"]
    return [(attribute_value(each, "lines"), attribute_value(each, "box")) for each in divs]


def test_tasks_get_lines_unless_they_have_options_or_answer_space() -> None:
    body = "1. open\n2. choose\n\n   - a\n   - b\n3. draw\n\n   ::: {.answer box=5}\n   :::\n"
    assert answers(of(body, kind="worksheet", answer_lines=2)) == [("2", ""), ("", "5")]
    assert answers(of(body, kind="plain", answer_lines=2)) == [("", "5")]


@pytest.mark.parametrize("room", ["lines=0", "lines=13", "lines=x", "box=21", "box=٣", "lines=99999999999999999999"])
def test_answer_space_is_limited(room: str) -> None:
    with pytest.raises(InvalidOption, match="lines=1 to lines=12, or box=1 to box=20"):
        of(f"Task.\n\n::: {{.answer {room}}}\n:::\n")


@pytest.mark.parametrize(
    ("body", "fields", "expected"),
    [
        ("## A\n\nx", {}, False),
        ("## A\n\nx", {"toc": True}, True),
        ("no heading", {"toc": True}, False),
        ("## A\n\nx", {"kind": "report"}, True),
        ("## A\n\nx", {"kind": "report", "toc": False}, False),
        ("".join(f"## H{number}\n\n{'word ' * 500}\n\n" for number in range(8)), {}, True),
        ("".join(f"## 标题{number}\n\n{'文字' * 500}\n\n" for number in range(8)), {"language": "zh"}, True),
    ],
)
def test_long_documents_and_reports_have_contents(body: str, fields: dict[str, object], expected: bool) -> None:
    assert of(body, **fields).has_toc is expected


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("", "has no content"),
        (" \n\u200b\n<!-- only a comment -->", "has no content"),
        ("[a](#nowhere)", "no element named #nowhere"),
        ("|" + "a|" * 17 + "\n|" + "---|" * 17 + "\n|" + "b|" * 17, "at most 16 columns"),
        ("![x](/etc/hostname)", "This image does not exist"),
        ("$\\frac{$", "cannot be parsed"),
    ],
)
def test_content_that_cannot_be_typeset_is_rejected(body: str, told: str) -> None:
    with pytest.raises(InvalidOption, match=told):
        of(body)


def test_a_rejection_is_in_the_language_of_the_document() -> None:
    with pytest.raises(InvalidOption, match="文档里没有名为 #甲 的部分"):
        of("[一](#甲)", language="zh")


def divs(made: PreparedDocument) -> list[str]:
    return [node["c"][0][1][0] for node in walk(made.blocks) if node["t"] == "Div"]


def test_a_new_page_begins_between_blocks_and_nowhere_else() -> None:
    assert divs(of("A\n\n::: {.newpage}\n:::\n\nB")) == ["newpage"]
    assert divs(of("- A\n\n  ::: {.newpage}\n  :::\n\n  B")) == []


@pytest.mark.parametrize("long", ["word " * 400, "line\n\n" * 40, "![A](drop.png)\n\n"])
def test_content_that_may_exceed_a_page_is_not_kept_together(long: str) -> None:
    assert divs(of("::: {.whole}\nA task.\n\n- [ ] a\n- [ ] b\n:::")) == ["whole"]
    assert divs(of(f"::: {{.whole}}\n{long}\n:::")) == []
