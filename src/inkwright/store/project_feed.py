"""The feed of a project: each change adds an entry in its own transaction, so numbers have no gaps."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.errors import NotFound
from inkwright.projects.feed import ChangeOrigin, FeedEntry, FeedKind
from inkwright.store.database import stored_value
from inkwright.store.tables import project_feed, projects
from inkwright.store.times import format_time

_MAX_IDS = 2_000


def next_number(connection: Connection, project_id: str, owner: str) -> int:
    """Return the number of the next entry; NotFound if the project does not exist.

    The project is locked until the transaction ends: changes of one project are made one after the other.
    """
    condition = is_live(project_id, owner)
    connection.execute(update(projects).where(condition).values(feed_number=projects.c.feed_number + 1))
    number: int | None = connection.scalar(select(projects.c.feed_number).where(condition))
    if number is None:
        raise NotFound(what_kind="project", id=project_id)
    return number


def lock_project(connection: Connection, project_id: str, owner: str) -> None:
    """Lock a project until the transaction ends, and change nothing; NotFound if it does not exist."""
    unchanged = update(projects).where(is_live(project_id, owner)).values(feed_number=projects.c.feed_number)
    if not connection.execute(unchanged).rowcount:
        raise NotFound(what_kind="project", id=project_id)


def add_entry(connection: Connection, project_id: str, owner: str, entry: FeedEntry) -> None:
    """Add an entry with a number from `next_number`."""
    body = {
        "blocks": entry.block_ids[:_MAX_IDS],
        "stale": entry.stale_ids[:_MAX_IDS],
        "version": entry.version,
        "subject": entry.subject,
        "reason": entry.origin.reason,
    }
    row = {
        "project_id": project_id,
        "number": entry.number,
        "owner": owner,
        "at": format_time(entry.origin.at),
        "kind": entry.kind,
        "author": entry.origin.author,
        "body": json.dumps({name: value for name, value in body.items() if value}, ensure_ascii=False),
    }
    connection.execute(insert(project_feed), row)


def is_live(project_id: str, owner: str) -> ColumnElement[bool]:
    """Select a project that was not removed."""
    return (projects.c.id == project_id) & (projects.c.owner == owner) & projects.c.taken.is_not(None)


def entries_after(project_id: str, owner: str, after: int, limit: int) -> Select[Any]:
    """Return the query for entries after a number, oldest first."""
    condition = (project_feed.c.project_id == project_id) & (project_feed.c.owner == owner)
    return select(project_feed).where(condition, project_feed.c.number > after).order_by("number").limit(limit)


@stored_value
def entry_from(row: Row[Any]) -> FeedEntry:
    """Return the entry of a row."""
    body = json.loads(row.body)
    kind: FeedKind = row.kind
    origin = ChangeOrigin(datetime.fromisoformat(row.at), row.author, body.get("reason", ""))
    return FeedEntry(
        row.number,
        kind,
        origin,
        tuple(body.get("blocks", ())),
        body.get("version"),
        body.get("subject", ""),
        tuple(body.get("stale", ())),
    )
