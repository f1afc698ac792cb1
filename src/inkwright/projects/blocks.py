"""Content blocks: the only content model of a project, with their settings, versions and limits."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.projects.records import MAX_CHARACTERS

BlockType = Literal["group", "field"]
BlockStatus = Literal["pending", "in_progress", "completed", "failed"]
ContentKind = Literal["markdown", "outline", "personas", "evaluation", "json"]
"""All kinds but Markdown are structured: their text is JSON, and only a text that is valid JSON replaces it."""
Author = Literal["person", "agent", "auto_run", "import"]
"""Who wrote a version."""

MAX_PROMPT: Final = 20_000
MAX_ENTRIES: Final = 50
"""How many questions, or dependencies, a block may have."""
MAX_ENTRY: Final = 4_000
MAX_HASHTAGS: Final = 100
MAX_DIGEST: Final = 400
MAX_BEGINNING: Final = 80
_DIGESTED: Final = 4_000
MAX_REASON: Final = 200


LengthCounting = Literal["characters", "weighted"]
"""How a platform counts: each character once; or with a wide character as two and a link as 23, as short posts do."""


@dataclass(frozen=True, slots=True)
class BlockConstraints:
    """What the text of a block must comply with.

    `max_length` is counted as `counting` says; 0 means any length. `max_hashtags` is None for any number. `platform` is
    where the text is published, if that sets its limits.
    """

    max_length: int = 0
    output_format: str = ""
    structure: str = ""
    example: str = ""
    tone: str = ""
    max_hashtags: int | None = None
    counting: LengthCounting = "characters"
    platform: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockSettings:
    """How a block is produced.

    A group has no text of its own. `depends_on` has ids of blocks of the same project. A dependency on a group is one
    on everything below it, and what a group depends on, everything below it depends on. `phase` is the code of a phase,
    or empty: then it is that of the parent. `pre_answers` are the answers to the `pre_questions`, by question.
    """

    block_type: BlockType = "field"
    content_kind: ContentKind = "markdown"
    phase: str = ""
    prompt: str = ""
    constraints: BlockConstraints = field(default_factory=BlockConstraints)
    pre_questions: tuple[str, ...] = ()
    pre_answers: Mapping[str, str] = field(default_factory=dict)
    depends_on: tuple[str, ...] = ()
    special_handler: str = ""
    model_override: str = ""
    need_review: bool = False
    auto_generate: bool = False


@dataclass(frozen=True, slots=True)
class ContentBlock(BlockSettings):
    """A piece of content in a project's tree.

    The versions of its text are numbered from 1. `version` and `characters` describe the current text, which is read
    separately. `needs_regeneration`: something that it depends on has changed since it was written. `digest` is a short
    summary of the current text. The status of a block with children follows theirs: see `BlockTree.status`.
    """

    id: str
    project_id: str
    owner: str
    parent_id: str | None
    name: str
    order_index: int
    version: int
    characters: int
    created: datetime
    changed: datetime
    depth: int = 0
    status: BlockStatus = "pending"
    needs_regeneration: bool = False
    digest: str = ""

    @property
    def is_structured(self) -> bool:
        """Whether its text is JSON, which plain text must not replace."""
        return self.content_kind != "markdown"

    @property
    def settings(self) -> BlockSettings:
        """Return only how it is produced."""
        return BlockSettings(**{name: getattr(self, name) for name in SETTING_NAMES})

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Return the questions that must be answered before it can be generated."""
        return tuple(each for each in self.pre_questions if not self.pre_answers.get(each, "").strip())


SETTING_NAMES: Final = tuple(each.name for each in dataclasses.fields(BlockSettings))


@dataclass(frozen=True, slots=True)
class TextVersion:
    """One version of a block's text: who wrote it, and why."""

    version: int
    characters: int
    written: datetime
    author: Author = "person"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BlockChange:
    """A change of a block's text or settings, as evidence: this block now has this version."""

    block_id: str
    name: str
    version: int


@dataclass(frozen=True, slots=True)
class NewText:
    """A text that becomes the next version of a block whose current one is `based_on`.

    `status` is what the block has afterwards.
    """

    text: str
    based_on: int
    author: Author = "person"
    reason: str = ""
    status: BlockStatus = "completed"
    digest: str = ""


def digest_of(text: str) -> str:
    """Return how a text begins, as its digest: its first line that is not a heading, or else its first line."""
    lines = [line.strip() for line in text[:_DIGESTED].splitlines() if line.strip()]
    prose = [line for line in lines if not line.startswith("#")]
    return " ".join((prose or lines or [""])[0].split())[:MAX_BEGINNING]


def valid_settings(settings: BlockSettings) -> BlockSettings:
    """Return the settings; InvalidOption if one of them is too long or has too many entries."""
    _require_short("prompt", settings.prompt, MAX_PROMPT)
    limits = settings.constraints
    for name in ("output_format", "structure", "example", "tone", "platform"):
        _require_short(name, getattr(limits, name), MAX_ENTRY)
    if limits.max_hashtags is not None and not 0 <= limits.max_hashtags <= MAX_HASHTAGS:
        allowed = Reason("project.max_hashtags", most=MAX_HASHTAGS)
        raise InvalidOption(option="max_hashtags", value=limits.max_hashtags, allowed=allowed)
    if not 0 <= limits.max_length <= MAX_CHARACTERS:
        raise InvalidOption(option="max_length", value=limits.max_length, allowed=Reason("project.max_length"))
    for name in ("special_handler", "model_override", "phase"):
        _require_short(name, getattr(settings, name), 200)
    for name, entries in (
        ("pre_questions", settings.pre_questions),
        ("pre_answers", (*settings.pre_answers, *settings.pre_answers.values())),
        ("depends_on", settings.depends_on),
    ):
        _require_few(name, entries)
    return dataclasses.replace(settings, depends_on=tuple(dict.fromkeys(settings.depends_on)))


def _require_few(option: str, entries: tuple[str, ...]) -> None:
    if len(entries) > 2 * MAX_ENTRIES:
        raise InvalidOption(option=option, value=len(entries), allowed=Reason("project.too_many", most=2 * MAX_ENTRIES))
    for each in entries:
        _require_short(option, each, MAX_ENTRY)


def _require_short(option: str, value: str, most: int) -> None:
    if len(value) > most:
        raise InvalidOption(option=option, value=f"{value[:40]}…", allowed=Reason("project.too_long", most=f"{most:,}"))
