"""Export an artifact: the formats of its kind, what each cannot hold, and the file in one of them."""

import asyncio
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.documents.tex.tex_compiler import compile_tex, xelatex_path
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.previews import PreviewSource, office_pdf
from inkwright.artifacts.quizzes.formats.registry import writable_formats
from inkwright.artifacts.rendering.office import Office, OfficeTimedOut, find_office
from inkwright.artifacts.rendering.pdf import UnreadablePdf
from inkwright.artifacts.text_extraction import extract_text
from inkwright.artifacts.vault import ArtifactRecord
from inkwright.artifacts.verification import CHECKERS, verify
from inkwright.artifacts.workers import FILE_SECONDS, limited_work
from inkwright.errors import InvalidOption, TypesettingFailed
from inkwright.i18n import Language, Reason, text
from inkwright.usecases.files import read_artifact_files
from inkwright.usecases.quiz_files import QUIZ_KIND, QUIZ_SUFFIX
from inkwright.usecases.quizzes import convert_quiz
from inkwright.usecases.store import Store

_TITLES: Final[Mapping[str, str]] = {
    "pptx": "PowerPoint",
    "docx": "Word",
    "pdf": "PDF",
    "tex": "LaTeX",
    "html": "HTML",
    "md": "Markdown",
    "zip": "ZIP",
}
_OFFICE_KINDS: Final = ("pptx", "docx")
_LACKS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("pptx", "pdf"): ("editing", "speaker_notes", "animations"),
    ("docx", "pdf"): ("editing",),
    ("tex", "pdf"): ("editing",),
}
_TEXT_LACKS: Final = ("layout", "pictures")


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of an artifact. `lacks` is what it cannot hold, in a few words each; `has_key`: a quiz in it is made
    with or without the answers.
    """

    name: str
    title: str
    extension: str
    lacks: tuple[str, ...] = ()
    has_key: bool = False


@dataclass(frozen=True, slots=True)
class ExportedArtifact:
    """A file, and what of the artifact it does not hold, in sentences."""

    name: str
    content: bytes
    losses: tuple[str, ...] = ()


def export_formats(record: ArtifactRecord, language: Language) -> list[ExportFormat]:
    """Return the formats that this machine can make of an artifact, its own first."""
    if is_stored_quiz(record):
        return [_quiz_format(name, language) for name in _quiz_names()]
    own = ExportFormat(record.kind, _TITLES.get(record.kind, record.kind), f".{record.kind}")
    others = [name for name in ("pdf", "md", "zip") if name != record.kind and _can_make(record, name)]
    return [own, *(_format(record, name, language) for name in others)]


def is_stored_quiz(record: ArtifactRecord) -> bool:
    """Whether an artifact is a quiz in the format of the library."""
    return record.kind == QUIZ_KIND and record.name.endswith(QUIZ_SUFFIX)


@limited_work(FILE_SECONDS)
async def export_artifact(
    store: Store, record: ArtifactRecord, wanted: str, language: Language, *, with_key: bool = False
) -> ExportedArtifact | tuple[Finding, ...]:
    """Return the artifact in a format, opened and checked like any file of that kind; or why it does not pass.

    InvalidOption if there is no such format of it on this machine.
    """
    known = {each.name: each for each in export_formats(record, language)}
    if wanted not in known:
        names = Reason("reason.usecases.one_of", names=", ".join(known))
        raise InvalidOption(option="format", value=wanted[:50], allowed=names)
    files = await read_artifact_files(store, record)
    if is_stored_quiz(record):
        made = await _quiz_export(record, files[record.name], known[wanted], language, with_key=with_key)
    elif wanted == record.kind:
        return ExportedArtifact(record.name, files[record.name])
    else:
        made = await _other_export(record, files, known[wanted], language)
    if wanted not in CHECKERS:
        return made
    checked = await verify(Draft(wanted, made.name, record.title, {made.name: made.content}), CHECKERS, may_run=False)
    return made if checked.is_good else checked.findings


async def artifact_text(store: Store, record: ArtifactRecord, language: Language) -> str:
    """Return what an artifact says as Markdown: its source if that is stored, else the text of its file."""
    files = await read_artifact_files(store, record)
    name = SOURCE_NAME if SOURCE_NAME in files else record.name
    if is_stored_quiz(record):
        made = await convert_quiz(files[record.name], record.name, "markdown", language=language)
        return made.content.decode("utf-8", "replace")
    return await asyncio.to_thread(extract_text, name, files[name], language)


def _quiz_names() -> list[str]:
    names = [each.name for each in writable_formats()]
    return ["json", *(name for name in names if name != "json")]


def _quiz_format(name: str, language: Language) -> ExportFormat:
    chosen = next(each for each in writable_formats() if each.name == name)
    lacks = chosen.limits(language)
    has_key = chosen.write_with_key is not None
    return ExportFormat(chosen.name, chosen.title, chosen.extension, (lacks,) if lacks else (), has_key)


def _format(record: ArtifactRecord, name: str, language: Language) -> ExportFormat:
    keys = () if name == "zip" else _LACKS.get((record.kind, name), _TEXT_LACKS)
    lacks = tuple(text(language, f"export.lacks.{key}") for key in keys)
    return ExportFormat(name, _TITLES[name], f".{name}", lacks)


def _can_make(record: ArtifactRecord, name: str) -> bool:
    if name == "zip":
        return len(record.digests) > 1
    if name == "pdf" and record.kind in _OFFICE_KINDS:
        return find_office() is not None
    if name == "pdf":
        return record.kind == "tex" and xelatex_path() is not None
    return record.kind in (*_OFFICE_KINDS, "pdf", "html", "tex")


async def _quiz_export(
    record: ArtifactRecord, content: bytes, chosen: ExportFormat, language: Language, *, with_key: bool
) -> ExportedArtifact:
    key = with_key if chosen.has_key else None
    made = await convert_quiz(content, record.name, chosen.name, with_key=key, language=language)
    name = record.name.removesuffix(QUIZ_SUFFIX) + (f" {text(language, 'export.with_key')}" if key else "")
    name += QUIZ_SUFFIX if chosen.name == "json" else chosen.extension
    return ExportedArtifact(name, made.content, tuple(each.message(language) for each in made.notes))


async def _other_export(
    record: ArtifactRecord, files: Mapping[str, bytes], chosen: ExportFormat, language: Language
) -> ExportedArtifact:
    name = record.name.removesuffix(f".{record.kind}") + chosen.extension
    if chosen.name == "zip":
        return ExportedArtifact(name, await asyncio.to_thread(_zipped, files))
    if chosen.name == "md":
        source = SOURCE_NAME if SOURCE_NAME in files else record.name
        written = await asyncio.to_thread(extract_text, source, files[source], language)
        return ExportedArtifact(name, written.encode(), chosen.lacks)
    if record.kind == "tex":
        made = await asyncio.to_thread(compile_tex, Draft("tex", record.name, record.title, files))
        return ExportedArtifact(name, made.main, chosen.lacks)
    return ExportedArtifact(name, await _office_pdf(record.name, files[record.name]), chosen.lacks)


async def _office_pdf(name: str, content: bytes) -> bytes:
    program = find_office()
    assert program is not None  # noqa: S101 - the format is offered only with LibreOffice
    try:
        return await office_pdf(PreviewSource(name, content), Office(program))
    except (UnreadablePdf, OfficeTimedOut) as problem:
        raise TypesettingFailed(program="LibreOffice", problem=Reason("export.no_pdf")) from problem


def _zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
