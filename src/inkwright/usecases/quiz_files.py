"""What is written to the person's folder for an artifact: files that open. A quiz becomes a page and a sheet."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.registry import quiz_format
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.vault import ArtifactReader
from inkwright.artifacts.verification import CHECKERS, verify
from inkwright.conversation.turns import ArtifactRef

QUIZ_KIND: Final = "quiz"
QUIZ_SUFFIX: Final = ".quiz.json"
LIBRARY_FORMAT: Final = "json"
"""The format in which the library keeps a quiz."""

QUIZ_FORMATS: Final = ("html", "docx")
"""A page that marks itself, and a sheet for paper with the answer key at its end."""


class FileToSave(NamedTuple):
    """A file to write."""

    name: str
    content: bytes


async def files_to_save(
    vault: ArtifactReader, artifact: ArtifactRef, *, owner: str, formats: Sequence[str] = ()
) -> list[FileToSave]:
    """Return the files for an artifact; none if its content is gone. `formats` are those of a quiz, by their names."""
    content = await vault.read(artifact.id, owner=owner)
    if content is None:
        return []
    whole = FileToSave(artifact.name, content)
    if artifact.artifact_kind != QUIZ_KIND or not artifact.name.endswith(QUIZ_SUFFIX):
        return [whole]
    wanted = formats or QUIZ_FORMATS
    made = [await _quiz_file(whole, each, artifact.title) for each in wanted if each != LIBRARY_FORMAT]
    files = [each for each in made if each is not None]
    # What does not open is not delivered; then the quiz itself is.
    return [whole, *files] if LIBRARY_FORMAT in wanted or len(files) < len(made) else files


async def _quiz_file(quiz: FileToSave, target: str, title: str) -> FileToSave | None:
    """Return the quiz in a format, opened and checked as any other file of its kind; None if it does not pass."""
    chosen = quiz_format(target)
    with_key = True if chosen.write_with_key else None
    read = await asyncio.to_thread(read_quiz, quiz.content, quiz.name)
    made = await asyncio.to_thread(export_quiz, read.quiz, target, with_key=with_key)
    file = FileToSave(quiz.name.removesuffix(QUIZ_SUFFIX) + chosen.extension, made.content)
    if target not in CHECKERS:
        return file
    checked = await verify(Draft(target, file.name, title, {file.name: file.content}), CHECKERS, may_run=False)
    return file if checked.is_good else None
