"""Play the demo of a project: scripted replies, and everything else as it is: tools, research, runs, checks, store."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from inkwright.agent.job_kinds import JobRun
from inkwright.agent.services import TurnServices
from inkwright.agent.source_search import SourceHit
from inkwright.conversation.asks import answer_from_json
from inkwright.conversation.events import Event, ToolFailed, Warned
from inkwright.conversation.turns import Asked, Outcome
from inkwright.errors import InvalidOption, ServiceFailed
from inkwright.evaluation.adoption import list_evaluations
from inkwright.examples.project_script import DemoName, DemoStep, DemoText, ProjectDemo, load_demo
from inkwright.examples.scripted_models import RoleModel
from inkwright.i18n import Language, Reason, text
from inkwright.llm.scripted import ScriptedModel
from inkwright.projects.anchored_edits import AnchoredEdit, EditRefused
from inkwright.projects.block_paths import require_block
from inkwright.projects.editing import decide_proposal, edit_block
from inkwright.projects.evaluations import Evaluation
from inkwright.projects.outer_production import add_channel_blocks, require_channels
from inkwright.projects.persona_editing import list_personas
from inkwright.projects.presets import CreatorProfile, Preset
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.research.citations.folding import folded
from inkwright.research.citations.passages import tokens_of_text
from inkwright.tools.registry import all_tools
from inkwright.usecases.demo_reports import (
    ACT,
    SAID,
    answer_lines,
    open_proposals,
    plan_lines,
    stale_line,
    turn_lines,
    written_lines,
)
from inkwright.usecases.make import start_conversation
from inkwright.usecases.project_runs import ProjectRunInput, run_project
from inkwright.usecases.project_turns import place_in_project
from inkwright.usecases.projects import find_project, open_project
from inkwright.usecases.store import Store
from inkwright.usecases.turns import answer_ask, begin_message, run_begun

_MAX_COPIES: Final = 999

TellStep = Callable[[str], None]


async def _no_pause() -> None:
    """Go on at once."""


class ShippedTexts:
    """The texts of a demo as a place that research searches."""

    def __init__(self, texts: Sequence[DemoText]) -> None:
        self._texts = {each.address: each for each in texts}

    @property
    def name(self) -> str:
        """The name of the place."""
        return "demo"

    async def search(self, query: str, *, owner: str, limit: int) -> list[SourceHit]:
        """Return the texts that have words of the query, in their order."""
        del owner
        words = tokens_of_text(folded(query))
        found = [each for each in self._texts.values() if words & tokens_of_text(folded(each.text))]
        return [SourceHit(each.title, each.address) for each in found[:limit]]

    async def read(self, hit: SourceHit, *, owner: str) -> str:
        """Return the text of a result."""
        del owner
        if hit.address not in self._texts:
            raise ServiceFailed(url=hit.address, problem=Reason("reason.pages.gone"))
        return self._texts[hit.address].text


class _OwnSteps:
    """The steps of a run that is not continued elsewhere: a demo must not run the jobs of the person."""

    def __init__(self) -> None:
        self._done: dict[str, Any] = {}

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do the work unless it is done."""
        if key not in self._done:
            self._done[key] = await work()
        return self._done[key]


@dataclass(frozen=True, slots=True)
class DemoResult:
    """How a demo ended, with its evaluation as it is stored.

    `digest` depends on the paths, statuses and texts of all blocks, on the personas and on the scores, not on ids or
    times.
    """

    project: Project
    conversation_id: str
    blocks: int
    digest: str
    evaluation: Evaluation

    @property
    def score(self) -> float:
        """The overall score."""
        return self.evaluation.score


async def begin_demo(store: Store, name: DemoName, language: Language, *, owner: str) -> "ProjectDemoPlay":
    """Create the project and the conversation of a demo. A second demo of the same name gets a number."""
    demo = load_demo(name, language)
    title = demo.project
    for number in range(2, _MAX_COPIES):
        if await find_project(store.projects, title, owner=owner) is None:
            break
        title = f"{demo.project} {number}"
    project, _ = await open_project(store, title, owner=owner, language=language)
    heading = text(language, "example.conversation", title=demo.title)
    conversation_id = await start_conversation(store, heading, owner)
    await place_in_project(store.projects, conversation_id, project.id, owner=owner)
    return ProjectDemoPlay(store, demo, project, conversation_id, language)


@dataclass(frozen=True, slots=True)
class ProjectDemoPlay:
    """A demo that was begun."""

    store: Store
    demo: ProjectDemo
    project: Project
    conversation_id: str
    language: Language

    async def play(
        self, tell: TellStep, show: Callable[[int, Event], None], pause: Callable[[], Awaitable[None]] = _no_pause
    ) -> DemoResult:
        """Play every step, each after a pause. InvalidOption if a step does not end as its script says, or a tool
        fails.
        """
        failed: list[str] = []

        def heard(number: int, event: Event) -> None:
            if isinstance(event, ToolFailed):
                failed.append(f"{event.tool}: {event.problem}")
            show(number, event)

        await self._choose_profile()
        for number, step in enumerate(self.demo.steps, 1):
            await pause()
            tell(self._line(step))
            roles = RoleModel(step.does, step.writes, self.language, tell)
            services = self._services(roles.model, heard)
            lines = await self._step(services, step, number)
            if failed or roles.unused:
                raise self._broken(number, failed[0] if failed else text(self.language, "example.script_over"))
            for line in lines:
                tell(line)
        return await self._result()

    async def _step(self, services: TurnServices, step: DemoStep, number: int) -> list[str]:
        """Carry out a step; return what to tell about it."""
        if step.message:
            return await self._send(services, step, number)
        if step.run or step.channels:
            return await self._generate(services, step, number)
        if step.edit is not None:
            await self._edit(step)
        else:
            await self._accept()
        return await stale_line(self._workspace, self.language)

    def _services(self, model: ScriptedModel, show: Callable[[int, Event], None]) -> TurnServices:
        tools = list(all_tools().values())
        services = self.store.turn_services(model, tools, show)
        return replace(services, sources=[ShippedTexts(self.demo.sources)])

    @property
    def _workspace(self) -> ProjectWorkspace:
        return self.store.workspace(self.project, self.language)

    def _line(self, step: DemoStep) -> str:
        if step.message:
            return SAID + step.message
        kind = "run" if step.run else "channels" if step.channels else "edit" if step.edit else "accept"
        names = ", ".join(step.channels) or (step.edit.block if step.edit else "")
        return ACT + text(self.language, f"project.demo.{kind}", names=names)

    async def _choose_profile(self) -> None:
        if not self.demo.profile:
            return
        store, owner = self.store, self.project.owner
        content = CreatorProfile(self.demo.profile)
        preset = Preset(store.ids.new("preset"), owner, self.demo.project, store.clock.now(), content)
        await self._workspace.choose_profile((await store.presets.put(preset)).id)

    async def _send(self, services: TurnServices, step: DemoStep, number: int) -> list[str]:
        owner, answers = self.project.owner, list(step.answers)
        lines: list[str] = []
        begun = await begin_message(services, step.message, owner=owner, conversation_id=self.conversation_id)
        scripted = text(self.language, "example.scripted_first", title=self.demo.title)
        note = Warned(code="scripted", message=scripted) if number == 1 else None
        outcome: Outcome = await run_begun(services, replace(begun, note=note or begun.note))
        while isinstance(outcome, Asked) and answers:
            ask = await services.asks.get(outcome.ask_id, owner=owner)
            assert ask is not None  # noqa: S101 - it was stored a moment ago
            given = answer_from_json(ask, answers.pop(0))
            lines += answer_lines(ask, given, self.language)
            outcome = await answer_ask(services, outcome.ask_id, given, owner=owner)
        if outcome.kind != step.ends or answers or outcome.receipt.missing:
            raise self._broken(number, f"{outcome.kind}: {outcome.message} {outcome.receipt.missing}")
        return [*lines, *await turn_lines(self._workspace, outcome, self.language)]

    async def _generate(self, services: TurnServices, step: DemoStep, number: int) -> list[str]:
        only: list[str] = []
        if step.channels:
            channels = await require_channels(self._workspace, step.channels)
            only = [each.block_id for each in await add_channel_blocks(self._workspace, channels)]
        plan = await self._workspace.run_plan(only, stale_only=step.run == "stale")
        given = ProjectRunInput(
            project_id=self.project.id, only=tuple(only), stale_only=step.run == "stale", language=self.language
        )
        job = JobRun(
            id=self.store.ids.new("job"),
            owner=self.project.owner,
            arguments=given,
            steps=_OwnSteps(),
            progress=lambda _done, _total, message="": None,
            services=services,
        )
        result = await run_project(job)
        left = [each for each in result["blocks"] if each["state"] != "generated"]
        if left:
            raise self._broken(number, f"{left[0]['path']}: {left[0]['state']}")
        order = plan_lines(await self._workspace.tree(), plan.stages, self.language)
        return [*order, *await written_lines(self._workspace, plan.stages, self.language)]

    async def _edit(self, step: DemoStep) -> None:
        assert step.edit is not None  # noqa: S101 - this is a step with an edit
        block = require_block(await self._workspace.tree(), step.edit.block, self.language)
        edits = [AnchoredEdit("replace", step.edit.replace, step.edit.text)]
        done = await edit_block(self._workspace, block.id, edits, based_on=block.version)
        if isinstance(done, EditRefused):
            raise self._broken(0, done.anchor)

    async def _accept(self) -> None:
        for proposal in await open_proposals(self._workspace):
            await decide_proposal(self._workspace, proposal.id, "accepted")

    def _broken(self, number: int, words: str) -> InvalidOption:
        return InvalidOption(option="demo", value=number, allowed=words[:300])

    async def _result(self) -> DemoResult:
        workspace = self._workspace
        tree, texts = await workspace.tree(), await workspace.texts()
        evaluation = await self._evaluation()
        lines = [f"{tree.path(block)}\n{tree.status(block)}\n{texts.get(block.id, '')}" for _, block in tree.walk()]
        lines += [f"{each.described()}\n{each.selected}" for each in await list_personas(workspace)]
        lines += [f"{each.role} {each.score}" for each in evaluation.roles] + [str(evaluation.score)]
        digest = hashlib.sha256("\n\n".join(lines).encode()).hexdigest()
        return DemoResult(self.project, self.conversation_id, len(tree), digest, evaluation)

    async def _evaluation(self) -> Evaluation:
        """Return the evaluation of the demo, in which every role and the diagnosis must have succeeded."""
        evaluation = next(iter(await list_evaluations(self._workspace)), None)
        if evaluation is None:
            raise self._broken(len(self.demo.steps), text(self.language, "evaluation.none"))
        problems = [each.problem for each in evaluation.roles if each.status == "failed"]
        if problems or evaluation.diagnosis is None:
            raise self._broken(len(self.demo.steps), " ".join([*problems, evaluation.diagnosis_problem]))
        return evaluation
