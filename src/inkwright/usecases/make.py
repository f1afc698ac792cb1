"""Make files with a model: a deliverable, a file of a paper, or the files of a scripted example."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import route_for
from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.artifacts.vault import ArtifactReader
from inkwright.conversation.asks import Answer, Ask, answer_from_json
from inkwright.conversation.events import Event, Warned
from inkwright.conversation.turns import ConversationFile, Delivered, Failed, Outcome, RouterResult
from inkwright.errors import GaveUp, InvalidOption
from inkwright.examples.script import Example, ScriptedTurn
from inkwright.examples.scripted_models import FAST_PACE, Pace, models_for_turn
from inkwright.i18n import Language, Reason, language_of, text
from inkwright.llm.attempts import AttemptStarted, Thought, ThoughtListener, ignore_event
from inkwright.llm.file_agent import FileAgent
from inkwright.llm.file_generation import Sleep
from inkwright.llm.models import Model, Usage
from inkwright.llm.providers import Tier
from inkwright.papers.agents import LaTeXPaperGeneratorAgent, PaperOverviewAgent, RequirementChecklistAgent
from inkwright.store.conversations import ConversationCreator
from inkwright.tools.registry import all_tools
from inkwright.usecases.ask_loop import LocalDoor, run_answering
from inkwright.usecases.deliveries import deliver_files
from inkwright.usecases.output_files import ensure_folder, save_file
from inkwright.usecases.store import LOCAL_OWNER, Store
from inkwright.usecases.turns import BegunTurn, begin_message, send_message


@dataclass(frozen=True, slots=True)
class DeliverableRequest:
    """A deliverable by its name, and the request in the person's words. `at_once`: without asking for an outline.
    `attached` are the files that come with it, `theme` is that of slides, `pictures` are the names of the pictures that
    they may show.
    """

    deliverable: str
    request: str
    conversation_id: str
    at_once: bool = False
    attached: tuple[ConversationFile, ...] = ()
    theme: str | None = None
    pictures: tuple[str, ...] = ()

    @property
    def route(self) -> RouterResult:
        """The route. The command names the deliverable, so no model has to guess it."""
        return route_for([self.deliverable], self.request, at_once=self.at_once)

    def message(self, names: Sequence[str], language: Language) -> str:
        """Return the message of the turn: the request; without one, a request to
        make the deliverable from the files.
        """
        words = self.request.strip() or DELIVERABLES[self.deliverable].text(language, "request", names=", ".join(names))
        notes = [text(language_of(words), "make.use_theme", theme=self.theme)] if self.theme else []
        if self.pictures:
            notes.append(text(language_of(words), "make.use_pictures", names=", ".join(self.pictures)))
        notes += [text(language_of(words), "make.at_once")] if self.at_once else []
        return "\n\n".join([words, *notes])


async def make_deliverable(
    services: TurnServices, request: DeliverableRequest, *, language: Language = "en"
) -> Outcome:
    """Send the one message that asks for the deliverable."""
    names = [each.name for each in request.attached]
    if not names:
        names = [each.name for each in await services.attachments.of(request.conversation_id, owner=LOCAL_OWNER)]
    return await send_message(
        services,
        request.message(names, language),
        request.route,
        owner=LOCAL_OWNER,
        conversation_id=request.conversation_id,
        attached=request.attached or None,
    )


async def save_deliverables(
    vault: ArtifactReader,
    outcome: Outcome,
    folder: Path,
    *,
    overwrite: bool = False,
    formats: Sequence[str] = (),
) -> list[Path]:
    """Write the verified artifacts to a folder, also if the turn failed in the end; a quiz in these formats."""
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    paths: list[Path] = []
    for artifact in made:
        paths += await deliver_files(vault, artifact, folder, overwrite=overwrite, formats=formats)
    return paths


class AgentFactory(Protocol):
    """Makes an agent that writes in a language; a weak model copies examples, so for it there are none."""

    def __call__(self, language: Language, *, with_example: bool) -> FileAgent:
        """Return the agent."""
        ...


AGENTS: Final[dict[str, AgentFactory]] = {
    "overview": PaperOverviewAgent,
    "checklist": RequirementChecklistAgent,
    "latex": LaTeXPaperGeneratorAgent,
}
"""The agents that write one file from a document, by the names of `inkwright write --agent`."""


def register_agent(name: str, factory: AgentFactory) -> AgentFactory:
    """Add an agent. A name can be taken once."""
    if AGENTS.setdefault(name, factory) is not factory:
        raise InvalidOption(option="name", value=name, allowed=Reason("reason.usecases.agent_exists"))
    return factory


@dataclass(frozen=True, slots=True)
class PaperFileRequest:
    """A file to write: from which document, with which agent, and where. `max_attempts` counts all calls."""

    document: str
    agent: str
    folder: Path
    max_attempts: int = 3
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """The result of a request. `path` is None if the model found that the file
    is not needed; `skip_reason` says why.
    """

    path: Path | None
    is_skipped: bool
    skip_reason: str | None
    usage: Usage
    attempts: int


async def write_paper_file(
    request: PaperFileRequest,
    model: Model,
    listen: ThoughtListener = ignore_event,
    sleep: Sleep = asyncio.sleep,
) -> WrittenFile:
    """Write the file; `listen` gets every event as it happens, the last one after the file is saved.

    The agent uses the language of the document. If no attempt is accepted, `GaveUp` has them all, and
    `save_refused_reply` saves the last. A folder that is not writable raises UnwritableOutput before the model is
    asked.
    """
    agent = _paper_agent(request, is_weak=model.abilities.is_weak)
    ensure_folder(request.folder)
    attempts, written = 0, None
    async for event in agent.stream(request.document, model, max_attempts=request.max_attempts, sleep=sleep):
        attempts += isinstance(event, AttemptStarted)
        if isinstance(event, Thought):
            written = _saved_file(request, event.value, attempts)
        listen(event)
    assert written is not None, "events end in a thought, or in an error"  # noqa: S101
    return written


def save_refused_reply(request: PaperFileRequest, error: GaveUp) -> Path | None:
    """Save the last refused reply in the folder of its file; None if every reply was empty."""
    words = next((attempt.reply for attempt in reversed(error.attempts) if attempt.reply.strip()), None)
    return None if words is None else save_file(request.folder, f"{request.agent}.refused.txt", words)


def can_quote(request: PaperFileRequest) -> bool:
    """Whether the document has enough sentences for a weak model to choose from."""
    choice = _paper_agent(request, is_weak=True).form
    return choice is not None and choice(request.document) is not None


def _paper_agent(request: PaperFileRequest, *, is_weak: bool) -> FileAgent:
    if request.agent not in AGENTS:
        raise InvalidOption(
            option="agent", value=request.agent, allowed=Reason("reason.usecases.one_of", names=", ".join(AGENTS))
        )
    return AGENTS[request.agent](language_of(request.document), with_example=not is_weak)


def _saved_file(request: PaperFileRequest, found: dict[str, Any], attempts: int) -> WrittenFile:
    usage = Usage(**found["usage"])
    if found["is_skipped"]:
        return WrittenFile(None, True, found["skip_reason"], usage, attempts)
    path = save_file(
        request.folder, found["file_name"], _with_final_newline(found["file_content"]), overwrite=request.overwrite
    )
    return WrittenFile(path, False, None, usage, attempts)


def _with_final_newline(content: str) -> str:
    """A text file ends with a newline; parsing the fence has removed it."""
    return content if content.endswith("\n") else content + "\n"


class ExampleDisplay(Protocol):
    """Where an example is shown."""

    def show(self, number: int, event: Event) -> None:
        """Show an event of a turn, as in any turn."""
        ...

    def note(self, words: str) -> None:
        """Show a note about the scripted model's next step."""
        ...

    async def message(self, words: str) -> None:
        """Show the person's message, before its turn starts."""
        ...

    async def answer(self, ask: Ask, scripted: Answer) -> Answer | None:
        """Return the person's answer, or the scripted one without a person; None leaves the question open."""
        ...

    def running(self) -> contextlib.AbstractAsyncContextManager[None]:
        """A context during which a turn runs."""
        ...


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The outcome of one message. `as_scripted` is False if the person's answers led elsewhere."""

    outcome: Outcome
    paths: tuple[Path, ...]
    as_scripted: bool


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """How an example is played: the language, the speed, the limits of its turns, and the folder of its files."""

    language: Language
    folder: Path
    limits: TurnLimits
    pace: Pace = field(default_factory=Pace)


async def play_example(
    store: Store, example: Example, display: ExampleDisplay, options: PlayOptions
) -> AsyncGenerator[PlayedTurn, None]:
    """Play every message of the example to its outcome. The title of the conversation says that it is an example.

    Stops at a question that stays open, and at an outcome that is not the scripted one.
    """
    title = text(options.language, "example.conversation", title=example.title)
    conversation_id = await start_conversation(store, title, LOCAL_OWNER)
    for turn in example.turns:
        models = models_for_turn(turn, options.language, display.note, options.pace)
        tools = list(all_tools().values())
        services = store.turn_services(models(None), tools, display.show, options.limits, models)
        await display.message(turn.message)
        outcome = await _play_turn(services, turn, conversation_id, display)
        paths = await save_deliverables(services.vault, outcome, options.folder)
        yield PlayedTurn(outcome, tuple(paths), as_scripted=outcome.kind == turn.ends)
        if outcome.kind != turn.ends:
            break


class ExamplePlay:
    """An example that is played in a conversation of a person: the models of its present turn, without notes."""

    def __init__(self, example: Example, language: Language) -> None:
        self.example = example
        self._language: Language = language
        self._index = 0
        self.models = self._models()

    def _models(self) -> Callable[[Tier | None], Model]:
        return models_for_turn(self.example.turns[self._index], self._language, lambda _: None, FAST_PACE)

    def begin_again(self) -> None:
        """Begin the replies of the present turn again."""
        self.models = self._models()

    def continue_with(self, message: str) -> bool:
        """Go on to the next turn, if the message is the one that the script has for it."""
        following = self.example.turns[self._index + 1 : self._index + 2]
        if not following or following[0].message.strip() != message.strip():
            return False
        self._index += 1
        self.models = self._models()
        return True


async def begin_example(
    store: Store, services: TurnServices, example: Example, language: Language, owner: str
) -> BegunTurn:
    """Store the first message of an example in a conversation of its own. The turn says first that it is scripted."""
    title = text(language, "example.conversation", title=example.title)
    conversation_id = await start_conversation(store, title, owner)
    begun = await begin_message(services, example.turns[0].message, owner=owner, conversation_id=conversation_id)
    note = Warned(code="scripted", message=text(language, "example.scripted_first", title=example.title))
    return replace(begun, note=note)


async def start_conversation(store: Store, title: str, owner: str) -> str:
    """Start an empty conversation with this title."""
    conversation_id = store.ids.new("conv")
    beginnings = ConversationCreator(store.database, store.clock)
    await store.database.write(lambda connection: beginnings.ensure(connection, conversation_id, owner, title))
    return conversation_id


async def _play_turn(
    services: TurnServices, turn: ScriptedTurn, conversation_id: str, display: ExampleDisplay
) -> Outcome:
    answers = iter(turn.answers)

    async def answer(ask: Ask) -> Answer | None:
        scripted = next(answers, None)
        return await display.answer(ask, answer_from_json(ask, scripted)) if scripted else None

    async def run_step(step: Awaitable[Outcome]) -> Outcome:
        async with display.running():
            return await step

    first = send_message(services, turn.message, owner=LOCAL_OWNER, conversation_id=conversation_id)
    return (await run_answering(LocalDoor(services), first, answer, run_step=run_step)).outcome
