"""Apps over HTTP: compile a conversation, run an app, follow its runs, publish, duplicate and delete."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from inkwright.agent.conversation_steps import ConversationStep
from inkwright.application import Inkwright
from inkwright.apps.blueprint import Blueprint, blueprint_schema
from inkwright.apps.jobs import MAX_BATCH
from inkwright.apps.run_errors import error_message
from inkwright.apps.step_rules import can_compile
from inkwright.conversation.app_records import AppRecord, AppRun, AppStatus, AppVersion, RunStatus
from inkwright.conversation.message_stream import HEARTBEAT, STREAM_END, STREAM_HEADERS, frame
from inkwright.errors import NotFound
from inkwright.i18n import Language, Reason
from inkwright.runtime.records import JobStatus
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.routes.agent import STREAM_RESPONSES
from inkwright.server.streams import HEARTBEAT_SECONDS
from inkwright.server.wire import Cursor, Limit, Page, WireModel, offset_of
from inkwright.usecases.apps import NewApp, NewAppRun, PersonsApps

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_POLL_SECONDS: Final = 0.15
_FINISH: Final = "finish"

router = APIRouter(prefix="/api/apps", tags=["apps"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class Budget(WireModel):
    """The most that the models of a run may use. A price that is not known counts by tokens."""

    tokens: int | None = Field(default=None, ge=0, le=1_000_000_000)
    dollars: float | None = Field(default=None, ge=0, le=1_000_000)

    @property
    def caps(self) -> dict[str, Any]:
        """The caps that are given."""
        return {name: cap for name, cap in (("tokens", self.tokens), ("dollars", self.dollars)) if cap is not None}


InputValues = Annotated[
    dict[Annotated[str, Field(max_length=64)], str | dict[str, str] | None],
    Field(max_length=12, description="Values of inputs by id; a range of dates is `{start, end}`."),
]


class AppStepItem(WireModel):
    """A step of a conversation."""

    id: str
    tool: str
    arguments: dict[str, Any]
    message: str = Field(description="The message of its turn.")
    can_compile: bool = Field(description="Whether an app can repeat it.")

    @classmethod
    def of(cls, step: ConversationStep) -> "AppStepItem":
        """Return the item of a step."""
        return cls(
            id=step.id,
            tool=step.tool,
            arguments=dict(step.arguments),
            message=step.message[:500],
            can_compile=can_compile(step),
        )


class AppSteps(WireModel):
    """The steps of a conversation."""

    items: list[AppStepItem]


class CompileBody(WireModel):
    """What to compile."""

    conversation_id: str = Field(max_length=64)
    steps: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[], max_length=100, description="Steps by id; all that an app can repeat if empty."
    )
    entity_context: InputValues = Field(default={}, description="Values that replace those of the conversation.")
    title: str = Field(default="", max_length=200)
    has_text: bool | None = Field(
        default=None, description="Whether a model writes texts; if it is capable by default."
    )
    language: Language | None = None


class CompileStarted(WireModel):
    """A compilation that has begun."""

    job_id: str
    app_id: str


class CompileStatus(WireModel):
    """How far a compilation is."""

    job_id: str
    app_id: str
    status: JobStatus
    done: int
    total: int
    blueprint: Blueprint | None = Field(description="The blueprint, when it is finished.")
    error: str | None = Field(description="Which step cannot be compiled, and why.")


class AppItem(WireModel):
    """An app."""

    id: str
    title: str
    status: AppStatus
    version: int = Field(description="The present version; 0 if it has none.")
    language: str
    conversation_id: str
    job_id: str = Field(description="The job that compiled it.")
    problem: str = Field(description="Why it could not be compiled.")
    created_at: str
    changed_at: str

    @classmethod
    def of(cls, app: AppRecord) -> "AppItem":
        """Return the item of an app."""
        names = (
            "id",
            "title",
            "status",
            "language",
            "conversation_id",
            "job_id",
            "problem",
            "created_at",
            "changed_at",
        )
        return cls(version=app.number, **{name: getattr(app, name) for name in names})


class AppDetails(AppItem):
    """An app with its blueprint."""

    blueprint: Blueprint | None


class AppVersionItem(WireModel):
    """A version of an app."""

    version: int
    parent: int = Field(description="The version that it was made from.")
    change: dict[str, Any] = Field(description="What made it.")
    created_at: str

    @classmethod
    def of(cls, version: AppVersion) -> "AppVersionItem":
        """Return the item of a version."""
        return cls(
            version=version.number,
            parent=version.parent,
            change=dict(version.change),
            created_at=version.created_at,
        )


class AppVersions(WireModel):
    """The versions of an app, oldest first."""

    items: list[AppVersionItem]
    present: int


class RunBody(WireModel):
    """A run to begin."""

    params: InputValues = Field(default={})
    budget_cap: Budget = Budget()


class RunStarted(WireModel):
    """A run that has begun."""

    execution_id: str
    job_id: str


class BatchBody(WireModel):
    """Runs to begin, one for each of the inputs; the budget is that of all."""

    inputs: list[InputValues] = Field(min_length=1, max_length=MAX_BATCH)
    budget_cap: Budget = Budget()


class BatchStarted(WireModel):
    """A batch that has begun."""

    batch_id: str
    job_id: str


class RetryBody(WireModel):
    """What to do again."""

    step: str | None = Field(default=None, max_length=64, description="One step of the trace; everything if null.")


class RunItem(WireModel):
    """A run, as it is listed."""

    id: str
    app_id: str
    version: int
    status: RunStatus
    inputs: dict[str, Any]
    usage: dict[str, Any] = Field(description="Calls, tokens and dollars.")
    error: dict[str, Any] | None = Field(description="The data error: errorType, message, entity, suggestions, step.")
    job_id: str
    batch_id: str
    retry_of: str
    created_at: str
    ended_at: str

    @classmethod
    def of(cls, run: AppRun, language: Language) -> "RunItem":
        """Return the item of a run."""
        return cls(**_run_fields(run, language))


class RunDetails(RunItem):
    """A run with its page and the trace of its steps."""

    page: dict[str, Any] | None
    trace: list[dict[str, Any]] = Field(description="What each step did: phase, kind, status, rows, seconds, usage.")


def _run_fields(run: AppRun, language: Language) -> dict[str, Any]:
    names = ("id", "app_id", "status", "job_id", "batch_id", "retry_of", "created_at", "ended_at")
    fields = {name: getattr(run, name) for name in names}
    error = None if run.error is None else {**run.error, "message": error_message(run.error, language)}
    return {**fields, "version": run.number, "inputs": dict(run.inputs), "usage": dict(run.usage), "error": error}


def persons_apps(inkwright: Inkwright) -> PersonsApps:
    """Return the apps of the owner of a request."""
    return PersonsApps(inkwright.store, inkwright.owner, inkwright.begin_job)


# --- compile ----------------------------------------------------------------------------------------------


@router.get("/schema")
async def get_blueprint_schema() -> dict[str, Any]:
    """Return the JSON schema of blueprints."""
    return dict(blueprint_schema())


@router.get("/steps", responses=_NOT_FOUND)
async def list_app_steps(
    inkwright: OwnersInkwright,
    conversation_id: Annotated[str, Query(alias="conversationId", max_length=64)],
) -> AppSteps:
    """List the steps of a conversation, from which an app is compiled."""
    steps = await persons_apps(inkwright).steps(conversation_id)
    return AppSteps(items=[AppStepItem.of(step) for step in steps])


@router.post("/compile", status_code=202, responses=_NOT_FOUND)
async def compile_app(body: CompileBody, inkwright: InkwrightWithRoom) -> CompileStarted:
    """Compile a conversation into an app, as a job."""
    new = NewApp(
        conversation_id=body.conversation_id,
        steps=body.steps,
        entities={name: value for name, value in body.entity_context.items() if value is not None},
        title=body.title,
        has_text=body.has_text,
        language=body.language,
    )
    app = await persons_apps(inkwright).compile(new)
    return CompileStarted(job_id=app.job_id, app_id=app.id)


@router.get("/compile/{job_id}", responses=_NOT_FOUND)
async def get_compilation(job_id: str, inkwright: OwnersInkwright) -> CompileStatus:
    """Return how far a compilation is, and the blueprint when it is finished."""
    job = await (await inkwright.jobs()).get(job_id, owner=inkwright.owner)
    if job.kind != "app_compile":
        raise NotFound(what_kind=Reason("jobs.word"), id=job_id)
    result = job.result or {}
    return CompileStatus(
        job_id=job.id,
        app_id=job.arguments["app_id"],
        status=job.status,
        done=job.done,
        total=job.total,
        blueprint=Blueprint.model_validate(result["blueprint"]) if result else None,
        error=job.problem.message if job.problem else None,
    )


# --- apps -------------------------------------------------------------------------------------------------


@router.get("")
async def list_apps(inkwright: OwnersInkwright, limit: Limit = 50, cursor: Cursor = None) -> Page[AppItem]:
    """List the apps, the newest first."""
    start = offset_of(cursor)
    found = await inkwright.store.apps.of(inkwright.owner, limit=limit + 1, offset=start)
    items = [AppItem.of(app) for app in found[:limit]]
    return Page[AppItem](items=items, next=str(start + limit) if len(found) > limit else None)


@router.get("/{app_id}", responses=_NOT_FOUND)
async def get_app(app_id: str, inkwright: OwnersInkwright) -> AppDetails:
    """Return an app with its blueprint."""
    return await _details(inkwright, await persons_apps(inkwright).get(app_id))


async def _details(inkwright: Inkwright, app: AppRecord) -> AppDetails:
    blueprint = await persons_apps(inkwright).blueprint(app) if app.number else None
    return AppDetails(**AppItem.of(app).model_dump(by_alias=False), blueprint=blueprint)


@router.get("/{app_id}/versions", responses=_NOT_FOUND)
async def list_app_versions(app_id: str, inkwright: OwnersInkwright) -> AppVersions:
    """List the versions of an app."""
    app = await persons_apps(inkwright).get(app_id)
    versions = await inkwright.store.apps.versions(app)
    return AppVersions(items=[AppVersionItem.of(each) for each in versions], present=app.number)


@router.put("/{app_id}/publish", responses=_NOT_FOUND)
async def publish_app(app_id: str, inkwright: OwnersInkwright) -> AppItem:
    """Publish an app."""
    return AppItem.of(await persons_apps(inkwright).publish(app_id))


@router.delete("/{app_id}/publish", responses=_NOT_FOUND)
async def unpublish_app(app_id: str, inkwright: OwnersInkwright) -> AppItem:
    """Take a published app back."""
    return AppItem.of(await persons_apps(inkwright).publish(app_id, is_published=False))


@router.post("/{app_id}/duplicate", status_code=201, responses=_NOT_FOUND)
async def duplicate_app(app_id: str, inkwright: OwnersInkwright) -> AppItem:
    """Copy an app, without its runs."""
    return AppItem.of(await persons_apps(inkwright).duplicate(app_id))


@router.post("/{app_id}/undo", responses=_NOT_FOUND)
async def undo_app_change(app_id: str, inkwright: OwnersInkwright) -> AppDetails:
    """Go back to the version before the present one."""
    return await _details(inkwright, await persons_apps(inkwright).undo(app_id))


@router.delete("/{app_id}", status_code=204, responses=_NOT_FOUND)
async def delete_app(app_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete an app with its versions, runs and events."""
    await persons_apps(inkwright).delete(app_id)
    return Response(status_code=204)


# --- runs -------------------------------------------------------------------------------------------------


@router.post("/{app_id}/run", status_code=202, responses=_NOT_FOUND)
async def run_app(app_id: str, body: RunBody, inkwright: InkwrightWithRoom) -> RunStarted:
    """Run an app with these inputs, as a job."""
    run = await persons_apps(inkwright).run(app_id, NewAppRun(inputs=body.params, budget=body.budget_cap.caps))
    return RunStarted(execution_id=run.id, job_id=run.job_id)


@router.post("/{app_id}/batch", status_code=202, responses=_NOT_FOUND)
async def run_app_batch(app_id: str, body: BatchBody, inkwright: InkwrightWithRoom) -> BatchStarted:
    """Run an app once for each of the inputs, as one job."""
    batch_id, job_id = await persons_apps(inkwright).batch(app_id, body.inputs, body.budget_cap.caps)
    return BatchStarted(batch_id=batch_id, job_id=job_id)


@router.get("/{app_id}/executions", responses=_NOT_FOUND)
async def list_app_runs(
    app_id: str, inkwright: OwnersInkwright, language: RequestLanguage, limit: Limit = 50, cursor: Cursor = None
) -> Page[RunItem]:
    """List the runs of an app, the newest first."""
    await persons_apps(inkwright).get(app_id)
    start = offset_of(cursor)
    found = await inkwright.store.apps.runs(app_id, owner=inkwright.owner, limit=limit + 1, offset=start)
    items = [RunItem.of(run, language) for run in found[:limit]]
    return Page[RunItem](items=items, next=str(start + limit) if len(found) > limit else None)


async def run_of(inkwright: Inkwright, app_id: str, run_id: str) -> AppRun:
    """Return a run of an app. NotFound if it belongs to another one."""
    run = await inkwright.store.apps.run(run_id, owner=inkwright.owner)
    if run.app_id != app_id:
        raise NotFound(what_kind=Reason("apps.run_word"), id=run_id)
    return run


@router.get("/{app_id}/executions/{execution_id}", responses=_NOT_FOUND)
async def get_app_run(
    app_id: str, execution_id: str, inkwright: OwnersInkwright, language: RequestLanguage
) -> RunDetails:
    """Return a run with its page and its trace."""
    run = await run_of(inkwright, app_id, execution_id)
    page = None if run.page is None else dict(run.page)
    return RunDetails(**_run_fields(run, language), page=page, trace=[dict(each) for each in run.trace])


@router.post("/{app_id}/executions/{execution_id}/retry", status_code=202, responses=_NOT_FOUND)
async def retry_app_run(app_id: str, execution_id: str, body: RetryBody, inkwright: InkwrightWithRoom) -> RunStarted:
    """Run again with the same inputs: everything, or one step."""
    await run_of(inkwright, app_id, execution_id)
    run = await persons_apps(inkwright).retry(execution_id, body.step)
    return RunStarted(execution_id=run.id, job_id=run.job_id)


@router.get("/{app_id}/executions/{execution_id}/stream", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def stream_app_run(
    app_id: str,
    execution_id: str,
    inkwright: OwnersInkwright,
    after: Annotated[int, Query(ge=0, le=1_000_000, description="The number of the last event that is known.")] = 0,
) -> StreamingResponse:
    """Stream the events of a run, from its beginning or after an event, to its end."""
    run = await run_of(inkwright, app_id, execution_id)
    return StreamingResponse(_frames(inkwright, run, after), headers=STREAM_HEADERS)


async def _frames(inkwright: Inkwright, run: AppRun, after: int) -> AsyncIterator[str]:
    beat_at = time.monotonic() + HEARTBEAT_SECONDS
    is_over = False
    while not is_over:
        events = await inkwright.store.apps.events(run.id, after)
        for number, event in events:
            after, is_over = number, event.name == _FINISH
            data: dict[str, Any] = {} if is_over else {"data": dict(event.payload)}
            yield f"id: {number}\n" + frame({"type": event.name, **data})
        if events or time.monotonic() >= beat_at:
            beat_at = time.monotonic() + HEARTBEAT_SECONDS
            if not events:
                yield HEARTBEAT
        if not is_over and not events:
            is_over = await _has_stopped(inkwright, run, after)
            await asyncio.sleep(_POLL_SECONDS)
    yield STREAM_END


async def _has_stopped(inkwright: Inkwright, run: AppRun, after: int) -> bool:
    """Whether nothing more will come: the run was deleted, or its job failed or was cancelled."""
    try:
        job_id = (await inkwright.store.apps.run(run.id, owner=run.owner)).job_id
        if not job_id:
            return False
        job = await (await inkwright.jobs()).get(job_id, owner=run.owner)
    except NotFound:
        return True
    has_ended = job.is_over and not await inkwright.store.apps.events(run.id, after)
    return has_ended or job.status in ("failed", "cancelled")
