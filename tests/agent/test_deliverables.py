"""The registry of deliverables."""

import re
from dataclasses import replace

import pytest

from inkwright import InvalidOption
from inkwright.agent.deliverables import DELIVERABLES, Deliverable, deliverable_of_tool, register_deliverable
from inkwright.i18n import LANGUAGES, text
from inkwright.tools.registry import all_tools

POEM = Deliverable(
    name="poem",
    tools=("make_poem",),
    pattern=re.compile("poem"),
    texts={"en": {"help": "a poem", "request": "Make a poem from {names}."}},
)


def test_every_deliverable_has_tools_that_exist_and_one_that_can_be_called_by_rule() -> None:
    tools = all_tools()
    for deliverable in DELIVERABLES.values():
        assert any(tools[name].plan is not None for name in deliverable.tools), deliverable.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_deliverable_has_its_texts_in_every_language(language: str) -> None:
    for deliverable in DELIVERABLES.values():
        for kind in ("help", "label", "request"):
            assert deliverable.text(language, kind, names="a.md")  # type: ignore[arg-type]


def test_a_deliverable_with_texts_of_its_own_needs_no_message_keys() -> None:
    assert POEM.text("en", "request", names="a.md") == "Make a poem from a.md."
    assert POEM.text("zh", "help") == "a poem"
    assert POEM.text("en", "label") == "poem"


def test_another_deliverable_with_a_taken_name_is_refused() -> None:
    quiz = DELIVERABLES["quiz"]
    with pytest.raises(InvalidOption, match=re.escape(text("en", "reason.usecases.deliverable_exists"))):
        register_deliverable(replace(quiz, tools=("make_poem",)))
    assert DELIVERABLES["quiz"] is quiz


def test_the_same_deliverable_can_be_registered_again() -> None:
    before = dict(DELIVERABLES)
    assert register_deliverable(DELIVERABLES["quiz"]) is DELIVERABLES["quiz"]
    assert before == DELIVERABLES


def test_a_tool_leads_to_its_deliverable() -> None:
    assert deliverable_of_tool("generate_pptx") is DELIVERABLES["slides"]
    assert deliverable_of_tool("get_artifact") is None


def test_a_deliverable_needs_only_its_help() -> None:
    poem = Deliverable(name="poem", tools=(), pattern=re.compile("poem"), texts={"en": {"help": "make a poem"}})
    assert poem.text("en", "label") == "poem"
    assert poem.text("en", "request", names="rain.md") == (
        "Make this from rain.md: poem. Stay with the content of the files."
    )
    assert poem.text("zh", "made") == "poem 已做好，没有使用 AI 模型。"
