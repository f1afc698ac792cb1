"""What an owner keeps for several projects: profiles of creators, templates of blocks, and channels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from inkwright.projects.blocks import BlockConstraints, BlockType

PresetKind = Literal["profile", "template", "channel"]
PRESET_KINDS: Final[tuple[PresetKind, ...]] = ("profile", "template", "channel")
MAX_PRESET: Final = 200_000
"""The most characters of a preset as JSON."""


@dataclass(frozen=True, slots=True)
class CreatorProfile:
    """Who speaks: how they write, and what is typical of them."""

    description: str = ""
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TemplateBlock:
    """A block that a template makes. `depends_on` has names of blocks of the same template."""

    name: str
    block_type: BlockType = "field"
    prompt: str = ""
    constraints: BlockConstraints = field(default_factory=BlockConstraints)
    pre_questions: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    need_review: bool = False
    auto_generate: bool = False
    children: "tuple[TemplateBlock, ...]" = ()

    def walk(self) -> "Iterator[TemplateBlock]":
        """Yield this block and everything below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class BlockTemplate:
    """Blocks to start with. With a phase, it is a template of that phase."""

    blocks: tuple[TemplateBlock, ...] = ()
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Channel:
    """Where content is published: what to write for it, the limits there, and good examples."""

    platform: str = ""
    prompt_template: str = ""
    constraints: BlockConstraints = field(default_factory=BlockConstraints)
    examples: tuple[str, ...] = ()


PresetContent = CreatorProfile | BlockTemplate | Channel
CONTENT_TYPES: Final[Mapping[PresetKind, type[PresetContent]]] = {
    "profile": CreatorProfile,
    "template": BlockTemplate,
    "channel": Channel,
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A named preset. Names of one kind are unique; case does not matter."""

    id: str
    owner: str
    name: str
    changed: datetime
    content: PresetContent

    @property
    def kind(self) -> PresetKind:
        """What it is."""
        return next(kind for kind, each in CONTENT_TYPES.items() if isinstance(self.content, each))
