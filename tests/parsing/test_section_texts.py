"""Placeholders, farewells and notes are told from content."""

from inkwright.parsing.section_texts import is_farewell, is_placeholder, note_kind, strip_blank_lines
from tests.each import each


@each("text", ["…", "...", "[your plan here]", "<content>", "(the content of this section)", "【内容】", "[在此填写]"])
def test_a_placeholder_marks_where_content_goes(text: str) -> None:
    assert is_placeholder(text)


@each("text", ["[1]", "(see page 3)", "A … B", "《内容的力量》", "[ ] open", "…\nmore", "Contents", ""])
def test_other_short_texts_are_content(text: str) -> None:
    assert not is_placeholder(text)


@each(
    "text",
    [
        "included",
        "Included.",
        "✓",
        "(see above)",
        "is included above",
        "已包含",
        "同上。",
        "**provided**",
        "✅ included",
    ],
)
def test_a_note_says_that_a_section_is_there(text: str) -> None:
    assert note_kind(text) == "sure"


@each("text", ["done", "yes", "OK", "已完成"])
def test_some_notes_could_be_content(text: str) -> None:
    assert note_kind(text) == "likely"


@each(
    "text", ["included in the price", "42", "", "()", "included\nand more", "The plan is included above in chapter 2"]
)
def test_other_texts_are_not_notes(text: str) -> None:
    assert note_kind(text) is None


def test_a_farewell_may_follow_a_note() -> None:
    assert note_kind("included\n\nHope this helps!") == "sure"
    assert note_kind("included\n\nFirst, read the paper.") is None


def test_a_farewell_is_short_and_speaks_to_the_user() -> None:
    assert is_farewell("Let me know!")
    assert not is_farewell("The end of the war came in 1945.")
    assert not is_farewell("Let me know. " * 100)


def test_only_blank_lines_and_trailing_space_are_stripped() -> None:
    assert strip_blank_lines("\n  \n    a\n\n b \n\n") == "    a\n\n b"
