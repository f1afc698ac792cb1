"""Data of pupils is shown to a hosted model only with the person's word, and names resolve or are asked about."""

import asyncio

import pytest

from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.conversation.asks import Answer, AnsweredAsk, Ask, AskDraft, QuestionAnswer
from inkwright.conversation.events import Data
from inkwright.conversation.turns import TurnState
from inkwright.errors import InvalidOption, NotFound
from inkwright.tools.analyze_student_weakness import TOOL as WEAKNESS
from inkwright.tools.get_assignment_submissions import TOOL as SUBMISSIONS
from inkwright.tools.get_class_detail import TOOL as CLASS_DETAIL
from inkwright.tools.get_student_error_patterns import TOOL as PATTERNS
from inkwright.tools.get_student_grades import TOOL as GRADES
from inkwright.tools.get_teacher_classes import TOOL as CLASSES
from tests.each import each
from tests.tools.schools import called, school_context


def answered(value: str) -> ToolContext:
    """A context of a hosted model, in which the person has answered the question for the permission."""
    draft = called(CLASSES, school_context(leaves_machine=True))
    assert isinstance(draft, AskDraft)
    ask = Ask(id="ask_1", turn_id="turn_2", owner="me", **draft.model_dump())
    reply = Answer(status="answered", answers=(QuestionAnswer(id=draft.questions[0].id, value=value),))
    turn = TurnState(id="turn_2", conversation_id="conv_1", owner="me", message="")
    turn = turn.model_copy(update={"agreed": (AnsweredAsk(ask=ask, answer=reply),)})
    return school_context(leaves_machine=True, turn=turn)


def test_a_hosted_model_gets_nothing_before_the_person_is_asked() -> None:
    draft = called(CLASSES, school_context(leaves_machine=True))
    assert isinstance(draft, AskDraft)
    assert draft.kind == "permission"
    assert [option.value for option in draft.questions[0].options] == ["once", "always", "deny"]
    assert "Amy" not in draft.model_dump_json()


def test_once_is_for_this_turn_and_always_is_kept() -> None:
    once, always = answered("once"), answered("always")
    for context in (once, always):
        assert isinstance(called(CLASSES, context), Evidence)
    assert once.schools is not None
    assert always.schools is not None
    assert not asyncio.run(once.schools.may_leave("me"))
    assert asyncio.run(always.schools.may_leave("me"))
    later = school_context(leaves_machine=True, schools=always.schools)
    assert isinstance(called(CLASSES, later), Evidence)


def test_after_a_refusal_the_tool_fails() -> None:
    with pytest.raises(InvalidOption):
        called(CLASSES, answered("deny"))


@each("named", ["1A", "Form 1A", "中一A"])
def test_a_class_is_found_by_any_name(named: str) -> None:
    done = called(CLASS_DETAIL, class_id=named)
    assert isinstance(done, Evidence)
    assert done.facts["id"] == "1A"


def test_several_candidates_are_asked_about_with_a_hint_and_an_unknown_one_is_not_found() -> None:
    draft = called(GRADES, student_id="Amy")
    assert isinstance(draft, AskDraft)
    assert [option.value for option in draft.questions[0].options] == ["1001", "1003"]
    grade = called(CLASS_DETAIL, class_id="Form 1")
    assert isinstance(grade, AskDraft)
    assert grade.hint == "needClassId"
    with pytest.raises(NotFound):
        called(CLASS_DETAIL, class_id="9Z")


@each(
    "tool, arguments, read",
    [
        (CLASS_DETAIL, {"class_id": "1A"}, "1A"),
        (CLASSES, {}, "1A"),
        (SUBMISSIONS, {"assignment_id": "Quiz 1", "class_id": "1A"}, "1A"),
        (GRADES, {"student_id": "Amy Chan"}, "Amy Chan"),
        (PATTERNS, {"student_id": "Amy Chan"}, "Amy Chan"),
        (WEAKNESS, {"class_id": "1A", "student_id": "Amy Chan"}, "Amy Chan"),
    ],
)
def test_the_person_is_shown_what_was_read(tool: AgentTool, arguments: dict[str, str], read: str) -> None:
    shown: list[Data] = []
    called(tool, school_context(show=shown.append), **arguments)
    (event,) = shown
    assert event.name == "school-read"
    assert read in str(event.payload)
