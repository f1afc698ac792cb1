"""`run_evaluation`: let five roles judge the content; scores are computed, and quotes are checked."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.changes import ChangeRef
from inkwright.evaluation.choices import role_name
from inkwright.evaluation.pipeline import EvaluationInput, EvaluationTask, StepsWithoutMemory, check_request, evaluate
from inkwright.i18n import text
from inkwright.projects.evaluations import MAX_SCORE, Evaluation
from inkwright.projects.workspace import Why
from inkwright.tools.block_targets import AGENT, asks_which_block, find_block, read_names, workspace_of
from inkwright.tools.long_work import shown_work

_NAMED: Final = 3
_MAX_REASON: Final = 600


class RunEvaluation(BaseModel):
    """What to judge, and how."""

    model_config = ConfigDict(extra="forbid")

    target_fields: list[str] = Field(default=[], max_length=200, description="Blocks to judge; empty for all.")
    eval_dimensions: list[str] = Field(
        default=[],
        max_length=40,
        description="Dimensions, such as structure, depth or seller:conversion, or roles: coach, editor, expert, "
        "consumer, seller; empty for all.",
    )


async def run_evaluation(given: RunEvaluation, context: ToolContext) -> Evidence:
    """Judge the blocks; what was found is stored, and its scores are evidence."""
    workspace = workspace_of(context)
    blocks = [await find_block(context, each) for each in given.target_fields]
    request = EvaluationInput(
        project_id=workspace.project_id,
        fields=tuple(f"id:{each.id}" for each in blocks),
        dimensions=tuple(given.eval_dimensions),
    )
    await check_request(workspace, context.brain, request)
    with shown_work(context, "evaluation", ", ".join(each.name for each in blocks)) as tell:

        def report(done: int, total: int, message: str = "") -> None:
            context.progress(f"{done}/{total} {message}".strip())
            tell("", done, total)

        task = EvaluationTask(
            workspace=workspace,
            brain=context.brain,
            diagnosing=context.brain,
            steps=StepsWithoutMemory(),
            progress=report,
            given=request,
            source=f"{context.turn_id}/{context.call_id}",
            why=Why(author=AGENT, reason=context.turn.message),
        )
        evaluation = await evaluate(task)
    return Evidence(changes=(_change(evaluation, context),), facts=_facts(evaluation))


def _change(evaluation: Evaluation, context: ToolContext) -> ChangeRef:
    language, joiner = context.language, text(context.language, "receipt.and")
    paths = [each.path for each in evaluation.targets]
    more = [text(language, "evaluation.more", count=len(paths) - _NAMED)] if len(paths) > _NAMED else []
    roles = [f"{role_name(each.role, language)} {each.score}" for each in evaluation.roles if each.score is not None]
    name = text(
        language,
        "evaluation.ledger",
        names=joiner.join([*paths[:_NAMED], *more]),
        score=evaluation.score,
        roles=text(language, "receipt.comma").join(roles),
    )
    return ChangeRef(id=evaluation.id, name=name, action="added")


def _facts(evaluation: Evaluation) -> dict[str, Any]:
    roles = [
        {
            "role": role.role,
            "status": role.status,
            "score": role.score,
            "problem": role.problem,
            "dimensions": [
                {
                    "dimension": each.dimension,
                    "score": each.score,
                    "reason": " ".join(each.reasons)[:_MAX_REASON],
                    "quotes": [quote.quote for quote in each.quotes[:2]],
                }
                for each in role.dimensions
            ],
        }
        for role in evaluation.roles
    ]
    diagnosis = evaluation.diagnosis.model_dump() if evaluation.diagnosis else None
    suggestions = [
        each.model_dump(include={"number", "anchor", "replacement", "reason"}) for each in evaluation.suggestions
    ]
    return {
        "evaluation": evaluation.id,
        "score": evaluation.score,
        "max_score": MAX_SCORE,
        "blocks": [each.path for each in evaluation.targets],
        "roles": roles,
        "diagnosis": diagnosis,
        "suggestions": suggestions[:10],
    }


def _read(arguments: dict[str, Any], called: str) -> dict[str, Any]:
    """Read other names of the arguments, and one name instead of a list."""
    aliases = {"fields": "target_fields", "targets": "target_fields", "dimensions": "eval_dimensions"}
    given = read_names(aliases)(arguments, called)
    for name in ("target_fields", "eval_dimensions"):
        if isinstance(given.get(name), str):
            given[name] = [given[name]] if given[name].strip() else []
    return given


TOOL = register_tool(
    AgentTool(
        "run_evaluation",
        "Let coach, editor, expert, consumer and seller judge blocks of the project: scores with quotes, a "
        "diagnosis, and suggestions. Consumer and seller need selected personas. "
        "It is stored. State only scores that it returned.",
        RunEvaluation,
        asks_which_block(run_evaluation),
        agents=("content",),
        aliases=("evaluate", "evaluate_content"),
        changes=lambda given: ", ".join(given.target_fields[:_NAMED]) or "evaluation",
        gives_numbers=True,
        read=_read,
        example='{"target_fields": ["第一章"], "eval_dimensions": ["structure"]}',
    )
)
