"""What the tools of the school share: the permission to show data to a hosted model, and names that resolve."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from inkwright.agent.tools import ToolContext
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason, text
from inkwright.school.answers import candidate_label
from inkwright.school.class_names import mentioned_classes
from inkwright.school.named_tests import mentioned_tests
from inkwright.school.pupil_names import mentioned_pupils
from inkwright.school.records import Pupil, SchoolClass, SchoolData, Test
from inkwright.school.school import School
from inkwright.school.statistics import MarkStatistics, rounded

Found = TypeVar("Found", SchoolClass, Pupil, Test)

_PERMISSION: Final = "school:leave"
ONCE: Final = "once"
ALWAYS: Final = "always"
_NEVER: Final = "deny"
_NO_SCHOOL: Final = School(SchoolData())


async def permission_ask(context: ToolContext) -> AskDraft | None:
    """Return the question whether a hosted model may see the data; None if it may, or if the model runs here.

    Raise InvalidOption if the person has refused it in this turn.
    """
    if not context.leaves_machine or context.schools is None or await context.schools.may_leave(context.owner):
        return None
    answer = _permission_answer(context)
    if answer is None:
        return _permission_draft(context)
    if answer == ALWAYS:
        await context.schools.allow_leaving(context.owner, True)
    if answer not in (ONCE, ALWAYS):
        raise InvalidOption(option="school", value="hosted", allowed=Reason("school.refused"))
    return None


def _permission_answer(context: ToolContext) -> str | None:
    for each in context.answered:
        if any(asked.id == _PERMISSION for asked in each.ask.questions):
            return each.answer.chosen if each.answer.status == "answered" else ""
    return None


def _permission_draft(context: ToolContext) -> AskDraft:
    def label(key: str) -> str:
        return text(context.language, f"school.leave.{key}")

    question = AskQuestion(
        id=_PERMISSION,
        question=label("question"),
        options=(
            AskOption(label=label("once"), value=ONCE),
            AskOption(label=label("always"), value=ALWAYS),
            AskOption(label=label("never"), value=_NEVER),
        ),
        allow_freeform=False,
    )
    return AskDraft(kind="permission", title=label("title"), questions=(question,))


def school_of(context: ToolContext) -> School:
    """Return the school of the person."""
    return context.school or _NO_SCHOOL


def find_class(context: ToolContext, named: str) -> SchoolClass | AskDraft:
    """Return the class that an id or a name means; a question if it may be several. NotFound if it is none."""
    school = school_of(context)
    if (exact := school.class_of_name(named)) is not None:
        return exact
    found = [each for mention in mentioned_classes(named, list(school.classes.values())) for each in mention.classes]
    return _one(context, found, "class", named)


def find_pupil(context: ToolContext, named: str, within: Sequence[Pupil]) -> Pupil | AskDraft:
    """Return the pupil that a number or a name means; a question if it may be several."""
    found = mentioned_pupils(named if not named.islower() else named.title(), within)
    return _one(context, [*found.meant, *found.candidates], "pupil", named)


def find_test(context: ToolContext, named: str) -> Test | AskDraft:
    """Return the test that a name means; a question if it may be several."""
    school = school_of(context)
    found = mentioned_tests(named, list(school.tests.values()))
    return _one(context, [*found.meant, *found.candidates], "test", named)


def _one(context: ToolContext, found: Sequence[Found], kind: str, named: str) -> Found | AskDraft:
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound(what_kind=kind, id=named[:80])
    school = school_of(context)
    options = tuple(AskOption(label=candidate_label(each, school), value=_id_of(each)) for each in found[:40])
    title = text(context.language, "school.answer.which", names=", ".join(option.label for option in options))
    hint = {"class": "needClassId", "test": "needAssignment"}.get(kind)
    question = AskQuestion(id=f"school:{kind}", question=title, options=options, allow_freeform=False)
    return AskDraft(kind="clarification", title=title, questions=(question,), hint=hint)


def _id_of(found: SchoolClass | Pupil | Test) -> str:
    if isinstance(found, Pupil):
        return found.number
    return found.id if isinstance(found, SchoolClass) else found.name


def statistics_facts(found: MarkStatistics | None, pass_share: float) -> dict[str, Any] | None:
    """Return statistics for a model, with two decimal places."""
    if found is None:
        return None
    return {
        "n": found.n,
        "mean": rounded(found.mean),
        "median": rounded(found.median),
        "sd": None if found.sd is None else rounded(found.sd),
        "p25": rounded(found.p25),
        "p75": rounded(found.p75),
        "min": found.minimum,
        "max": found.maximum,
        "passed": found.passed,
        "pass_rate": rounded(found.pass_rate, 4),
        "pass_mark_percent": rounded(100 * pass_share),
        "distribution": list(found.distribution),
    }


def facts_of_test(test: Test) -> dict[str, Any]:
    """Return a test for a model."""
    known = {"name": test.name, "maximum": test.maximum}
    return known | ({"knowledge_point": test.knowledge_point} if test.knowledge_point else {})
