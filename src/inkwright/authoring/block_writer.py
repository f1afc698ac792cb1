"""Writes the blocks of a project with a model: a whole text, a few edits of one, or the outline of the project."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from inkwright.i18n import Language, text
from inkwright.llm.attempts import AttemptStarted, ThoughtEvent
from inkwright.llm.brain import Brain, CallLimits
from inkwright.llm.models import StartedOver, TextPiece
from inkwright.parsing.fences import wrap_in_fence
from inkwright.parsing.thinking import without_thinking
from inkwright.projects.anchored_edits import AnchoredEdit, EditAction
from inkwright.projects.blocks import BlockConstraints
from inkwright.projects.channel_limits import LimitProblem, limit_problems
from inkwright.projects.dependencies import DependencyGraph
from inkwright.prompts import load_prompt

MAX_REFERENCE: Final = 12_000
"""The most characters of one text that a model is given with the block it writes."""
MAX_REFERENCES: Final = 40_000
_ATTEMPTS: Final = 3
_CHANNEL_ATTEMPTS: Final = 2
"""A text that exceeds the limits of its platform is written once more, then it has failed."""


@dataclass(frozen=True, slots=True)
class BlockBrief:
    """What a block is written from. `references` are the texts of other blocks, by their paths; `answers` are the
    creator's answers, by question; `style` is the wish of this call.
    """

    name: str
    language: Language
    prompt: str = ""
    constraints: BlockConstraints = field(default_factory=BlockConstraints)
    profile: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    references: Mapping[str, str] = field(default_factory=dict)
    style: str = ""


class TextEdit(BaseModel):
    """One edit at a passage of the text."""

    model_config = ConfigDict(extra="forbid")

    action: EditAction
    anchor: str = Field(min_length=1, max_length=20_000)
    text: str = Field(default="", max_length=100_000)


class EditPlan(BaseModel):
    """The edits of one change."""

    model_config = ConfigDict(extra="forbid")

    edits: list[TextEdit] = Field(min_length=1, max_length=50)

    def anchored(self) -> list[AnchoredEdit]:
        """Return the edits for the project."""
        return [AnchoredEdit(each.action, each.anchor, each.text) for each in self.edits]


class OutlineNode(BaseModel):
    """A part of the outline, and the parts below it."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=80)
    description: str = Field(default="", max_length=1_000)
    ai_prompt: str = Field(default="", max_length=4_000)
    depends_on: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=20)
    children: list["OutlineNode"] = Field(default=[], max_length=60)


class ProjectOutline(BaseModel):
    """The outline of a project."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=200)
    content_type: Literal["course", "article", "video_script", "product_intro", "training"] = "article"
    nodes: list[OutlineNode] = Field(min_length=1, max_length=60)

    @model_validator(mode="after")
    def _can_be_written(self) -> Self:
        """Refuse parts that would wait for each other, before a person sees them."""
        parts = list(_walk(self.nodes, None))
        ids = {node.name: str(number) for number, (node, _) in reversed([*enumerate(parts)])}
        groups = {str(number): parent for number, (_, parent) in enumerate(parts)}
        needed = {
            str(number): [ids[name] for name in node.depends_on if name in ids]
            for number, (node, _) in enumerate(parts)
        }
        if cycle := DependencyGraph(groups, needed).cycle():
            names = " → ".join(parts[int(each)][0].name for each in [*cycle, cycle[0]])
            raise PydanticCustomError("cycle", "these parts wait for each other: {names}", {"names": names})
        return self


def _walk(nodes: Sequence[OutlineNode], parent: str | None, first: int = 0) -> Iterator[tuple[OutlineNode, str | None]]:
    """Yield every part with the number of the one above it, numbered in this order."""
    number = first
    for node in nodes:
        yield node, parent
        below = list(_walk(node.children, str(number), number + 1))
        yield from below
        number += 1 + len(below)


class BlockStream:
    """A text while it is written. `show` gets each new piece, and None if the model starts again."""

    def __init__(self, show: Callable[[str | None], None]) -> None:
        self._show = show
        self._pieces: list[str] = []

    @property
    def text(self) -> str:
        """What is written so far."""
        return without_thinking("".join(self._pieces)).strip()

    def __call__(self, event: ThoughtEvent) -> None:
        if isinstance(event, AttemptStarted | StartedOver):
            if self._pieces:
                self._show(None)
            self._pieces.clear()
        elif isinstance(event, TextPiece):
            self._pieces.append(event.text)
            self._show(event.text)


async def write_block(brain: Brain, brief: BlockBrief, stream: BlockStream) -> str:
    """Return the text of a block. `stream` has what is written so far, also if the model fails in the middle."""
    prompt = _filled(
        "block",
        brief.language,
        name=brief.name,
        prompt=brief.prompt or text(brief.language, "content.no_prompt"),
        constraints=constraints_text(brief.constraints, brief.language),
        profile=_or_none(brief.profile, brief.language),
        answers=_or_none("\n".join(f"- {asked}: {said}" for asked, said in brief.answers.items()), brief.language),
        references=references_text(brief.references, brief.language),
        style=_or_none(brief.style, brief.language),
    )

    def accepted(reply: str) -> dict[str, str]:
        return _check_text(without_thinking(reply).strip(), brief)

    attempts = _CHANNEL_ATTEMPTS if brief.constraints.platform else _ATTEMPTS
    reply = await brain.think_reply(prompt, accepted, CallLimits(attempts), {}, stream)
    return str(reply.content)


async def plan_edits(
    brain: Brain, brief: BlockBrief, content: str, instruction: str, check: Callable[[EditPlan], str | None]
) -> EditPlan:
    """Return the edits that make a change. `check` returns the problem with a plan, which is told to the model."""
    prompt = _filled(
        "block_edits",
        brief.language,
        name=brief.name,
        content=wrap_in_fence(content),
        instruction=instruction,
        references=references_text(brief.references, brief.language),
    )
    return await brain.think(prompt, EditPlan, check=check, max_retries=_ATTEMPTS)


async def write_outline(brain: Brain, brief: BlockBrief, instructions: str) -> ProjectOutline:
    """Return an outline of the project."""
    prompt = _filled(
        "project_outline",
        brief.language,
        project=brief.name,
        profile=_or_none(brief.profile, brief.language),
        references=references_text(brief.references, brief.language),
        style=_or_none(brief.style, brief.language),
        instructions=_or_none(instructions, brief.language),
    )
    return await brain.think(prompt, ProjectOutline, max_retries=_ATTEMPTS)


def references_text(references: Mapping[str, str], language: Language) -> str:
    """Return texts with their names, each bounded and in a fence, so that nothing in them is taken for the prompt."""
    parts: list[str] = []
    left = MAX_REFERENCES
    for name, written in references.items():
        part = written[: min(MAX_REFERENCE, left)]
        left -= len(part)
        parts.append(f"{name}\n{wrap_in_fence(part)}")
    return "\n\n".join(parts) or text(language, "content.none")


def _check_text(written: str, brief: BlockBrief) -> dict[str, str]:
    if not written:
        return {"status": "error", "feedback": text(brief.language, "feedback.think.empty")}
    if problem := limits_feedback(written, brief.constraints, brief.language):
        return {"status": "error", "feedback": problem}
    return {"status": "success", "content": written}


def limits_feedback(written: str, limits: BlockConstraints, language: Language) -> str:
    """Return which limits a text exceeds, for the model that wrote it; empty if it complies."""
    return " ".join(_problem_text(each, limits, language) for each in limit_problems(written, limits))


def _problem_text(problem: LimitProblem, limits: BlockConstraints, language: Language) -> str:
    if problem.kind == "hashtags":
        return text(language, "content.too_many_hashtags", most=problem.most, count=problem.count)
    key = "content.too_long" if limits.counting == "characters" else "content.too_long_weighted"
    return text(language, key, most=problem.most, count=problem.count)


def constraints_text(limits: BlockConstraints, language: Language) -> str:
    """Return what a text must comply with, one limit a line."""
    length = "content.limit.length" if limits.counting == "characters" else "content.limit.length_weighted"
    hashtags = limits.max_hashtags
    lines = [
        text(language, length, most=limits.max_length) if limits.max_length else "",
        "" if hashtags is None else text(language, "content.limit.hashtags", most=hashtags),
        *(
            text(language, f"content.limit.{name}", value=value)
            for name in ("platform", "tone", "output_format", "structure", "example")
            if (value := getattr(limits, name))
        ),
    ]
    return _or_none("\n".join(f"- {line}" for line in lines if line), language)


def _or_none(written: str, language: Language) -> str:
    return written or text(language, "content.none")


def _filled(file: str, language: Language, /, **values: str) -> str:
    """Return a prompt with its values. Each is filled in once, so a placeholder inside one remains text."""
    template = load_prompt("inkwright.authoring", file, language).strip()
    return template.format(language=text(language, "content.language"), **values)
