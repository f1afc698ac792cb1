"""Tables: as wide as they need to be, folded into the window, and lists where columns would be too narrow."""

from inkwright.cli.terminal.runs import unpainted
from inkwright.cli.terminal.table_drawing import Cell, table_lines


def shown(rows: list[list[str]], room: int) -> list[str]:
    return [unpainted(line) for line in table_lines([[Cell([(text, "")]) for text in row] for row in rows], room)]


ROWS = [["kind", "about"], ["deck", "slides for a class"]]


def test_a_table_that_fits_is_as_wide_as_it_needs_to_be() -> None:
    assert shown(ROWS, 60) == [" kind  about", " ────────────────────────", " deck  slides for a class"]


def test_the_widest_column_is_folded_and_the_narrow_one_keeps_its_width() -> None:
    assert shown(ROWS, 18) == [
        " kind  about",
        " ─────────────────",
        " deck  slides for",
        "       a class",
    ]


def test_columns_that_would_be_too_narrow_become_a_list() -> None:
    rows = [["first", "second", "third"], ["one word", "two words", "three words"], ["a", "b", "c"]]
    assert shown(rows, 14) == [
        "first: one",
        "word",
        "second: two",
        "words",
        "third: three",
        "words",
        "",
        "first: a",
        "second: b",
        "third: c",
    ]


def test_a_table_of_which_only_the_head_has_come_is_its_head() -> None:
    assert shown([["kind", "about"]], 60) == [" kind  about", " ───────────"]
