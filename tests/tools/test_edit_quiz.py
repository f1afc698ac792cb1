"""`edit_quiz`: "replace question 3" changes question 3, and nothing else."""

import asyncio
import json
from typing import Any

import pytest

from inkwright.agent.tools import Evidence, Flawed
from inkwright.errors import InvalidOption, NotFound
from inkwright.tools.edit_quiz import TOOL, EditQuiz
from inkwright.tools.generate_quiz_questions import TOOL as GENERATE
from tests.authoring.author_contexts import OWNER, Room
from tests.tools.test_generate_quiz_questions import GOOD, choice, written

NEW = choice("Where does snow come from?")


def begun(*script: Any) -> tuple[Room, str]:
    room = Room([written(*GOOD[:4]), *script])
    done = room.call(GENERATE, topic="Rain", count=4)
    assert isinstance(done, Evidence)
    room.shown.clear()
    return room, done.artifacts[0].id


def questions(room: Room, artifact_id: str) -> list[dict[str, Any]]:
    content = asyncio.run(room.vault.read(artifact_id, owner=OWNER))
    assert content is not None
    found: list[dict[str, Any]] = json.loads(content)["questions"]
    return found


def test_one_question_is_replaced_and_the_others_are_the_same_json() -> None:
    room, quiz = begun()
    done = room.call(TOOL, room.context(turn="turn_2"), artifact_id=quiz, number=3, question=NEW)
    assert isinstance(done, Evidence)
    before, after = questions(room, quiz), questions(room, done.artifacts[0].id)
    assert [at for at, (old, new) in enumerate(zip(before, after, strict=True), 1) if old != new] == [3]
    assert (after[2]["question"], done.artifacts[0].version) == (NEW["question"], 2)
    (event,) = room.shown
    assert (event.name, event.payload["index"], event.payload["status"]) == ("quiz-replace", 2, "replaced")


def test_an_instruction_is_written_from_the_present_question_and_mended_if_it_is_wrong() -> None:
    room, quiz = begun(json.dumps(choice("Easier?", correctAnswer="F")), json.dumps(NEW))
    done = room.call(TOOL, room.context(turn="turn_2"), artifact_id=quiz, number=2, instruction="about snow")
    assert isinstance(done, Evidence)
    assert questions(room, done.artifacts[0].id)[1]["question"] == NEW["question"]
    assert GOOD[1]["question"] in str(room.model.calls[1].messages)


def test_a_question_is_put_in_and_taken_out() -> None:
    room, quiz = begun()
    more = room.call(TOOL, room.context(turn="turn_2"), artifact_id=quiz, number=1, action="insert", question=NEW)
    assert isinstance(more, Evidence)
    assert [each["question"] for each in questions(room, more.artifacts[0].id)][:2] == [
        NEW["question"],
        GOOD[0]["question"],
    ]
    fewer = room.call(TOOL, room.context(turn="turn_3"), artifact_id=more.artifacts[0].id, number=1, action="delete")
    assert isinstance(fewer, Evidence)
    assert questions(room, fewer.artifacts[0].id) == questions(room, quiz)


def test_what_is_not_there_is_reported() -> None:
    room, quiz = begun()
    assert isinstance(room.call(TOOL, artifact_id=quiz, number=9, question=NEW), Flawed)
    with pytest.raises(NotFound):
        room.call(TOOL, artifact_id="art_none", number=1, question=NEW)
    with pytest.raises(NotFound):
        room.call(TOOL, room.context(owner="another"), artifact_id=quiz, number=1, question=NEW)


def test_a_bad_question_is_refused_and_the_quiz_stays() -> None:
    room, quiz = begun()
    before = questions(room, quiz)
    with pytest.raises(InvalidOption):
        room.call(TOOL, artifact_id=quiz, number=1, question={"questionType": "DANCE"})
    assert isinstance(room.call(TOOL, artifact_id=quiz, number=1, question=choice("Q?", correctAnswer="F")), Flawed)
    assert questions(room, quiz) == before


@pytest.mark.parametrize(
    "given", [{}, {"question": NEW, "instruction": "x"}, {"action": "delete", "instruction": "x"}, {"number": 0}]
)
def test_wrong_orders_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        EditQuiz.model_validate({"artifact_id": "a", "number": 1, **given})
