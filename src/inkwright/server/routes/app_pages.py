"""Pages of apps over HTTP: estimate a run, change an app, export and share the page of a run."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from inkwright.apps.blueprint import Blueprint
from inkwright.apps.compiler import checked_blueprint
from inkwright.apps.patches import PatchPlan, PatchScope
from inkwright.apps.run_errors import error_message
from inkwright.artifacts.findings import Finding
from inkwright.errors import InvalidOption
from inkwright.i18n import Language
from inkwright.server.problems import Problem
from inkwright.server.requests import Exports, InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.routes.apps import AppItem, InputValues, persons_apps, run_of
from inkwright.server.routes.artifacts import file_response
from inkwright.server.wire import WireModel
from inkwright.usecases.app_exports import ExportedPage, export_run, share_run
from inkwright.usecases.sharing import DEFAULT_DAYS, MAX_DAYS, share_path

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_FILE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}},
    404: {"model": Problem},
}

router = APIRouter(prefix="/api/apps", tags=["apps"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class EstimateBody(WireModel):
    """What is estimated: an app, or a blueprint."""

    app_id: str | None = Field(default=None, max_length=64)
    blueprint: Blueprint | None = None
    params: InputValues = Field(default={})


class EstimateItem(WireModel):
    """What a run will probably take, and at most."""

    calls: int
    most_calls: int
    tokens: int
    most_tokens: int
    dollars: float | None = Field(description="Null if the price of the model is unknown.")
    most_dollars: float = Field(description="An unknown price counts by tokens.")
    seconds: float
    error: dict[str, Any] | None = Field(description="The data error that the run would have.")


class ChoicesBody(WireModel):
    """Values that are chosen already; a class narrows the pupils and tests that depend on it."""

    params: InputValues = Field(default={})


class ChoiceItem(WireModel):
    """A value that an input can have."""

    value: str
    label: str = Field(description="How it is shown.")


class InputChoices(WireModel):
    """What there is to choose from for an input; nothing where anything can be written."""

    id: str = Field(description="The input.", examples=["class"])
    choices: list[ChoiceItem]


class AppChoices(WireModel):
    """What there is to choose from for each input."""

    items: list[InputChoices]


class PatchItem(WireModel):
    """A patch that was made."""

    app: AppItem
    scope: PatchScope = Field(description="`patch_layout` calls no model.")
    execution_id: str | None = Field(description="The run of the new version, if the app has run before.")


class AppShareBody(WireModel):
    """How long a link is valid."""

    days: int = Field(default=DEFAULT_DAYS, ge=1, le=MAX_DAYS)


class AppShareItem(WireModel):
    """A link to a page."""

    id: str
    path: str = Field(description="The path of the link on this service.")
    expires_at: str


@router.post("/estimate", responses=_NOT_FOUND)
async def estimate_app_run(body: EstimateBody, inkwright: OwnersInkwright, language: RequestLanguage) -> EstimateItem:
    """Estimate the tokens, the cost and the time of a run. No model is called."""
    apps = persons_apps(inkwright)
    if (body.app_id is None) == (body.blueprint is None):
        raise InvalidOption(option="appId", value="", allowed="appId | blueprint")
    if body.blueprint is not None:
        blueprint = checked_blueprint(body.blueprint)
    else:
        blueprint = await apps.blueprint(await apps.get(body.app_id or ""))
    found = await apps.estimate(blueprint, body.params, await inkwright.services())
    names = ("calls", "most_calls", "tokens", "most_tokens", "dollars", "most_dollars", "seconds")
    error = None if found.error is None else {**found.error, "message": error_message(found.error, language)}
    return EstimateItem(error=error, **{name: getattr(found, name) for name in names})


@router.post("/{app_id}/choices", responses=_NOT_FOUND)
async def list_app_choices(app_id: str, body: ChoicesBody, inkwright: OwnersInkwright) -> AppChoices:
    """List what there is to choose from for the inputs of an app: classes, tests, pupils and documents."""
    found = await persons_apps(inkwright).choices(app_id, body.params)
    items = [
        InputChoices(id=name, choices=[ChoiceItem(value=each.value, label=each.label) for each in choices])
        for name, choices in found.items()
    ]
    return AppChoices(items=items)


@router.post("/{app_id}/patch", responses=_NOT_FOUND)
async def patch_app(app_id: str, body: PatchPlan, inkwright: InkwrightWithRoom) -> PatchItem:
    """Change an app: all instructions, or none."""
    patched = await persons_apps(inkwright).patch(app_id, body)
    run_id = patched.run.id if patched.run else None
    return PatchItem(app=AppItem.of(patched.app), scope=patched.scope, execution_id=run_id)


@router.get("/{app_id}/executions/{execution_id}/export", response_class=Response, responses=_FILE)
async def export_app_run(
    app_id: str,
    execution_id: str,
    inkwright: OwnersInkwright,
    exports: Exports,
    language: RequestLanguage,
    export_format: Annotated[Literal["pdf", "docx", "xlsx"], Query(alias="format")] = "pdf",
) -> Response:
    """Return the page of a run as a file, opened and checked."""
    run = await run_of(inkwright, app_id, execution_id)
    async with exports:
        exported = await export_run(inkwright.store, run, export_format)
    if not isinstance(exported, ExportedPage):
        raise _flawed(exported, language)
    return file_response(exported.name, exported.content)


def _flawed(findings: tuple[Finding, ...], language: Language) -> InvalidOption:
    problem = "; ".join(each.message(language) for each in findings[:3])
    return InvalidOption(option="execution", value="", allowed=problem)


@router.post("/{app_id}/executions/{execution_id}/share", status_code=201, responses=_NOT_FOUND)
async def share_app_run(
    app_id: str, execution_id: str, body: AppShareBody, inkwright: OwnersInkwright, language: RequestLanguage
) -> AppShareItem:
    """Share the page of a run of a published app by a link that expires and can be revoked."""
    made = await share_run(inkwright.store, await run_of(inkwright, app_id, execution_id), body.days)
    if isinstance(made, tuple):
        raise _flawed(made, language)
    return AppShareItem(
        id=made.id, path=await share_path(inkwright.store, made), expires_at=made.expires_at.isoformat()
    )
