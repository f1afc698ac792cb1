"""What a request says in plain words, where no model can be asked."""

import pytest

from inkwright.agent.intents import (
    MAX_COUNT,
    Deliverable,
    count_in,
    deliverables_in,
    document_kind,
    page_kind,
    question_types,
)

ASKED: list[tuple[str, tuple[Deliverable, ...]]] = [
    ("Make a quiz with five questions about rivers", ("quiz",)),
    ("Please create slides and a quiz from my notes", ("slides", "quiz")),
    ("Turn notes.md into a presentation", ("slides",)),
    ("I need a worksheet as a PDF", ("pdf",)),
    ("make flashcards from notes.md", ("page",)),
    ("write a summary of this", ("doc",)),
    ("请根据这篇文章出十二道题", ("quiz",)),
    ("帮我做 8 页幻灯片和一份 5 题的测验", ("slides", "quiz")),
    ("制作一个时间线网页", ("page",)),
    ("写一个总结", ("doc",)),
]
TALK = [
    "What is a quiz?",
    "How do slides work?",
    "Why is the sky blue",
    "讲讲这个主题，写得清楚些",
    "什么是幻灯片？",
    "",
    "make me smile",
]


@pytest.mark.parametrize(("message", "things"), ASKED)
def test_the_things_that_a_message_asks_for_are_found_in_their_order(
    message: str, things: tuple[Deliverable, ...]
) -> None:
    assert deliverables_in(message) == things


@pytest.mark.parametrize("message", TALK)
def test_a_message_that_does_not_ask_for_making_something_asks_for_nothing(message: str) -> None:
    assert deliverables_in(message) == ()


def test_how_many_is_read_in_digits_and_words_of_both_languages() -> None:
    asked = ["5 questions", "12 hard multiple-choice questions", "ten questions", "出十二道题", "两道题", "三十道题"]
    assert [count_in(each, "quiz") for each in asked] == [5, 12, 10, 12, 2, 30]
    assert [count_in("8 页幻灯片，5 题", "slides"), count_in("8 页幻灯片，5 题", "quiz")] == [8, 5]
    assert count_in("2000 questions; 3.5 questions; a quiz", "quiz") is None
    assert count_in("999 questions", "quiz") == MAX_COUNT
    assert count_in("5 questions", "page") is None


def test_sorts_of_questions_documents_and_pages_are_read() -> None:
    assert question_types("5 true/false and fill-in questions") == ("TRUE_FALSE", "FILL_IN_BLANK")
    assert question_types("出判断题、填空题和排序题") == ("TRUE_FALSE", "FILL_IN_BLANK", "ORDERING")
    sorts = [document_kind(each) for each in ("a worksheet", "总结一下", "study notes", "a Word file of my note")]
    assert sorts == ["worksheet", "summary", "notes", None]
    pages = [page_kind(each) for each in ("flash cards", "做时间线", "a matching game", "分类游戏", "a page")]
    assert pages == ["flashcards", "timeline", "matching", "sorting", None]
