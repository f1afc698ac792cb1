"""The instructions of the content agent, built before each call of the model from named sections, within a budget."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inkwright.agent.prompt_files import agent_prompt
from inkwright.conversation.tokens import estimate_tokens
from inkwright.i18n import Language, text
from inkwright.parsing.fences import wrap_in_fence
from inkwright.projects.creator_facts import CreatorFact, memory_lines
from inkwright.projects.field_index import FieldIndex, IndexedBlock
from inkwright.projects.phases import PHASE_DISPLAY_NAMES, PHASE_ENGLISH_NAMES

PROMPT_TOKENS: Final = 8_000
"""The budget of the instructions. The fixed sections take about 1,500; the index gets what the others leave."""
_MIN_INDEX_TOKENS: Final = 500
_PROFILE_CHARACTERS: Final = 2_000


@dataclass(frozen=True, slots=True)
class AgentState:
    """What the instructions of the content agent are built from: the project with the index of its blocks, the language
    of the person, the summary of what is not in the messages, and `notes`: other tools and preferences. `memory` is
    what is remembered about the creator, from all conversations.
    """

    index: FieldIndex
    language: Language
    talk: str = ""
    notes: Sequence[str] = ()
    memory: Sequence[CreatorFact] = ()

    @property
    def project_id(self) -> str:
        """The project."""
        return self.index.project.id

    @property
    def current_phase(self) -> str:
        """The code of the phase that the project is in."""
        return self.index.project.current_phase

    @property
    def creator_profile(self) -> str:
        """The description of the creator."""
        return self.index.profile


def build_system_prompt(state: AgentState, budget: int = PROMPT_TOKENS) -> str:
    """Return the instructions. The index is shortened until all of it fits: digests go first, then names."""
    sections = {
        "capabilities": agent_prompt("project_capabilities", state.language),
        "creator": _creator(state),
        "memory": _memory(state),
        "phase": _phase(state),
        "index": "",
        "intent": agent_prompt("project_intent", state.language) if state.current_phase == "intent" else "",
        "references": agent_prompt("project_references", state.language),
        "choices": agent_prompt("project_choices", state.language),
        "output": agent_prompt("project_output", state.language),
        "notes": "\n\n".join(state.notes),
        "talk": text(state.language, "turn.talk", talk=state.talk) if state.talk else "",
    }
    used = sum(_tokens(section) for section in sections.values())
    room = max(budget - used, _MIN_INDEX_TOKENS)
    # Rounded, so that calls whose other sections differ a little share one index.
    sections["index"] = _index_section(state.index, state.language, room - room % _MIN_INDEX_TOKENS)
    return "\n\n".join(filter(None, sections.values()))


def phase_name(code: str, language: Language) -> str:
    """Return what a phase is called."""
    names = PHASE_DISPLAY_NAMES if language == "zh" else PHASE_ENGLISH_NAMES
    return names.get(code, code)


def _creator(state: AgentState) -> str:
    profile = state.creator_profile[:_PROFILE_CHARACTERS]
    return text(state.language, "content.creator", profile=wrap_in_fence(profile)) if profile else ""


def _memory(state: AgentState) -> str:
    shown, left = memory_lines(state.memory)
    if not shown:
        return ""
    facts = wrap_in_fence("\n".join(f"- {fact}" for fact in shown))
    more = text(state.language, "content.memory_more", count=left) if left else ""
    return "\n".join(filter(None, [text(state.language, "content.memory", facts=facts), more]))


def _phase(state: AgentState) -> str:
    project, language = state.index.project, state.language
    states = text(language, "receipt.and").join(
        f"{phase_name(each.code, language)} ({each.code}): {text(language, f'content.status.{each.status}')}"
        for each in project.phases
    )
    current = phase_name(project.current_phase, language)
    return text(language, "content.phase", project=project.name, phase=current, phases=states)


@lru_cache(maxsize=64)
def _tokens(section: str) -> int:
    return estimate_tokens(section)


@dataclass(frozen=True, slots=True)
class _IndexEntry:
    """A line of the index and its digest, each with its tokens."""

    line: str
    digest: str
    cost: int
    digest_cost: int


@lru_cache(maxsize=8_192)
def _entry(block: IndexedBlock, language: Language) -> _IndexEntry:
    """Return the entry of a block; after a change of one block, those of the others are still known."""
    line = _line(block, language)
    digest = f" — {block.digest}" if block.digest else ""
    return _IndexEntry(line, digest, estimate_tokens(line) + 1, estimate_tokens(digest))


@lru_cache(maxsize=16)
def _index_section(index: FieldIndex, language: Language, budget: int) -> str:
    blocks = index.blocks
    if not blocks:
        return text(language, "content.empty_index")
    entries = [_entry(block, language) for block in blocks]
    shown = _most_useful(blocks, [each.cost for each in entries], budget, index.project.current_phase)
    left = budget - sum(entries[number].cost for number in shown)
    lines: list[str] = []
    for number in shown:
        entry = entries[number]
        has_room = entry.digest_cost <= left
        left -= entry.digest_cost if has_room else 0
        lines.append(entry.line + entry.digest if has_room else entry.line)
    if len(shown) < len(blocks):
        lines.append(text(language, "content.more_blocks", count=len(blocks) - len(shown)))
    return text(language, "content.index", index=wrap_in_fence("\n".join(lines)))


def _most_useful(blocks: Sequence[IndexedBlock], costs: Sequence[int], budget: int, phase: str) -> list[int]:
    """Return the positions of the blocks that fit, in order: all, or else those of the current phase and the upper ones
    first.
    """
    if sum(costs) <= budget:
        return list(range(len(blocks)))
    chosen: list[int] = []
    for number in sorted(range(len(blocks)), key=lambda each: (blocks[each].phase != phase, blocks[each].depth, each)):
        if costs[number] > budget:
            break
        budget -= costs[number]
        chosen.append(number)
    return sorted(chosen)


def _line(block: IndexedBlock, language: Language) -> str:
    indent = "  " * block.depth
    if block.is_group:
        return f"{indent}- {block.name}/"
    details = [text(language, f"content.status.{block.status}")]
    if block.characters:
        details.append(text(language, "content.size", version=block.version, count=block.characters))
    if block.is_stale:
        details.append(text(language, "content.stale"))
    return f"{indent}- {block.name} ({text(language, 'receipt.comma').join(details)})"
