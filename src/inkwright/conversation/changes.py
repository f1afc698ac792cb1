"""Changes of things that are not files, such as blocks of a project, as the ledger and the receipt hold them."""

import hashlib
from collections.abc import Iterable
from typing import Final, Literal

from pydantic import Field

from inkwright.conversation.shapes import Shape

ChangeAction = Literal["added", "changed", "proposed", "moved", "renamed", "removed", "restored", "advanced"]
CHANGE_KEY_PREFIX: Final = "change:"
"""The key of a change in the ledger begins with it; that of an artifact is its id."""


class ChangeRef(Shape):
    """What a tool changed. Code makes it from what a store has returned, never from the words of a model."""

    id: str = Field(description="What was changed, such as a block; for a step to another phase, the phase.")
    name: str = Field(description="Its name, for people.")
    action: ChangeAction = Field(description="What was done. A proposal is stored and changes nothing yet.")
    version: int | None = Field(default=None, description="The version that holds the change, if it has versions.")

    @property
    def key(self) -> str:
        """What identifies the change in the ledger of a turn."""
        parts = "\0".join([self.action, self.id, self.name, str(self.version)])
        return CHANGE_KEY_PREFIX + hashlib.sha256(parts.encode()).hexdigest()[:32]


class ChangeEntry(Shape):
    """A change in the ledger of a turn, and the call that made it."""

    change: ChangeRef
    tool: str
    call_id: str


def latest_changes(changes: Iterable[ChangeRef]) -> tuple[ChangeRef, ...]:
    """Return what became of each thing, in the order of its first change. What was added and then changed counts as
    added; proposals stay apart from what was done.
    """
    latest: dict[tuple[str, bool], ChangeRef] = {}
    for change in changes:
        known = latest.get(key := (change.id, change.action == "proposed"))
        if known is not None and known.action == "added" and change.action in ("changed", "moved", "renamed"):
            change = change.model_copy(update={"action": "added"})
        latest[key] = change
    return tuple(latest.values())
