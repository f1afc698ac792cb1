"""The route where the model is too small to guess one."""

import pytest

from inkwright.agent.things import THINGS, route_to
from inkwright.agent.word_routes import route_by_words
from inkwright.i18n import Language, text


@pytest.mark.parametrize(("language", "message"), [("en", "make a quiz and slides"), ("zh", "帮我做一份测验和幻灯片")])
def test_words_lead_to_a_question_and_never_to_a_deed(language: Language, message: str) -> None:
    route = route_by_words(message, language, None)
    assert route is not None
    assert route.clarify is not None
    names = [text(language, f"route.thing.{thing}") for thing in ("quiz", "slides")]
    options = route.clarify.options or []
    assert (options[0], options[1:3], options[-1]) == (" + ".join(names), names, text(language, "route.only_talk"))
    assert len(options) == len(THINGS) + 2
    assert (route.candidate_tools, route.expected_mode) == ((), "answer")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_person_chooses_is_the_route(language: Language) -> None:
    for thing in THINGS:
        assert route_by_words("x", language, text(language, f"route.thing.{thing}")) == route_to([thing])
    both = " + ".join(text(language, f"route.thing.{thing}") for thing in ("quiz", "slides"))
    assert route_by_words("x", language, both) == route_to(["quiz", "slides"])


def test_words_of_their_own_name_a_thing_or_mean_talk() -> None:
    assert route_by_words("make a quiz", "en", "slides please") == route_to(["slides"])
    assert route_by_words("make a quiz", "en", text("en", "route.only_talk")) is None
    assert route_by_words("make a quiz", "en", "") is None


def test_a_message_that_asks_for_nothing_is_talk() -> None:
    assert route_by_words("What is a quiz?", "en", None) is None
