"""Relations of blocks within a transaction: dependencies without cycles, staleness, and places in the tree.

The project is locked before: see `next_number`.
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.errors import NotFound
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.dependencies import DependencyGraph, cycle_error, groups_of
from inkwright.store.block_rows import live_row, load_dependencies
from inkwright.store.tables import block_dependencies, blocks


def save_dependencies(connection: Connection, block: ContentBlock, needed: Sequence[str]) -> None:
    """Replace the dependencies of a block; NotFound if one is not in its project, InvalidOption if there is a cycle."""
    for id_ in needed:
        if live_row(connection, id_, block.owner).project_id != block.project_id:
            raise NotFound(what_kind="block", id=id_)
    connection.execute(delete(block_dependencies).where(block_dependencies.c.block_id == block.id))
    if needed:
        connection.execute(insert(block_dependencies), dependency_rows(block, needed))
    refuse_cycle(connection, block.project_id)


def dependency_rows(block: ContentBlock, needed: Sequence[str]) -> list[dict[str, object]]:
    """Return the rows of the dependencies of a block."""
    return [
        {"block_id": block.id, "needed_id": id_, "project_id": block.project_id, "rank": rank}
        for rank, id_ in enumerate(needed)
    ]


def refuse_cycle(connection: Connection, project_id: str) -> None:
    """Raise InvalidOption with the names of the blocks of a cycle, if the dependencies of a project have one."""
    cycle = graph_of(connection, project_id).cycle()
    if cycle is None:
        return
    query = select(blocks.c.id, blocks.c.name).where(blocks.c.id.in_(cycle))
    names = {row.id: row.name for row in connection.execute(query)}
    raise cycle_error(cycle, names)


def mark_stale(connection: Connection, block: ContentBlock) -> tuple[str, ...]:
    """Mark every block with a text that depends on this one, directly or through others; return their ids."""
    if not _has_dependents(connection, block):
        return ()
    affected = graph_of(connection, block.project_id).affected_by(block.id)
    has_text = select(blocks.c.id).where(blocks.c.id.in_(affected), blocks.c.characters > 0).order_by(blocks.c.id)
    stale = tuple(connection.scalars(has_text))
    if stale:
        connection.execute(update(blocks).where(blocks.c.id.in_(stale)).values(is_stale=True))
    return stale


def _has_dependents(connection: Connection, block: ContentBlock) -> bool:
    """Whether a block depends on this one or on a block above it. Mostly none does, and the others are not read."""
    line, above = [block.id], block.parent_id
    while above is not None:
        line.append(above)
        above = connection.scalar(select(blocks.c.parent_id).where(blocks.c.id == above))
    found = select(block_dependencies.c.block_id).where(block_dependencies.c.needed_id.in_(line)).limit(1)
    return connection.scalar(found) is not None


def graph_of(connection: Connection, project_id: str) -> DependencyGraph:
    """Return the dependencies of a project's blocks."""
    query = select(blocks.c.id, blocks.c.parent_id, blocks.c.block_type).where(_is_live(project_id))
    rows = connection.execute(query.order_by(blocks.c.id)).all()
    groups = {id_ for id_, _, kind in rows if kind == "group"}
    parents = {id_: parent for id_, parent, _ in rows}
    return DependencyGraph(groups_of(parents, groups), load_dependencies(connection, project_id))


def load_parents(connection: Connection, project_id: str) -> dict[str, str | None]:
    """Return the parent of each block of a project."""
    query = select(blocks.c.id, blocks.c.parent_id).where(_is_live(project_id)).order_by(blocks.c.id)
    return {row.id: row.parent_id for row in connection.execute(query)}


def _is_live(project_id: str) -> ColumnElement[bool]:
    return (blocks.c.project_id == project_id) & blocks.c.removal.is_(None)


def count_blocks(connection: Connection, block: ContentBlock) -> tuple[int, int]:
    """Return how many blocks the project of a block has, and the index of its last sibling."""
    ours = _is_live(block.project_id)
    count = connection.scalar(select(func.count()).where(ours))
    last = connection.scalar(select(func.max(blocks.c.position)).where(ours, _is_below(block.parent_id)))
    return count or 0, last or 0


def _is_below(parent_id: str | None) -> ColumnElement[bool]:
    return blocks.c.parent_id.is_(None) if parent_id is None else blocks.c.parent_id == parent_id


def reorder_siblings(connection: Connection, block: ContentBlock, parent_id: str | None, index: int) -> None:
    """Number the children of a parent again, with the block at the index."""
    parent = _is_below(parent_id)
    query = (
        select(blocks.c.id)
        .where(_is_live(block.project_id), parent, blocks.c.id != block.id)
        .order_by(blocks.c.position, blocks.c.id)
    )
    siblings = list(connection.scalars(query))
    siblings.insert(min(max(index, 0), len(siblings)), block.id)
    numbers = [{"of": id_, "number": number} for number, id_ in enumerate(siblings, 1)]
    change = update(blocks).where(blocks.c.id == bindparam("of")).values(position=bindparam("number"))
    connection.execute(change, numbers)
