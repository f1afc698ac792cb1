"""The steps of a conversation: the tool calls that succeeded, and what a rule read from a question about the school."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.conversation.turns import TurnState
from inkwright.parsing import json_parser
from inkwright.school.questions import SchoolQuestion, read_question
from inkwright.school.school import School

_MAX_ARGUMENTS: Final = 20_000
_MAX_STEPS: Final = 100
_QUESTION: Final = "school:"


@dataclass(frozen=True, slots=True)
class ConversationStep:
    """One step: a tool with its arguments, and the message of the turn in which it was called."""

    id: str
    turn_id: str
    tool: str
    arguments: Mapping[str, Any]
    message: str
    by_rule: bool = False


def steps_of_turns(turns: Sequence[TurnState], school: School | None) -> list[ConversationStep]:
    """Return the steps of turns, in their order."""
    steps: list[ConversationStep] = []
    for turn in turns:
        called = list(_called(turn))
        steps += called or list(_read_by_rule(turn, school))
    return steps[:_MAX_STEPS]


def _called(turn: TurnState) -> Iterator[ConversationStep]:
    """Yield the calls to which a tool returned a result."""
    parts = [part for message in _messages(turn.engine_messages) for part in message.get("parts", ())]
    returned = {part.get("tool_call_id") for part in parts if part.get("part_kind") == "tool-return"}
    for part in parts:
        if part.get("part_kind") == "tool-call" and part.get("tool_call_id") in returned:
            arguments = _arguments(part.get("args"))
            if arguments is not None:
                step_id = f"{turn.id}/{part['tool_call_id']}"
                yield ConversationStep(step_id, turn.id, str(part.get("tool_name")), arguments, turn.message)


def _messages(written: str) -> list[dict[str, Any]]:
    return [each for each in json.loads(written) if isinstance(each, dict)] if written else []


def _arguments(written: object) -> dict[str, Any] | None:
    """Return the arguments of a call, which the engine stores as it got them."""
    if written is None or written == "":
        return {}
    if isinstance(written, dict):
        return written
    if not isinstance(written, str) or len(written) > _MAX_ARGUMENTS:
        return None
    parsed = json_parser(written)
    content = parsed.get("content")
    return content if parsed["status"] == "success" and isinstance(content, dict) else None


def _read_by_rule(turn: TurnState, school: School | None) -> Iterator[ConversationStep]:
    """Yield the calls that give what a rule answered, if the message is a question about the school."""
    if not school:
        return
    chosen = [
        each.answer.chosen
        for each in turn.agreed
        if each.answer.status == "answered" and any(asked.id.startswith(_QUESTION) for asked in each.ask.questions)
    ]
    question = read_question(turn.message, school, chosen)
    if question is None or question.unknown or question.ambiguous or question.not_stored:
        return
    for number, (tool, arguments) in enumerate(_calls_for(question), 1):
        yield ConversationStep(f"{turn.id}/rule-{number}", turn.id, tool, arguments, turn.message, by_rule=True)


def _calls_for(question: SchoolQuestion) -> Iterator[tuple[str, dict[str, Any]]]:
    measures = set(question.measures)
    class_ids = [each.id for each in question.classes]
    if "weakness" in measures:
        yield from _weakness_calls(question, class_ids)
    elif question.pupils:
        for pupil in question.pupils:
            yield "get_student_grades", {"student_id": pupil.number}
    elif question.tests:
        for test in question.tests:
            for class_id in class_ids or [""]:
                yield (
                    "get_assignment_submissions",
                    {"assignment_id": test.name, **({"class_id": class_id} if class_id else {})},
                )
    elif class_ids:
        for class_id in class_ids:
            yield "get_class_detail", {"class_id": class_id}
    else:
        yield "get_teacher_classes", {}


def _weakness_calls(question: SchoolQuestion, class_ids: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for pupil in question.pupils:
        yield "get_student_error_patterns", {"student_id": pupil.number}
    if not question.pupils:
        for class_id in class_ids:
            yield "analyze_student_weakness", {"class_id": class_id}
