"""Render, check and preview files without a model."""

import asyncio
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from pydantic import BaseModel

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.formats import WRITTEN_FORMATS
from inkwright.artifacts.documents.source import DocumentSpec, SourceFormat, read_document
from inkwright.artifacts.documents.tex.tex_compiler import compile_tex, xelatex_path
from inkwright.artifacts.documents.tex.tex_references import bibliography_names, picture_names
from inkwright.artifacts.documents.tex.tex_security import input_names
from inkwright.artifacts.drafts import MAX_FILES, MAX_TITLE, Draft
from inkwright.artifacts.findings import NOWHERE, Finding, Location, error_finding, finding
from inkwright.artifacts.previews import PreviewMethod, PreviewSource, preview
from inkwright.artifacts.quizzes.formats.registry import readable_formats
from inkwright.artifacts.quizzes.losses import ConversionLoss
from inkwright.artifacts.rendering.office import Office
from inkwright.artifacts.slides.checks.rendered import check_rendered_decks
from inkwright.artifacts.slides.edit import replace_slide
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes.brand import Brand
from inkwright.artifacts.slides.user_templates.templates import build_from_template
from inkwright.artifacts.system_fonts import boxed_characters
from inkwright.artifacts.text_extraction import extract_text
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import CHECKERS, Verification, has_errors, verify
from inkwright.artifacts.webpages.browser import Browser, screenshot_page
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.artifacts.webpages.foreign_pages import is_foreign, may_run_here, without_limits, without_promises
from inkwright.artifacts.webpages.study_pages.build import build_study_page, is_study_page, load_study_page
from inkwright.artifacts.webpages.study_pages.build import study_page_schema as schema_of_pages
from inkwright.artifacts.workers import FILE_SECONDS, limited_work
from inkwright.errors import InvalidOption, TypesettingFailed
from inkwright.file_reading import read_limited
from inkwright.i18n import Language, Reason, language_of
from inkwright.parsing.filenames import filename_problem, safe_filename
from inkwright.tools.registry import all_tools
from inkwright.usecases.folder_pictures import MAX_PICTURE_BYTES, FolderPictures
from inkwright.usecases.output_files import save_numbered
from inkwright.usecases.quizzes import draft_quiz, markdown_quiz_notes, quiz_errors, quiz_from_json
from inkwright.usecases.store import LOCAL_OWNER, Store

RENDERED_KINDS: Final = frozenset({"html", "pptx"})
"""Kinds whose rendered pages are checked. A PDF is checked directly; the layout of a .docx depends on the program."""

_QUIZ_KIND: Final = "quiz"
_SHARED_QUIZ_FORMATS: Final = frozenset({"markdown"})
_DESCRIPTION: Final = ".json"
_NO_PICTURES: Final[Mapping[str, bytes]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FileReport:
    """The problems of a file. `was_rendered`: its pages were rendered or run, and checked too."""

    findings: tuple[Finding, ...]
    was_rendered: bool

    @property
    def is_good(self) -> bool:
        """Whether it can be published: it may have warnings, but no errors."""
        return not has_errors(self.findings)


def file_kind(name: str, content: bytes = b"") -> str:
    """Return the kind of a file by its extension, and of a .json by its content: a quiz, or the description of a page,
    which is checked as that page. A .gift or Moodle .xml is a quiz. A kind without a check raises InvalidOption.
    """
    ending = PurePath(name).suffix.lower()
    kind = _QUIZ_KIND if ending in _quiz_suffixes() else ending.lstrip(".")
    if kind not in CHECKERS:
        all_tools()  # A tool may bring the checker of its kind.
    if kind not in CHECKERS:
        known = ", ".join([*(f".{each}" for each in CHECKERS if each != _QUIZ_KIND), *_quiz_suffixes()])
        raise InvalidOption(option="file", value=name, allowed=Reason("reason.usecases.name_ends_in", known=known))
    return "html" if ending == _DESCRIPTION and is_study_page(content) else kind


def _quiz_suffixes() -> tuple[str, ...]:
    """Return the extensions of quizzes that can be read. Text and tables are mostly something else."""
    return tuple(
        each for form in readable_formats() if form.name not in _SHARED_QUIZ_FORMATS for each in form.extensions
    )


@limited_work(FILE_SECONDS)
async def check_file(
    name: str,
    content: bytes,
    language: Language,
    *,
    office: Office | None,
    may_run: bool = True,
    pictures: Mapping[str, bytes] = _NO_PICTURES,
) -> FileReport:
    """Return all problems of a file, as the vault finds them. This ends for any bytes.

    With LibreOffice, slides are also rendered; with XeLaTeX, a .tex file is also compiled. `pictures` are the images
    that a .tex file or the description of a page may name.
    """
    kind, plain_name = file_kind(name, content), safe_filename(PurePath(name).name)
    if kind == "html" and PurePath(name).suffix.lower() == _DESCRIPTION:
        try:
            draft = await asyncio.to_thread(_draft_from_description, content, plain_name, pictures, language)
        except InvalidOption as problem:
            return FileReport((error_finding(problem, Location(file=plain_name)),), was_rendered=False)
    else:
        files = {**(_tex_companions(content, pictures) if kind == "tex" else {}), plain_name: content}
        draft = Draft(kind, plain_name, PurePath(name).stem[:MAX_TITLE].strip() or plain_name, files)
    verified = await verify(draft, CHECKERS, may_run=may_run)
    if kind == "html":
        verified = await _verified_as_foreign(draft, verified, pictures, may_run=may_run)
    found = [each.at(file=plain_name) if each.location == NOWHERE else each for each in verified.findings]
    if verified.is_good and may_run:
        found += await asyncio.to_thread(_font_findings, draft)
    if verified.is_good and kind == "tex" and xelatex_path():
        seen = await asyncio.to_thread(_compile_findings, draft)
    elif verified.is_good and kind == "pptx" and office is not None:
        [seen] = await check_rendered_decks([draft], office=office)
        # What the page shows needs no guess.
        shown = {each.location.slide for each in seen if each.code == "pptx.overprint"}
        found = [each for each in found if each.code != "pptx.overlap" or each.location.slide not in shown]
    else:
        return FileReport(tuple(found), was_rendered=bool(verified.is_run))
    return FileReport((*found, *seen), was_rendered=True)


async def _verified_as_foreign(
    draft: Draft, verified: Verification, pictures: Mapping[str, bytes], *, may_run: bool
) -> Verification:
    """Verify a page of another program by what any page should be, and run it if nothing else is wrong."""
    if not is_foreign(verified.findings):
        return verified
    found = without_promises(verified.findings, pictures)
    run = CHECKERS["html"].run
    if has_errors(found) or not may_run or run is None or not may_run_here(verified.findings):
        return replace(verified, findings=found)
    result = await run(draft)
    return replace(verified, findings=(*found, *without_limits(result.findings)), is_run=result.is_run)


def _draft_from_description(content: bytes, name: str, pictures: Mapping[str, bytes], language: Language) -> Draft:
    return build_study_page(load_study_page(content.decode("utf-8", "replace"), name, pictures, language))


def _tex_companions(content: bytes, pictures: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files in the folder of a .tex file that it and its parts name, by their own names."""
    parts = _tex_parts(content, pictures.folder) if isinstance(pictures, FolderPictures) else {}
    written = "\n".join(each.decode("utf-8", "replace") for each in (content, *parts.values()))
    named = [name for name in picture_names(written) if filename_problem(PurePath(name).name) is None]
    found = {PurePath(name).name: pictures[name] for name in named[: MAX_FILES // 2] if name in pictures}
    if not isinstance(pictures, FolderPictures):
        return found
    for name in bibliography_names(written)[: MAX_FILES // 4]:
        book = read_limited(pictures.folder / name, MAX_PICTURE_BYTES) if filename_problem(name) is None else ""
        if isinstance(book, bytes):
            found[name] = book
    return {**parts, **found}


def _tex_parts(content: bytes, folder: Path) -> dict[str, bytes]:
    """Return the files that a .tex file reads with commands such as \\input, and the ones that they read."""
    parts: dict[str, bytes] = {}
    wanted = input_names(content.decode("utf-8", "replace"))
    while wanted and len(parts) < MAX_FILES // 4:
        name = wanted.pop(0)
        plain = PurePath(name).name
        if plain in parts or filename_problem(plain) is not None or "\0" in name:
            continue
        path = (folder / name).resolve()
        if not path.is_relative_to(folder):
            continue
        part = read_limited(path, MAX_PICTURE_BYTES) if path.is_file() else ""
        if isinstance(part, bytes):
            parts[plain] = part
            wanted += input_names(part.decode("utf-8", "replace"))
    return parts


def _font_findings(draft: Draft) -> list[Finding]:
    """Return a warning if programs on this machine show boxes instead of characters. PDF files contain their fonts."""
    if draft.kind not in ("html", "pptx", "docx"):
        return []
    written = _page_text(draft.main) if draft.kind == "html" else extract_text(draft.name, draft.main)
    boxed = boxed_characters(written)
    return [finding("fonts.boxed", Location(file=draft.name), severity="warning", characters=boxed)] if boxed else []


def _page_text(content: bytes) -> str:
    """Return a page without its styles, which name Chinese fonts in any language."""
    return " ".join(re.split(r"</?style\b", content.decode("utf-8", "replace"), flags=re.IGNORECASE)[::2])


def _compile_findings(draft: Draft) -> list[Finding]:
    """Return the errors of XeLaTeX."""
    try:
        compile_tex(draft)
    except TypesettingFailed as problem:
        return [error_finding(problem, Location(file=draft.name))]
    return []


@dataclass(frozen=True, slots=True)
class PreviewResult:
    """The image files, the number of pages, and how they were rendered."""

    paths: tuple[Path, ...]
    count: int
    how: PreviewMethod | Literal["browser"]


@limited_work(FILE_SECONDS)
async def preview_file(
    name: str,
    content: bytes,
    folder: Path,
    *,
    office: Office | None,
    browser: Browser | None = None,
    overwrite: bool = False,
) -> PreviewResult | Finding:
    """Write an image of each page, `NAME-01.png` and so on; or return why there are none. If one of the names is taken,
    all of them get a number, unless existing files are overwritten.
    """
    if PurePath(name).suffix.lower() == ".html":
        return await _preview_page(name, content, folder, browser, overwrite=overwrite)
    seen = await preview(PreviewSource(name, content), office=office)
    if isinstance(seen, Finding):
        return seen
    stem, digits = PurePath(name).stem, max(2, len(str(seen.count)))
    images = {f"-{number:0{digits}}.png": page for number, page in enumerate(seen.pages, 1)}
    paths = save_numbered(folder, stem, images, overwrite=overwrite)
    return PreviewResult(tuple(paths), seen.count, seen.how)


async def _preview_page(
    name: str, content: bytes, folder: Path, browser: Browser | None, *, overwrite: bool
) -> PreviewResult | Finding:
    """Write images such as `NAME-1280.png` and `NAME-390.png`."""
    seen = await screenshot_page(name, content, browser=browser)
    if isinstance(seen, Finding):
        return seen
    images = {f"-{width}.png": picture for width, picture in seen.items()}
    paths = save_numbered(folder, PurePath(name).stem, images, overwrite=overwrite)
    return PreviewResult(tuple(paths), len(paths), "browser")


RenderStage = Literal["building", "looking", "checking"]
"""The current stage; `looking` takes a few seconds."""

DescriptionKind = Literal["slides", "document", "page"]
DESCRIPTION_KINDS: Final[tuple[DescriptionKind, ...]] = get_args(DescriptionKind)
RENDER_FORMATS: Final = ("pptx", *WRITTEN_FORMATS, "html")
THEMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)
_SOURCE_FORMATS: Final[Mapping[str, SourceFormat]] = {".json": "json", ".yaml": "yaml", ".yml": "yaml"}


@dataclass(frozen=True, slots=True)
class SlideEdit:
    """A deck, its name, and the number of the slide to replace, starting at 1."""

    content: bytes
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """What to render: the text of the description, its name, the images that it may name, and its design.

    `template` is a user's .pptx for slides, or .docx for a document; a theme is for slides only. `edited` is a deck of
    which one slide is replaced by the first of the description; the others are unchanged. `language` is that of
    messages to the person; by default that of the description. `owner` gets the file. `path` is the file of the
    description, or the edited deck: rendering it again makes the next version. `brand` changes a built-in theme.
    """

    source: str
    name: str
    form: str
    pictures: Mapping[str, bytes]
    theme: ThemeName | None = None
    template: bytes | None = None
    edited: SlideEdit | None = None
    language: Language | None = None
    owner: str = LOCAL_OWNER
    path: Path | None = None
    brand: Brand | None = None

    def lineage(self, draft: Draft) -> str | None:
        """Return the lineage of what is made from this description; None begins a new one."""
        if self.path is None:
            return None
        made_from = "\0".join((str(self.path.resolve()), draft.kind, draft.name))
        return f"render_{hashlib.sha256(made_from.encode(errors='surrogateescape')).hexdigest()[:32]}"


def description_schema(described: DescriptionKind) -> dict[str, Any]:
    """Return the JSON schema of the descriptions of decks, documents or pages."""
    if described == "page":
        return schema_of_pages()
    specs: dict[DescriptionKind, type[BaseModel]] = {"slides": DeckSpec, "document": DocumentSpec}
    return specs[described].model_json_schema()


def render_format_for(name: str) -> str:
    """Return the format that a file name selects by its extension."""
    wanted = PurePath(name).suffix.lower().lstrip(".")
    for form in RENDER_FORMATS:
        if form == wanted:
            return form
    known = ", ".join(f".{form}" for form in RENDER_FORMATS)
    raise InvalidOption(option="output", value=name, allowed=Reason("reason.usecases.name_ends_in", known=known))


@limited_work(FILE_SECONDS)
async def render_file(
    store: Store,
    request: RenderRequest,
    *,
    office: Office | None,
    may_run: bool = True,
    report_stage: Callable[[RenderStage], None] = lambda _: None,
    report_note: Callable[[ConversionLoss | Finding], None] = lambda _: None,
) -> tuple[Draft, Verified | tuple[Finding, ...]]:
    """Return the draft, and the proof that it is good or its problems. A file with errors is not stored.

    With LibreOffice the rendered pages of slides are checked first. With Chromium a page is run, unless it may not be.
    A quiz is linted first. `report_note` gets what the format cannot hold, and the warnings about rendered pages.
    """
    report_stage("building")
    speech = request.language or language_of(request.source)
    quiz = await asyncio.to_thread(quiz_from_json, request.source, request.name)
    if quiz is None:
        notes = await asyncio.to_thread(markdown_quiz_notes, request.source, request.name, request.form, speech)
        draft = await asyncio.to_thread(build_draft, request)
    else:
        if wrong := await asyncio.to_thread(quiz_errors, quiz):
            return Draft("quiz", request.name, quiz.title, {request.name: request.source.encode()}), wrong
        draft, notes = await asyncio.to_thread(draft_quiz, quiz, request.form, speech)
    for note in notes:
        report_note(note)
    if request.form == "pptx" and office is not None:
        report_stage("looking")
        [seen] = await check_rendered_decks([draft], office=office)
        if has_errors(seen):
            return draft, tuple(seen)
        for warning in seen:
            report_note(warning)
    is_run = request.form == "html" and may_run and find_chromium() is not None
    report_stage("looking" if is_run else "checking")
    turn = store.ids.new("render")
    lineage = request.lineage(draft)
    return draft, await store.vault.keep(draft, owner=request.owner, turn_id=turn, lineage=lineage, may_run=may_run)


def build_draft(request: RenderRequest) -> Draft:
    """Build the file, not yet verified. It waits for other programs: call it in a thread."""
    if request.form == "pptx":
        spec = load_deck(request.source, request.name)
        if request.edited is not None:
            deck = request.edited
            return replace_slide(deck.content, deck.number, spec.slides[0], name=deck.name, images=request.pictures)
        if request.template is not None:
            return build_from_template(request.template, spec, images=request.pictures)
        return build_deck(spec, theme=request.theme, images=request.pictures, brand=request.brand)
    if request.theme is not None or request.brand is not None:
        raise InvalidOption(option="theme", value=request.theme or "brand", allowed=Reason("reason.usecases.themes"))
    if request.form == "html":
        return build_study_page(load_study_page(request.source, request.name, request.pictures, request.language))
    document = read_document(request.source, _SOURCE_FORMATS.get(PurePath(request.name).suffix.lower(), "markdown"))
    return build_document(document, request.form, files=request.pictures, reference=request.template)
