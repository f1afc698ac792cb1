"""Columns stand below each other, whatever is written in them."""

from inkwright.cli.terminal.columns import align_columns, single_line, truncate, width


def test_chinese_takes_two_places_and_marks_none() -> None:
    assert [width(text) for text in ("ab", "水的", "ｱA", "Ａ", "e\u0301", "")] == [2, 4, 2, 2, 1, 0]


def test_columns_are_aligned_by_places_to_the_left_or_to_the_right() -> None:
    rows = [("名字", "size"), ("水的循环.pptx", "1"), ("a", "26,114")]
    assert align_columns(rows, right=(1,)) == [
        "名字             size",
        "水的循环.pptx       1",
        "a              26,114",
    ]
    assert align_columns(rows) == ["名字           size", "水的循环.pptx  1", "a              26,114"]


def test_a_long_text_is_cut_by_places() -> None:
    assert [truncate(text, 5) for text in ("abcde", "abcdef", "水的循环", "水的", "")] == [
        "abcde",
        "abcd…",
        "水的…",
        "水的",
        "",
    ]


def test_nothing_steers_the_terminal() -> None:
    assert single_line("a\x1b[31m\nb\u202e\ud800 \u3000 c") == "a[31m b c"
