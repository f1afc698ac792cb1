"""Columns stand below each other, whatever is written in them."""

from inkwright.cli.terminal.columns import align_columns, fit_line, shrink_column, single_line, truncate, width
from tests.each import each


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


@each(
    ("line", "columns", "fitted"),
    [
        ("short", 20, "short"),
        ("one two three four", 10, "one two\n  three\n  four"),
        ("  name   what it does", 18, "  name   what it\n         does"),
        ("see /a/very/long/path/that/is/wider here", 12, "see\n  /a/very/long/path/that/is/wider\n  here"),
        ("河流从山上流下来，一直流到海里。", 12, "河流从山上流\n  下来，一直\n  流到海里。"),
        ("\x1b[2mone two\x1b[0m three", 13, "\x1b[2mone two\x1b[0m three"),
        ("\x1b[2m    one two three\x1b[0m", 12, "\x1b[2m    one two\n      three\x1b[0m"),
    ],
)
def test_a_line_is_broken_between_words_and_a_long_word_stays_whole(line: str, columns: int, fitted: str) -> None:
    assert fit_line(line, columns) == fitted


def test_no_word_is_lost_whatever_the_width() -> None:
    line = "  Rivers carry 水 and sand，and they 流 to the sea " * 20
    for columns in range(1, 90):
        assert fit_line(line, columns).split() == fit_line(fit_line(line, columns), 10_000).split()
        assert "".join(fit_line(line, columns).split()) == "".join(line.split())


def test_one_column_of_a_table_is_shortened_until_the_table_fits() -> None:
    rows = [["id", "a very long title of a talk", "1"], ["id2", "short", "22"]]
    shown = align_columns(shrink_column(rows, 1, 20))
    assert max(map(width, shown)) <= 20
    assert shrink_column(rows, 1, 80) == rows


def test_a_command_or_a_path_stays_whole_on_a_row_of_its_own() -> None:
    command = "inkwright quiz convert 'a name with spaces.quiz.json' -o 'a name with spaces.pdf'"
    path = "/home/me/a folder with spaces/and another one/Rivers of the world (2).pptx"
    for copied in (command, path):
        assert fit_line(f"Other formats: {copied}", 40) == f"Other formats:\n  {copied}"
        assert fit_line(f"其他格式：{copied}", 40) == f"其他格式：\n  {copied}"
        assert fit_line(f"  {copied}", 40) == f"  {copied}"
    for sentence in ("/srv/me has no settings that need trust.", "inkwright db: error: arguments are required"):
        assert fit_line(sentence, 30).count("\n") == 1
    assert fit_line("Show one: inkwright files show ID. Copy one: inkwright files export ID.", 40).count("\n") == 1
