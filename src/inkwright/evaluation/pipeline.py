"""An evaluation from its targets to its diagnosis: roles side by side; finished ones are kept, failed ones named."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.job_kinds import JobKind, JobProgress, JobRun
from inkwright.authoring.persona_writer import require_capable
from inkwright.conversation.protocols import Steps
from inkwright.errors import GaveUp, InkwrightError, InvalidOption, ModelError, NotFound
from inkwright.evaluation.choices import (
    ChosenDimensions,
    TargetText,
    choose_dimensions,
    choose_targets,
    read_targets,
)
from inkwright.evaluation.dialogues import DialogueStage, hold_dialogue
from inkwright.evaluation.judging import (
    JudgedPart,
    JudgedProject,
    batches_of,
    beginnings_of,
    diagnose,
    judge_dialogue,
    judge_texts,
)
from inkwright.evaluation.reports import RoleReport
from inkwright.evaluation.results import merged_dimensions, numbered_suggestions
from inkwright.i18n import Language, Reason, error_text, language_of, text
from inkwright.llm.brain import Brain
from inkwright.projects.creator_profiles import profile_text
from inkwright.projects.evaluations import (
    SIMULATING_ROLES,
    ContentDiagnosis,
    EditSuggestion,
    EvaluatedTarget,
    Evaluation,
    EvaluationRole,
    RoleResult,
    SimulatedDialogue,
    mean_score,
)
from inkwright.projects.persona_editing import list_personas
from inkwright.projects.personas import MAX_SELECTED, Persona
from inkwright.projects.workspace import ProjectWorkspace, Why

_AT_ONCE: Final = 8
"""How many chains of calls run side by side."""
_Name = Annotated[str, Field(min_length=1, max_length=400)]
_Done = TypeVar("_Done")


class EvaluationInput(BaseModel):
    """What to evaluate; empty means everything."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    project_id: Annotated[str, Field(min_length=1, max_length=64)]
    fields: Annotated[tuple[_Name, ...], Field(max_length=200)] = ()
    dimensions: Annotated[tuple[_Name, ...], Field(max_length=40)] = ()
    roles: Annotated[tuple[_Name, ...], Field(max_length=10)] = ()


class StepsWithoutMemory:
    """Does each step now, for work whose model calls are kept elsewhere."""

    async def once(self, key: str, work: Any) -> Any:
        return await work()


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationTask:
    """An evaluation to carry out. `source` identifies who asked for it: the same one is stored once.

    `diagnosing` asks the model that writes the diagnosis.
    """

    workspace: ProjectWorkspace
    brain: Brain
    diagnosing: Brain
    steps: Steps
    progress: JobProgress
    given: EvaluationInput
    source: str
    why: Why = field(default_factory=lambda: Why())


@dataclass(frozen=True, slots=True)
class _Judged:
    """What a role found, before it is a result."""

    reports: Sequence[tuple[RoleReport, Sequence[JudgedPart]]]
    dialogues: tuple[SimulatedDialogue, ...] = ()


async def check_request(workspace: ProjectWorkspace, brain: Brain, given: EvaluationInput) -> None:
    """Refuse an evaluation that cannot succeed, before it begins: InvalidOption says what is missing."""
    require_capable(brain)
    chosen = choose_dimensions(given.roles, given.dimensions)
    await choose_targets(workspace, given.fields)
    if set(chosen) <= set(SIMULATING_ROLES) and not await _selected(workspace):
        raise InvalidOption(option="roles", value=", ".join(chosen), allowed=Reason("evaluation.no_persona"))


async def evaluate(task: EvaluationTask) -> Evaluation:
    """Carry out an evaluation and store it. If no role could judge, the problem of one of them is raised."""
    workspace = task.workspace
    known = await workspace.stores.evaluations.of(workspace.project_id, owner=workspace.owner)
    found = next((each for each in known if each.source == task.source), None)
    return found or await _Run(task).run()


async def run_evaluation_job(job: JobRun) -> dict[str, Any]:
    """Evaluate as a job; return what is needed to find the evaluation, and its scores."""
    given: EvaluationInput = job.arguments
    services = job.services
    project = await services.projects.get(given.project_id, owner=job.owner) if services.projects else None
    if project is None or services.open_workspace is None:
        raise NotFound(what_kind="project", id=given.project_id)
    workspace = services.open_workspace(project, language_of(project.name))
    task = EvaluationTask(
        workspace=workspace,
        brain=Brain(services.model_of("standard"), purpose="think", clock=services.clock),
        diagnosing=Brain(services.model_of("strong"), purpose="think", clock=services.clock),
        steps=job.steps,
        progress=job.progress,
        given=given,
        source=job.id,
    )
    evaluation = await evaluate(task)
    failed = {each.role: each.problem for each in evaluation.roles if each.status == "failed"}
    scores = {each.role: each.score for each in evaluation.roles if each.score is not None}
    return {"evaluation": evaluation.id, "score": evaluation.score, "roles": scores, "failed": failed}


EVALUATION: Final = JobKind(name="evaluation", input=EvaluationInput, run=run_evaluation_job)


class _Run:
    """One evaluation."""

    def __init__(self, task: EvaluationTask) -> None:
        self._task = task
        self._workspace = task.workspace
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._problems: list[InkwrightError] = []
        self._done = 0
        self._total = 0
        self._language: Language = task.workspace.language

    async def run(self) -> Evaluation:
        task = self._task
        require_capable(task.brain)
        chosen = choose_dimensions(task.given.roles, task.given.dimensions)
        begun = await task.steps.once("begin", self._begin)
        targets = await read_targets(
            self._workspace, [EvaluatedTarget.model_validate(each) for each in begun["targets"]]
        )
        self._language = language_of(" ".join(each.text[:2_000] for each in targets))
        personas = [each for each in await list_personas(self._workspace) if each.id in begun["personas"]]
        project = await self._project(targets)
        self._total = self._steps_of(chosen, targets, personas)
        roles, suggestions = await self._judge(chosen, project, targets, personas)
        diagnosis, problem = await self._diagnose(project, roles, targets)
        stored = partial(self._store, begun["id"], targets, roles, suggestions, (diagnosis, problem))
        return Evaluation.model_validate(await task.steps.once("store", stored))

    async def _begin(self) -> dict[str, Any]:
        """Return what is judged, so that a change in between does not mix two texts."""
        targets = await choose_targets(self._workspace, self._task.given.fields)
        return {
            "id": self._workspace.new_id("eval"),
            "targets": [each.target.model_dump() for each in targets],
            "personas": [each.id for each in await _selected(self._workspace)],
        }

    async def _project(self, targets: Sequence[TargetText]) -> JudgedProject:
        project, tree = await self._workspace.project(), await self._workspace.tree()
        judged = {each.target.block_id for each in targets}
        first = [each for _, each in tree.walk() if each.phase == "intent" and each.id not in judged]
        purpose = [(await self._workspace.read(each.id)).text for each in first[:3] if not each.is_structured]
        profile = await profile_text(self._workspace, project)
        return JudgedProject(project.name, "\n\n".join(filter(None, purpose)), profile[:4_000], self._language)

    @staticmethod
    def _steps_of(chosen: ChosenDimensions, targets: Sequence[TargetText], personas: Sequence[Persona]) -> int:
        batches = len(batches_of(targets))
        dialogues = len(personas) * 2
        return sum(dialogues if role in SIMULATING_ROLES else batches for role in chosen) + 1

    # --- roles -------------------------------------------------------------------------------------------

    async def _judge(
        self,
        chosen: ChosenDimensions,
        project: JudgedProject,
        targets: Sequence[TargetText],
        personas: Sequence[Persona],
    ) -> tuple[list[RoleResult], tuple[EditSuggestion, ...]]:
        """Return the result of each role, and their suggestions. If none has finished, the problem of one is raised."""
        judging = [
            self._role(role, dimensions, project, targets, personas)
            if role in SIMULATING_ROLES
            else self._role(role, dimensions, project, targets, ())
            for role, dimensions in chosen.items()
        ]
        judged = await together(judging)
        roles = [result for result, _ in judged]
        if all(each.status == "failed" for each in roles):
            # A model that has failed explains more than a persona that is missing.
            raise min(self._problems, key=lambda problem: isinstance(problem, InvalidOption))
        return roles, numbered_suggestions(each for _, found in judged for each in found)

    async def _role(
        self,
        role: EvaluationRole,
        dimensions: Sequence[str],
        project: JudgedProject,
        targets: Sequence[TargetText],
        personas: Sequence[Persona],
    ) -> tuple[RoleResult, list[EditSuggestion]]:
        """Return the result of a role. If a model fails, the role has failed, and the others go on."""
        try:
            if role in SIMULATING_ROLES:
                judged = await self._simulate(role, dimensions, project, targets, personas)
            else:
                judged = await self._review(role, dimensions, project, targets)
        except (ModelError, GaveUp, InvalidOption) as problem:
            self._problems.append(problem)
            words = " ".join(filter(None, error_text(self._language, problem)))
            return RoleResult(role=role, status="failed", problem=words[:1_000]), []
        return merged_dimensions(role, dimensions, judged.reports, judged.dialogues)

    async def _review(
        self, role: EvaluationRole, dimensions: Sequence[str], project: JudgedProject, targets: Sequence[TargetText]
    ) -> _Judged:
        batches = batches_of(targets)

        async def judged(number: int, parts: Sequence[JudgedPart]) -> RoleReport:
            work = partial(self._reviewed, project, role, dimensions, parts)
            async with self._gate:
                report = await self._task.steps.once(f"{role}/{number}", work)
            self._report(role)
            return RoleReport.model_validate(report)

        reports = await together([judged(number, parts) for number, parts in enumerate(batches, 1)])
        return _Judged(list(zip(reports, batches, strict=True)))

    async def _reviewed(
        self, project: JudgedProject, role: EvaluationRole, dimensions: Sequence[str], parts: Sequence[JudgedPart]
    ) -> dict[str, Any]:
        return (await judge_texts(self._task.brain, project, role, dimensions, parts)).model_dump()

    async def _simulate(
        self,
        role: EvaluationRole,
        dimensions: Sequence[str],
        project: JudgedProject,
        targets: Sequence[TargetText],
        personas: Sequence[Persona],
    ) -> _Judged:
        if not personas:
            raise InvalidOption(option="roles", value=role, allowed=Reason("evaluation.no_persona"))
        parts = beginnings_of(targets)
        stage = DialogueStage(self._task.brain, project, parts, self._task.steps)

        async def judged(persona: Persona) -> tuple[RoleReport, SimulatedDialogue]:
            async with self._gate:
                dialogue = await hold_dialogue(stage, role, persona)
                self._report(role)
                work = partial(self._heard, project, role, dimensions, (persona, dialogue, parts))
                report = await self._task.steps.once(f"{role}/{persona.id}/report", work)
            self._report(role)
            return RoleReport.model_validate(report), dialogue

        found = await together([judged(persona) for persona in personas])
        return _Judged([(report, parts) for report, _ in found], tuple(dialogue for _, dialogue in found))

    async def _heard(
        self,
        project: JudgedProject,
        role: EvaluationRole,
        dimensions: Sequence[str],
        subject: tuple[Persona, SimulatedDialogue, Sequence[JudgedPart]],
    ) -> dict[str, Any]:
        return (await judge_dialogue(self._task.brain, project, role, dimensions, subject)).model_dump()

    # --- the end -----------------------------------------------------------------------------------------

    async def _diagnose(
        self, project: JudgedProject, roles: Sequence[RoleResult], targets: Sequence[TargetText]
    ) -> tuple[ContentDiagnosis | None, str]:
        async def work() -> dict[str, Any]:
            return (await diagnose(self._task.diagnosing, project, roles, targets)).model_dump()

        try:
            written = await self._task.steps.once("diagnosis", work)
        except (ModelError, GaveUp) as problem:
            return None, " ".join(filter(None, error_text(self._language, problem)))[:1_000]
        self._done = self._total - 1
        self._report("diagnosis")
        return ContentDiagnosis.model_validate(written), ""

    async def _store(
        self,
        evaluation_id: str,
        targets: Sequence[TargetText],
        roles: Sequence[RoleResult],
        suggestions: tuple[EditSuggestion, ...],
        diagnosed: tuple[ContentDiagnosis | None, str],
    ) -> dict[str, Any]:
        workspace = self._workspace
        origin = workspace.origin(self._task.why)
        evaluation = Evaluation(
            id=evaluation_id,
            project_id=workspace.project_id,
            owner=workspace.owner,
            created=origin.at,
            source=self._task.source,
            targets=tuple(each.target for each in targets),
            roles=tuple(roles),
            score=mean_score([each.score for each in roles if each.score is not None]),
            suggestions=suggestions,
            diagnosis=diagnosed[0],
            diagnosis_problem=diagnosed[1],
            dimensions=self._task.given.dimensions,
        )
        await workspace.stores.evaluations.add(evaluation, origin)
        return evaluation.model_dump(mode="json")

    def _report(self, stage: str) -> None:
        self._done = min(self._done + 1, self._total)
        name = text(self._language, f"evaluation.role.{stage}")
        self._task.progress(self._done, self._total, text(self._language, "evaluation.progress", role=name))


async def together(working: Sequence[Awaitable[_Done]]) -> list[_Done]:
    """Return all results. If one raises, the others are stopped, and its error is raised."""
    tasks = [asyncio.ensure_future(each) for each in working]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


async def _selected(workspace: ProjectWorkspace) -> list[Persona]:
    return [each for each in await list_personas(workspace) if each.selected][:MAX_SELECTED]
