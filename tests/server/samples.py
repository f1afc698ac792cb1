"""Things that tests of the service put into its store, without a model and without slow programs."""

from typing import Any

from inkwright.artifacts.documents.source_file import source_text
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.webpages.assemble import build_page
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.authoring.document_writer import draft_document
from inkwright.usecases.store import LOCAL_OWNER
from tests.server.live import LiveServer

QUESTION = {"questionType": "TRUE_FALSE", "question": "Rain comes from clouds.", "correctAnswer": "true"}


def stored_quiz(
    server: LiveServer, *questions: dict[str, Any], owner: str = LOCAL_OWNER, turn_id: str | None = None
) -> str:
    """Store a quiz that was made in a turn, or without one; return its id."""
    quiz = Quiz.model_validate({"title": "Rain", "language": "en", "questions": list(questions) or [QUESTION]})
    draft = Draft("quiz", "Rain.quiz.json", "Rain", {"Rain.quiz.json": write_json(quiz)})
    turn = turn_id or server.inkwright.store.ids.new("turn")
    kept = server.run(server.inkwright.store.vault.keep(draft, owner=owner, turn_id=turn))
    assert isinstance(kept, Verified), kept
    return kept.id


def stored_document(server: LiveServer, body: str = "It rains.\n", title: str = "Rain") -> str:
    """Store a PDF with its source; return its id."""
    draft = draft_document(source_text(title, "plain", "en", body), "pdf")
    turn = server.inkwright.store.ids.new("turn")
    kept = server.run(server.inkwright.store.vault.keep(draft, owner=LOCAL_OWNER, turn_id=turn))
    assert isinstance(kept, Verified), kept
    return kept.id


def stored_page(server: LiveServer) -> str:
    """Store an interactive page; return its id."""
    page = PageParts(title="Rain", html="<h1>Rain</h1><p>It falls.</p>")
    turn = server.inkwright.store.ids.new("turn")
    kept = server.run(
        server.inkwright.store.vault.keep(build_page(page), owner=LOCAL_OWNER, turn_id=turn, may_run=False)
    )
    assert isinstance(kept, Verified), kept
    return kept.id


def bearer(server: LiveServer, owner: str) -> dict[str, str]:
    """The header with a new token of an owner."""
    token: tuple[Any, str] = server.run(server.inkwright.store.tokens.new(owner, "test"))
    return {"authorization": f"Bearer {token[1]}"}
