"""Apps that were compiled from conversations, as they are stored: their versions, runs and events; and their store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

AppStatus = Literal["draft", "compiling", "ready", "published"]
"""`draft`: it has no blueprint yet, because it could not be compiled. Only a published app can be shared."""

RunStatus = Literal["waiting", "running", "finished", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AppRecord:
    """An app. `number` is its present version, 0 before the first; `problem` says why it could not be compiled."""

    id: str
    owner: str
    title: str
    status: AppStatus
    language: str
    conversation_id: str = ""
    number: int = 0
    job_id: str = ""
    problem: str = ""
    created_at: str = ""
    changed_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppVersion:
    """A version of an app: its blueprint, the version that it was made from, and the change that made it."""

    app_id: str
    number: int
    parent: int
    blueprint: Mapping[str, Any]
    change: Mapping[str, Any]
    created_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppRun:
    """One execution of a version of an app.

    `outputs` are the computed values, and `page` is what they are shown as; `trace` is what each step did. `error` says
    why it failed. `retry_of` is the run whose texts it takes over, except those of `retried` and what depends on it.
    """

    id: str
    app_id: str
    owner: str
    number: int
    status: RunStatus = "waiting"
    inputs: Mapping[str, Any] = field(default_factory=dict)
    budget: Mapping[str, Any] = field(default_factory=dict)
    page: Mapping[str, Any] | None = None
    outputs: Mapping[str, Any] = field(default_factory=dict)
    trace: Sequence[Mapping[str, Any]] = ()
    usage: Mapping[str, Any] = field(default_factory=dict)
    error: Mapping[str, Any] | None = None
    job_id: str = ""
    batch_id: str = ""
    retry_of: str = ""
    retried: str = ""
    created_at: str = ""
    ended_at: str = ""


class RunEvent(NamedTuple):
    """An event of a run. `key` is unique in the run: the same event is stored once, even if a step is done again."""

    key: str
    name: str
    payload: Mapping[str, Any]


class Apps(Protocol):
    """Apps with everything that belongs to them. Those of another owner do not exist."""

    async def create(self, app: AppRecord) -> None:
        """Store a new app."""
        ...

    async def get(self, app_id: str, *, owner: str) -> AppRecord:
        """Return an app. NotFound if it does not exist."""
        ...

    async def of(self, owner: str, *, limit: int = 50, offset: int = 0) -> list[AppRecord]:
        """Return the apps of an owner, the newest first."""
        ...

    async def change(self, app_id: str, changes: Mapping[str, Any], *, owner: str) -> AppRecord:
        """Change fields of an app, and return it."""
        ...

    async def delete(self, app_id: str, *, owner: str) -> None:
        """Delete an app with its versions, runs and events."""
        ...

    async def add_version(
        self, app: AppRecord, blueprint: Mapping[str, Any], change: Mapping[str, Any], *, parent: int
    ) -> AppRecord:
        """Store the next version, which becomes the present one. EditConflict if `parent` is not the present one."""
        ...

    async def version(self, app: AppRecord, number: int) -> AppVersion:
        """Return a version."""
        ...

    async def versions(self, app: AppRecord) -> list[AppVersion]:
        """Return all versions, oldest first."""
        ...

    async def add_run(self, run: AppRun) -> None:
        """Store a run; the same one twice counts once."""
        ...

    async def save_run(self, run: AppRun) -> None:
        """Store what became of a run. One whose app was deleted is not stored."""
        ...

    async def run(self, run_id: str, *, owner: str) -> AppRun:
        """Return a run with everything. NotFound if it does not exist."""
        ...

    async def runs(self, app_id: str, *, owner: str, limit: int = 50, offset: int = 0) -> list[AppRun]:
        """Return the runs of an app, the newest first, without their outputs, pages and traces."""
        ...

    async def append_events(self, run_id: str, events: Sequence[RunEvent]) -> None:
        """Store events; one whose key is stored already counts once."""
        ...

    async def events(self, run_id: str, after: int = 0) -> list[tuple[int, RunEvent]]:
        """Return the events of a run after a number, with their numbers, which start at 1."""
        ...

    async def cached(self, digest: str, *, owner: str) -> Mapping[str, Any] | None:
        """Return the blueprint that was compiled from the same content."""
        ...

    async def keep(self, digest: str, blueprint: Mapping[str, Any], *, owner: str) -> Mapping[str, Any]:
        """Store the blueprint of a content; return the one that is stored, which the first caller gave."""
        ...
