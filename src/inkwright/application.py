"""Inkwright as a library: open it, send a message, follow its events, answer its questions, get its files.

The service and the documentation use this same door. A turn runs apart from whoever began it: it continues when nobody
listens, and any number of readers follow it, each from any event.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inkwright.agent.agent_profiles import COMMAND_ROUTE
from inkwright.agent.intents import route_to_change
from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tasks import log_failure, running_task
from inkwright.agent.tools import AgentTool
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.conversation.asks import Answer, Ask, answer_from_json
from inkwright.conversation.events import Event
from inkwright.conversation.turns import ConversationFile, Outcome, RouterResult, TurnState
from inkwright.errors import NotFound, TurnRunning
from inkwright.evaluation.pipeline import EvaluationInput, check_request
from inkwright.examples.project_script import DemoName
from inkwright.examples.script import load_example
from inkwright.extensions import load_extensions
from inkwright.i18n import Language, language_of
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model, Purpose
from inkwright.papers.sessions import PaperSession, PaperSessions
from inkwright.runtime.conversation_locks import WhenBusy
from inkwright.runtime.left_turns import continue_left_turns
from inkwright.runtime.running_turns import RunningTurn
from inkwright.runtime.shared import SharedRuntime, show_nobody
from inkwright.settings import Settings, load_settings
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.attachments import attach_files, known_files
from inkwright.usecases.make import ExamplePlay, begin_example
from inkwright.usecases.mcp_tools import open_mcp_tools
from inkwright.usecases.output_files import save_file
from inkwright.usecases.preferences import enabled_tools
from inkwright.usecases.project_demos import ProjectDemoPlay, begin_demo
from inkwright.usecases.project_turns import advance_message, place_in_project
from inkwright.usecases.render import RenderRequest, render_file, render_format_for
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import (
    BegunTurn,
    begin_answer,
    begin_message,
    begin_resume,
    begin_retry,
    cancel_anywhere,
    limits_from_settings,
    run_begun,
    take_back_message,
)
from inkwright.usecases.unfinished_turns import find_left

if TYPE_CHECKING:
    from inkwright.runtime.job_store import JobStore
    from inkwright.runtime.records import Job

_FIRST_TURN_SECONDS: Final = 0.02
_LOGGER: Final = logging.getLogger("inkwright.application")
_MAX_PLAYS: Final = 200
_NO_PICTURES: Final[Mapping[str, bytes]] = {}


@dataclass(frozen=True, slots=True)
class Inkwright:
    """One owner's conversations, turns and files. `Inkwright.open()` opens it."""

    _runtime: SharedRuntime
    owner: str = LOCAL_OWNER

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls,
        *,
        home: Path | str | None = None,
        settings: Settings | None = None,
        model: Model | str | None = None,
        tools: Sequence[AgentTool] = (),
        listen: ShowEvent = show_nobody,
    ) -> AsyncIterator["Inkwright"]:
        """Open the stores; at the end, running turns are stopped at a safe point and everything is stored.

        `model` is a model or its name; without one, the settings and this machine decide. `tools` are added to those
        that are installed. `listen` is called with every event of every turn that runs here.
        """
        settings = settings or load_settings(
            flags={}, environ=os.environ, folder=Path.cwd(), home=Path(home) if home else None
        )
        load_extensions()
        async with open_store(settings) as store, open_mcp_tools(settings, _LOGGER.warning) as more:
            known = [*enabled_tools(settings), *more, *tools]
            runtime = SharedRuntime(store, settings, model, known, limits_from_settings(settings), listen)
            try:
                yield cls(runtime)
            finally:
                await cls(runtime).stop()

    @property
    def running(self) -> int:
        """How many turns of this owner run in this process."""
        return sum(1 for owner in self._runtime.tasks.values() if owner == self.owner)

    @property
    def running_in_all(self) -> int:
        """How many turns of all owners run in this process."""
        return len(self._runtime.tasks)

    @property
    def second_runs_in_all(self) -> int:
        """How many runs of all owners were needed here because the claims of an earlier one were refused."""
        return self._runtime.second_runs

    @property
    def store(self) -> Store:
        """The stores, for use cases that this class has no method for."""
        return self._runtime.store

    @property
    def settings(self) -> Settings:
        """The settings."""
        return self._runtime.settings

    @property
    def named_model(self) -> str | None:
        """The model with which this was opened, regardless of the settings."""
        named = self._runtime.named_model
        return named if named is None or isinstance(named, str) else named.name

    def reload_settings(self) -> None:
        """Read the settings again: turns that begin from now on use the models that they name."""
        home = self._runtime.settings.home
        read = load_settings(flags={}, environ=os.environ, folder=Path.cwd(), home=home)
        self._runtime.settings = read.keeping_flags(self._runtime.settings)
        self._runtime.models = None

    def as_owner(self, owner: str) -> "Inkwright":
        """Return the same Inkwright for another owner, who sees nothing of this one."""
        return replace(self, owner=owner)

    async def stop(self) -> None:
        """Cancel the turns of all owners that run here, and wait until what they made is stored. Jobs stop where they
        are; the next process that runs jobs continues them.
        """
        self._runtime.is_stopping = True
        await self._runtime.jobs.close()
        running: list[asyncio.Task[Any]] = [*self._runtime.demos, *self._runtime.tasks]
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    # --- turns ------------------------------------------------------------------------------------------

    async def send(
        self,
        message: str,
        *,
        conversation_id: str | None = None,
        files: Sequence[Path | str] = (),
        project_id: str | None = None,
        route: RouterResult | None = None,
        when_busy: WhenBusy = "wait",
    ) -> RunningTurn:
        """Store a message with its files, and start its turn. It may answer the open question of the conversation.

        A conversation that does not exist is started with this id, in the project if one is given; NotFound if it is
        another owner's, or belongs to another project.
        """
        services = await self._services(conversation_id, message)
        if conversation_id and await self.store.conversations.owner_of(conversation_id) not in (None, self.owner):
            raise NotFound(what_kind="conversation", id=conversation_id)
        if project_id is not None:
            conversation_id = conversation_id or services.ids.new("conv")
            await place_in_project(self.store.projects, conversation_id, project_id, owner=self.owner)
        async with self._runtime.locks.hold(conversation_id, self.owner, when_busy):
            attached: list[ConversationFile] | None = None
            if files:
                conversation_id = conversation_id or services.ids.new("conv")
                attached = await attach_files(
                    services.attachments,
                    conversation_id,
                    [Path(file) for file in files],
                    owner=self.owner,
                    language=language_of(message),
                    known=await known_files(services.conversations, conversation_id, owner=self.owner),
                )
            begun = await begin_message(
                services, message, route, owner=self.owner, conversation_id=conversation_id, attached=attached
            )
            return await self._start(services, begun)

    async def advance(
        self,
        project_id: str,
        target_phase: str | None = None,
        *,
        conversation_id: str | None = None,
        language: Language = "en",
    ) -> RunningTurn:
        """Take a project to its next phase, or to one by name, in a turn that needs no model. It speaks `language`."""
        message = advance_message(target_phase, language)
        return await self.send(message, conversation_id=conversation_id, project_id=project_id, route=COMMAND_ROUTE)

    async def answer(self, ask_id: str, answer: Answer | Mapping[str, Any]) -> RunningTurn:
        """Answer a question; its turn continues. A mapping is an answer in full, or question ids with their values."""
        ask = await self.ask(ask_id)
        services = await self._services((await self.turn(ask.turn_id)).conversation_id)
        given = answer if isinstance(answer, Answer) else answer_from_json(ask, dict(answer))
        return await self._start(services, await begin_answer(services, ask_id, given, owner=self.owner))

    async def retry(self, turn_id: str) -> RunningTurn:
        """Run a failed turn again."""
        conversation_id = (await self.turn(turn_id)).conversation_id
        if play := self._runtime.plays.get(conversation_id):
            play.begin_again()
        services = await self._services(conversation_id)
        return await self._start(services, await begin_retry(services, turn_id, owner=self.owner))

    async def resume(self, turn_id: str) -> RunningTurn:
        """Continue a turn whose process died."""
        services = await self._runtime.services()
        return await self._start(services, await begin_resume(services, turn_id, owner=self.owner))

    async def continue_turns(self) -> None:
        """Continue the turns of all owners whose process died, now and whenever one dies, until this is cancelled."""
        await continue_left_turns(partial(find_left, self.store), self._continue)

    async def _continue(self, turn: TurnState) -> None:
        if not self._runtime.is_stopping and running_task(turn.id, turn.owner) is None:
            await self.as_owner(turn.owner).resume(turn.id)

    async def edit(self, turn_id: str, message: str) -> RunningTurn:
        """Replace the message of a turn, and everything after it, with a new one."""
        turn = await self.turn(turn_id)
        await take_back_message(self.store.conversations, self.store.asks, turn)
        return await self.send(message, conversation_id=turn.conversation_id)

    async def change(self, artifact_id: str, message: str) -> RunningTurn:
        """Change an artifact as the message asks, in the conversation in which it was made, or else in a new one."""
        record = await self.artifact(artifact_id)
        conversation_id = await self.store.records.conversation_of(record)
        # A turn reaches what was made elsewhere if the person names it.
        named = message if conversation_id else f'{message} (@"{record.name}")'
        return await self.send(named, conversation_id=conversation_id, route=route_to_change(record.id, record.kind))

    async def play(self, name: str, language: Language) -> RunningTurn:
        """Start an example: its message in a conversation of its own, with scripted replies instead of a model.

        Answers to its questions and the further messages of its script are replied to in the same way.
        """
        plays, play = self._runtime.plays, ExamplePlay(load_example(name, language), language)
        services = self._runtime.scripted(play)
        begun = await begin_example(self.store, services, play.example, language, self.owner)
        plays[begun.turn.conversation_id] = play
        while len(plays) > _MAX_PLAYS:
            del plays[next(iter(plays))]
        return await self._start(services, begun)

    async def play_project(self, name: DemoName, language: Language) -> tuple[ProjectDemoPlay, TurnState]:
        """Start the demo of a project, which then plays by itself; return it with its first turn."""
        play = await begin_demo(self.store, name, language, owner=self.owner)
        task = asyncio.create_task(play.play(lambda _: None, self._runtime.listen))
        self._runtime.demos.add(task)
        task.add_done_callback(self._runtime.demos.discard)
        while (turn := await self.latest_turn(play.conversation_id)) is None:  # noqa: ASYNC110 - in the database
            await asyncio.sleep(_FIRST_TURN_SECONDS)
        return play, turn

    async def cancel(self, turn_id: str) -> None:
        """Stop a turn that runs in this process or another one, and wait for its end."""
        await cancel_anywhere(await self._runtime.services(), await self.turn(turn_id))

    async def conversation(self, conversation_id: str) -> ConversationRow:
        """Return a conversation, without its messages."""
        row = await self.store.conversations.conversation(conversation_id, owner=self.owner)
        if row is None:
            raise NotFound(what_kind="conversation", id=conversation_id)
        return row

    async def turn(self, turn_id: str) -> TurnState:
        """Return a turn as it is stored."""
        turn = await self.store.conversations.load_turn(turn_id, owner=self.owner)
        if turn is None:
            raise NotFound(what_kind="turn", id=turn_id)
        return turn

    async def latest_turn(self, conversation_id: str) -> TurnState | None:
        """Return the latest turn of a conversation."""
        latest = await self.store.conversations.latest_turns(conversation_id, owner=self.owner, limit=1)
        return latest[0] if latest else None

    async def outcome(self, turn_id: str) -> Outcome:
        """Return the outcome of a turn; TurnRunning if it has none yet."""
        turn = await self.turn(turn_id)
        if turn.outcome is None:
            raise TurnRunning(id=turn_id)
        return turn.outcome

    async def ask(self, ask_id: str) -> Ask:
        """Return a question."""
        ask = await self.store.asks.get(ask_id, owner=self.owner)
        if ask is None:
            raise NotFound(what_kind="ask", id=ask_id)
        return ask

    async def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[tuple[int, Event]]:
        """Yield the events of a turn after a number, and the later ones as they happen, until it is over or asks."""
        async for batch in self.follow_batches(turn_id, after):
            for numbered in batch:
                yield numbered

    async def follow_batches(self, turn_id: str, after: int = 0) -> AsyncIterator[list[tuple[int, Event]]]:
        """Yield the same in batches, as they come; an empty one says that nothing has happened for some time."""
        has_ended = after > 0 and (await self.turn(turn_id)).status != "running"
        if has_ended and await self.store.journal.last_number(turn_id) <= after:
            return
        while True:
            async for batch in self.store.journal.follow(turn_id, after):
                yield batch
                after = batch[-1][0] if batch else after
            if (await self.turn(turn_id)).status != "running":
                return

    async def brain(self, purpose: Purpose = "write") -> Brain:
        """Return what asks the standard model, for work outside of a turn."""
        return await self._runtime.brain(self.owner, purpose)

    # --- jobs -------------------------------------------------------------------------------------------

    async def jobs(self) -> "JobStore":
        """Return the jobs, which are work in steps that survives the end of its process."""
        return await self._runtime.jobs.open()

    async def begin_job(
        self,
        kind: str,
        arguments: Mapping[str, Any],
        *,
        title: str = "",
        max_dollars: float | None = None,
        language: Language | None = None,
    ) -> "Job":
        """Store a job, and run jobs in this process from now on. Problems are told in `language`, or the title's."""
        # First, so that a job is stored only where it can run.
        await self.run_jobs()
        return await (await self.jobs()).begin(
            kind, arguments, owner=self.owner, title=title, max_dollars=max_dollars, language=language
        )

    async def begin_evaluation(
        self, given: EvaluationInput, *, max_dollars: float | None = None, language: Language = "en"
    ) -> "Job":
        """Evaluate the content of a project, as a job. InvalidOption if that cannot succeed."""
        project = await self.store.projects.get(given.project_id, owner=self.owner)
        if project is None:
            raise NotFound(what_kind="project", id=given.project_id[:100])
        await check_request(self.store.workspace(project, language), await self.brain(), given)
        return await self.begin_job(
            "evaluation", given.model_dump(mode="json"), title=project.name, max_dollars=max_dollars, language=language
        )

    @property
    def papers(self) -> PaperSessions:
        """The papers of this owner."""
        return PaperSessions(self.settings.home, self.owner, self.store.ids)

    async def begin_paper(
        self, session: PaperSession, *, max_dollars: float | None = None, language: Language | None = None
    ) -> "Job":
        """Write the stages of a paper that are not finished, as a job. Problems are told in `language`."""
        title, given = str(session.settings["title"]), {"paper_id": session.id}
        job = await self.begin_job("paper", given, title=title, max_dollars=max_dollars, language=language)
        session.note_job(job.id)
        return job

    async def run_jobs(self) -> None:
        """Run the jobs of all owners in this process from now on, also jobs that others left when they ended."""
        await self._runtime.jobs.run()

    async def services(self) -> TurnServices:
        """Return the models and stores that turns and jobs use."""
        return await self._runtime.services()

    # --- files ------------------------------------------------------------------------------------------

    async def artifact(self, artifact_id: str) -> ArtifactRecord:
        """Return what is stored about an artifact."""
        record = await self.store.records.get(artifact_id, self.owner)
        if record is None:
            raise NotFound(what_kind="artifact", id=artifact_id)
        return record

    async def read(self, artifact_id: str, name: str | None = None) -> bytes:
        """Return the content of the main file of an artifact, or of another one."""
        content = await self.store.vault.read(artifact_id, owner=self.owner, name=name)
        if content is None:
            raise NotFound(what_kind="artifact", id=artifact_id)
        return content

    async def save(self, artifact_id: str, folder: Path | str, *, overwrite: bool = False) -> Path:
        """Write the file of an artifact into a folder. A name that is taken gets a number."""
        record = await self.artifact(artifact_id)
        return save_file(Path(folder), record.name, await self.read(artifact_id), overwrite=overwrite)

    async def render(
        self, description: str, form: str, pictures: Mapping[str, bytes] = _NO_PICTURES
    ) -> Verified | tuple[Finding, ...]:
        """Make a file from its description, without a model; return the proof that it is good, or its problems.

        `form` is the format: `pptx`, `docx`, `pdf` and so on. `pictures` are the images that the description names.
        """
        output = render_format_for(f"description.{form}")
        request = RenderRequest(description, "description.md", output, pictures, owner=self.owner)
        program = find_office()
        office = Office(program) if program else None
        _, result = await render_file(self.store, request, office=office)
        return result

    # --- inside -----------------------------------------------------------------------------------------

    async def _services(self, conversation_id: str | None, message: str | None = None) -> TurnServices:
        """Return what a turn needs; in an example, scripted replies to its answers and to its own messages."""
        play = self._runtime.plays.get(conversation_id or "")
        if play is None or conversation_id is None:
            return await self._runtime.services()
        latest = await self.latest_turn(conversation_id)
        is_asked = latest is not None and latest.outcome is not None and latest.outcome.kind == "asked"
        if message is None or is_asked or play.continue_with(message):
            return self._runtime.scripted(play)
        return await self._runtime.services()

    async def _start(self, services: TurnServices, begun: BegunTurn) -> RunningTurn:
        seen = await self.store.journal.last_number(begun.turn.id)
        task = asyncio.create_task(self._run(services, begun), name=begun.turn.id)
        self._runtime.tasks[task] = self.owner
        task.add_done_callback(self._runtime.tasks.pop)
        task.add_done_callback(log_failure)
        # It has begun before anybody can cancel it: what has not begun could not store its end.
        await asyncio.sleep(0)
        return RunningTurn(self, begun, task, seen)

    async def _run(self, services: TurnServices, begun: BegunTurn) -> Outcome:
        outcome = await run_begun(services, begun)
        self._runtime.second_runs += (await self.turn(begun.turn.id)).extra_runs
        return outcome
