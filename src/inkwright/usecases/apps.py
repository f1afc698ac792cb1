"""Apps for a person: compile a conversation, run, retry and batch, publish, duplicate and delete."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from inkwright.agent.conversation_steps import ConversationStep, steps_of_turns
from inkwright.agent.services import TurnServices
from inkwright.apps.bindings import DataSources
from inkwright.apps.blueprint import Blueprint
from inkwright.apps.choices import InputChoice, input_choices
from inkwright.apps.compiler import language_of_messages
from inkwright.apps.estimating import RunEstimate, estimate_run
from inkwright.apps.jobs import MAX_BATCH, blueprint_of
from inkwright.apps.patches import PATCHED, PatchPlan, PatchScope, apply_patch
from inkwright.conversation.app_records import AppRecord, AppRun
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason
from inkwright.usecases.store import Store

_MAX_TITLE: Final = 200


class BegunJob(Protocol):
    """A job that was begun."""

    @property
    def id(self) -> str:
        """Its id."""
        ...


class BeginJob(Protocol):
    """Begins a job for the person."""

    async def __call__(
        self, kind: str, arguments: Mapping[str, Any], *, title: str = "", language: Language | None = None
    ) -> BegunJob:
        """Store the job, and see that it runs."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NewApp:
    """What is compiled into an app: a conversation, some of its steps, other values for its inputs, and whether a model
    writes texts in it (None: if the model is capable).
    """

    conversation_id: str
    steps: Sequence[str] = ()
    entities: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    has_text: bool | None = None
    language: Language | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAppRun:
    """A run to begin: its inputs and its budget, `{"tokens": …, "dollars": …}`."""

    inputs: Mapping[str, Any] = field(default_factory=dict)
    budget: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PatchedApp:
    """An app after a patch, and the run of its new version, if it has run before."""

    app: AppRecord
    run: AppRun | None
    scope: PatchScope


@dataclass(frozen=True, slots=True)
class PersonsApps:
    """The apps of one person. `begin` begins jobs."""

    store: Store
    owner: str
    begin: BeginJob

    async def steps(self, conversation_id: str) -> list[ConversationStep]:
        """Return the steps of a conversation. NotFound if it does not exist."""
        if await self.store.conversations.owner_of(conversation_id) != self.owner:
            raise NotFound(what_kind="conversation", id=conversation_id)
        turns = await self.store.conversations.turns_after(conversation_id, "", owner=self.owner)
        return steps_of_turns(turns, await self.store.schools.load(self.owner))

    async def compile(self, new: NewApp) -> AppRecord:
        """Create an app, and begin the job that compiles it."""
        if await self.store.conversations.owner_of(new.conversation_id) != self.owner:
            raise NotFound(what_kind="conversation", id=new.conversation_id)
        turns = await self.store.conversations.turns_after(new.conversation_id, "", owner=self.owner)
        first = turns[0].message if turns else ""
        language = new.language or language_of_messages([turn.message for turn in turns])
        app = AppRecord(
            id=self.store.ids.new("app"),
            owner=self.owner,
            title=(new.title.strip() or " ".join(first.split()))[:_MAX_TITLE],
            status="compiling",
            language=language,
            conversation_id=new.conversation_id,
        )
        await self.store.apps.create(app)
        arguments = {
            "app_id": app.id,
            "conversation_id": new.conversation_id,
            "steps": list(new.steps),
            "entities": dict(new.entities),
            "title": new.title,
            "has_text": new.has_text,
            "language": language,
        }
        async with contextlib.AsyncExitStack() as unbegun:
            unbegun.push_async_callback(self.store.apps.delete, app.id, owner=self.owner)
            job = await self.begin("app_compile", arguments, title=app.title, language=language)
            unbegun.pop_all()
        return await self.store.apps.change(app.id, {"job_id": job.id}, owner=self.owner)

    async def get(self, app_id: str) -> AppRecord:
        """Return an app."""
        return await self.store.apps.get(app_id, owner=self.owner)

    async def blueprint(self, app: AppRecord) -> Blueprint:
        """Return the blueprint of the present version. InvalidOption if it has none."""
        return await blueprint_of(self.store.apps, app, app.number)

    async def run(self, app_id: str, new: NewAppRun) -> AppRun:
        """Begin a run of the present version."""
        app = await self.get(app_id)
        await self.blueprint(app)
        run = AppRun(
            id=self.store.ids.new("run"),
            app_id=app.id,
            owner=self.owner,
            number=app.number,
            inputs=new.inputs,
            budget=new.budget,
        )
        return await self._begin(app, run)

    async def retry(self, run_id: str, step: str | None = None) -> AppRun:
        """Begin a run with the same inputs: all of it, or one step, which keeps the texts of the other steps."""
        earlier = await self.store.apps.run(run_id, owner=self.owner)
        app = await self.get(earlier.app_id)
        blueprint = await blueprint_of(self.store.apps, app, earlier.number)
        known = [each.id for each in (*blueprint.data_contract.bindings, *blueprint.compute_graph.nodes)]
        if step is not None and step not in known:
            raise InvalidOption(option="step", value=step[:80], allowed=", ".join(known))
        run = AppRun(
            id=self.store.ids.new("run"),
            app_id=app.id,
            owner=self.owner,
            number=earlier.number,
            inputs=earlier.inputs,
            budget=earlier.budget,
            retry_of=earlier.id,
            retried=step or "",
        )
        return await self._begin(app, run)

    async def _begin(self, app: AppRecord, run: AppRun) -> AppRun:
        await self.store.apps.add_run(run)
        language: Language = "zh" if app.language == "zh" else "en"
        async with contextlib.AsyncExitStack() as unbegun:
            unbegun.push_async_callback(self.store.apps.delete_run, run.id, owner=self.owner)
            job = await self.begin("app_run", {"run_id": run.id}, title=app.title, language=language)
            unbegun.pop_all()
        await self.store.apps.note_job(run.id, job.id)
        return await self.store.apps.run(run.id, owner=self.owner)

    async def batch(
        self, app_id: str, inputs: Sequence[Mapping[str, Any]], budget: Mapping[str, Any]
    ) -> tuple[str, str]:
        """Begin a run for each of the inputs; return the id of the batch and of its job."""
        if not 0 < len(inputs) <= MAX_BATCH:
            raise InvalidOption(option="inputs", value=len(inputs), allowed=Reason("apps.batch_size", most=MAX_BATCH))
        app = await self.get(app_id)
        await self.blueprint(app)
        batch_id = self.store.ids.new("batch")
        arguments = {
            "app_id": app.id,
            "number": app.number,
            "batch_id": batch_id,
            "inputs": [dict(each) for each in inputs],
            "budget": dict(budget),
        }
        language: Language = "zh" if app.language == "zh" else "en"
        job = await self.begin("app_batch", arguments, title=app.title, language=language)
        return batch_id, job.id

    async def patch(self, app_id: str, plan: PatchPlan) -> PatchedApp:
        """Change the present version. If the app has run before, it runs again with the same inputs; texts that the
        patch does not change are taken over, so a patch of the layout calls no model.
        """
        app = await self.get(app_id)
        blueprint = apply_patch(await self.blueprint(app), plan)
        change = {"type": "patch", "scope": plan.scope, "plan": plan.model_dump(mode="json", by_alias=True)}
        written = blueprint.model_dump(mode="json", by_alias=True)
        patched = await self.store.apps.add_version(app, written, change, parent=app.number)
        finished = [
            run for run in await self.store.apps.runs(app.id, owner=self.owner, limit=20) if run.status == "finished"
        ]
        if not finished:
            return PatchedApp(patched, None, plan.scope)
        run = AppRun(
            id=self.store.ids.new("run"),
            app_id=app.id,
            owner=self.owner,
            number=patched.number,
            inputs=finished[0].inputs,
            budget=finished[0].budget,
            retry_of=finished[0].id,
            retried=PATCHED,
        )
        return PatchedApp(patched, await self._begin(patched, run), plan.scope)

    async def estimate(self, blueprint: Blueprint, given: Mapping[str, Any], services: TurnServices) -> RunEstimate:
        """Return what a run would take; no model is called."""
        sources = await self._sources()
        return await estimate_run(blueprint, given, sources, services.model_of("standard"), self.store.clock)

    async def choices(self, app_id: str, given: Mapping[str, Any]) -> Mapping[str, list[InputChoice]]:
        """Return what there is to choose from for each input."""
        return await input_choices(await self.blueprint(await self.get(app_id)), given, await self._sources())

    async def _sources(self) -> DataSources:
        return DataSources(self.owner, await self.store.schools.load(self.owner), self.store.library)

    async def publish(self, app_id: str, *, is_published: bool = True) -> AppRecord:
        """Publish an app that is ready, or take it back."""
        app = await self.get(app_id)
        await self.blueprint(app)
        status = "published" if is_published else "ready"
        return await self.store.apps.change(app.id, {"status": status}, owner=self.owner)

    async def duplicate(self, app_id: str, title: str = "") -> AppRecord:
        """Return a copy of the present version as an app of its own, without runs."""
        app = await self.get(app_id)
        blueprint = await self.blueprint(app)
        named = title.strip()[:_MAX_TITLE] or blueprint.name
        copied = AppRecord(
            id=self.store.ids.new("app"),
            owner=self.owner,
            title=named,
            status="ready",
            language=app.language,
            conversation_id=app.conversation_id,
        )
        await self.store.apps.create(copied)
        written = blueprint.model_copy(update={"name": named}).model_dump(mode="json", by_alias=True)
        change = {"type": "duplicate", "from": app.id, "version": app.number}
        return await self.store.apps.add_version(copied, written, change, parent=0)

    async def delete(self, app_id: str) -> None:
        """Delete an app with its versions, runs and events."""
        await self.store.apps.delete(app_id, owner=self.owner)

    async def undo(self, app_id: str) -> AppRecord:
        """Go back to the version before the present one. InvalidOption if it is the first."""
        app = await self.get(app_id)
        present = await self.store.apps.version(app, app.number)
        if present.parent == 0:
            raise InvalidOption(option="version", value=app.number, allowed=Reason("apps.first_version"))
        before = await self.store.apps.version(app, present.parent)
        changes = {"number": before.number, "title": before.blueprint["name"]}
        return await self.store.apps.change(app.id, changes, owner=self.owner)
