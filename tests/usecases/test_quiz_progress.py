"""The progress of a stopped quiz: kept by content, and never trusted if it is damaged."""

from pathlib import Path

from inkwright.usecases.quiz_progress import (
    QuizProgress,
    forget_progress,
    load_progress,
    progress_path,
    save_progress,
)
from tests.each import each


def test_it_comes_back_for_the_same_quiz_only(tmp_path: Path) -> None:
    path = progress_path(tmp_path, b"quiz")
    save_progress(path, QuizProgress(done=3, points=1.5))
    assert load_progress(path, 10) == QuizProgress(done=3, points=1.5)
    assert load_progress(progress_path(tmp_path, b"changed"), 10) == QuizProgress()
    forget_progress(path)
    forget_progress(path)
    assert load_progress(path, 10) == QuizProgress()


@each("kept", ["", "{", "[]", '{"done": -1}', '{"done": 10}', '{"done": 1, "points": -5}', '{"done": "x"}'])
def test_what_cannot_be_is_not_believed(tmp_path: Path, kept: str) -> None:
    path = progress_path(tmp_path, b"quiz")
    path.parent.mkdir(parents=True)
    path.write_text(kept, encoding="utf-8")
    assert load_progress(path, 10) == QuizProgress()
