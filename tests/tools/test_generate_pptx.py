"""The tool that makes a deck, through the registry and the boundary as the agent uses it."""

import asyncio
import io
import json
import re
from typing import Any

import pytest
from pptx import Presentation
from pydantic import ValidationError

from inkwright import ModelBusy, ScriptedModel, ToolCall
from inkwright.agent.make_requests import MakeRequest
from inkwright.artifacts.slides.deck_pages import read_deck_pages
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import SystemClock
from inkwright.conversation.turns import Delivered
from inkwright.errors import InvalidOption
from inkwright.grounding.source import Source
from inkwright.ids import TimedIds
from inkwright.llm.models import Request
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.generate_pptx import TOOL, GeneratePptx, plan_pptx
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import send_message
from tests.agent.test_run import deliver
from tests.agent.turn_services import OWNER, ROUTE, Stores
from tests.artifacts.slides.test_edit import titles
from tests.authoring.author_contexts import Room, agreed, run, said

DECK = {
    "title": "Rain",
    "slides": [
        {"title": "Where it comes from", "bullets": ["Sea", "Clouds"], "notes": "Show the cycle."},
        {"title": "雨从哪里来", "bullets": ["海洋", "云"]},
    ],
}


def stores() -> Stores:
    return Stores(vault=MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()))


def test_every_tool_is_found_by_itself() -> None:
    assert "generate_pptx" in all_tools()


def test_a_deck_is_made_checked_and_delivered_with_its_words() -> None:
    kept = stores()
    model = ScriptedModel([ToolCall("1", "generate_pptx", json.dumps(DECK)), deliver])
    services = kept.turn_services(model, tools=[all_tools()["generate_pptx"]])
    outcome = asyncio.run(send_message(services, "Make slides about rain.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Delivered)
    content = asyncio.run(kept.vault.read(outcome.artifacts[0].id, owner=OWNER))
    assert content is not None
    slides = Presentation(io.BytesIO(content)).slides
    assert [slide.shapes.title.text for slide in slides if slide.shapes.title] == [
        "Rain",
        "Where it comes from",
        "雨从哪里来",
    ]


def test_a_deck_with_too_much_goes_back_to_the_model_with_its_places() -> None:
    kept = stores()
    crowded = {"title": "Rain", "slides": [{"title": "All", "bullets": ["x"] * 20}]}
    model = ScriptedModel(
        [ToolCall("1", "generate_pptx", json.dumps(crowded)), ToolCall("2", "generate_pptx", json.dumps(DECK)), deliver]
    )
    services = kept.turn_services(model, tools=[all_tools()["generate_pptx"]])
    outcome = asyncio.run(send_message(services, "Make slides about rain.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert "slides[0].bullets" in model.calls[1].messages[-1]["content"]


LINES = ["# 雨", "## 从哪里来 [process]", "- 海洋", "- 云", "> 先问学生。", "", "## 有多少", "- 卑尔根 2250 毫米"]
PROCESS = {"layout": "process", "title": "x", "steps": [{"heading": "海洋"}, {"heading": "云"}], "notes": "n"}
BULLETS = {"layout": "bullets", "title": "x", "bullets": ["卑尔根最多"], "notes": "看这里。"}


def asked_for(request: Request) -> str:
    """The title of the slide that a prompt asks for."""
    found = re.search(r"(?:exactly so: |一字不差）：)(.+)", str(request.messages[0]["content"]))
    return found[1] if found else ""


def writer(request: Request) -> str:
    return said(PROCESS if asked_for(request) == "从哪里来" else BULLETS)


def test_the_slides_of_an_agreed_outline_are_written_with_its_titles_layouts_and_notes() -> None:
    room = Room(writer, language="zh")
    run(room.attachments.add("conv_1", "笔记.md", "卑尔根一年下雨 230 天。", owner=OWNER))
    done = room.made(TOOL, room.context(agreed(LINES)), title="随便", theme="night", brief="给五年级")
    (deck,) = done.artifacts
    assert (deck.title, deck.name, done.facts) == ("雨", "雨.pptx", {"slides": 3})
    pages = read_deck_pages(room.read(deck.id))
    assert [(page.title, page.kind) for page in pages] == [
        ("雨", "title"),
        ("从哪里来", "process"),
        ("有多少", "cards"),
    ]
    assert [page.notes for page in pages[1:]] == ["先问学生。", "看这里。"]
    assert all("卑尔根一年下雨 230 天。" in asked and "给五年级" in asked for asked in room.prompts())


def test_what_the_person_edited_counts() -> None:
    room = Room(writer, language="zh")
    edited = agreed(LINES, "edited", ["# 雨", "## 先说结论", "- 很多", "## 从哪里来 [process]", "- 海洋", "- 云"])
    (deck,) = room.made(TOOL, room.context(edited), title="雨").artifacts
    assert titles(room.read(deck.id)) == ["雨", "先说结论", "从哪里来"]


def test_given_slides_that_differ_from_what_was_agreed_are_refused_with_every_difference() -> None:
    room = Room()
    slides = [{"title": "从哪里来", "bullets": ["a"], "notes": "先问学生。"}, BULLETS]
    told = room.refused(TOOL, room.context(agreed(LINES)), title="雨", slides=slides)
    assert told == [
        "slides[0]: The layout is bullets, but the agreed layout is process. Use the agreed layout.",
        "slides[1]: The title is “x”, but the agreed title is “有多少”. Use the agreed title at its agreed position.",
    ]
    assert room.model.calls == []


def test_given_slides_as_agreed_are_made_as_they_are() -> None:
    room = Room()
    slides = [{**PROCESS, "title": "从哪里来", "notes": "先问学生。"}, {**BULLETS, "title": "有多少"}]
    assert room.made(TOOL, room.context(agreed(LINES)), title="雨", slides=slides).facts == {"slides": 3}
    abandoned = room.context(agreed(LINES, "abandoned"))
    assert room.made(TOOL, abandoned, title="雨", slides=slides[:1]).facts == {"slides": 2}


def test_without_an_outline_the_brief_is_planned_first() -> None:
    plan = {"slides": [{"title": "Sea", "key_points": ["wide"]}, {"title": "Sky", "key_points": ["high"]}]}
    room = Room(lambda request: said(BULLETS if asked_for(request) else plan))
    (deck,) = room.made(TOOL, title="Rain", brief="for class 5", slides=None, language="en").artifacts
    assert titles(room.read(deck.id)) == ["Rain", "Sea", "Sky"]
    assert room.told == ["Outline: 2 slides", *room.told[1:3], "Building and checking"]
    assert {line.split(" ", 1)[1] for line in room.told[1:3]} == {"Sea", "Sky"}


def test_with_nothing_to_go_by_the_model_is_told_what_is_missing() -> None:
    assert Room().refused(TOOL, title="Rain") == [
        "the deck: The request has no slides, and this turn has no agreed outline. "
        "Provide `slides`, or describe the deck in `brief`, or propose an outline first."
    ]


def test_a_slide_that_could_not_be_written_shows_its_agreed_points_and_is_reported() -> None:
    def answer(request: Request) -> str:
        return "不行" if asked_for(request) == "有多少" else writer(request)

    room = Room(answer, language="zh")
    done = room.made(TOOL, room.context(agreed(LINES)), title="雨")
    assert done.facts == {"slides": 3, "slides_with_their_key_points_alone": ["有多少"]}
    assert "卑尔根 2250 毫米" in read_deck_pages(room.read(done.artifacts[0].id))[2].text
    assert "“有多少”没有写成，只列出商定的要点" in room.told


def test_a_slide_that_cannot_stand_without_being_written_is_named() -> None:
    room = Room(lambda request: "no" if asked_for(request) == "从哪里来" else writer(request))
    (told,) = room.refused(TOOL, room.context(agreed(LINES)), title="雨")
    assert told.startswith("slides[0] “从哪里来”: This part could not be written: ")


def test_an_error_of_the_model_in_one_slide_passes() -> None:
    busy = ModelBusy(model="m", problem="429")
    room = Room(lambda request: busy if asked_for(request) == "有多少" else writer(request))
    with pytest.raises(ModelBusy):
        room.call(TOOL, room.context(agreed(LINES)), title="雨")


def test_errors_are_mended_before_the_model_that_called_is_bothered() -> None:
    mended = {"title": "Name", "bullets": ["By us"], "notes": "n"}
    room = Room([said(mended)])
    given = [{"title": "Name", "bullets": ["By [your name]"], "notes": "n"}, {"title": "B", "bullets": ["x"]}]
    (deck,) = room.made(TOOL, title="Rain", slides=given).artifacts
    assert "By us" in read_deck_pages(room.read(deck.id))[1].text


def test_errors_that_do_not_go_away_are_reported() -> None:
    gap = {"title": "Name", "bullets": ["By [your name]"], "notes": "n"}
    assert Room(lambda _: said(gap)).refused(TOOL, title="Rain", slides=[gap]) == [
        "slide 2: Placeholder text remains: “By [your name]”. Write the actual text, or remove the placeholder."
    ]


def test_thirty_agreed_slides_become_a_deck_of_thirty_one() -> None:
    lines = ["# Rain", *(line for number in range(30) for line in (f"## Point {number}", "- x"))]
    room = Room(lambda _: said(BULLETS))
    done = room.made(TOOL, room.context(agreed(lines)), title="Rain")
    assert done.facts == {"slides": 31}
    assert titles(room.read(done.artifacts[0].id))[1:] == [f"Point {number}" for number in range(30)]


@pytest.mark.parametrize("count", [0, 61])
def test_an_outline_that_makes_no_deck_is_reported(count: int) -> None:
    lines = ["# Rain", *(f"## Point {number}" for number in range(count))]
    with pytest.raises(InvalidOption, match="for outline: "):
        Room().call(TOOL, Room().context(agreed(lines, "edited", lines)), title="Rain")


def test_models_are_asked_for_thirty_slides_at_most_in_the_schema_of_a_deck() -> None:
    schema = TOOL.input.model_json_schema()
    slides, own = schema["properties"]["slides"], DeckSpec.model_json_schema()
    assert slides["maxItems"] == 30
    assert slides["items"] == own["properties"]["slides"]["items"]
    assert {name: schema["$defs"][name] for name in own["$defs"]} == own["$defs"]
    assert schema["required"] == ["title"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"title": "Rain", "slides": [{"layout": "poem", "title": "x"}]},
        {"title": "Rain", "slides": [BULLETS] * 61},
        {"title": "Rain", "brief": "x" * 8_001},
        {"title": "Rain", "template": "x"},
        {"title": "Rain", "language": "de"},
    ],
)
def test_a_call_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate(wrong)


def test_an_outline_in_markdown_is_planned_as_arguments_that_the_tool_takes() -> None:
    note = "---\nalt: A map\n---\n# Rain\n\n## Where it comes from\n\n- Sea\n- Clouds\n"
    planned = plan_pptx(MakeRequest("Make slides", (Source("rain.md", note),)))
    given = GeneratePptx.model_validate(planned)
    assert [slide.title for slide in given.slides] == ["Where it comes from"]
