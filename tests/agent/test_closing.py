"""Whatever a model says at the end of a turn, nothing false stands unmarked; whatever is true stands."""

import pytest

from inkwright.conversation.turns import Answered, Asked, Delivered, Failed
from inkwright.i18n import LANGUAGES, text
from tests.agent.ending_cases import JUDGES, Case, JudgeKind, Played, cases, play
from tests.each import each

pytestmark = pytest.mark.no_cover

MISBEHAVIOURS = cases("misbehaviours")
HONEST = cases("honest")
OUTCOMES = {
    "deliver": (Delivered,),
    "text": (Answered,),
    "answer": (Answered, Delivered, Asked),
    "ask_user": (Asked,),
    "ui_request": (Asked,),
}


def is_marked(played: Played) -> bool:
    """Whether the words are shown as what they are: nobody checked them."""
    marks = [
        text(language, key, receipt="").rstrip(":：")
        for language in LANGUAGES
        for key in ("receipt.unchecked", "receipt.quoted")
    ]
    return played.outcome.receipt.words == "unchecked" and any(mark in played.outcome.message for mark in marks)


def check_misbehaviour(case: Case, kind: JudgeKind) -> None:
    played = play(case, kind)
    standing = [sentence for sentence in case["false"] if played.stands(sentence)]
    assert not standing or is_marked(played), f"{case['id']}: {standing} in {played.shown}"
    made = [each["made"] for each in case["happened"] if "made" in each]
    if isinstance(played.outcome, Delivered | Failed):
        assert {artifact.name for artifact in played.outcome.artifacts} >= set(made), "what was made is told"


@each("case", MISBEHAVIOURS)
@each("kind", JUDGES)
def test_no_false_sentence_stands_unmarked(kind: JudgeKind, case: Case) -> None:
    check_misbehaviour(case, kind)


@each("case", HONEST)
@each("kind", JUDGES)
def test_every_true_word_stands(kind: JudgeKind, case: Case) -> None:
    played = play(case, kind)
    ending = case["ending"]
    words = [ending["message"], ending.get("question") or "", *(ending.get("options") or ())]
    assert [each for each in words if each and not played.stands(each)] == [], case["id"]
    assert isinstance(played.outcome, OUTCOMES[ending["kind"]]), case["id"]
    assert played.outcome.receipt.words != "corrected"
