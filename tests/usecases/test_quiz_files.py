"""What is written for an artifact opens: a quiz becomes a page and a sheet, or what was asked for."""

import asyncio

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.text_extraction import extract_text
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import SystemClock
from inkwright.conversation.turns import ArtifactRef
from inkwright.ids import TimedIds
from inkwright.testing.memory_vault import MemoryVault
from inkwright.usecases.quiz_files import FileToSave, files_to_save

QUESTION = {"questionType": "TRUE_FALSE", "question": "Rain comes from clouds.", "correctAnswer": "true"}


def delivered(*formats: str) -> list[FileToSave]:
    async def work() -> list[FileToSave]:
        vault = MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock())
        quiz = Quiz.model_validate({"title": "Rain", "language": "en", "questions": [QUESTION]})
        draft = Draft("quiz", "Rain.quiz.json", "Rain", {"Rain.quiz.json": write_json(quiz)})
        kept = await vault.keep(draft, owner="me", turn_id="turn_1")
        assert isinstance(kept, Verified)
        return await files_to_save(vault, ArtifactRef.of(kept), owner="me", formats=formats)

    return asyncio.run(work())


def test_a_quiz_is_a_page_and_a_sheet_with_its_key() -> None:
    page, sheet = delivered()
    assert (page.name, sheet.name) == ("Rain.html", "Rain.docx")
    assert b"Rain comes from clouds." in page.content
    assert "Answer" in extract_text(sheet.name, sheet.content)


def test_the_formats_can_be_chosen() -> None:
    assert [each.name for each in delivered("json")] == ["Rain.quiz.json"]
    assert [each.name for each in delivered("json", "gift")] == ["Rain.quiz.json", "Rain.gift"]
