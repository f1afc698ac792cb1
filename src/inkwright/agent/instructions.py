"""The prompts of a turn: the instructions for the model, and the first message of a run."""

from collections.abc import Sequence
from typing import Final

from inkwright.agent.agent_profiles import PROJECT_INTENT
from inkwright.agent.prompt_files import agent_prompt
from inkwright.agent.receipts import change_text
from inkwright.agent.services import TurnServices
from inkwright.agent.system_prompt import AgentState, build_system_prompt
from inkwright.agent.tool_offer import ToolOffer
from inkwright.conversation.changes import ChangeEntry, latest_changes
from inkwright.conversation.turns import LedgerEntry, TurnState
from inkwright.i18n import Language, text
from inkwright.parsing.fences import wrap_in_fence
from inkwright.projects.field_index import build_field_index

MAX_INLINE_CHARACTERS: Final = 12_000
"""The most characters of attached files that are included in the message; of larger files it has the names only."""


async def compose_instructions(offer: ToolOffer, talk: str, language: Language, services: TurnServices) -> str:
    """Return the instructions for the next call of the model."""
    workspace = services.workspace
    if offer.route.intent != PROJECT_INTENT or workspace is None:
        return instructions(offer, talk, language, services.preferences)
    index = await build_field_index(workspace, services.clock)
    endings = [] if offer.is_chat else [agent_prompt("turn", language)]
    notes = [*endings, *_notes(offer, language, services.preferences)]
    return build_system_prompt(AgentState(index, language, talk, notes, await workspace.memory.all()))


def instructions(offer: ToolOffer, talk: str, language: Language, preferences: str = "") -> str:
    """Return the prompt, the names of tools that are not offered, the preferences, and the conversation so far."""
    name = "chat" if offer.is_chat else "turn"
    parts = [agent_prompt(name, language), *_notes(offer, language, preferences)]
    if offer.route.refines:
        parts.append(text(language, "turn.refines", id=offer.route.refines))
    if talk:
        parts.append(text(language, "turn.talk", talk=talk))
    return "\n\n".join(parts)


def _notes(offer: ToolOffer, language: Language, preferences: str) -> list[str]:
    """Return the tools that are not offered, and the preferences of the person."""
    notes = []
    if others := offer.others():
        listed = "\n".join(f"- {tool.name}: {tool.description}" for tool in others)
        notes.append(text(language, "turn.other_tools", tools=listed))
    if preferences:
        notes.append(text(language, "turn.preferences", preferences=preferences))
    return notes


def first_prompt(
    turn: TurnState,
    made: Sequence[LedgerEntry],
    language: Language,
    attached: Sequence[tuple[str, str]] = (),
    others: Sequence[str] = (),
    changes: Sequence[ChangeEntry] = (),
) -> str:
    """Return the start of a run: the message, the person's answers to questions about it, the files that it uses, the
    names of the other files, and what an earlier attempt at this turn has already made and changed.
    """
    parts = [turn.message]
    parts += [each.answer.for_model(each.ask) for each in turn.agreed]
    if sum(len(written) for _, written in attached) <= MAX_INLINE_CHARACTERS:
        parts += [f"{text(language, 'turn.file', name=name)}\n{wrap_in_fence(written)}" for name, written in attached]
    else:
        names = ", ".join(f"{name} ({len(written):,})" for name, written in attached)
        parts.append(text(language, "turn.attached", names=names))
    if others:
        parts.append(text(language, "turn.other_files", names=", ".join(others)))
    return "\n\n".join(filter(None, [*parts, made_before(made, language, changes)]))


def other_files(turn: TurnState) -> list[str]:
    """Return the names of the files of the conversation that the turn does not use."""
    used = {each.name for each in turn.sources or ()}
    return [each.name for each in turn.files if each.name not in used]


def made_before(made: Sequence[LedgerEntry], language: Language, changes: Sequence[ChangeEntry] = ()) -> str | None:
    """Return what an earlier attempt at the turn has made and changed, for the model; None if nothing."""
    ids = ", ".join(f"{entry.artifact.name} ({entry.artifact.id})" for entry in made)
    told = [text(language, "turn.made_before", ids=ids)] if made else []
    if changes:
        lines = " ".join(change_text(change, language) for change in latest_changes(each.change for each in changes))
        told.append(text(language, "turn.changed_before", changes=lines))
    return "\n".join(told) or None
