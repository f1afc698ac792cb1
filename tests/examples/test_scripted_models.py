"""The models of an example reply from the script, in pieces, and never run out of replies."""

import asyncio
import json
from typing import Any

from inkwright.examples.script import ScriptedTurn
from inkwright.examples.scripted_models import Pace, models_for_turn
from inkwright.llm.models import CallPiece, Model, Piece, Reply, Request, StartedOver, TextPiece

ROUTE = {"intent": "content_create", "confidence": 0.9, "expected_mode": "artifact"}
MADE = "art_" + "a" * 32


class Parts:
    """The models of a turn, and what they tell."""

    def __init__(self, **turn: Any) -> None:
        self.notes: list[str] = []
        given = {"message": "Slides, please.", "route": ROUTE, "does": [{"answer": "No."}], **turn}
        models = models_for_turn(ScriptedTurn.model_validate(given), "en", self.notes.append, Pace())
        self.router, self.agent, self.writer = models("fast"), models("standard"), models(None)


def ask(model: Model, said: str, *, role: str = "user") -> tuple[Reply, list[Piece]]:
    heard: list[Piece] = []
    return asyncio.run(model.reply(Request([{"role": role, "content": said}]), heard.append)), heard


def test_the_fast_model_gives_the_route() -> None:
    reply, _ = ask(Parts().router, "Slides, please.")
    assert json.loads(reply.text) == ROUTE


def test_a_reply_goes_to_the_request_that_it_is_meant_for() -> None:
    parts = Parts(writes=[{"asked": "clouds", "says": "White."}, {"asked": "rivers", "says": "Blue."}])
    assert [ask(parts.writer, said)[0].text for said in ("Write of rivers.", "Write of clouds.")] == ["Blue.", "White."]


def test_a_request_that_is_not_in_the_script_gets_a_note_about_it() -> None:
    parts = Parts(writes=[{"asked": "clouds", "says": "White."}])
    assert "no reply to that" in ask(parts.writer, "Write of snow.")[0].text


def test_an_answer_in_words_is_the_last_and_is_said_again() -> None:
    parts = Parts(does=[{"answer": "Then not."}, {"says": "never said"}])
    said = [ask(parts.agent, "Go on.")[0].calls[0].arguments for _ in range(2)]
    assert said == ['{"message": "Then not."}'] * 2


def test_a_delivery_names_what_the_tools_have_made() -> None:
    told = json.dumps({"verified_artifacts": [{"id": MADE}]})
    reply, _ = ask(Parts(does=[{"deliver": "Here."}]).agent, told, role="tool")
    assert json.loads(reply.calls[0].arguments) == {"message": "Here.", "artifacts": [MADE]}


def test_a_call_can_name_what_was_made_before() -> None:
    parts = Parts(does=[{"calls": [{"tool": "edit_quiz", "arguments": {"artifact_id": "$made"}}]}])
    reply, _ = ask(parts.agent, f"Earlier: {MADE}")
    assert json.loads(reply.calls[0].arguments) == {"artifact_id": MADE}


def test_a_note_quotes_the_message_of_the_program() -> None:
    parts = Parts(does=[{"note": "It was told: {told}", "answer": "Oh."}])
    ask(parts.agent, "Nothing\nwas made.")
    assert parts.notes == ["It was told: Nothing was made."]


def test_an_ending_comes_in_small_pieces_and_another_call_whole() -> None:
    ending, tool = {"deliver": "Here it is."}, {"calls": [{"tool": "generate_docx", "arguments": {"title": "T" * 50}}]}
    parts = Parts(does=[tool, ending])
    assert len([each for each in ask(parts.agent, "x")[1] if isinstance(each, CallPiece)]) == 1
    assert len([each for each in ask(parts.agent, "x")[1] if isinstance(each, CallPiece)]) > 5


def test_a_busy_model_and_a_cut_reply_are_asked_again() -> None:
    parts = Parts(writes=[{"fails": "busy"}, {"fails": "cut", "says": "Once"}, {"says": "Once upon a time"}])
    reply, heard = ask(parts.writer, "A tale.")
    assert reply.text == "Once upon a time"
    assert [type(each) for each in heard] == [StartedOver, TextPiece, StartedOver, TextPiece]
