"""Which deliverables a message asks for, where no model can be asked."""

import pytest

from inkwright.agent.intents import deliverables_in, route_for

ASKED: list[tuple[str, tuple[str, ...]]] = [
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


@pytest.mark.parametrize(("message", "names"), ASKED)
def test_the_deliverables_a_message_asks_for_are_found_in_its_order(message: str, names: tuple[str, ...]) -> None:
    assert deliverables_in(message) == names


@pytest.mark.parametrize("message", TALK)
def test_a_message_that_does_not_ask_to_make_something_asks_for_no_deliverable(message: str) -> None:
    assert deliverables_in(message) == ()


def test_the_route_to_deliverables_has_their_tools_and_the_outline_only_if_there_is_time() -> None:
    assert route_for(["slides", "quiz"]).candidate_tools == (
        "propose_pptx_outline",
        "generate_pptx",
        "generate_quiz_questions",
    )
    assert route_for(["slides"], at_once=True).candidate_tools == ("generate_pptx",)
    assert [route_for(names).intent for names in (["quiz"], ["quiz", "pdf"])] == ["quiz_generate", "content_create"]
