"""The tool that makes a deck, through the registry and the boundary as the agent uses it."""

import asyncio
import io
import json

from pptx import Presentation

from inkwright import ScriptedModel, ToolCall
from inkwright.artifacts.kinds import CHECKERS
from inkwright.artifacts.memory import MemoryVault
from inkwright.clock import SystemClock
from inkwright.conversation.outcomes import Delivered
from inkwright.ids import TimedIds
from inkwright.tools.registry import all_tools
from inkwright.usecases.send_message import send_message
from tests.agent.desks import OWNER, ROUTE, Stores
from tests.agent.test_turn import deliver

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
    desk = kept.desk(model, tools=[all_tools()["generate_pptx"]])
    outcome = asyncio.run(send_message(desk, "Make slides about rain.", ROUTE, owner=OWNER))
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
    desk = kept.desk(model, tools=[all_tools()["generate_pptx"]])
    outcome = asyncio.run(send_message(desk, "Make slides about rain.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert "slides[0].bullets" in model.calls[1].messages[-1]["content"]
