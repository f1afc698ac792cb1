"""The tool that shows an outline before a deck is made: lines for the person, an event for clients."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from inkwright import ScriptedModel, ToolCall
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Answer, Ask, AskDraft
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import artifact_event_types
from inkwright.conversation.turns import Asked, Delivered
from inkwright.ids import TimedIds
from inkwright.llm.models import Request
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.names import ARTIFACT_EVENT_TYPES, ARTIFACT_TOOL_SET
from inkwright.tools.propose_pptx_outline import TOOL, pptx_outline
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.test_run import deliver
from tests.agent.turn_services import ROUTE, Stores
from tests.artifacts.slides.test_edit import titles
from tests.authoring.author_contexts import OWNER, Room, run, said

OUTLINE: list[dict[str, Any]] = [
    {"title": "从哪里来", "key_points": ["海洋", "云"], "section": "开始", "layout": "process", "notes": "先问。"},
    {"title": "Where [table]", "key_points": [], "section": None},
]

EDIT = {"slide": 3, "instruction": "更短"}


def proposal(**more: Any) -> AskDraft:
    done = Room(language="zh").call(TOOL, title="雨", outline=OUTLINE, **more)
    assert isinstance(done, AskDraft)
    return done


def test_the_outline_becomes_lines_that_wait_for_the_person() -> None:
    assert proposal(estimated_duration="20 分钟", total_slides=2) == AskDraft(
        kind="outline_edit",
        title="雨",
        preface="共 2 张幻灯片的大纲：可以采用、修改或放弃",
        outline_lines=(
            "# 雨",
            "> 20 分钟",
            "",
            "# 开始",
            "",
            "## 从哪里来 [process]",
            "- 海洋",
            "- 云",
            "> 先问。",
            "",
            "#",
            "",
            "## Where \\[table]",
        ),
    )


def test_clients_see_what_was_stored() -> None:
    wanted = proposal(estimated_duration="20 分钟")
    ask = Ask(**wanted.model_dump(), id="ask_7", turn_id="turn_1", owner=OWNER)
    event = pptx_outline(ask)
    assert (event.name, event.id) == ("pptx-outline", "ask_7")
    assert event.payload == {
        "title": "雨",
        "outline": [
            {"title": "从哪里来", "keyPoints": ["海洋", "云"], "section": "开始", "layout": "process"},
            {"title": "Where [table]", "keyPoints": [], "section": None, "layout": None},
        ],
        "totalSlides": 2,
        "estimatedDuration": "20 分钟",
        "requiresConfirmation": True,
    }
    assert TOOL.propose is pptx_outline


def test_an_outline_counts_as_an_artifact() -> None:
    assert "propose_pptx_outline" in ARTIFACT_TOOL_SET
    assert "data-pptx-outline" in ARTIFACT_EVENT_TYPES & artifact_event_types()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"outline": []}, "at least 1"),
        ({"outline": [{"title": "A"}] * 31}, "at most 30"),
        ({"outline": [{"title": "A", "layout": "image"}]}, "agenda"),
        ({"outline": [{"title": "A", "layout": "poem"}]}, "agenda"),
        ({"outline": [{"title": " "}]}, "at least 1 character"),
        ({"outline": [{"title": "A" * 121}]}, "120"),
        ({"outline": [{"title": "A", "key_points": ["x"] * 9}]}, "at most 8"),
        ({"outline": [{"title": "A", "points": ["x"]}]}, "Extra"),
        ({"outline": OUTLINE, "total_slides": 7}, "total_slides is 7, and the outline has 2"),
        ({"outline": OUTLINE, "colour": "red"}, "Extra"),
    ],
)
def test_an_outline_that_is_none_is_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        TOOL.input.model_validate({"title": "Rain", **wrong})


def test_whoever_counts_the_title_slide_is_understood() -> None:
    assert proposal(total_slides=3).outline_lines == proposal(total_slides=None).outline_lines


def test_an_edited_outline_becomes_a_deck_with_its_titles_and_then_a_new_version() -> None:
    """Through the whole turn: proposed, edited by the person, written, delivered; then one slide is made shorter."""
    slide = {"layout": "bullets", "title": "x", "bullets": ["海洋"], "notes": "问。"}
    made: list[str] = []
    calls = iter(
        [
            ToolCall("1", "propose_pptx_outline", json.dumps({"title": "雨", "outline": OUTLINE})),
            ToolCall("2", "generate_pptx", json.dumps({"title": "雨"})),
            deliver,
            lambda _: ToolCall("3", "edit_pptx", json.dumps({**EDIT, "artifact_id": made[0]})),
            deliver,
        ]
    )

    def answer(request: Request) -> Any:
        """A request with tools is from the turn; one without is from the author."""
        line = next(calls) if request.tools else said({**slide, "title": "更短"})
        return line(request) if callable(line) else line

    kept = Stores(vault=MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()))
    services = kept.turn_services(ScriptedModel(answer), tools=[*all_tools().values()])
    asked = run(send_message(services, "做一份关于雨的幻灯片", ROUTE, owner=OWNER))
    assert isinstance(asked, Asked)
    shown = [event for event in kept.shown if isinstance(event, Data) and event.name == "pptx-outline"]
    assert [(event.id, event.payload["totalSlides"]) for event in shown] == [(asked.ask_id, 2)]
    edited = Answer(status="edited", outline_lines=("# 雨", "## 先问", "- 海洋", "## 再答", "- 云"))
    delivered = run(answer_ask(services, asked.ask_id, edited, owner=OWNER))
    assert isinstance(delivered, Delivered)
    made.append(delivered.artifacts[0].id)
    assert titles(run(kept.vault.read(made[0], owner=OWNER)) or b"") == ["雨", "先问", "再答"]
    again = run(send_message(services, "第三张再短一些", ROUTE, owner=OWNER))
    assert isinstance(again, Delivered)
    assert titles(run(kept.vault.read(again.artifacts[0].id, owner=OWNER)) or b"") == ["雨", "先问", "更短"]
    assert again.artifacts[0].artifact_version == 2
