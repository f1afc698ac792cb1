"""Documents made, checked and mended section by section."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from inkwright.artifacts.documents.builders import build_document
from inkwright.artifacts.documents.kept_sources import source_of, with_source
from inkwright.artifacts.documents.markdown_sections import Chunk, chunks_of, joined
from inkwright.artifacts.documents.sources import DocumentKind, DocumentLanguage, read_document, split_source
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.kinds import CHECKERS
from inkwright.authoring.mending import Blame, Mended, mend, tried_alone, unbuildable
from inkwright.authoring.section_writing import level_of, mend_section
from inkwright.authoring.workbench import Workbench
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

Form = Literal["docx", "pdf"]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made of a text: a file of this form, in the design of this kind."""

    form: Form
    title: str
    kind: DocumentKind
    language: DocumentLanguage | None


async def mend_document(bench: Workbench, order: Order, content: str) -> Mended[Chunk]:
    """The document with its source beside it, verified; or what is still wrong after its sections were mended."""
    try:
        source = source_of(order.title, order.kind, order.language, content)
        read_document(source)
    except InvalidOption as problem:
        # What is wrong with the head or the size of the whole is nobody's section.
        place = text(bench.language, "finding.authoring.place.document")
        return Mended(None, (), (unbuildable(bench.language, place, problem),))
    body = split_source(source)[1].lstrip("\n")
    head = source[: len(source) - len(body)]
    return await mend(bench, chunks_of(body), _DocumentJob(order.form, head, bench.language))


async def mend_change(bench: Workbench, chunk: Chunk, build: Callable[[str], Draft], level: int) -> Mended[Chunk]:
    """A document in which one text is new, verified; or what is still wrong with it.

    The text stands under a heading of this level, if it has none of its own.
    """
    return await mend(bench, (chunk,), _ChangeJob(build, level_of(chunk) or level))


def document_of(source: str, form: Form, name: str | None = None) -> Draft:
    """The draft that a source describes, with the source beside it."""
    return with_source(build_document(read_document(source), form), source, name)


@dataclass(frozen=True, slots=True)
class _DocumentJob:
    form: Form
    head: str
    language: Language
    place: str = "document"

    def build(self, parts: Sequence[Chunk]) -> Draft:
        return document_of(self.head + joined(parts), self.form)

    def blamed(self, parts: Sequence[Chunk], findings: Sequence[Finding]) -> Blame:
        """Errors of a document name pages, not sections: each section is made and checked alone."""
        if len(parts) == 1:
            return {0: findings}
        alone = {at: self._errors(part) for at, part in enumerate(parts)}
        return {at: errors for at, errors in alone.items() if errors}

    def unbuilt(self, parts: Sequence[Chunk], _whole: Finding) -> Blame:
        return tried_alone(len(parts), lambda at: self.build([parts[at]]), lambda at, p: self._cannot(parts[at], p))

    def _errors(self, part: Chunk) -> list[Finding]:
        try:
            found = CHECKERS[self.form](self.build([part]), self.language)
        except InvalidOption:
            # What points to another section cannot stand alone, and is no fault of this one.
            return []
        return [each for each in found if each.severity == "error"]

    def _cannot(self, part: Chunk, problem: Exception) -> Finding:
        place = text(self.language, "finding.authoring.place.section", title=self.name(part))
        return unbuildable(self.language, place, problem)

    def name(self, part: Chunk) -> str:
        return part.head.strip().lstrip("# ") or part.body.strip()[:40]

    async def anew(self, bench: Workbench, _at: int, part: Chunk, findings: Sequence[Finding]) -> Chunk:
        return await mend_section(bench, part, findings, level_of(part))


@dataclass(frozen=True, slots=True)
class _ChangeJob:
    """One text in a document whose other sections were verified before: whatever is wrong is wrong with it."""

    made: Callable[[str], Draft]
    level: int
    place: str = "document"

    def build(self, parts: Sequence[Chunk]) -> Draft:
        return self.made(parts[0].text)

    def blamed(self, _parts: Sequence[Chunk], findings: Sequence[Finding]) -> Blame:
        return {0: findings}

    def unbuilt(self, _parts: Sequence[Chunk], whole: Finding) -> Blame:
        return {0: [whole]}

    def name(self, part: Chunk) -> str:
        return part.head.strip().lstrip("# ") or part.body.strip()[:40]

    async def anew(self, bench: Workbench, _at: int, part: Chunk, findings: Sequence[Finding]) -> Chunk:
        return await mend_section(bench, part, findings, self.level)
