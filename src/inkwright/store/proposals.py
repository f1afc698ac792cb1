"""Proposed edits: one row each, with the hunks as JSON."""

import dataclasses
import json
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.projects.feed import ChangeOrigin, FeedEntry, FeedKind
from inkwright.projects.proposals import Proposal, ProposalHunk
from inkwright.store.database import Database, stored_value
from inkwright.store.project_feed import add_entry, next_number
from inkwright.store.tables import block_proposals
from inkwright.store.times import format_time


class StoredProposals:
    """Implements `Proposals`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, proposal: Proposal, origin: ChangeOrigin) -> None:
        row = {
            "id": proposal.id,
            "project_id": proposal.project_id,
            "block_id": proposal.block_id,
            "owner": proposal.owner,
            "created_at": format_time(proposal.created),
            **_changing_values(proposal),
        }

        def work(connection: Connection) -> None:
            number = next_number(connection, proposal.project_id, proposal.owner)
            connection.execute(insert(block_proposals), row)
            add_proposal_entry(connection, proposal, "proposal_added", number, origin)

        await self._database.write(work)

    async def get(self, proposal_id: str, *, owner: str) -> Proposal | None:
        condition = (block_proposals.c.id == proposal_id) & (block_proposals.c.owner == owner)
        query = select(block_proposals).where(condition)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return _proposal_from(row) if row else None

    async def of(self, project_id: str, *, owner: str) -> list[Proposal]:
        condition = (block_proposals.c.project_id == project_id) & (block_proposals.c.owner == owner)
        query = select(block_proposals).where(condition).order_by(block_proposals.c.id.desc()).limit(500)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_proposal_from(row) for row in rows]

    async def save(self, proposal: Proposal, origin: ChangeOrigin) -> None:
        def work(connection: Connection) -> None:
            number = next_number(connection, proposal.project_id, proposal.owner)
            save_proposal(connection, proposal)
            add_proposal_entry(connection, proposal, "proposal_decided", number, origin)

        await self._database.write(work)


def save_proposal(connection: Connection, proposal: Proposal) -> None:
    """Store the decisions on a proposal; NotFound if there is none."""
    condition = (block_proposals.c.id == proposal.id) & (block_proposals.c.owner == proposal.owner)
    if not connection.execute(update(block_proposals).where(condition).values(_changing_values(proposal))).rowcount:
        raise NotFound(what_kind=Reason("project.word.proposal"), id=proposal.id)


def add_proposal_entry(
    connection: Connection, proposal: Proposal, kind: FeedKind, number: int, origin: ChangeOrigin
) -> None:
    """Add an entry about a proposal to the feed."""
    entry = FeedEntry(number, kind, origin, (proposal.block_id,), subject=proposal.id)
    add_entry(connection, proposal.project_id, proposal.owner, entry)


def _changing_values(proposal: Proposal) -> dict[str, object]:
    body = {
        "summary": proposal.summary,
        "author": proposal.author,
        "hunks": [dataclasses.astuple(each)[: 4 if each.based_on is None else 5] for each in proposal.hunks],
    }
    return {"based_on": proposal.based_on, "body": json.dumps(body, ensure_ascii=False)}


@stored_value
def _proposal_from(row: Row[Any]) -> Proposal:
    body = json.loads(row.body)
    return Proposal(
        row.id,
        row.project_id,
        row.block_id,
        row.owner,
        row.based_on,
        datetime.fromisoformat(row.created_at),
        body["summary"],
        body["author"],
        tuple(ProposalHunk(*each) for each in body["hunks"]),
    )
