"""Blocks: one row for the current state, and one compressed row for every text version."""

import asyncio
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, bindparam, insert, null, select, update
from sqlalchemy.engine import Connection

from inkwright.errors import NotFound
from inkwright.projects.records import Block, BlockTree, TextVersion, name_key
from inkwright.store.compression import compress_text, decompress_text
from inkwright.store.database import Database
from inkwright.store.projects import format_time
from inkwright.store.tables import block_texts, blocks, projects


class StoredBlocks:
    """Implements `Blocks`. A removed block stays as a row without a reserved name, and keeps its texts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, block: Block, text: str) -> bool:
        # In a thread: compressing a long text would delay other tasks.
        packed = await asyncio.to_thread(compress_text, text)
        written = {**_text_row(block, block.created, packed), "characters": len(text)}
        condition = (
            (projects.c.id == block.project_id) & (projects.c.owner == block.owner) & projects.c.taken.is_not(None)
        )

        def work(connection: Connection) -> None:
            if connection.scalar(_lock_project(condition)) is None:
                raise NotFound(what_kind="project", id=block.project_id)
            if block.parent_id is not None:
                parent = _live_block(connection, block.parent_id, block.owner)
                _require_found(parent.project_id == block.project_id, block.parent_id)
            connection.execute(insert(blocks), _block_row(block))
            connection.execute(insert(block_texts), written)

        return await self._database.try_write(work)

    async def of(self, project_id: str, *, owner: str) -> list[Block]:
        return await self._database.read(lambda connection: _load_blocks(connection, project_id, owner))

    async def read(self, block_id: str, *, owner: str, version: int | None = None) -> str | None:
        query = select(block_texts.c.text).where(block_texts.c.block_id == block_id, block_texts.c.owner == owner)
        if version is not None:
            query = query.where(block_texts.c.block_version == version)
        query = query.order_by(block_texts.c.block_version.desc()).limit(1)
        found: bytes | None = await self._database.read(lambda connection: connection.scalar(query))
        return None if found is None else await asyncio.to_thread(decompress_text, found)

    async def versions(self, block_id: str, *, owner: str) -> list[TextVersion]:
        query = (
            select(block_texts.c.block_version, block_texts.c.characters, block_texts.c.written_at)
            .where(block_texts.c.block_id == block_id, block_texts.c.owner == owner)
            .order_by(block_texts.c.block_version)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [TextVersion(version, characters, datetime.fromisoformat(at)) for version, characters, at in rows]

    async def change(self, block_id: str, text: str, at: datetime, *, owner: str) -> Block:
        packed = await asyncio.to_thread(compress_text, text)
        # The row is changed before it is read: a second writer waits here, and gets the next version.
        change_version = (
            update(blocks)
            .where(blocks.c.id == block_id, blocks.c.owner == owner, blocks.c.removal.is_(None))
            .values(block_version=blocks.c.block_version + 1, characters=len(text), changed_at=format_time(at))
        )

        def work(connection: Connection) -> Block:
            connection.execute(change_version)
            block = _block_from(_live_block(connection, block_id, owner))
            connection.execute(insert(block_texts), _text_row(block, at, packed))
            return block

        return await self._database.write(work)

    async def rename(self, block_id: str, name: str, *, owner: str) -> bool:
        def work(connection: Connection) -> None:
            block = _live_block(connection, block_id, owner)
            values = {"name": name, "taken": _name_slot(block.parent_id, name)}
            connection.execute(update(blocks).where(blocks.c.id == block_id).values(values))

        return await self._database.try_write(work)

    async def remove(self, block_id: str, removal: str, *, owner: str) -> int:
        def work(connection: Connection) -> int:
            block = _live_block(connection, block_id, owner)
            connection.execute(_lock_project(projects.c.id == block.project_id))
            removed_blocks = BlockTree(_load_blocks(connection, block.project_id, owner)).under(block_id)
            condition = blocks.c.id.in_([each.id for each in removed_blocks])
            connection.execute(update(blocks).where(condition).values(taken=null(), removal=removal))
            return len(removed_blocks)

        return await self._database.write(work)

    async def removed(self, project_id: str, *, owner: str) -> list[Block]:
        query = select(blocks).where(_in_project(project_id, owner), blocks.c.removal.is_not(None))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        removals = {row.id: row.removal for row in rows}
        tops = [row for row in rows if removals.get(row.parent_id) != row.removal]
        return [_block_from(row) for row in sorted(tops, key=lambda row: row.removal, reverse=True)]

    async def restore(self, block_id: str, *, owner: str) -> bool:
        return await self._database.try_write(lambda connection: _restore(connection, block_id, owner))


def _restore(connection: Connection, block_id: str, owner: str) -> None:
    """Restore everything removed together with the block; it must be the topmost one, and its parent must exist."""
    is_removed = (blocks.c.owner == owner) & blocks.c.removal.is_not(None)
    removal = connection.scalar(select(blocks.c.removal).where(blocks.c.id == block_id, is_removed))
    rows = connection.execute(select(blocks).where(is_removed, blocks.c.removal == removal)).all()
    by_id = {row.id: row for row in rows}
    _require_found(block_id in by_id and by_id[block_id].parent_id not in by_id, block_id)
    if by_id[block_id].parent_id is not None:
        _live_block(connection, by_id[block_id].parent_id, owner)
    restoration = update(blocks).where(blocks.c.id == bindparam("of")).values(taken=bindparam("key"), removal=null())
    connection.execute(restoration, [{"of": row.id, "key": _name_slot(row.parent_id, row.name)} for row in rows])


def _lock_project(condition: ColumnElement[bool]) -> Select[Any]:
    """Lock the project until the transaction ends: no block may be added below one that is being removed."""
    return select(projects.c.id).where(condition).with_for_update()


def _load_blocks(connection: Connection, project_id: str, owner: str) -> list[Block]:
    query = select(blocks).where(_in_project(project_id, owner), blocks.c.removal.is_(None)).order_by(blocks.c.id)
    return [_block_from(row) for row in connection.execute(query)]


def _in_project(project_id: str, owner: str) -> ColumnElement[bool]:
    return (blocks.c.project_id == project_id) & (blocks.c.owner == owner)


def _live_block(connection: Connection, block_id: str, owner: str) -> Row[Any]:
    condition = (blocks.c.id == block_id) & (blocks.c.owner == owner) & blocks.c.removal.is_(None)
    row = connection.execute(select(blocks).where(condition)).first()
    if row is None:
        raise NotFound(what_kind="block", id=block_id)
    return row


def _require_found(exists: bool, block_id: str) -> None:
    if not exists:
        raise NotFound(what_kind="block", id=block_id)


def _name_slot(parent_id: str | None, name: str) -> str:
    return f"{parent_id or ''}/{name_key(name)}"


def _block_row(block: Block) -> dict[str, object]:
    return {
        "id": block.id,
        "project_id": block.project_id,
        "owner": block.owner,
        "parent_id": block.parent_id,
        "name": block.name,
        "taken": _name_slot(block.parent_id, block.name),
        "position": block.position,
        "block_version": block.version,
        "characters": block.characters,
        "created_at": format_time(block.created),
        "changed_at": format_time(block.changed),
    }


def _text_row(block: Block, at: datetime, packed: bytes) -> dict[str, object]:
    return {
        "block_id": block.id,
        "block_version": block.version,
        "owner": block.owner,
        "written_at": format_time(at),
        "characters": block.characters,
        "text": packed,
    }


def _block_from(row: Row[Any]) -> Block:
    return Block(
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
    )
