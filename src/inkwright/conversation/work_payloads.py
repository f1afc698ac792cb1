"""The payloads of data events about what is not a file: classes that were read, and long work while it is done."""

from collections.abc import Sequence
from typing import Final, Literal

from pydantic import Field

from inkwright.conversation.events import Data
from inkwright.conversation.payloads import data_event, register_payload
from inkwright.conversation.shapes import CamelShape
from inkwright.school.records import Pupil, SchoolClass, Test

WorkKind = Literal["paper", "research", "evaluation"]
WorkStatus = Literal["running", "finished", "stopped"]
_MAX_READ: Final = 60


class ReadClass(CamelShape):
    """A class that was read."""

    id: str = Field(description="Its id, by which it is shown.")
    name: str = Field(description="Its name.")


class ReadPupil(CamelShape):
    """A pupil whose results were read."""

    number: str = Field(description="The number, by which the pupil is shown.")
    name: str = Field(description="The name.")
    class_id: str | None = Field(default=None, description="One of the pupil’s classes.")


class SchoolRead(CamelShape):
    """The classes, pupils and tests that were read, for clients to lead to them."""

    classes: tuple[ReadClass, ...] = Field(default=(), description="The classes.")
    pupils: tuple[ReadPupil, ...] = Field(default=(), description="The pupils, if only some of a class were meant.")
    tests: tuple[str, ...] = Field(default=(), description="The names of the tests.")


class LongWork(CamelShape):
    """Long work of a turn while it is done: a later part with the same id replaces this one."""

    kind: WorkKind = Field(description="What is done.")
    status: WorkStatus = Field(description="Whether it runs, is finished, or was stopped by an error or the person.")
    title: str = Field(description="What it is about.")
    stage: str = Field(default="", description="The stage that runs, such as methods; empty if it has none.")
    done: int = Field(default=0, description="How many parts are finished.")
    total: int = Field(default=0, description="How many parts it has; 0 if that is not known.")
    paper_id: str | None = Field(default=None, description="The paper, under which it can be opened.")
    project_id: str | None = Field(default=None, description="The project that it is done for.")


SCHOOL_READ: Final = register_payload("school-read", SchoolRead)
LONG_WORK: Final = register_payload("work", LongWork)


def school_read_event(
    event_id: str,
    *,
    classes: Sequence[SchoolClass] = (),
    pupils: Sequence[Pupil] = (),
    tests: Sequence[Test] = (),
) -> Data:
    """Return the event of what was read in the school."""
    read = SchoolRead(
        classes=tuple(ReadClass(id=each.id, name=each.name) for each in classes[:_MAX_READ]),
        pupils=tuple(
            ReadPupil(number=each.number, name=each.name, class_id=next(iter(each.classes), None))
            for each in pupils[:_MAX_READ]
        ),
        tests=tuple(each.name for each in tests[:_MAX_READ]),
    )
    return data_event(SCHOOL_READ, read, event_id)


def long_work_event(event_id: str, work: LongWork) -> Data:
    """Return the event of how far long work is."""
    return data_event(LONG_WORK, work, event_id)
