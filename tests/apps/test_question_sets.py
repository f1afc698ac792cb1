"""Questions of an app: written by a capable model, drawn from a text without one, and left out honestly."""

import asyncio
import json

from inkwright import ScriptedModel
from inkwright.agent.rule_planner import NoModel
from inkwright.apps.blueprint import QuestionsNode
from inkwright.apps.question_sets import QuestionMaterial, WrittenQuestions, make_questions
from inkwright.errors import ModelUnavailable

NODE = QuestionsNode(id="q", output_key="q", topic="Rain", count=2)
TEXT = (
    "Rain is water that falls from clouds. A cloud is a mass of small drops of water. Evaporation is the change of "
    "water into vapour. The water cycle is the movement of water between the sea, the air and the land."
)


def made(model: object, material: QuestionMaterial) -> WrittenQuestions:
    return asyncio.run(make_questions(NODE, material, model, "en"))  # type: ignore[arg-type]


def test_a_capable_model_writes_them_with_the_points_to_practise() -> None:
    question = {"questionType": "TRUE_FALSE", "question": "Rain falls from clouds?", "correctAnswer": True}
    other = {**question, "question": "Is a cloud a mass of small drops?"}
    model = ScriptedModel(lambda _: json.dumps({"questions": [question, other]}))
    done = made(model, QuestionMaterial("Rain", ["Fractions"]))
    assert (len(done.questions), done.missing, done.left_out) == (2, 0, "")
    assert "Fractions" in str(model.calls[0].messages)


def test_without_a_capable_model_they_are_drawn_from_the_text() -> None:
    done = made(NoModel(), QuestionMaterial("Rain", (), [TEXT]))
    assert done.questions
    assert done.left_out == ""


def test_what_cannot_be_made_is_left_out_with_a_reason() -> None:
    assert made(NoModel(), QuestionMaterial("Rain")).left_out == "material"
    failing = ScriptedModel(lambda _: ModelUnavailable(model="m", problem="x"))
    assert made(failing, QuestionMaterial("Rain")).left_out == "model"
