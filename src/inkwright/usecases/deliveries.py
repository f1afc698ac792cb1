"""Finished files on their way to the folder of the person: saved there, or reported if a process died before that."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from inkwright.artifacts.vault import ArtifactReader
from inkwright.conversation.protocols import Conversations
from inkwright.conversation.turns import ArtifactRef, TurnState, is_lease_valid
from inkwright.errors import NotDelivered, UnwritableOutput
from inkwright.usecases.output_files import save_file, version_name
from inkwright.usecases.quiz_files import files_to_save
from inkwright.usecases.store import LOCAL_OWNER, Store


async def deliver_files(
    vault: ArtifactReader, artifact: ArtifactRef, folder: Path, *, overwrite: bool = False, formats: Sequence[str] = ()
) -> list[Path]:
    """Save what opens of an artifact in a folder, a quiz in these formats; nothing if it is gone. A later version gets
    its number in the name, unless it may replace the earlier one. NotDelivered if the folder cannot be written.
    """
    paths = []
    for file in await files_to_save(vault, artifact, owner=LOCAL_OWNER, formats=formats):
        name = file.name if overwrite else version_name(file.name, artifact.artifact_version)
        try:
            paths.append(await asyncio.to_thread(save_file, folder, name, file.content, overwrite=overwrite))
        except UnwritableOutput as problem:
            reason = problem.fields["problem"]
            raise NotDelivered(name=artifact.name, path=folder, problem=reason, id=artifact.id) from problem
    return paths


async def mark_delivered(conversations: Conversations, turn_id: str, *, owner: str) -> None:
    """Note that the files of a turn are where the person wants them, or that the person knows where they are."""
    turn = await conversations.load_turn(turn_id, owner=owner)
    if turn is not None and turn.output is not None and turn.status == "finished":
        await conversations.save_turn(turn.model_copy(update={"output": None}))


async def find_undelivered(store: Store, *, owner: str) -> Sequence[TurnState]:
    """Return the finished turns whose files were not saved, because their process died or the disk failed."""
    now = store.clock.now().timestamp()
    found = await store.conversations.undelivered(owner)
    return [turn for turn in found if not is_lease_valid(turn.held_until, now)]
