"""The reference document that pandoc takes styles, page, header and footer from: ours, or a user's own."""

import io
import zipfile
from functools import lru_cache
from typing import Final

from inkwright.artifacts.documents.sources import DocumentKind, DocumentLanguage
from inkwright.artifacts.documents.word_styles import W, look_of, styles_xml
from inkwright.artifacts.packages import problem_with_package, relations_of_package
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

MAX_REFERENCE: Final = 8 * 1024 * 1024
PACKED_AT: Final = (1980, 1, 1, 0, 0, 0)
RUNNING_TITLE: Final = "inkwright-running-title"
"""Stands in the header until the title of the document takes its place."""

_RELATIONS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_PARTS: Final = ("header1", "header2", "footer1", "footer2")
# A4, with the margins of the typst templates.
_PAGE: Final = (
    '<w:pgSz w:w="11906" w:h="16838"/>'
    '<w:pgMar w:top="1361" w:right="1361" w:bottom="1247" w:left="1361" w:header="680" w:footer="600" w:gutter="0"/>'
)


@lru_cache(maxsize=16)
def own_reference(kind: DocumentKind, language: DocumentLanguage) -> bytes:
    """Our reference document for a kind and a language."""
    numbers = _footer(_field("PAGE") + '<w:r><w:t xml:space="preserve"> / </w:t></w:r>' + _field("NUMPAGES"))
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations([("officeDocument", "word/document.xml")]),
        "word/_rels/document.xml.rels": _relations(
            [("styles", "styles.xml"), *((part[:-1], f"{part}.xml") for part in _PARTS), ("settings", "settings.xml")]
        ),
        "word/document.xml": _document(),
        "word/styles.xml": styles_xml(look_of(kind, language)),
        "word/settings.xml": f"{_XML}<w:settings {W}/>".encode(),
        "word/header1.xml": _header(f"<w:r><w:t>{RUNNING_TITLE}</w:t></w:r>"),
        "word/header2.xml": _header("", style="Normal"),
        "word/footer1.xml": numbers,
        "word/footer2.xml": _footer("") if kind == "report" else numbers,
    }
    return packed(parts)


def packed(parts: dict[str, bytes]) -> bytes:
    """A package of these parts; the same parts give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(zipfile.ZipInfo(name, PACKED_AT), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def checked_reference(content: bytes, language: Language) -> bytes:
    """A user's own reference document. One that is no sound .docx, or points outside itself, is an InvalidOption."""
    from lxml import etree  # noqa: PLC0415 - comes with an extra, and is slow to import

    if len(content) > MAX_REFERENCE:
        raise _refused(language, f"{len(content)} bytes, more than {MAX_REFERENCE}")
    if problem := problem_with_package(content):
        raise _refused(language, f"{problem.key}: {', '.join(problem.fields.values())}")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = set(package.namelist())
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        relations = relations_of_package(content, lambda part: etree.fromstring(part, parser))
    except (etree.XMLSyntaxError, ValueError) as problem:
        raise _refused(language, str(problem)[:200]) from problem
    if not {"word/document.xml", "word/styles.xml"} <= names:
        raise _refused(language, "word/document.xml or word/styles.xml is missing")
    outside = [target for target in relations.external if not target.lower().startswith(("http", "mailto:"))]
    if outside or relations.missing:
        raise _refused(language, (outside + relations.missing)[0][:200])
    return content


def _refused(language: Language, problem: str) -> InvalidOption:
    return InvalidOption(option="reference", value=problem, allowed=text(language, "document.reference"))


def _field(code: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def _header(runs: str, style: str = "Header") -> bytes:
    return f'{_XML}<w:hdr {W}><w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{runs}</w:p></w:hdr>'.encode()


def _footer(runs: str) -> bytes:
    return f'{_XML}<w:ftr {W}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>{runs}</w:p></w:ftr>'.encode()


def _document() -> bytes:
    references = "".join(
        f'<w:{part[:-1]}Reference w:type="{"default" if part.endswith("1") else "first"}" r:id="rId{number}"/>'
        for number, part in enumerate(_PARTS, 2)
    )
    section = f"<w:sectPr>{references}{_PAGE}<w:titlePg/></w:sectPr>"
    return f'{_XML}<w:document {W} xmlns:r="{_OFFICE}"><w:body><w:p/>{section}</w:body></w:document>'.encode()


def _relations(targets: list[tuple[str, str]]) -> bytes:
    inside = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'{_XML}<Relationships xmlns="{_RELATIONS}">{inside}</Relationships>'.encode()


def _content_types() -> bytes:
    kinds = {"document": "document.main", "styles": "styles", "settings": "settings"}
    kinds |= {part: part[:-1] for part in _PARTS}
    overrides = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{_WORD}.{kind}+xml"/>' for part, kind in kinds.items()
    )
    defaults = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
    )
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{_XML}<Types xmlns="{types}">{defaults}{overrides}</Types>'.encode()
