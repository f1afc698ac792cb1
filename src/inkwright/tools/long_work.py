"""Long work of a tool, shown while it is done: what it is, how far it is, and how it ended."""

import contextlib
from collections.abc import Callable, Iterator

from inkwright.agent.tools import ToolContext
from inkwright.conversation.work_payloads import LongWork, WorkKind, long_work_event

WorkListener = Callable[[str, int, int], None]
"""Gets the stage that begins, how many parts are finished, and how many there are."""


@contextlib.contextmanager
def shown_work(
    context: ToolContext, kind: WorkKind, title: str, *, paper_id: str | None = None
) -> Iterator[WorkListener]:
    """Show that work runs, and at the end whether it is finished; what is yielded is told how far it is."""
    event_id = paper_id or context.call_id
    project = context.project.project_id if context.project else None
    work = LongWork(kind=kind, status="running", title=title, paper_id=paper_id, project_id=project)

    def show(**changed: object) -> None:
        nonlocal work
        work = work.model_copy(update=changed)
        context.show(long_work_event(event_id, work))

    def tell(stage: str, done: int, total: int) -> None:
        show(stage=stage, done=done, total=total)

    show()
    try:
        yield tell
    except BaseException:
        show(status="stopped")
        raise
    show(status="finished", stage="", done=work.total)
