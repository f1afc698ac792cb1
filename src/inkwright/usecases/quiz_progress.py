"""The progress of a quiz that was stopped: kept in the home folder until the quiz is finished."""

import contextlib
import hashlib
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from inkwright.settings import write_private_file

_FOLDER: Final = "quiz-progress"


class QuizProgress(BaseModel):
    """How many questions are done, and the points for them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    done: int = Field(default=0, ge=0)
    points: float = Field(default=0.0, ge=0)


def progress_path(home: Path, content: bytes) -> Path:
    """Return the file for a quiz; a changed quiz has another one."""
    return home / _FOLDER / f"{hashlib.sha256(content).hexdigest()[:32]}.json"


def load_progress(path: Path, total: int) -> QuizProgress:
    """Return the progress; none if nothing usable was kept."""
    try:
        found = QuizProgress.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return QuizProgress()
    return found if found.done < total else QuizProgress()


def save_progress(path: Path, progress: QuizProgress) -> None:
    """Keep the progress for the next time."""
    write_private_file(path, progress.model_dump_json())


def forget_progress(path: Path) -> None:
    """Remove the progress of a finished quiz."""
    with contextlib.suppress(OSError):
        path.unlink()
