"""Compile the steps of a conversation into a blueprint: by rule, and the same content gives the same blueprint."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from inkwright.agent.conversation_steps import ConversationStep
from inkwright.apps.blueprint import SCHEMA_VERSION, Blueprint, DateRange
from inkwright.apps.checking import check_blueprint
from inkwright.apps.drafting import BlueprintDraft
from inkwright.apps.step_rules import RULES, apply_rules, can_compile
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, language_of, text
from inkwright.parsing.schemas import format_path
from inkwright.school.questions import is_english
from inkwright.school.school import School

MAX_STEPS: Final = 24
_RULES_VERSION: Final = 2
"""Counts the changes of the rules, so that a newer program does not return what an older one compiled."""


@dataclass(frozen=True, slots=True)
class CompileRequest:
    """What is compiled: the steps of a conversation, the ones that were chosen (all if none are), the values of inputs
    that replace those of the conversation, and whether a model writes texts in the app.
    """

    steps: Sequence[ConversationStep]
    chosen: Sequence[str] = ()
    entities: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    has_text: bool = False
    language: Language = "en"


def invalid_app(place: str, problem: Reason | str) -> InvalidOption:
    """Return the error for something that is not an app. `place` is a step, an input or a part of the blueprint."""
    return InvalidOption(option="app", value=place[:120], allowed=problem)


def content_digest(request: CompileRequest, school: School) -> str:
    """Return the digest of everything that the blueprint depends on."""
    named = {
        "classes": [[each.id, each.name] for each in school.classes.values()],
        "tests": list(school.tests),
        "pass_share": school.pass_share,
        "pupils": [[each.number, each.name, list(each.classes)] for each in school.data.pupils],
    }
    content = {
        "versions": [SCHEMA_VERSION, _RULES_VERSION],
        "steps": [[each.tool, dict(each.arguments), each.message] for each in chosen_steps(request)],
        "entities": dict(request.entities),
        "options": [request.title, request.has_text, request.language],
        "school": hashlib.sha256(_canonical(named)).hexdigest(),
    }
    return hashlib.sha256(_canonical(content)).hexdigest()


def _canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str).encode("utf-8", "surrogatepass")


def language_of_messages(messages: Sequence[str]) -> Language:
    """Return the language of a conversation: English questions may name a class or a test in Chinese."""
    is_in_english = bool(messages) and all(map(is_english, messages))
    return "en" if is_in_english else language_of(" ".join(messages))


def chosen_steps(request: CompileRequest) -> list[ConversationStep]:
    """Return the steps to compile. InvalidOption names a chosen step that does not exist or cannot be repeated."""
    if request.chosen:
        known = {each.id: each for each in request.steps}
        for step_id in request.chosen:
            if step_id not in known:
                raise invalid_app(step_id, Reason("apps.compile.unknown_step", step=step_id[:120]))
            if not can_compile(known[step_id]):
                raise _cannot_repeat(known[step_id])
        steps = [each for each in request.steps if each.id in set(request.chosen)]
    else:
        steps = [each for each in request.steps if can_compile(each)]
        others = [each for each in steps if each.tool != "get_teacher_classes"]
        steps = others or steps
    distinct = {_canonical([each.tool, dict(each.arguments)]): each for each in reversed(steps)}
    return list(reversed(distinct.values()))


def _cannot_repeat(step: ConversationStep) -> InvalidOption:
    known = ", ".join(RULES)
    return invalid_app(step.id, Reason("apps.compile.cannot_repeat", step=step.id, tool=step.tool, known=known))


def compile_blueprint(request: CompileRequest, school: School) -> Blueprint:
    """Return the checked blueprint of the steps. InvalidOption names the step that cannot be compiled."""
    steps = chosen_steps(request)
    if not steps:
        raise invalid_app("steps", Reason("apps.compile.no_steps", known=", ".join(RULES)))
    if len(steps) > MAX_STEPS:
        raise invalid_app("steps", Reason("apps.compile.too_many_steps", count=len(steps), most=MAX_STEPS))
    draft = BlueprintDraft(request.language, school, request.has_text)
    failed = apply_rules(draft, steps)
    if failed:
        step, problem = failed[0]
        why = problem.error.reason
        raise invalid_app(step.id, Reason("apps.compile.step_failed", step=step.id, tool=step.tool, why=why))
    try:
        blueprint = draft.finished(_name(request, steps), steps[0].message)
    except ValidationError as problem:
        raise invalid_shape(problem) from problem
    return checked_blueprint(with_entities(blueprint, request.entities))


def _name(request: CompileRequest, steps: Sequence[ConversationStep]) -> str:
    """Return the given title, or the beginning of the first message."""
    named = request.title.strip() or " ".join(steps[0].message.split())
    return named[:80] or text(request.language, "apps.label.app")


def with_entities(blueprint: Blueprint, entities: Mapping[str, Any]) -> Blueprint:
    """Return the blueprint with other defaults: by the id of the input, or by its type if that is unique."""
    contract = blueprint.data_contract
    inputs = list(contract.inputs)
    for name, value in entities.items():
        found = [index for index, each in enumerate(inputs) if name in (each.id, each.type)]
        exact = [index for index in found if inputs[index].id == name] or found
        if len(exact) != 1:
            known = ", ".join(each.id for each in inputs)
            raise invalid_app(str(name), Reason("apps.compile.unknown_entity", name=str(name)[:80], known=known))
        try:
            default = value if isinstance(value, str) else DateRange.model_validate(value)
            inputs[exact[0]] = inputs[exact[0]].model_copy(update={"default": default})
        except ValidationError as problem:
            raise invalid_shape(problem) from problem
    return blueprint.model_copy(update={"data_contract": contract.model_copy(update={"inputs": inputs})})


def parse_blueprint(written: Mapping[str, Any]) -> Blueprint:
    """Return the checked blueprint of a JSON value. InvalidOption names the place of each problem."""
    try:
        blueprint = Blueprint.model_validate(written)
    except ValidationError as problem:
        raise invalid_shape(problem) from problem
    return checked_blueprint(blueprint)


def checked_blueprint(blueprint: Blueprint) -> Blueprint:
    """Return the blueprint if every reference in it is right."""
    if problems := check_blueprint(blueprint).problems:
        listed = [Reason("apps.problem.line", path=each.path, why=each.reason) for each in problems[:8]]
        raise invalid_app(problems[0].path, _joined(listed))
    return blueprint


def _joined(reasons: Sequence[Reason]) -> Reason:
    joined = reasons[0]
    for each in reasons[1:]:
        joined = Reason("apps.problem.both", first=joined, second=each)
    return joined


def invalid_shape(problem: ValidationError) -> InvalidOption:
    """Return the error for JSON that is not a blueprint."""
    errors = problem.errors(include_url=False, include_context=False, include_input=False)[:8]
    listed = [Reason("apps.problem.line", path=f"$.{format_path(each['loc'])}", why=each["msg"]) for each in errors]
    return invalid_app("blueprint", _joined(listed))
