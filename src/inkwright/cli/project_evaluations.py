"""`inkwright project evaluate`, `evaluations` and `evaluation`: judge content, and see what was found."""

from collections.abc import Sequence
from typing import Any, Final

from inkwright.application import Inkwright
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.output import local_time, shell_word
from inkwright.cli.project_options import (
    ProjectEvaluateOptions,
    ProjectEvaluationOptions,
    ProjectEvaluationsOptions,
)
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns
from inkwright.errors import NotFound
from inkwright.evaluation.adoption import adopt_suggestion, list_evaluations, remove_evaluation, stale_blocks
from inkwright.evaluation.choices import dimension_name, role_name
from inkwright.evaluation.pipeline import EvaluationInput
from inkwright.evaluation.results import ComparedEvaluations, compare_evaluations
from inkwright.i18n import Reason
from inkwright.ids import is_id_part
from inkwright.projects.evaluations import Evaluation, RoleResult
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.usecases.projects import require_project

SHOWN_ID: Final = 8
"""So many characters of the end of an ID are shown."""
_BAR: Final = 20
_SHOWN_PATHS: Final = 3


async def run_evaluations(
    options: ProjectEvaluateOptions | ProjectEvaluationsOptions | ProjectEvaluationOptions, shell: Shell
) -> int:
    """Run one of the actions."""
    model = options.model if isinstance(options, ProjectEvaluateOptions) else None
    async with Inkwright.open(settings=shell.settings, model=model) as inkwright:
        projects, owner = inkwright.store.projects, inkwright.owner
        project = await require_project(projects, options.name, owner=owner, language=shell.language)
        workspace = inkwright.store.workspace(project, shell.language)
        if isinstance(options, ProjectEvaluateOptions):
            return await _evaluate(options, shell, inkwright, project)
        known = await list_evaluations(workspace)
        if isinstance(options, ProjectEvaluationsOptions):
            value, message = await _list(known, workspace, shell)
        else:
            value, message = await _one(options, known, workspace, shell)
    return _say(shell, value, message, is_json=options.json)


async def _evaluate(options: ProjectEvaluateOptions, shell: Shell, inkwright: Inkwright, project: Project) -> int:
    given = EvaluationInput(
        project_id=project.id, fields=options.fields, dimensions=options.dimensions, roles=options.roles
    )
    job = await inkwright.begin_evaluation(given, max_dollars=options.max_dollars, language=shell.language)
    if not options.json:
        shell.note(shell.text("jobs.begun", id=job.id))
    job = await (await inkwright.jobs()).wait(job.id, owner=inkwright.owner)
    if job.status != "finished":
        problem = job.problem.message if job.problem else job.status
        if options.json:
            print_json(shell, {"status": job.status, "job": job.id, "problem": problem})
        else:
            shell.note(printable(problem))
        return FAILED
    workspace = inkwright.store.workspace(project, shell.language)
    evaluation = _meant(await list_evaluations(workspace), job.result["evaluation"])
    return _say(
        shell, await _as_json(evaluation, workspace), evaluation_text(evaluation, (), shell), is_json=options.json
    )


async def _list(known: Sequence[Evaluation], workspace: ProjectWorkspace, shell: Shell) -> tuple[Any, str]:
    rows, values = [], []
    for each in known:
        stale = await stale_blocks(workspace, each)
        values.append(await _as_json(each, workspace, is_short=True))
        paths = _short([target.path for target in each.targets])
        note = shell.text("evaluation.stale", paths=len(stale)) if stale else ""
        rows.append((each.id[-SHOWN_ID:], local_time(each.created), f"{each.score}/10", printable(paths), note))
    return {"evaluations": values}, "\n".join(align_columns(rows)) or shell.text("evaluation.none")


async def _one(
    options: ProjectEvaluationOptions, known: Sequence[Evaluation], workspace: ProjectWorkspace, shell: Shell
) -> tuple[Any, str]:
    evaluation = _meant(known, options.evaluation)
    if options.compare is not None:
        compared = compare_evaluations(evaluation, _meant(known, options.compare))
        return _comparison_json(compared), _compared(compared, shell)
    if options.adopt is not None:
        proposal = await adopt_suggestion(workspace, evaluation, options.adopt)
        message = shell.text(
            "evaluation.adopted", number=options.adopt, id=proposal.id, project=shell_word(options.name)
        )
        return {"proposal": proposal.id}, message
    if options.delete:
        await remove_evaluation(workspace, evaluation.id)
        return {"deleted": evaluation.id}, shell.text("evaluation.deleted")
    stale = await stale_blocks(workspace, evaluation)
    return await _as_json(evaluation, workspace), evaluation_text(evaluation, stale, shell)


def _short(paths: Sequence[str]) -> str:
    left = len(paths) - _SHOWN_PATHS
    return ", ".join(paths[:_SHOWN_PATHS]) + (f" (+{left})" if left > 0 else "")


def _meant(known: Sequence[Evaluation], written: str) -> Evaluation:
    """Return the evaluation with this id, or the only one whose id ends in it."""
    ends = [each for each in known if is_id_part(each.id, written)]
    if len(ends) != 1:
        raise NotFound(what_kind=Reason("evaluation.word"), id=written[:100])
    return ends[0]


def evaluation_text(evaluation: Evaluation, stale: Sequence[str], shell: Shell) -> str:
    """Return an evaluation as text: scores with reasons and quotes, dialogues, diagnosis and suggestions."""
    language = shell.language
    count = len(evaluation.targets)
    lines = [shell.styled(shell.text("evaluation.done", count=count, score=evaluation.score), "bold")]
    if stale:
        paths = ", ".join(each.path for each in evaluation.targets if each.block_id in stale)
        lines.append(shell.text("evaluation.stale", paths=printable(paths)))
    for role in evaluation.roles:
        name = role_name(role.role, language)
        if role.status == "failed":
            lines += ["", shell.text("evaluation.failed", role=name, problem=printable(role.problem))]
            continue
        lines += ["", shell.styled(f"{name}  {role.score}/10", "bold")]
        for each in role.dimensions:
            bar = "█" * round(each.score / 10 * _BAR)
            lines.append(f"  {bar:<{_BAR}} {each.score:>4}  {dimension_name(each.dimension, language)}")
            lines += [f"    {printable(reason)}" for reason in each.reasons]
            lines += [f"    “{printable(quote.quote)}”" for quote in each.quotes]
        lines += _dialogue_lines(role, shell)
    return "\n".join([*lines, *_ending(evaluation, shell)])


def _dialogue_lines(role: RoleResult, shell: Shell) -> list[str]:
    """Return what was said in the simulated dialogues of a role."""
    lines: list[str] = []
    for dialogue in role.dialogues:
        lines.append("  " + shell.text("evaluation.dialogue", name=printable(dialogue.persona)))
        said = (shell.labelled(each.speaker, " ".join(each.text.split())) for each in dialogue.lines)
        lines += [shell.styled(f"    {printable(each)}", "dim") for each in said]
    return lines


def _ending(evaluation: Evaluation, shell: Shell) -> list[str]:
    lines: list[str] = []
    diagnosis = evaluation.diagnosis
    if diagnosis is not None:
        lines += ["", shell.styled(shell.text("evaluation.diagnosis"), "bold"), printable(diagnosis.summary)]
        for mark, entries in (("+", diagnosis.strengths), ("-", diagnosis.weaknesses), (">", diagnosis.actions)):
            lines += [f"  {mark} {printable(entry)}" for entry in entries]
    elif evaluation.diagnosis_problem:
        role = shell.text("evaluation.role.diagnosis")
        problem = printable(evaluation.diagnosis_problem)
        lines += ["", shell.text("evaluation.failed", role=role, problem=problem)]
    if evaluation.suggestions:
        lines += ["", shell.styled(shell.text("evaluation.suggestions"), "bold")]
    for each in evaluation.suggestions:
        lines.append(f"  {each.number}. {printable(each.reason)}")
        lines += [f"     - {printable(each.anchor)}", f"     + {printable(each.replacement)}"]
    return lines


def _compared(compared: ComparedEvaluations, shell: Shell) -> str:
    head = f"{compared.before.score} → {compared.after.score}"
    rows = [
        (
            role_name(each.role, shell.language),
            dimension_name(each.dimension, shell.language),
            *("–" if score is None else str(score) for score in (each.before, each.after)),
        )
        for each in compared.scores
    ]
    changed = [shell.text("evaluation.changed", paths=printable(", ".join(compared.changed)))] * bool(compared.changed)
    return "\n".join([shell.styled(head, "bold"), *align_columns(rows, right=(2, 3)), *changed])


def _comparison_json(compared: ComparedEvaluations) -> dict[str, Any]:
    ends = {
        name: {"id": each.id, "score": each.score, "created": each.created.isoformat()}
        for name, each in (("before", compared.before), ("after", compared.after))
    }
    return {**ends, "scores": [each.model_dump() for each in compared.scores], "changed": list(compared.changed)}


async def _as_json(evaluation: Evaluation, workspace: ProjectWorkspace, *, is_short: bool = False) -> dict[str, Any]:
    left_out = {"owner", "source"} | ({"suggestions", "diagnosis", "roles"} if is_short else set())
    value = evaluation.model_dump(mode="json", exclude=left_out)
    if is_short:
        value["roles"] = {each.role: each.score for each in evaluation.roles}
    return {**value, "stale": list(await stale_blocks(workspace, evaluation))}


def _say(shell: Shell, value: Any, message: str, *, is_json: bool) -> int:
    if is_json:
        print_json(shell, value)
    else:
        shell.say(message)
    return OK
