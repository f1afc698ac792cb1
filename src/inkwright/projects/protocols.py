"""The protocols of project stores. The in-memory stores are the reference implementation.

Items of other owners are not visible. Every method that changes something adds an entry to the feed of the project, in
the same transaction; presets belong to no project.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from inkwright.projects.blocks import BlockStatus, ContentBlock, NewText, TextVersion
from inkwright.projects.creator_facts import CreatorFact
from inkwright.projects.evaluations import Evaluation
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.personas import Persona
from inkwright.projects.phases import PhaseState
from inkwright.projects.presets import Preset, PresetKind
from inkwright.projects.proposals import Proposal
from inkwright.projects.records import Project
from inkwright.projects.skills import Skill

LoadedBlock = tuple[ContentBlock, Sequence[tuple[NewText, datetime]]]
"""A block and all versions of its text, with their times."""


class Projects(Protocol):
    """Projects, and the conversations that belong to them. Projects of other owners are not visible."""

    async def add(self, project: Project) -> bool:
        """Store a project; return False if its owner already has one with this name."""
        ...

    async def all(self, owner: str, *, is_removed: bool = False) -> list[Project]:
        """Return the projects of an owner by name, or the removed ones, last removed first."""
        ...

    async def get(self, project_id: str, *, owner: str) -> Project | None:
        """Return the project with this id, if it was not removed."""
        ...

    async def rename(self, project_id: str, name: str, *, owner: str) -> bool:
        """Rename a project; return False if the name is taken. Raise NotFound if it does not exist."""
        ...

    async def remove(self, project_id: str, at: datetime, *, owner: str) -> None:
        """Remove a project with its content; it can be restored. Raise NotFound if it does not exist."""
        ...

    async def restore(self, project_id: str, *, owner: str) -> bool:
        """Restore a removed project; return False if its name is taken. Raise NotFound if it was not removed."""
        ...

    async def enter_phase(
        self, project_id: str, current: str, phases: Sequence[PhaseState], origin: ChangeOrigin, *, owner: str
    ) -> None:
        """Set the current phase and the state of all. Raise NotFound if the project does not exist."""
        ...

    async def choose_profile(
        self, project_id: str, profile_id: str | None, origin: ChangeOrigin, *, owner: str
    ) -> None:
        """Set the profile of the creator. Raise NotFound if the project does not exist."""
        ...

    async def feed(self, project_id: str, after: int, *, owner: str, limit: int = 500) -> list[FeedEntry]:
        """Return the changes of a project after this number, oldest first."""
        ...

    async def feed_number(self, project_id: str, *, owner: str) -> int:
        """Return the number of the last change of a project; 0 if there was none."""
        ...

    async def place(self, conversation_id: str, project_id: str, *, owner: str) -> None:
        """Add a conversation to a project, unless it already belongs to one; create the conversation if needed.

        Raise NotFound if the project does not exist.
        """
        ...

    async def of(self, conversation_id: str, *, owner: str) -> Project | None:
        """Return the project of a conversation, if any."""
        ...


class Blocks(Protocol):
    """Blocks with all versions of their texts. A method that changes a block raises NotFound if it does not exist."""

    async def add(self, block: ContentBlock, text: NewText) -> bool:
        """Store a block with its first text; return False if its parent has a block with this name.

        If its index is 0, it comes after its siblings. Its depth follows from its parent. Raise NotFound if the
        project, the parent or a dependency does not exist, and InvalidOption if the project is full or its dependencies
        form a cycle.
        """
        ...

    async def load(
        self,
        project_id: str,
        loaded: Sequence[LoadedBlock],
        origin: ChangeOrigin,
        *,
        owner: str,
    ) -> None:
        """Store blocks as they are, with all versions of their texts, parents first; all or none.

        Raise NotFound if the project does not exist. The caller has checked the blocks.
        """
        ...

    async def of(self, project_id: str, *, owner: str) -> list[ContentBlock]:
        """Return the blocks of a project in the order of their creation."""
        ...

    async def get(self, block_id: str, *, owner: str) -> ContentBlock | None:
        """Return one block, if it was not removed."""
        ...

    async def line(self, project_id: str, names: Sequence[str], *, owner: str) -> list[ContentBlock]:
        """Return the blocks of a path from the top, as far as they exist. Other blocks are not read."""
        ...

    async def read(self, block_id: str, *, owner: str, version: int | None = None) -> str | None:
        """Return the current text of a block, or that of an earlier version; removed blocks can be read too."""
        ...

    async def texts(self, project_id: str, *, owner: str) -> dict[str, str]:
        """Return the current texts of all blocks of a project, by their ids."""
        ...

    async def versions(self, block_id: str, *, owner: str) -> list[TextVersion]:
        """Return all versions of a block's text, oldest first."""
        ...

    async def change(
        self, block_id: str, text: NewText, at: datetime, *, owner: str, proposal: Proposal | None = None
    ) -> ContentBlock:
        """Add a new version of the text; earlier ones stay. What depends on the block is marked for regeneration.

        The proposal that the text comes from is stored with the decisions on it.
        Raise EditConflict if the current version is not the one that the text is based on.
        """
        ...

    async def update(
        self, block_id: str, changes: Mapping[str, Any], origin: ChangeOrigin, *, owner: str
    ) -> ContentBlock:
        """Change some settings, by the names of `BlockSettings`; the others stay.

        Raise NotFound if a dependency does not exist, and InvalidOption if the dependencies would form a cycle.
        """
        ...

    async def set_status(
        self, block_id: str, status: BlockStatus, origin: ChangeOrigin, *, owner: str, digest: str | None = None
    ) -> ContentBlock:
        """Set the status of a block, and its digest if one is given. A completed block is no longer stale."""
        ...

    async def rename(self, block_id: str, name: str, origin: ChangeOrigin, *, owner: str) -> bool:
        """Rename a block; return False if the name is taken."""
        ...

    async def move(self, block_id: str, parent_id: str | None, index: int, origin: ChangeOrigin, *, owner: str) -> bool:
        """Put a block below a parent, or at the top, before the sibling that has this place now; counted from 0.

        Return False if the parent has a block with this name. Raise InvalidOption if it would be below itself, or if
        the dependencies would form a cycle.
        """
        ...

    async def remove(self, block_id: str, removal: str, origin: ChangeOrigin, *, owner: str) -> int:
        """Remove a block and all blocks below it, and return their number; they can be restored.

        `removal` is an id; ids of later removals sort after earlier ones.
        """
        ...

    async def removed(self, project_id: str, *, owner: str) -> list[ContentBlock]:
        """Return the removed blocks without their descendants, last removed first."""
        ...

    async def restore(self, block_id: str, origin: ChangeOrigin, *, owner: str) -> bool:
        """Restore a block and what was removed with it; return False if its name is taken.

        Raise NotFound if it was not removed, or if its parent does not exist, and InvalidOption if the dependencies
        would form a cycle.
        """
        ...


class Proposals(Protocol):
    """Proposed edits of blocks."""

    async def add(self, proposal: Proposal, origin: ChangeOrigin) -> None:
        """Store a proposal. Raise NotFound if its project does not exist."""
        ...

    async def get(self, proposal_id: str, *, owner: str) -> Proposal | None:
        """Return one proposal."""
        ...

    async def of(self, project_id: str, *, owner: str) -> list[Proposal]:
        """Return the latest proposals of a project, newest first."""
        ...

    async def save(self, proposal: Proposal, origin: ChangeOrigin) -> None:
        """Store decisions that change no text. Raise NotFound if the proposal does not exist."""
        ...


class Presets(Protocol):
    """Profiles, templates and channels of an owner."""

    async def put(self, preset: Preset) -> Preset:
        """Store a preset, or replace the content of the one of its kind and name, which keeps its id; return it."""
        ...

    async def all(self, kind: PresetKind, *, owner: str) -> list[Preset]:
        """Return the presets of a kind by name."""
        ...

    async def remove(self, preset_id: str, *, owner: str) -> bool:
        """Remove a preset; return whether there was one."""
        ...


class Personas(Protocol):
    """The personas of projects."""

    async def of(self, project_id: str, *, owner: str) -> list[Persona]:
        """Return the personas of a project, oldest first."""
        ...

    async def put(self, persona: Persona, origin: ChangeOrigin) -> bool:
        """Store a persona, or replace the one with its id; return False if another one of its project has its name.

        Raise NotFound if the project does not exist.
        """
        ...

    async def remove(self, persona: Persona, origin: ChangeOrigin) -> bool:
        """Remove a persona; return whether there was one. Raise NotFound if the project does not exist."""
        ...


class CreatorFacts(Protocol):
    """What is remembered about an owner."""

    async def all(self, *, owner: str) -> list[CreatorFact]:
        """Return the facts of an owner, oldest first."""
        ...

    async def add(self, fact: CreatorFact) -> CreatorFact:
        """Store a fact; return the one that is stored, which may be an earlier one with the same text."""
        ...

    async def remove(self, fact_id: str, *, owner: str) -> bool:
        """Remove a fact; return whether there was one."""
        ...


class Skills(Protocol):
    """The skills of an owner."""

    async def all(self, *, owner: str) -> list[Skill]:
        """Return the skills of an owner by name."""
        ...

    async def put(self, skill: Skill) -> Skill:
        """Store a skill, or replace the one of its name, which keeps its id; return it."""
        ...

    async def remove(self, skill_id: str, *, owner: str) -> bool:
        """Remove a skill; return whether there was one."""
        ...


class Evaluations(Protocol):
    """The evaluations of projects."""

    async def add(self, evaluation: Evaluation, origin: ChangeOrigin) -> None:
        """Store an evaluation; one that is stored stays. Raise NotFound if its project does not exist."""
        ...

    async def get(self, evaluation_id: str, *, owner: str) -> Evaluation | None:
        """Return one evaluation."""
        ...

    async def of(self, project_id: str, *, owner: str, limit: int = 200) -> list[Evaluation]:
        """Return the latest evaluations of a project, newest first."""
        ...

    async def adopt(self, evaluation_id: str, number: int, proposal_id: str, *, owner: str) -> Evaluation:
        """Store which proposal a suggestion became; return the evaluation. Raise NotFound if it does not exist."""
        ...

    async def remove(self, evaluation_id: str, *, owner: str) -> bool:
        """Remove an evaluation; return whether there was one."""
        ...


@dataclass(frozen=True, slots=True)
class ProjectStores:
    """All stores that a project's content is in."""

    projects: Projects
    blocks: Blocks
    proposals: Proposals
    presets: Presets
    personas: Personas
    facts: CreatorFacts
    skills: Skills
    evaluations: Evaluations
