"""Write one file of a paper from a document: an agent asks a model, and what is accepted is kept in a folder."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inkwright.errors import GaveUp, InvalidOption
from inkwright.i18n import language_of
from inkwright.llm.attempts import AttemptStarted, Tell, Thought, untold
from inkwright.llm.calls import CallLog, NoCallLog
from inkwright.llm.file_agent import FileAgent
from inkwright.llm.generation import Sleep
from inkwright.llm.models import Model, Usage
from inkwright.papers.agents import LaTeXPaperGeneratorAgent, PaperOverviewAgent, RequirementChecklistAgent
from inkwright.usecases.keep_file import ensure_folder, keep_file

_AGENTS: Final = {
    "overview": PaperOverviewAgent,
    "checklist": RequirementChecklistAgent,
    "latex": LaTeXPaperGeneratorAgent,
}
AGENT_NAMES: Final = tuple(_AGENTS)


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be written, from what, and where to. `max_attempts` counts all calls."""

    document: str
    agent: str
    folder: Path
    max_attempts: int = 3
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """What came of an order. `path` is None if the model found that the file is not needed, for the reason it gave."""

    path: Path | None
    is_skipped: bool
    skip_reason: str | None
    usage: Usage
    attempts: int


async def write_file(
    order: Order,
    model: Model,
    tell: Tell = untold,
    sleep: Sleep = asyncio.sleep,
    call_log: CallLog | None = None,
) -> WrittenFile:
    """Carry the order out; `tell` gets every event as it happens, the last one after the file is kept.

    The agent speaks the language of the document. When no attempt is accepted GaveUp carries them all: `keep_refused`
    saves the last. A folder that cannot be written is UnwritableOutput, before the model is asked.
    """
    agent = _agent(order, is_weak=model.abilities.is_weak)
    ensure_folder(order.folder)
    attempts, written = 0, None
    log = call_log or NoCallLog()
    async for event in agent.stream(order.document, model, max_attempts=order.max_attempts, sleep=sleep, call_log=log):
        attempts += isinstance(event, AttemptStarted)
        if isinstance(event, Thought):
            written = _kept(order, event.value, attempts)
        tell(event)
    assert written is not None, "events end in a thought, or in an error"  # noqa: S101
    return written


def keep_refused(order: Order, error: GaveUp) -> Path | None:
    """Save the last reply that was not accepted, beside where its file would be; None if every reply was empty."""
    said = next((attempt.reply for attempt in reversed(error.attempts) if attempt.reply.strip()), None)
    return None if said is None else keep_file(order.folder, f"{order.agent}.refused.txt", said)


def can_quote(order: Order) -> bool:
    """Whether a model that is too weak to write finds enough sentences in the document to choose from."""
    form = _agent(order, is_weak=True).form
    return form is not None and form(order.document) is not None


def _agent(order: Order, *, is_weak: bool) -> FileAgent:
    if order.agent not in _AGENTS:
        raise InvalidOption(option="agent", value=order.agent, allowed=f"It is one of {', '.join(AGENT_NAMES)}.")
    return _AGENTS[order.agent](language_of(order.document), with_example=not is_weak)


def _kept(order: Order, found: dict[str, Any], attempts: int) -> WrittenFile:
    usage = Usage(**found["usage"])
    if found["is_skipped"]:
        return WrittenFile(None, True, found["skip_reason"], usage, attempts)
    path = keep_file(order.folder, found["file_name"], _ended(found["file_content"]), overwrite=order.overwrite)
    return WrittenFile(path, False, None, usage, attempts)


def _ended(content: str) -> str:
    """A text file ends with a newline; the fence that closed it in the reply has taken it away."""
    return content if content.endswith("\n") else content + "\n"
