"""Blocks and their texts as rows of the database."""

import dataclasses
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, select
from sqlalchemy.engine import Connection

from inkwright.errors import NotFound
from inkwright.projects.blocks import SETTING_NAMES, BlockConstraints, BlockSettings, ContentBlock, NewText
from inkwright.projects.records import name_key
from inkwright.store.database import stored_value
from inkwright.store.tables import block_dependencies, blocks
from inkwright.store.times import format_time

_STORED_SETTINGS: Final = tuple(name for name in SETTING_NAMES if name not in ("depends_on", "block_type"))
_DEFAULTS: Final = {name: getattr(BlockSettings(), name) for name in _STORED_SETTINGS}


def load_blocks(connection: Connection, project_id: str, owner: str) -> list[ContentBlock]:
    """Return the blocks of a project that were not removed, in the order of their creation."""
    query = select(blocks).where(in_project(project_id, owner), blocks.c.removal.is_(None)).order_by(blocks.c.id)
    needed = load_dependencies(connection, project_id)
    return [block_from(row, needed.get(row.id, ())) for row in connection.execute(query)]


def load_dependencies(connection: Connection, project_id: str) -> dict[str, tuple[str, ...]]:
    """Return the dependencies of all blocks of a project, by the ids of the blocks."""
    return _dependencies(connection, block_dependencies.c.project_id == project_id)


def _dependencies(connection: Connection, condition: ColumnElement[bool]) -> dict[str, tuple[str, ...]]:
    columns = (block_dependencies.c.block_id, block_dependencies.c.needed_id)
    query = select(*columns).where(condition).order_by(block_dependencies.c.block_id, block_dependencies.c.rank)
    found: dict[str, list[str]] = {}
    for block_id, needed_id in connection.execute(query):
        found.setdefault(block_id, []).append(needed_id)
    return {block_id: tuple(needed) for block_id, needed in found.items()}


def load_block(connection: Connection, block_id: str, owner: str) -> ContentBlock:
    """Return a block that was not removed; NotFound if there is none."""
    return with_dependencies(connection, [live_row(connection, block_id, owner)])[0]


def with_dependencies(connection: Connection, rows: Sequence[Row[Any]]) -> list[ContentBlock]:
    """Return the blocks of some rows."""
    needed = _dependencies(connection, block_dependencies.c.block_id.in_([row.id for row in rows]))
    return [block_from(row, needed.get(row.id, ())) for row in rows]


def live_row(connection: Connection, block_id: str, owner: str) -> Row[Any]:
    """Return the row of a block that was not removed; NotFound if there is none."""
    condition = (blocks.c.id == block_id) & (blocks.c.owner == owner) & blocks.c.removal.is_(None)
    row = connection.execute(select(blocks).where(condition)).first()
    if row is None:
        raise NotFound(what_kind="block", id=block_id)
    return row


def in_project(project_id: str, owner: str) -> ColumnElement[bool]:
    """Select the blocks of a project."""
    return (blocks.c.project_id == project_id) & (blocks.c.owner == owner)


def name_slot(parent_id: str | None, name: str) -> str:
    """Return the key of a name below a parent; only one block of a project has it."""
    return f"{parent_id or ''}/{name_key(name)}"


def block_row(block: ContentBlock) -> dict[str, object]:
    """Return the row of a new block."""
    return {
        "id": block.id,
        "project_id": block.project_id,
        "owner": block.owner,
        "parent_id": block.parent_id,
        "name": block.name,
        "taken": name_slot(block.parent_id, block.name),
        "position": block.order_index,
        "block_version": block.version,
        "characters": block.characters,
        "created_at": format_time(block.created),
        "changed_at": format_time(block.changed),
        "depth": block.depth,
        "status": block.status,
        "is_stale": block.needs_regeneration,
        "digest": block.digest,
        "block_type": block.block_type,
        "settings": settings_row(block),
    }


def settings_row(block: ContentBlock) -> str:
    """Return how a block is produced as JSON, without dependencies and without what is as usual."""
    changed = {name: getattr(block, name) for name in _STORED_SETTINGS if getattr(block, name) != _DEFAULTS[name]}
    return json.dumps(changed, default=dataclasses.asdict, ensure_ascii=False)


def text_row(block: ContentBlock, text: NewText, at: datetime, packed: bytes) -> dict[str, object]:
    """Return the row of a version of a block's text."""
    return {
        "block_id": block.id,
        "block_version": block.version,
        "owner": block.owner,
        "written_at": format_time(at),
        "characters": len(text.text),
        "text": packed,
        "author": text.author,
        "reason": text.reason,
    }


@stored_value
def block_from(row: Row[Any], needed: tuple[str, ...]) -> ContentBlock:
    """Return the block of a row."""
    return ContentBlock(
        row.id,
        row.project_id,
        row.owner,
        row.parent_id,
        row.name,
        row.position,
        row.block_version,
        row.characters,
        datetime.fromisoformat(row.created_at),
        datetime.fromisoformat(row.changed_at),
        row.depth,
        row.status,
        row.is_stale,
        row.digest,
        depends_on=needed,
        block_type=row.block_type,
        **(_settings(row.settings) if row.settings != "{}" else {}),
    )


def _settings(stored: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(stored)
    if "constraints" in found:
        found["constraints"] = BlockConstraints(**found["constraints"])
    if "pre_questions" in found:
        found["pre_questions"] = tuple(found["pre_questions"])
    return found
