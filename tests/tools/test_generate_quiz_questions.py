"""`generate_quiz_questions`: as many good questions as asked for, each shown at once; or the shortfall is said."""

import asyncio
import json
from typing import Any

import pytest

from inkwright import ModelBusy, ScriptedModel
from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import Evidence
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.errors import InvalidOption, ModelError, TextLacks
from inkwright.i18n import Language, error_text
from inkwright.llm.scripted import Stream
from inkwright.tools.generate_quiz_questions import DEFAULT_COUNT, TOOL, GenerateQuizQuestions, plan_quiz
from tests.authoring.author_contexts import OWNER, Room


def choice(stem: str, **changes: Any) -> dict[str, Any]:
    usual = {
        "questionType": "SINGLE_CHOICE",
        "question": stem,
        "options": ["Sea", "Sand", "Salt"],
        "correctAnswer": "A",
    }
    return {**usual, **changes}


def written(*questions: dict[str, Any]) -> str:
    return json.dumps({"questions": questions}, ensure_ascii=False)


GOOD = [choice(f"Where does water number {number} come from?") for number in range(1, 6)]


def quiz_of(room: Room, done: Evidence) -> Quiz:
    kept = done.artifacts[0]
    content = asyncio.run(room.vault.read(kept.id, owner=OWNER))
    assert content is not None
    return read_quiz(content, kept.name).quiz


def made(room: Room, **given: Any) -> Evidence:
    done = room.call(TOOL, topic="Where rain comes from", **given)
    assert isinstance(done, Evidence)
    return done


def test_exactly_as_many_as_asked_for_are_made_and_each_is_shown() -> None:
    room = Room([written(*GOOD)])
    done = made(room, count=3)
    assert [each.question for each in quiz_of(room, done).questions] == [each["question"] for each in GOOD[:3]]
    assert [(event.name, event.payload["index"]) for event in room.shown] == [("quiz-question", n) for n in range(3)]
    assert done.facts == {"asked": 3, "questions": 3, "message": "3 questions, as requested."}


def test_a_question_is_shown_while_the_others_are_still_being_written() -> None:
    room = Room()
    seen: list[int] = []

    def pieces() -> list[str]:
        whole = written(*GOOD[:2])
        middle = whole.index("number 2")
        return [whole[:middle], whole[middle:]]

    class Watching(ScriptedModel):
        async def reply(self, request: Any, hear: Any = None) -> Any:
            def heard(piece: Any) -> None:
                hear(piece)
                seen.append(len(room.shown))

            return await super().reply(request, heard)

    room.model = Watching([Stream(pieces())])
    made(room, count=2)
    assert seen == [1, 2]


def test_too_few_are_topped_up_and_the_model_is_told_what_is_there_and_what_was_wrong() -> None:
    bad = choice("Which?", correctAnswer="F")
    room = Room([written(GOOD[0], bad), written(GOOD[0], GOOD[1])])
    done = made(room, count=2)
    assert done.facts["questions"] == 2
    second = str(room.model.calls[1].messages[-1]["content"])
    assert "exactly 1" in second
    assert GOOD[0]["question"] in second
    assert "Which?" in second


def test_what_stays_missing_is_said_and_never_called_a_success() -> None:
    room = Room([written(GOOD[0]), written(GOOD[0]), "no JSON here"])
    done = made(room, count=10)
    assert (done.facts["asked"], done.facts["questions"]) == (10, 1)
    assert done.facts["message"] == "1 of 10 questions. The rest did not pass the checks."
    assert done.facts["refused"]


def test_only_the_types_that_were_asked_for_are_taken() -> None:
    truth = {"questionType": "TRUE_FALSE", "question": "Rain is wet.", "correctAnswer": True}
    room = Room([written(GOOD[0], truth), written(GOOD[1]), written()])
    done = made(room, count=1, types=["TRUE_FALSE"])
    assert [each.question_type for each in quiz_of(room, done).questions] == ["TRUE_FALSE"]


def test_a_damaged_reply_is_read_as_far_as_it_goes() -> None:
    room = Room([f"Here you are:\n```json\n{written(*GOOD[:2])[:-2]},\n]}}\n```"])
    assert made(room, count=2).facts["questions"] == 2


def test_formulas_survive_the_stream() -> None:
    stem = r"What is $\frac{1}{2} \times \nu$, if $\begin{matrix}1\end{matrix}$ is right?"
    raw = '{"questions": [{"questionType": "SHORT_ANSWER", "question": "' + stem + '", "correctAnswer": "one"}]}'
    room = Room([raw])
    assert quiz_of(room, made(room, count=1)).questions[0].question == stem


def test_a_model_that_fails_in_the_middle_loses_nothing() -> None:
    room = Room([written(GOOD[0]), ModelBusy(model="m", problem="429")])
    done = made(room, count=5)
    assert done.facts["questions"] == 1
    with pytest.raises(ModelError):
        made(Room([ModelBusy(model="m", problem="429")]), count=5)


def test_no_question_at_all_is_an_error_in_words() -> None:
    with pytest.raises(InvalidOption, match="No question could be written"):
        made(Room(["?", "?", "?"]), count=2)


def test_chinese_questions_are_asked_for_in_chinese() -> None:
    question = {"questionType": "FILL_IN_BLANK", "question": "雨来自____。", "correctAnswer": ["云"]}
    room = Room([written(question)], language="zh")
    done = room.call(TOOL, topic="雨从哪里来", count=1)
    assert isinstance(done, Evidence)
    assert (quiz_of(room, done).language, done.artifacts[0].name) == ("zh", "雨从哪里来.quiz.json")
    assert "数量：正好 1 道" in str(room.model.calls[0].messages[-1]["content"])


@pytest.mark.parametrize(
    "given", [{"count": 0}, {"count": 51}, {"topic": " "}, {"types": ["ESSAY"]}, {"colour": "red"}]
)
def test_wrong_wishes_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        GenerateQuizQuestions.model_validate({"topic": "Rain", **given})


def test_a_request_read_by_rule_names_its_count_and_types() -> None:
    planned = [
        plan_quiz(MakeRequest(each)) for each in ("5 true/false and fill-in questions", "出判断题、填空题和排序题")
    ]
    assert [each["types"] for each in planned] == [
        ["TRUE_FALSE", "FILL_IN_BLANK"],
        ["TRUE_FALSE", "FILL_IN_BLANK", "ORDERING"],
    ]
    assert [each["count"] for each in planned] == [5, DEFAULT_COUNT]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "This quiz cannot be made from this text"), ("zh", "这段文字做不出这份测验")]
)
def test_a_text_that_gives_no_question_is_refused_in_plain_words(language: Language, words: str) -> None:
    room = Room(language=language)
    asyncio.run(room.attachments.add("conv_1", "rain.md", "# Rain\n\nIt rains.\n", owner=OWNER))
    with pytest.raises(TextLacks) as refused:
        room.made(TOOL, topic="Rain", count=3, from_files=True)
    assert error_text(language, refused.value)[0].startswith(words)
