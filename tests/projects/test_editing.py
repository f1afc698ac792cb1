"""Edits and proposals in a project: made at once or decided on, undone, and refused when the text moved on."""

from pathlib import Path

import pytest

from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.projects.anchored_edits import AnchoredEdit, EditRefused
from inkwright.projects.blocks import BlockChange
from inkwright.projects.editing import decide_proposal, edit_block, propose_edit, propose_text, show_proposal
from inkwright.projects.proposals import Proposal
from inkwright.usecases.projects import open_project
from inkwright.usecases.store import Store
from tests.usecases.note_stores import in_store

TEXT = "One rain.\nTwo rivers.\nThree hills.\n"
EDITS = (
    AnchoredEdit("replace", "One", "1"),
    AnchoredEdit("delete", "Two rivers.\n"),
    AnchoredEdit("insert_after", "hills", "!"),
)


def test_an_edit_makes_one_version_with_who_and_why_and_a_rollback_undoes_it(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "P", owner="ann")
        workspace = store.workspace(project)
        block = (await workspace.add("A", TEXT)).block_id
        change = await edit_block(workspace, block, EDITS, based_on=1, author="agent", reason="shorter")
        assert change == BlockChange(block, "A", 2)
        assert (await workspace.read(block)).text == "1 rain.\nThree hills!.\n"
        versions = [(each.author, each.reason) for each in await workspace.versions(block)]
        assert versions == [("person", ""), ("agent", "shorter")]
        with pytest.raises(EditConflict):
            await edit_block(workspace, block, EDITS[:1], based_on=1)
        refused = await edit_block(workspace, block, [AnchoredEdit("delete", "nowhere")], based_on=2)
        assert refused == EditRefused(0, "missing", "nowhere")
        await workspace.rollback(block, 1, based_on=2)
        assert (await workspace.read(block)).text == TEXT
        await workspace.rollback(block, 2, based_on=3)
        assert (await workspace.read(block)).text == "1 rain.\nThree hills!.\n"

    in_store(tmp_path, work)


def test_a_proposal_survives_a_restart_and_is_decided_hunk_by_hunk(tmp_path: Path) -> None:
    async def first(store: Store) -> tuple[str, str]:
        project, _ = await open_project(store, "P", owner="ann")
        workspace = store.workspace(project)
        block = (await workspace.add("A", TEXT)).block_id
        made = await propose_edit(workspace, block, EDITS, based_on=1, author="agent", reason="Shorten it")
        assert isinstance(made, Proposal)
        assert (await workspace.read(block)).text == TEXT
        return block, made.id

    block, proposal = in_store(tmp_path, first)

    async def then(store: Store) -> None:
        workspace = store.workspace((await open_project(store, "P", owner="ann"))[0])
        shown = await show_proposal(workspace, proposal)
        assert (shown.proposal.state, shown.is_outdated) == ("open", False)
        assert "-Two rivers." in shown.diff
        assert "+1 rain." in shown.diff
        await decide_proposal(workspace, proposal, "accepted", [1])
        assert (await workspace.read(block)).text == "One rain.\nThree hills.\n"
        await decide_proposal(workspace, proposal, "rejected", [0])
        await decide_proposal(workspace, proposal, "accepted", [2])
        assert (await workspace.read(block)).text == "One rain.\nThree hills!.\n"
        assert (await show_proposal(workspace, proposal)).proposal.state == "partly_accepted"
        await decide_proposal(workspace, proposal, "pending")
        assert (await workspace.read(block)).text == TEXT
        with pytest.raises(InvalidOption, match="0 to 2"):
            await decide_proposal(workspace, proposal, "accepted", [3])

    in_store(tmp_path, then)


def test_a_proposal_says_when_the_text_has_moved_on_and_can_still_be_rejected(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "P", owner="ann")
        workspace = store.workspace(project)
        block = (await workspace.add("A", TEXT)).block_id
        made = await propose_text(workspace, block, TEXT.replace("Two", "2"), based_on=1)
        await workspace.write(block, "Other.", based_on=1)
        assert (await show_proposal(workspace, made.id)).is_outdated
        with pytest.raises(EditConflict):
            await decide_proposal(workspace, made.id, "accepted")
        await decide_proposal(workspace, made.id, "rejected")
        assert (await workspace.read(block)).text == "Other."
        assert (await show_proposal(workspace, made.id)).proposal.state == "rejected"
        other = store.workspace((await open_project(store, "Q", owner="ann"))[0])
        with pytest.raises(NotFound):
            await show_proposal(other, made.id)
        kinds = [each.kind for each in await workspace.feed()]
        assert kinds == ["block_added", "proposal_added", "block_changed", "proposal_decided"]

    in_store(tmp_path, work)


def test_a_proposal_is_accepted_and_undone_in_a_text_that_has_changed_elsewhere(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "P", owner="ann")
        workspace = store.workspace(project)
        block = (await workspace.add("A", TEXT)).block_id
        made = await propose_text(workspace, block, TEXT.replace("hills", "mountains"), based_on=1)
        await workspace.write(block, "A title.\n\n" + TEXT, based_on=1)
        shown = await show_proposal(workspace, made.id)
        assert not shown.is_outdated
        assert "+Three mountains." in shown.diff
        await decide_proposal(workspace, made.id, "accepted")
        assert (await workspace.read(block)).text == "A title.\n\n" + TEXT.replace("hills", "mountains")
        version = (await workspace.read(block)).block.version
        await workspace.write(block, TEXT.replace("hills", "mountains"), based_on=version)
        await decide_proposal(workspace, made.id, "pending")
        assert (await workspace.read(block)).text == TEXT

    in_store(tmp_path, work)


def test_hunks_that_still_fit_are_accepted_without_those_whose_place_has_changed(tmp_path: Path) -> None:
    """Somebody else changes the first place: the other hunk is accepted and undone; the first fits again later."""
    first, second = ("One rain.", "One brook."), ("Three hills.", "Three mountains.")

    async def work(store: Store) -> None:
        project, _ = await open_project(store, "P", owner="ann")
        workspace = store.workspace(project)
        block = (await workspace.add("A", TEXT)).block_id
        made = await propose_text(workspace, block, TEXT.replace(*first).replace(*second), based_on=1)
        moved = TEXT.replace(first[0], "A sea.")
        await workspace.write(block, moved, based_on=1)
        shown = await show_proposal(workspace, made.id)
        assert (shown.outdated, "mountains" in shown.diff, "brook" in shown.diff) == ((0,), True, False)
        with pytest.raises(EditConflict):
            await decide_proposal(workspace, made.id, "accepted")
        await decide_proposal(workspace, made.id, "accepted", [1])
        assert (await workspace.read(block)).text == moved.replace(*second)
        assert (await show_proposal(workspace, made.id)).outdated == (0,)
        with pytest.raises(EditConflict):
            await decide_proposal(workspace, made.id, "accepted", [0])
        await decide_proposal(workspace, made.id, "pending", [1])
        assert (await workspace.read(block)).text == moved
        await decide_proposal(workspace, made.id, "accepted", [1])
        await workspace.write(block, TEXT.replace(*second), based_on=5)
        await decide_proposal(workspace, made.id, "accepted")
        assert (await workspace.read(block)).text == TEXT.replace(*first).replace(*second)
        await decide_proposal(workspace, made.id, "pending")
        assert (await workspace.read(block)).text == TEXT

    in_store(tmp_path, work)
