"""The interface of jobs: long work in steps, which continues after the last finished step wherever it stopped."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from pydantic import BaseModel

from inkwright.agent.services import TurnServices
from inkwright.conversation.protocols import Steps
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason


class JobProgress(Protocol):
    """Reports how far a job is."""

    def __call__(self, done: int, total: int, message: str = "") -> None:
        """Report that `done` parts of `total` are finished; the message is for the person."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRun:
    """What the function of a kind gets. `arguments` is a value of the kind's `input`.

    The function runs again from its beginning after every interruption; `steps` then returns what is done. So whatever
    takes long, costs money, changes something or may come out differently belongs into a step, and steps are not
    nested. Their keys are unique in the job; steps may run at the same time, and in any order.
    """

    id: str
    owner: str
    arguments: Any
    steps: Steps
    progress: JobProgress
    services: TurnServices


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """A kind of job. `run` returns its result as JSON.

    `slot` returns what a job works on, from its input, if only one job of this kind may do so at a time.
    """

    name: str
    input: type[BaseModel]
    run: Callable[[JobRun], Awaitable[Any]]
    slot: Callable[[Any], str] | None = None


REGISTERED_JOB_KINDS: Final[dict[str, JobKind]] = {}


def register_job_kind(kind: JobKind) -> JobKind:
    """Add a kind. A name can be taken once; adding the same kind again changes nothing."""
    if REGISTERED_JOB_KINDS.setdefault(kind.name, kind) is not kind:
        raise InvalidOption(option="name", value=kind.name, allowed=Reason("reason.jobs.kind_exists"))
    return kind
