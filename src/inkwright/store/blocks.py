"""Blocks: one row for the current state, and one compressed row for every text version."""

import asyncio
import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, null, select, update
from sqlalchemy.engine import Connection

from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.projects.blocks import BlockStatus, ContentBlock, NewText, TextVersion, valid_settings
from inkwright.projects.dependencies import descendants
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.proposals import Proposal
from inkwright.projects.protocols import LoadedBlock
from inkwright.projects.records import require_space
from inkwright.store.block_relations import (
    count_blocks,
    dependency_rows,
    load_parents,
    mark_stale,
    refuse_cycle,
    reorder_siblings,
    save_dependencies,
)
from inkwright.store.block_rows import (
    block_row,
    in_project,
    live_row,
    load_block,
    load_blocks,
    name_slot,
    settings_row,
    text_row,
    with_dependencies,
)
from inkwright.store.compression import compress_text, decompress_text
from inkwright.store.database import Database
from inkwright.store.project_feed import add_entry, next_number
from inkwright.store.proposals import save_proposal
from inkwright.store.tables import block_dependencies, block_texts, blocks
from inkwright.store.times import format_time


class StoredBlocks:
    """Implements `Blocks`. A removed block stays as a row without a reserved name, and keeps its texts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, block: ContentBlock, text: NewText) -> bool:
        # In a thread: compressing a long text would delay other tasks.
        packed = await asyncio.to_thread(compress_text, text.text)
        origin = ChangeOrigin(block.created, text.author, text.reason)

        def work(connection: Connection) -> None:
            number = next_number(connection, block.project_id, block.owner)
            count, last = count_blocks(connection, block)
            require_space(count, block.name)
            depth = _new_depth(connection, block, block.parent_id)
            placed = dataclasses.replace(block, depth=depth, order_index=block.order_index or last + 1)
            connection.execute(insert(blocks), block_row(placed))
            connection.execute(insert(block_texts), text_row(block, text, block.created, packed))
            if block.depends_on:
                save_dependencies(connection, block, block.depends_on)
            _tell(connection, block, FeedEntry(number, "block_added", origin, version=block.version))

        return await self._database.try_write(work)

    async def load(
        self,
        project_id: str,
        loaded: Sequence[LoadedBlock],
        origin: ChangeOrigin,
        *,
        owner: str,
    ) -> None:
        texts = await asyncio.to_thread(_packed_rows, loaded)
        needs = [row for block, _ in loaded for row in dependency_rows(block, block.depends_on)]

        def work(connection: Connection) -> None:
            number = next_number(connection, project_id, owner)
            for table, rows in (
                (blocks, [block_row(block) for block, _ in loaded]),
                (block_texts, texts),
                (block_dependencies, needs),
            ):
                if rows:
                    connection.execute(insert(table), rows)
            entry = FeedEntry(number, "block_added", origin, tuple(block.id for block, _ in loaded))
            add_entry(connection, project_id, owner, entry)

        await self._database.write(work)

    async def of(self, project_id: str, *, owner: str) -> list[ContentBlock]:
        return await self._database.read(lambda connection: load_blocks(connection, project_id, owner))

    async def get(self, block_id: str, *, owner: str) -> ContentBlock | None:
        try:
            return await self._database.read(lambda connection: load_block(connection, block_id, owner), is_short=True)
        except NotFound:
            return None

    async def line(self, project_id: str, names: Sequence[str], *, owner: str) -> list[ContentBlock]:
        def work(connection: Connection) -> list[ContentBlock]:
            found: list[Any] = []
            for name in names:
                slot = name_slot(found[-1].id if found else None, name)
                query = select(blocks).where(in_project(project_id, owner), blocks.c.taken == slot)
                row = connection.execute(query).first()
                if row is None:
                    break
                found.append(row)
            return with_dependencies(connection, found)

        return await self._database.read(work)

    async def read(self, block_id: str, *, owner: str, version: int | None = None) -> str | None:
        query = select(block_texts.c.text).where(block_texts.c.block_id == block_id, block_texts.c.owner == owner)
        if version is not None:
            query = query.where(block_texts.c.block_version == version)
        query = query.order_by(block_texts.c.block_version.desc()).limit(1)
        found: bytes | None = await self._database.read(lambda connection: connection.scalar(query))
        return None if found is None else await asyncio.to_thread(decompress_text, found)

    async def texts(self, project_id: str, *, owner: str) -> dict[str, str]:
        query = (
            select(blocks.c.id, block_texts.c.text)
            .join(
                block_texts,
                (block_texts.c.block_id == blocks.c.id) & (block_texts.c.block_version == blocks.c.block_version),
            )
            .where(in_project(project_id, owner), blocks.c.removal.is_(None))
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return await asyncio.to_thread(lambda: {id_: decompress_text(packed) for id_, packed in rows})

    async def versions(self, block_id: str, *, owner: str) -> list[TextVersion]:
        query = (
            select(block_texts)
            .with_only_columns(*(each for each in block_texts.c if each.name != "text"))
            .where(block_texts.c.block_id == block_id, block_texts.c.owner == owner)
            .order_by(block_texts.c.block_version)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [
            TextVersion(
                row.block_version, row.characters, datetime.fromisoformat(row.written_at), row.author, row.reason
            )
            for row in rows
        ]

    async def change(
        self, block_id: str, text: NewText, at: datetime, *, owner: str, proposal: Proposal | None = None
    ) -> ContentBlock:
        packed = await asyncio.to_thread(compress_text, text.text)
        values = {
            "block_version": text.based_on + 1,
            "characters": len(text.text),
            "changed_at": format_time(at),
            "status": text.status,
            "is_stale": False,
            "digest": text.digest,
        }

        def work(connection: Connection) -> ContentBlock:
            number, before = _begin(connection, block_id, owner)
            if before.version != text.based_on:
                raise EditConflict(name=before.name, based_on=text.based_on, current=before.version)
            connection.execute(update(blocks).where(blocks.c.id == block_id).values(values))
            after = load_block(connection, block_id, owner)
            connection.execute(insert(block_texts), text_row(after, text, at, packed))
            if proposal is not None:
                save_proposal(connection, proposal)
            stale = mark_stale(connection, after)
            origin = ChangeOrigin(at, text.author, text.reason)
            entry = FeedEntry(number, "block_changed", origin, version=after.version, stale_ids=stale)
            _tell(connection, after, entry)
            return after

        return await self._database.write(work)

    async def update(
        self, block_id: str, changes: Mapping[str, Any], origin: ChangeOrigin, *, owner: str
    ) -> ContentBlock:
        def work(connection: Connection) -> ContentBlock:
            number, before = _begin(connection, block_id, owner)
            settings = valid_settings(dataclasses.replace(before.settings, **changes))
            after = dataclasses.replace(before, **{name: getattr(settings, name) for name in changes})
            if after.depends_on != before.depends_on:
                save_dependencies(connection, after, after.depends_on)
            values = {"settings": settings_row(after), "block_type": after.block_type}
            connection.execute(update(blocks).where(blocks.c.id == block_id).values(values))
            refuse_cycle(connection, after.project_id)
            _tell(connection, after, FeedEntry(number, "block_updated", origin))
            return after

        return await self._database.write(work)

    async def set_status(
        self, block_id: str, status: BlockStatus, origin: ChangeOrigin, *, owner: str, digest: str | None = None
    ) -> ContentBlock:
        values: dict[str, object] = {"status": status, **({} if digest is None else {"digest": digest})}
        if status == "completed":
            values["is_stale"] = False

        def work(connection: Connection) -> ContentBlock:
            number, _ = _begin(connection, block_id, owner)
            connection.execute(update(blocks).where(blocks.c.id == block_id).values(values))
            after = load_block(connection, block_id, owner)
            _tell(connection, after, FeedEntry(number, "block_updated", origin))
            return after

        return await self._database.write(work)

    async def rename(self, block_id: str, name: str, origin: ChangeOrigin, *, owner: str) -> bool:
        def work(connection: Connection) -> None:
            number, block = _begin(connection, block_id, owner)
            values = {"name": name, "taken": name_slot(block.parent_id, name)}
            connection.execute(update(blocks).where(blocks.c.id == block_id).values(values))
            _tell(connection, dataclasses.replace(block, name=name), FeedEntry(number, "block_renamed", origin))

        return await self._database.try_write(work)

    async def move(self, block_id: str, parent_id: str | None, index: int, origin: ChangeOrigin, *, owner: str) -> bool:
        def work(connection: Connection) -> None:
            number, block = _begin(connection, block_id, owner)
            depth = _new_depth(connection, block, parent_id)
            below = descendants(load_parents(connection, block.project_id), block_id)
            if parent_id in below:
                raise InvalidOption(option="parent", value=block.name, allowed=Reason("project.below_itself"))
            shift = {"depth": blocks.c.depth + depth - block.depth}
            connection.execute(update(blocks).where(blocks.c.id.in_(below)).values(shift))
            values = {"parent_id": parent_id, "taken": name_slot(parent_id, block.name)}
            connection.execute(update(blocks).where(blocks.c.id == block_id).values(values))
            reorder_siblings(connection, block, parent_id, index)
            refuse_cycle(connection, block.project_id)
            _tell(connection, block, FeedEntry(number, "block_moved", origin))

        return await self._database.try_write(work)

    async def remove(self, block_id: str, removal: str, origin: ChangeOrigin, *, owner: str) -> int:
        def work(connection: Connection) -> int:
            number, block = _begin(connection, block_id, owner)
            gone = descendants(load_parents(connection, block.project_id), block_id)
            connection.execute(update(blocks).where(blocks.c.id.in_(gone)).values(taken=null(), removal=removal))
            _tell(connection, block, FeedEntry(number, "blocks_removed", origin, tuple(gone)))
            return len(gone)

        return await self._database.write(work)

    async def removed(self, project_id: str, *, owner: str) -> list[ContentBlock]:
        query = select(blocks).where(in_project(project_id, owner), blocks.c.removal.is_not(None))

        def work(connection: Connection) -> list[ContentBlock]:
            rows = connection.execute(query).all()
            removals = {row.id: row.removal for row in rows}
            tops = [row for row in rows if removals.get(row.parent_id) != row.removal]
            return with_dependencies(connection, sorted(tops, key=lambda row: row.removal, reverse=True))

        return await self._database.read(work)

    async def restore(self, block_id: str, origin: ChangeOrigin, *, owner: str) -> bool:
        return await self._database.try_write(lambda connection: _restore(connection, block_id, origin, owner))


def _packed_rows(loaded: Sequence[LoadedBlock]) -> list[dict[str, object]]:
    return [
        text_row(dataclasses.replace(block, version=text.based_on + 1), text, at, compress_text(text.text))
        for block, texts in loaded
        for text, at in texts
    ]


def _begin(connection: Connection, block_id: str, owner: str) -> tuple[int, ContentBlock]:
    """Lock the project of a block; return the number of the change in its feed, and the block as it is now."""
    project_id = live_row(connection, block_id, owner).project_id
    number = next_number(connection, project_id, owner)
    # Read after the lock: another writer may just have changed it.
    return number, load_block(connection, block_id, owner)


def _tell(connection: Connection, block: ContentBlock, entry: FeedEntry) -> None:
    told = dataclasses.replace(entry, block_ids=entry.block_ids or (block.id,), subject=block.name)
    add_entry(connection, block.project_id, block.owner, told)


def _new_depth(connection: Connection, block: ContentBlock, parent_id: str | None) -> int:
    if parent_id is None:
        return 0
    parent = live_row(connection, parent_id, block.owner)
    _require_found(parent.project_id == block.project_id, parent_id)
    return int(parent.depth) + 1


def _restore(connection: Connection, block_id: str, origin: ChangeOrigin, owner: str) -> None:
    """Restore everything removed together with the block; it must be the topmost one, and its parent must exist."""
    is_removed = (blocks.c.owner == owner) & blocks.c.removal.is_not(None)
    first = connection.execute(select(blocks).where(blocks.c.id == block_id, is_removed)).first()
    if first is None:
        raise NotFound(what_kind="block", id=block_id)
    number = next_number(connection, first.project_id, owner)
    rows = connection.execute(select(blocks).where(is_removed, blocks.c.removal == first.removal)).all()
    by_id = {row.id: row for row in rows}
    _require_found(block_id in by_id and by_id[block_id].parent_id not in by_id, block_id)
    # What is above may have moved meanwhile.
    above = by_id[block_id].parent_id
    shift = (0 if above is None else live_row(connection, above, owner).depth + 1) - by_id[block_id].depth
    restoration = (
        update(blocks)
        .where(blocks.c.id == bindparam("of"))
        .values(taken=bindparam("key"), removal=null(), depth=blocks.c.depth + shift)
    )
    connection.execute(restoration, [{"of": row.id, "key": name_slot(row.parent_id, row.name)} for row in rows])
    refuse_cycle(connection, first.project_id)
    block = load_block(connection, block_id, owner)
    _tell(connection, block, FeedEntry(number, "blocks_restored", origin, tuple(by_id)))


def _require_found(exists: bool, block_id: str) -> None:
    if not exists:
        raise NotFound(what_kind="block", id=block_id)
