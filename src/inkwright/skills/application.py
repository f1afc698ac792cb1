"""Applies a skill to a text with a model: the transformed text, or an honest failure; never nothing called success."""

from typing import Final

from inkwright.authoring.block_writer import MAX_REFERENCE, constraints_text, limits_feedback, references_text
from inkwright.authoring.persona_writer import require_capable
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, language_of, text
from inkwright.llm.brain import Brain
from inkwright.parsing.fences import wrap_in_fence
from inkwright.parsing.thinking import without_thinking
from inkwright.projects.blocks import BlockChange, BlockConstraints, ContentBlock
from inkwright.projects.editing import propose_text
from inkwright.projects.proposals import Proposal
from inkwright.projects.skills import Skill
from inkwright.projects.workspace import ProjectWorkspace, Why
from inkwright.prompts import load_prompt

MAX_TEXT: Final = 60_000
_ATTEMPTS: Final = 3
_FENCES: Final = ("```markdown", "```md", "```")


def require_text(block: ContentBlock, content: str) -> None:
    """Refuse to apply a skill to nothing, to structured content, or to more than a model can rewrite at once."""
    if block.block_type == "group":
        raise InvalidOption(option="block", value=block.name, allowed=Reason("content.is_group", name=block.name))
    if block.is_structured:
        reason = Reason("content.is_structured", name=block.name, kind=block.content_kind)
        raise InvalidOption(option="block", value=block.name, allowed=reason)
    if not content.strip():
        raise InvalidOption(option="block", value=block.name, allowed=Reason("skill.nothing"))
    if len(content) > MAX_TEXT:
        reason = Reason("skill.text_too_long", most=f"{MAX_TEXT:,}")
        raise InvalidOption(option="block", value=block.name, allowed=reason)


async def apply_skill(
    brain: Brain, workspace: ProjectWorkspace, skill: Skill, block_id: str, wish: str = "", *, as_proposal: bool = False
) -> BlockChange | Proposal:
    """Transform the text of a block and write it as its next version; as a proposal if a person has to review it."""
    read = await workspace.read(block_id)
    block = read.block
    require_text(block, read.text)
    written = await transform(brain, skill, read.text, wish, block.constraints)
    reason = text(workspace.language, "skill.reason", name=skill.title or skill.name)
    why = Why(author="agent", reason=reason)
    if as_proposal or block.need_review:
        return await propose_text(workspace, block.id, written, based_on=block.version, **why)
    return await workspace.write(block.id, written, based_on=block.version, **why)


async def transform(
    brain: Brain, skill: Skill, content: str, wish: str = "", constraints: BlockConstraints | None = None
) -> str:
    """Return the text as the skill makes it. A reply that is empty, unchanged or too long goes back to the model."""
    require_capable(brain)
    language, limits = language_of(content), constraints or BlockConstraints()
    readable = {path: each for path, each in skill.files.items() if not path.startswith("scripts/")}
    prompt = load_prompt("inkwright.skills", "apply", language).format(
        name=skill.name,
        description=skill.description,
        instructions=wrap_in_fence(skill.instructions[:MAX_REFERENCE]),
        files=references_text(readable, language),
        limits=constraints_text(limits, language),
        wish=wish or text(language, "content.none"),
        text=wrap_in_fence(content),
    )

    def accepted(reply: str) -> dict[str, str]:
        return _checked(_unwrapped(without_thinking(reply).strip(), content), content, limits, language)

    return str(await brain.think_with_retry(prompt, accepted, max_retries=_ATTEMPTS))


def _checked(written: str, content: str, limits: BlockConstraints, language: Language) -> dict[str, str]:
    if not written:
        return {"status": "error", "feedback": text(language, "feedback.think.empty")}
    if written == content.strip():
        return {"status": "error", "feedback": text(language, "skill.unchanged")}
    if problem := limits_feedback(written, limits, language):
        return {"status": "error", "feedback": problem}
    return {"status": "success", "content": written}


def _unwrapped(written: str, content: str) -> str:
    """Return a reply without a fence around all of it, unless the text has one too."""
    first, _, rest = written.partition("\n")
    is_wrapped = first.strip().lower() in _FENCES and rest.endswith("\n```") and "```" not in rest[:-4]
    return rest[:-4].strip() if is_wrapped and not content.lstrip().startswith("```") else written
