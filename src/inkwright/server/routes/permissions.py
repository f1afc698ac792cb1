"""Permissions over HTTP: which files outside its workspace the program may read or write on this machine."""

import asyncio
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.server.problems import Problem
from inkwright.server.requests import MachineInkwright
from inkwright.server.wire import Cursor, Limit, Page, WireModel, page_of
from inkwright.usecases.permission_rules import Access, PermissionRule, PermissionRules, resolve_path

_MAX_PATH: Final = 1_000

router = APIRouter(
    prefix="/api/permissions", tags=["permissions"], responses={401: {"model": Problem}, 403: {"model": Problem}}
)


class PermissionItem(WireModel):
    """A permission for a path and everything below it."""

    access: Access = Field(description="Reading and writing are separate permissions.")
    path: str = Field(min_length=1, max_length=_MAX_PATH, examples=["/home/me/lessons"])


@router.get("")
async def list_permissions(
    inkwright: MachineInkwright, limit: Limit = 50, cursor: Cursor = None
) -> Page[PermissionItem]:
    """List the permissions that were saved."""
    rules = await asyncio.to_thread(_rules(inkwright).rules)
    shown, following = page_of(rules, cursor, limit)
    return Page[PermissionItem](items=[_item(rule) for rule in shown], next=following)


@router.post("", status_code=201)
async def grant_permission(body: PermissionItem, inkwright: MachineInkwright) -> PermissionItem:
    """Save a permission. The path is stored as it is on this machine, with links resolved."""
    path = _absolute(body.path)
    return _item(await asyncio.to_thread(_rules(inkwright).remember, body.access, path))


@router.delete("", status_code=204, responses={404: {"model": Problem}})
async def revoke_permission(
    access: Access, path: Annotated[str, Query(min_length=1, max_length=_MAX_PATH)], inkwright: MachineInkwright
) -> Response:
    """Take a permission back."""
    rule = PermissionRule(access, path)
    if not await asyncio.to_thread(_rules(inkwright).forget, rule):
        raise NotFound(what_kind=Reason("chat.permissions.word"), id=path[:100])
    return Response(status_code=204)


def _rules(inkwright: Inkwright) -> PermissionRules:
    return PermissionRules(inkwright.settings.home, Path.cwd())


def _absolute(written: str) -> Path:
    """Return a path of this machine; one that depends on the folder of the service is refused."""
    try:
        path = Path(written)
        if path.is_absolute():
            return resolve_path(path)
    except (OSError, ValueError, RuntimeError):
        pass  # not a path that can exist
    raise InvalidOption(option="path", value=written[:100], allowed=Reason("server.absolute_path"))


def _item(rule: PermissionRule) -> PermissionItem:
    # A path may contain bytes that are not text.
    return PermissionItem(access=rule.access, path=rule.path.encode("utf-8", "replace").decode())
