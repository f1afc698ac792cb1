"""The jobs of apps: compile a conversation, run an app once, and run it over many inputs."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.conversation_steps import steps_of_turns
from inkwright.agent.job_kinds import JobKind, JobRun
from inkwright.agent.school_turns import names_kept
from inkwright.apps.blueprint import Blueprint
from inkwright.apps.compiler import (
    CompileRequest,
    compile_blueprint,
    content_digest,
    invalid_app,
    language_of_messages,
    parse_blueprint,
)
from inkwright.apps.execution import RunContext, execute_run
from inkwright.apps.refining import refine_blueprint
from inkwright.conversation.app_records import AppRecord, AppRun, Apps
from inkwright.errors import InkwrightError, StoreUnavailable
from inkwright.i18n import Language, Reason, error_text
from inkwright.school.records import SchoolData
from inkwright.school.school import School

MAX_BATCH: Final = 200
_NO_SCHOOL: Final = School(SchoolData())
_STEP_ID: Final = 200


class _JobInput(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AppCompileInput(_JobInput):
    """What is compiled: the chosen steps, or all that an app can repeat. `has_text` depends on the model if null."""

    app_id: str = Field(max_length=64)
    conversation_id: str = Field(max_length=64)
    steps: list[Annotated[str, Field(max_length=_STEP_ID)]] = Field(default=[], max_length=100)
    entities: dict[Annotated[str, Field(max_length=64)], str | dict[str, str]] = Field(default={}, max_length=12)
    title: str = Field(default="", max_length=200)
    has_text: bool | None = None
    refines: bool = True
    language: Language | None = None


class AppRunInput(_JobInput):
    """Which run."""

    run_id: str = Field(max_length=64)


class AppBatchInput(_JobInput):
    """An app, and the inputs of each run. The budget is that of the whole batch."""

    app_id: str = Field(max_length=64)
    number: int
    batch_id: str = Field(max_length=64)
    inputs: list[dict[str, Any]] = Field(min_length=1, max_length=MAX_BATCH)
    budget: dict[str, Any] = {}


def apps_of(job: JobRun) -> Apps:
    """Return the store of apps."""
    if job.services.apps is None:
        raise StoreUnavailable(place="apps", problem="")
    return job.services.apps


async def _school(job: JobRun) -> School:
    return await job.services.schools.load(job.owner) if job.services.schools else _NO_SCHOOL


# --- compile ----------------------------------------------------------------------------------------------


async def run_compile(job: JobRun) -> dict[str, Any]:
    """Compile a conversation, and store the blueprint as the next version of its app."""
    given: AppCompileInput = job.arguments
    job.progress(0, 2, "steps")
    try:
        compiled = await job.steps.once("blueprint", partial(_compiled, job, given))
    except InkwrightError as problem:
        what, todo = error_text(given.language or "en", problem)
        changes = {"status": "draft", "problem": f"{what} {todo}".strip()[:2_000]}
        await apps_of(job).change(given.app_id, changes, owner=job.owner)
        raise
    job.progress(1, 2, "blueprint")
    number = await job.steps.once("store", partial(_stored, job, given, compiled["blueprint"]))
    job.progress(2, 2)
    return {"app_id": given.app_id, "version": number, "blueprint": compiled["blueprint"]}


async def _compiled(job: JobRun, given: AppCompileInput) -> dict[str, Any]:
    turns = await job.services.conversations.turns_after(given.conversation_id, "", owner=job.owner)
    school = await _school(job)
    steps = steps_of_turns(turns, school)
    model = job.services.model_of("standard")
    request = CompileRequest(
        steps,
        given.steps,
        given.entities,
        given.title,
        not model.abilities.is_weak if given.has_text is None else given.has_text,
        given.language or language_of_messages([turn.message for turn in turns]),
    )
    digest = content_digest(request, school)
    known = await apps_of(job).cached(digest, owner=job.owner)
    if known is not None:
        return {"blueprint": dict(known)}
    blueprint = compile_blueprint(request, school)
    if given.refines and not model.abilities.is_weak and not given.title:
        async with names_kept(job.services, job.owner):
            blueprint = await refine_blueprint(blueprint, model)
    written = blueprint.model_dump(mode="json", by_alias=True)
    return {"blueprint": dict(await apps_of(job).keep(digest, written, owner=job.owner))}


async def _stored(job: JobRun, given: AppCompileInput, blueprint: Mapping[str, Any]) -> int:
    """Store the version, unless the process died after it had stored it."""
    apps = apps_of(job)
    app = await apps.get(given.app_id, owner=job.owner)
    change = {"type": "compile", "jobId": job.id}
    known = [each.number for each in await apps.versions(app) if each.change == change]
    if known:
        return known[0]
    return (await apps.add_version(app, blueprint, change, parent=app.number)).number


# --- run --------------------------------------------------------------------------------------------------


async def blueprint_of(apps: Apps, app: AppRecord, number: int) -> Blueprint:
    """Return the blueprint of a version. InvalidOption if an app has none yet."""
    if number == 0:
        raise invalid_app(app.id, app.problem or Reason("apps.not_compiled"))
    return parse_blueprint((await apps.version(app, number)).blueprint)


async def run_once(job: JobRun) -> dict[str, Any]:
    """Run an app once."""
    apps = apps_of(job)
    run = await apps.run(job.arguments.run_id, owner=job.owner)
    app = await apps.get(run.app_id, owner=job.owner)
    job.progress(0, 1, app.title)
    done = await execute_run(RunContext(job.services, apps, job.steps), run, await blueprint_of(apps, app, run.number))
    job.progress(1, 1, app.title)
    return {"run_id": done.id, "status": done.status}


async def run_over(job: JobRun) -> dict[str, Any]:
    """Run an app over many inputs, one after the other; each run has an id, a page and a trace of its own."""
    given: AppBatchInput = job.arguments
    apps = apps_of(job)
    app = await apps.get(given.app_id, owner=job.owner)
    blueprint = await blueprint_of(apps, app, given.number)
    spent: dict[str, Any] = {"calls": 0, "tokens": 0, "dollars": 0.0}
    done: list[dict[str, Any]] = []
    for number, inputs in enumerate(given.inputs, 1):
        job.progress(number - 1, len(given.inputs), app.title)
        run = await _batch_run(job, given, number, inputs)
        context = RunContext(job.services, apps, job.steps, f"{number}/", spent)
        ended = await execute_run(context, run, blueprint)
        spent = {name: spent[name] + ended.usage.get(name, 0) for name in spent}
        done.append({"run_id": ended.id, "status": ended.status, "problem": _problem_of(ended)})
    job.progress(len(given.inputs), len(given.inputs), app.title)
    return {"batch_id": given.batch_id, "runs": done, "usage": spent}


def _problem_of(run: AppRun) -> str:
    return str(run.error.get("message", "")) if run.error else ""


async def _batch_run(job: JobRun, given: AppBatchInput, number: int, inputs: Mapping[str, Any]) -> AppRun:
    async def new_id() -> str:
        return job.services.ids.new("run")

    run = AppRun(
        id=await job.steps.once(f"{number}/id", new_id),
        app_id=given.app_id,
        owner=job.owner,
        number=given.number,
        inputs=inputs,
        budget=given.budget,
        job_id=job.id,
        batch_id=given.batch_id,
    )
    await apps_of(job).add_run(run)
    return run


APP_COMPILE: Final = JobKind(name="app_compile", input=AppCompileInput, run=run_compile)
APP_RUN: Final = JobKind(name="app_run", input=AppRunInput, run=run_once)
APP_BATCH: Final = JobKind(name="app_batch", input=AppBatchInput, run=run_over)
