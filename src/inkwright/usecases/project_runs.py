"""An auto-run of a project: every block that is ready is generated, in the order of the dependencies, as a job."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.job_kinds import JobKind, JobRun
from inkwright.agent.rule_planner import RULE_MODEL_NAME
from inkwright.agent.school_turns import names_kept
from inkwright.authoring.block_writer import BlockStream, write_block
from inkwright.errors import CallerError, GaveUp, InkwrightError, InvalidOption, ModelError, ModelUnavailable, NotFound
from inkwright.i18n import Language, Reason, error_message, language_of, text
from inkwright.llm.brain import Brain
from inkwright.llm.providers import Tier
from inkwright.projects.block_schedule import run_in_order
from inkwright.projects.blocks import BlockStatus, ContentBlock
from inkwright.projects.editing import propose_text
from inkwright.projects.field_index import invalidate_field_index_cache
from inkwright.projects.records import MAX_BLOCKS
from inkwright.projects.run_plan import RunPlan, is_held, is_usable, plan_run, run_needs
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.tools.block_writing import block_brief

MAX_AT_ONCE: Final = 16
KIND: Final = "project_run"
_AUTHOR: Final = "auto_run"
_MAX_SHOWN: Final = 500
_TRIES: Final = 2
"""How often a block is written if what it depends on changes while it is written."""


class ProjectRunInput(BaseModel):
    """What an auto-run generates: the blocks with these ids, or all that are ready; or all whose text is stale."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    project_id: Annotated[str, Field(min_length=1, max_length=100)]
    only: Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=MAX_BLOCKS)] = ()
    stale_only: bool = False
    at_once: Annotated[int, Field(ge=1, le=MAX_AT_ONCE)] = 4
    language: Literal["en", "zh"] = "en"


async def run_project(job: JobRun) -> dict[str, Any]:
    """Return what became of every block: generated, proposed, failed, skipped, or waiting for a person."""
    return await _ProjectRun(job, await _open(job)).run()


def _project_of(given: ProjectRunInput) -> str:
    return given.project_id


PROJECT_RUN: Final = JobKind(name=KIND, input=ProjectRunInput, run=run_project, slot=_project_of)


async def _open(job: JobRun) -> ProjectWorkspace:
    given: ProjectRunInput = job.arguments
    services = job.services
    project = await services.projects.get(given.project_id, owner=job.owner) if services.projects else None
    if project is None or services.open_workspace is None:
        raise NotFound(what_kind=Reason("project.word"), id=given.project_id)
    return services.open_workspace(project, given.language)


class _ProjectRun:
    """One run. Its plan is a step, and each block is one: it is generated and saved there.

    The process may die after a text was saved and before its step is stored. So the version, or the proposal, that a
    run makes names the run, and is looked for first.
    """

    def __init__(self, job: JobRun, workspace: ProjectWorkspace) -> None:
        self._job = job
        self._given: ProjectRunInput = job.arguments
        self._language: Language = self._given.language
        self._workspace = workspace
        self._mark = f"({job.id})"
        self._plan: dict[str, Any] = {}
        self._results: dict[str, dict[str, Any]] = {}
        self._running: list[str] = []

    async def run(self) -> dict[str, Any]:
        if self._job.services.model_of("standard").name == RULE_MODEL_NAME:
            raise ModelUnavailable(model=RULE_MODEL_NAME, problem=Reason("reason.usecases.no_model"))
        self._plan = await self._job.steps.once("plan", self._planned)
        self._report()
        needs = {id_: entry["needs"] for id_, entry in self._plan["blocks"].items()}
        skipped = await run_in_order(needs, self._block, at_once=self._given.at_once)
        self._report()
        return await self._job.steps.once("result", partial(self._result, skipped))  # type: ignore[no-any-return]

    async def _planned(self) -> dict[str, Any]:
        tree = await self._workspace.tree()
        unknown = [id_ for id_ in self._given.only if tree.get(id_) is None]
        if unknown:
            raise NotFound(what_kind=Reason("project.word.block"), id=unknown[0])
        only = _fields_below(tree, self._given.only)
        scope = await self._workspace.run_scope(tree, only, stale_only=self._given.stale_only)
        plan = plan_run(tree, scope)
        needs = run_needs(tree, plan)
        blocks = {id_: _entry(tree, id_, needs=list(needed)) for id_, needed in needs.items()}
        for id_ in blocks:
            blocks[id_]["is_proposal"] = id_ in scope.proposed
        return {"blocks": blocks, "waiting": _waiting(tree, plan)}

    # --- one block ---------------------------------------------------------------------------------------

    async def _block(self, block_id: str) -> bool:
        self._running.append(block_id)
        self._report()
        try:
            result = await self._job.steps.once(f"block/{block_id}", partial(self._generated, block_id))
        finally:
            self._running.remove(block_id)
        self._results[block_id] = result
        self._report()
        return result["state"] in ("generated", "current")

    async def _generated(self, block_id: str) -> dict[str, Any]:
        """Generate and save a block; return what became of it. A failure of this block is a result like others."""
        try:
            found = await self._saved_before(block_id)
            return found or await self._generate(await self._workspace.block(block_id))
        except (ModelError, GaveUp, CallerError) as problem:
            return _failure(problem, self._language)
        finally:
            invalidate_field_index_cache(self._workspace.project_id)

    async def _saved_before(self, block_id: str) -> dict[str, Any] | None:
        """Return what this run has saved already, in a process that died before it could be stored."""
        for version in await self._workspace.versions(block_id):
            if version.author == _AUTHOR and version.reason.endswith(self._mark):
                return await self._outcome(block_id, version.version)
        proposals = await self._workspace.stores.proposals.of(self._workspace.project_id, owner=self._workspace.owner)
        for proposal in proposals:
            if proposal.block_id == block_id and proposal.summary.endswith(self._mark):
                return {"state": "proposed", "proposal": proposal.id}
        return None

    async def _generate(self, block: ContentBlock) -> dict[str, Any]:
        entry = self._plan["blocks"][block.id]
        if block.version != entry["version"] and is_usable(block):
            return {"state": "current", "version": block.version}
        missing = await self._workspace.missing_for(block.id)
        if missing:
            return {"state": "waiting", "questions": list(missing.questions), "blocks": list(missing.blocks)}
        if entry["is_proposal"] or is_held(block):
            return await self._propose(block, await self._write(block, BlockStream(_ignore_piece)))
        if not is_usable(block) and block.status != "in_progress":
            await self._set_status(block, "in_progress", self._text("project.run.why"))
        stream = BlockStream(_ignore_piece)
        try:
            return await self._save(block, await self._write(block, stream))
        except (ModelError, GaveUp, CallerError, asyncio.CancelledError) as stop:
            # What was refused is not kept; what was cut off is.
            written = stream.text if isinstance(stop, ModelError | asyncio.CancelledError) else ""
            await asyncio.shield(self._after_stop(block, written))
            raise

    async def _write(self, block: ContentBlock, stream: BlockStream) -> str:
        """Return the text, written from what the block depends on as it is now."""
        brain = Brain(self._job.services.model_of(_tier(block)), purpose="write")
        language = language_of(f"{block.name} {block.prompt}")
        for _ in range(_TRIES):
            before = await self._needed_versions(block)
            async with names_kept(self._job.services, self._job.owner):
                content = await write_block(brain, await block_brief(self._workspace, block, language), stream)
            if await self._needed_versions(block) == before:
                return content
        raise InvalidOption(option="block", value=block.name, allowed=Reason("project.run.moving"))

    async def _needed_versions(self, block: ContentBlock) -> dict[str, int]:
        tree = await self._workspace.tree()
        found = [tree.get(id_) for id_ in tree.graph().needed_by(block.id)]
        return {each.id: each.version for each in found if each}

    async def _save(self, block: ContentBlock, content: str) -> dict[str, Any]:
        change = await self._workspace.write(
            block.id, content, based_on=block.version, author=_AUTHOR, reason=self._why()
        )
        return await self._outcome(block.id, change.version)

    async def _propose(self, block: ContentBlock, content: str) -> dict[str, Any]:
        proposal = await propose_text(
            self._workspace, block.id, content, based_on=block.version, author=_AUTHOR, reason=self._why()
        )
        return {"state": "proposed", "proposal": proposal.id}

    def _why(self) -> str:
        return f"{self._text('project.run.why')} {self._mark}"

    async def _outcome(self, block_id: str, version: int) -> dict[str, Any]:
        needs_review = (await self._workspace.block(block_id)).need_review
        return {"state": "review" if needs_review else "generated", "version": version}

    async def _after_stop(self, block: ContentBlock, written: str) -> None:
        """Keep what was written of a block that had no text, and let the next run generate it again. A block that
        somebody has changed meanwhile is left as it is.
        """
        if (await self._workspace.block(block.id)).version != block.version or is_usable(block):
            return
        why = self._text("project.run.partial")
        if written and not block.characters:
            await self._workspace.write(block.id, written, based_on=block.version, author=_AUTHOR, reason=why)
        await self._set_status(block, "failed", why)

    async def _set_status(self, block: ContentBlock, status: BlockStatus, why: str) -> None:
        await self._workspace.set_status(block.id, status, author=_AUTHOR, reason=why)

    # --- what is reported --------------------------------------------------------------------------------

    def _report(self) -> None:
        blocks = self._plan["blocks"]
        shown = self._text("receipt.and").join(blocks[id_]["path"] for id_ in self._running)
        self._job.progress(len(self._results), len(blocks), shown)

    async def _result(self, skipped: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Return every planned block with what became of it, and the ones that wait."""
        blocks = self._plan["blocks"]
        found = [
            {"block_id": id_, "path": entry["path"], **self._results.get(id_, {"state": "skipped"})}
            for id_, entry in blocks.items()
        ]
        for each in found:
            if each["block_id"] in skipped:
                each["because"] = [blocks[id_]["path"] for id_ in skipped[each["block_id"]]]
        stale = [each.id for _, each in (await self._workspace.tree()).walk() if each.needs_regeneration]
        return {"project_id": self._given.project_id, "blocks": [*found, *self._plan["waiting"]], "stale": stale}

    def _text(self, key: str) -> str:
        return text(self._language, key)


def _fields_below(tree: BlockTree, ids: Sequence[str]) -> list[str]:
    """Return the blocks; for a group, all fields below it."""
    found: list[str] = []
    for id_ in ids:
        block = tree.get(id_)
        if block is not None and block.block_type == "group":
            found += [each.id for each in tree.under(id_) if each.block_type == "field"]
        else:
            found.append(id_)
    return list(dict.fromkeys(found))


def _entry(tree: BlockTree, block_id: str, **fields: Any) -> dict[str, Any]:
    block = tree.get(block_id)
    assert block is not None  # noqa: S101 - it is in the plan of this tree
    return {"path": tree.path(block), "version": block.version, **fields}


def _waiting(tree: BlockTree, plan: RunPlan) -> list[dict[str, Any]]:
    lacking = [
        {
            "block_id": id_,
            "path": _entry(tree, id_)["path"],
            "state": "waiting",
            "questions": list(each.questions),
            "blocks": list(each.blocks),
            "producer": each.producer,
        }
        for id_, each in plan.missing.items()
    ]
    reviews = [{"block_id": id_, "path": _entry(tree, id_)["path"], "state": "review"} for id_ in plan.reviews]
    return [*lacking, *reviews]


def _ignore_piece(_piece: str | None) -> None:
    """A run has no reader that follows each piece; the text is read when it is saved."""


def _tier(block: ContentBlock) -> Tier:
    """Return the model that a block names by its tier; the standard one otherwise."""
    match block.model_override:
        case "fast" | "standard" | "strong" as tier:
            return tier
        case _:
            return "standard"


def _failure(problem: InkwrightError, language: Language) -> dict[str, Any]:
    message = error_message(language, problem)
    return {"state": "failed", "code": problem.code, "message": message[:_MAX_SHOWN]}
