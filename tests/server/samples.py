"""Things that tests of the service put into its store, without a model and without slow programs."""

from typing import Any

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.vault import Verified
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


def bearer(server: LiveServer, owner: str) -> dict[str, str]:
    """The header with a new token of an owner."""
    token: tuple[Any, str] = server.run(server.inkwright.store.tokens.new(owner, "test"))
    return {"authorization": f"Bearer {token[1]}"}
