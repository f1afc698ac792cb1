"""`search_teacher_documents`: passages with their places, and a status that says what to make of them."""

import asyncio
from collections.abc import Sequence
from typing import Any

from inkwright import Brain, ScriptedModel
from inkwright.agent.library_sources import TurnLibrary
from inkwright.agent.tools import Evidence, ToolContext
from inkwright.clock import SystemClock
from inkwright.conversation.events import Data
from inkwright.conversation.turns import SourcePlace, TurnState, UsedSource
from inkwright.errors import StoreUnavailable
from inkwright.ids import TimedIds
from inkwright.library.records import DocumentStatus, LibraryDocument, PageExcerpt, Passage
from inkwright.projects.records import Project
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.testing.memory_projects import MemoryProjects
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.search_teacher_documents import TOOL
from tests.each import each

RAIN = Passage("doc_1", "rain.pdf", 2, 10, 33, "Rain falls from clouds.", 1.5, "Rain falls", ((0, 4),))

PROJECT = Project("proj_1", "me", "Rain", SystemClock().now())


class Shelf:
    """A library with given passages and documents; without passages at all, it cannot be reached."""

    def __init__(self, passages: list[Passage] | None, *statuses: DocumentStatus) -> None:
        self.passages, self.statuses = passages, statuses
        self.searched: list[tuple[str, tuple[str, ...], int]] = []

    async def all(self, *, owner: str, shelves: Sequence[str] | None = None) -> list[LibraryDocument]:
        added = SystemClock().now()
        return [LibraryDocument(f"doc_{n}", owner, "", "x", each, added, 1) for n, each in enumerate(self.statuses)]

    async def get(self, document_id: str, *, owner: str) -> LibraryDocument | None:
        return None

    async def search(self, query: str, *, owner: str, shelves: Sequence[str] = ("",), limit: int = 5) -> list[Passage]:
        self.searched.append((query, tuple(shelves), limit))
        if self.passages is None:
            raise StoreUnavailable(place="db", problem="locked")
        return self.passages

    async def read(
        self, document_id: str, *, owner: str, page: int = 1, start: int = 0, length: int = 4_000
    ) -> PageExcerpt | None:
        return None


def searched(shelf: Shelf | None, shown: list[Data] | None = None, **arguments: Any) -> Evidence:
    projects = MemoryProjects()
    context = ToolContext(
        turn=TurnState(id="turn_1", conversation_id="conv_1", owner="me", message=""),
        call_id="c1",
        language="en",
        vault=MemoryVault({}, ids=TimedIds(), clock=SystemClock()),
        attachments=MemoryAttachments(),
        brain=Brain(ScriptedModel([])),
        progress=lambda _: None,
        show=(shown if shown is not None else []).append,
        library=None if shelf is None else TurnLibrary(shelf, "me", "conv_1", projects),
    )

    async def work() -> Any:
        await projects.add(PROJECT)
        await projects.place("conv_1", PROJECT.id, owner="me")
        return await TOOL.work(TOOL.input.model_validate({"query": "rain", **arguments}), context)

    done = asyncio.run(work())
    assert isinstance(done, Evidence)
    return done


@each(
    ("shelf", "status"),
    [
        (Shelf([RAIN], "ready"), "ok"),
        (Shelf([RAIN], "ready", "reading"), "degraded"),
        (Shelf([RAIN], "failed"), "degraded"),
        (Shelf([], "ready"), "no_result"),
        (Shelf(None), "error"),
        (None, "error"),
    ],
)
def test_the_status_says_what_to_make_of_the_passages(shelf: Shelf | None, status: str) -> None:
    assert searched(shelf).facts["status"] == status


def test_a_passage_has_its_place_is_shown_and_is_a_source() -> None:
    shown: list[Data] = []

    done = searched(Shelf([RAIN], "ready"), shown)

    (passage,) = done.facts["passages"]
    assert (passage["document"], passage["page"], passage["text"]) == ("rain.pdf", 2, "Rain falls from clouds.")
    assert shown[0].payload["sources"][0]["documentId"] == "doc_1"
    place = SourcePlace(page=2, start=10, end=33)
    assert done.sources == (UsedSource(name="rain.pdf", reason="read", id="doc_1", places=(place,)),)


def test_in_a_project_the_general_shelf_can_be_left_out() -> None:
    shelf = Shelf([], "ready")

    searched(shelf, n_results=3)
    searched(shelf, include_public=False)

    assert shelf.searched == [("rain", ("proj_1", ""), 3), ("rain", ("proj_1",), 5)]
