"""Looking at files in a real browser: versions side by side, and an older one restored."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.vault import Verified
from inkwright.usecases.store import LOCAL_OWNER
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_artifacts import stored_document
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


def quiz_version(server: LiveServer, question: str, lineage: str | None = None) -> Verified:
    """Store a quiz with one question, as the next version of a lineage."""
    asked = {"questionType": "TRUE_FALSE", "question": question, "correctAnswer": "true"}
    quiz = Quiz.model_validate({"title": "Rain", "language": "en", "questions": [asked]})
    draft = Draft("quiz", "Rain.quiz.json", "Rain", {"Rain.quiz.json": write_json(quiz)})
    turn = server.inkwright.store.ids.new("turn")
    kept = server.run(server.inkwright.store.vault.keep(draft, owner=LOCAL_OWNER, turn_id=turn, lineage=lineage))
    assert isinstance(kept, Verified), kept
    return kept


def test_two_versions_are_seen_side_by_side_and_the_older_one_is_restored(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        first = quiz_version(server, "Rain comes from clouds.")
        second = quiz_version(server, "Rain comes from the sea.", first.lineage)
        window = Window(chromium, f"{server.url}/?f={second.id}")
        page = window.page
        edge = page.get_by_role("separator", name="Width of the talk")
        edge.press("ArrowLeft")
        edge.press("ArrowLeft")
        page.reload()
        page.get_by_role("button", name="Version 2").click()
        assert edge.get_attribute("aria-valuenow") == "464", "the width that a person gave a pane is kept"
        page.get_by_role("button", name="Compare with version 1").click()
        page.get_by_role("textbox", name="Version 1").get_by_text("clouds").wait_for()
        page.get_by_role("textbox", name="Version 2").get_by_text("the sea").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Restore version 1").click()
        page.get_by_text("Restored as version 3.").wait_for()
        page.get_by_text("Rain comes from clouds.").wait_for()
        window.close()


def test_the_source_of_a_document_is_changed_beside_it_and_saved_as_the_next_version(
    chromium: Any, tmp_path: Path
) -> None:
    undrawn = {"count": 0, "shown": 0, "how": "none", "notes": []}
    with live_server(tmp_path, ScriptedModel([])) as server:
        document = stored_document(server)
        window = Window(chromium, server.url, theme="dark")
        page = window.page
        page.route("**/pages", lambda route: route.fulfill(json=undrawn))
        page.goto(f"{server.url}/?f={document}")
        page.get_by_role("button", name="Edit", exact=True).click()
        source = page.get_by_role("textbox", name="Source in Markdown")
        source.fill(source.input_value() + "\n## Snow\n\nIt snows.\n")
        window.assert_accessible()
        page.get_by_role("button", name="Save as a new version").click()
        page.get_by_text("Saved as version 2.").wait_for()
        page.get_by_role("button", name="Version 2").wait_for()
        window.close()
