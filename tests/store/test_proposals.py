"""Stored proposals behave like the reference: newest first, only for their owner, with their decisions."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.errors import NotFound
from inkwright.projects.blocks import NewText
from inkwright.projects.proposals import Proposal, ProposalHunk
from inkwright.projects.protocols import Blocks, Projects, Proposals
from inkwright.projects.records import Project
from inkwright.store.blocks import StoredBlocks
from inkwright.store.database import Database
from inkwright.store.projects import StoredProjects
from inkwright.store.proposals import StoredProposals
from inkwright.testing import MemoryBlocks, MemoryProjects, MemoryProposals
from tests.store.test_attachments import on
from tests.store.test_blocks import AT, LATER, WHY, block

HUNKS = (ProposalHunk(0, "雨", "雪"), ProposalHunk(3, "", "\r\n"))
PROPOSAL = Proposal("prop_1", "proj_1", "block_1", "me", 1, AT, "shorter", "agent", HUNKS)


def test_a_proposal_is_kept_with_its_decisions(url: URL) -> None:
    async def go(projects: Projects, blocks: Blocks, kept: Proposals) -> Any:
        await projects.add(Project("proj_1", "me", "Rain", AT))
        await blocks.add(block(1, "A"), NewText("雨", 0))
        for number in (1, 2):
            await kept.add(replace(PROPOSAL, id=f"prop_{number}"), WHY)
        decided = replace(PROPOSAL, based_on=2, hunks=(replace(HUNKS[0], status="accepted"), HUNKS[1]))
        await blocks.change("block_1", NewText("雪", 1), LATER, owner="me", proposal=decided)
        rejected = replace(PROPOSAL, id="prop_2", hunks=tuple(replace(each, status="rejected") for each in HUNKS))
        await kept.save(rejected, WHY)
        with pytest.raises(NotFound):
            await kept.save(replace(rejected, owner="you"), WHY)
        hidden = await kept.get("prop_1", owner="you"), await kept.of("proj_1", owner="you")
        return await kept.of("proj_1", owner="me"), await kept.get("prop_1", owner="me") == decided, hidden

    async def stored(database: Database) -> Any:
        return await go(StoredProjects(database, SystemClock()), StoredBlocks(database), StoredProposals(database))

    projects = MemoryProjects()
    proposals = MemoryProposals(projects)
    found = on(url, stored)
    assert found == asyncio.run(go(projects, MemoryBlocks(projects, proposals), proposals))
    assert ([(each.id, each.state) for each in found[0]], found[1:]) == (
        [("prop_2", "rejected"), ("prop_1", "open")],
        (True, (None, [])),
    )
