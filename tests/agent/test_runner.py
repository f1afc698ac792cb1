"""Asks: the turn waits, and continues with the answer — the same turn, in another process if necessary."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from inkwright import AlreadyAnswered, NotFound, ScriptedModel
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import AskOpened
from inkwright.conversation.turns import Asked, Delivered
from inkwright.usecases.turns import answer_ask
from tests.agent.test_run import NOTE, call, deliver, files
from tests.agent.turn_services import OWNER, Stores, run

ROOT = Path(__file__).resolve().parent.parent.parent
QUESTION = call("ask_user", message="One thing first.", question="Which colour?", options=["red", "blue"])
BLUE = Answer(status="answered", answers=(QuestionAnswer(id="1", value="blue"),))


def asked(*before: object) -> tuple[Asked, Stores]:
    outcome, stores = run(ScriptedModel([*before, QUESTION]))  # type: ignore[list-item]
    assert isinstance(outcome, Asked)
    return outcome, stores


def test_a_question_ends_the_turn_stored_and_typed() -> None:
    outcome, stores = asked()
    assert outcome.message == "One thing first."
    (opened,) = (event for event in stores.shown if isinstance(event, AskOpened))
    assert opened.ask.id == outcome.ask_id
    assert opened.ask.questions[0].question == "Which colour?"
    assert stores.kinds()[-2:] == ["ask_opened", "turn_finished"]


def test_the_answer_is_the_result_of_the_question_and_the_same_turn_continues() -> None:
    outcome, stores = asked()
    model = ScriptedModel([NOTE, deliver])
    ended = asyncio.run(answer_ask(stores.turn_services(model), outcome.ask_id, BLUE, owner=OWNER))
    assert isinstance(ended, Delivered)
    first = model.calls[0].messages
    assert [message["role"] for message in first] == ["system", "user", "assistant", "tool"]
    assert first[-1]["content"] == "answered:\nWhich colour? → blue"
    turns = {event.turn_id for event in stores.shown if event.kind == "turn_started"}
    assert len(turns) == 1


def test_what_was_made_before_the_question_still_counts() -> None:
    outcome, stores = asked(NOTE)
    ended = asyncio.run(answer_ask(stores.turn_services(ScriptedModel([deliver])), outcome.ask_id, BLUE, owner=OWNER))
    assert isinstance(ended, Delivered)
    assert files(stores) == ["note.txt"]


def test_a_skipped_question_is_reported_as_such() -> None:
    outcome, stores = asked()
    model = ScriptedModel([NOTE, deliver])
    skipped = Answer(status="answered", answers=(QuestionAnswer(id="1", skipped=True),))
    asyncio.run(answer_ask(stores.turn_services(model), outcome.ask_id, skipped, owner=OWNER))
    assert "user chose not to answer this question" in model.calls[0].messages[-1]["content"]


def test_an_answer_counts_once_and_only_its_owner_can_give_it() -> None:
    outcome, stores = asked()
    services = stores.turn_services(ScriptedModel([NOTE, deliver]))
    with pytest.raises(NotFound):
        asyncio.run(answer_ask(services, outcome.ask_id, BLUE, owner="somebody else"))
    asyncio.run(answer_ask(services, outcome.ask_id, BLUE, owner=OWNER))
    with pytest.raises(AlreadyAnswered):
        asyncio.run(answer_ask(services, outcome.ask_id, BLUE, owner=OWNER))


IN_ANOTHER_PROCESS = """
import asyncio, json, sys
from inkwright import ScriptedModel
from inkwright.usecases.turns import answer_ask
from tests.agent.turn_services import OWNER, Stores
from tests.agent.test_runner import BLUE
from tests.agent.test_run import deliver

kept, ask_id = json.load(sys.stdin)
stores = Stores()
stores.restore(kept)
outcome = asyncio.run(answer_ask(stores.turn_services(ScriptedModel([deliver])), ask_id, BLUE, owner=OWNER))
print(json.dumps({"outcome": outcome.kind, "names": [artifact.name for artifact in outcome.artifacts],
                  "shown": stores.kinds()}))
"""


def test_the_answer_continues_the_turn_from_stored_state_in_another_process() -> None:
    outcome, stores = asked(NOTE)
    kept = json.dumps([stores.snapshot(), outcome.ask_id])
    done = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS], input=kept, capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert json.loads(done.stdout) == {
        "outcome": "delivered",
        "names": ["note.txt"],
        "shown": ["turn_started", "text_grew", "text_ended", "turn_finished"],
    }
