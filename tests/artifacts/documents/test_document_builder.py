"""Tests of whole documents: Word and PDF have the same content, and no other files are read."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.formats import WRITTEN_FORMATS
from inkwright.artifacts.documents.pdf.pdf_checks import check_pdf
from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.documents.source import DocumentSpec, read_document
from inkwright.artifacts.documents.tex.tex_checks import check_tex
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.pandoc import node_text, walk
from inkwright.artifacts.rendering.office import Office, OfficeFile
from inkwright.artifacts.rendering.pdf import read_pdf_pages
from tests.artifacts.documents.sample_documents import (
    DROP,
    GALLERY,
    RIVER,
    document,
    docx_text,
    letters,
    pdf_text,
    river,
)

FILES = {"drop.png": DROP}


def both(spec: DocumentSpec) -> tuple[Draft, Draft]:
    return build_document(spec, "docx", files=FILES), build_document(spec, "pdf", files=FILES)


def lacking(spec: DocumentSpec, text: str) -> list[str]:
    """Return the words of the source that are missing in the text, ignoring line breaks."""
    blocks = prepare_document(spec, FILES).blocks
    flat = re.sub(r"[\s\u00a0\u00ad\ufffe\x02-]", "", text)
    said = [word for node in walk(blocks) if node["t"] == "Str" for word in node["c"].split()]
    return [word for word in said if re.sub(r"[\s\u00a0-]", "", word) not in flat]


def same(word: Draft, pdf: Draft, spec: DocumentSpec) -> None:
    """Whether both have the same letters. Only the head of a table that spans pages may be repeated."""
    in_word, in_pdf = letters(docx_text(word.main)), letters(pdf_text(pdf.main))
    heads = letters(
        "".join(node_text(node["c"][3]) for node in walk(prepare_document(spec, FILES).blocks) if node["t"] == "Table")
    )
    # Word counts lists by letters without writing them.
    counted = letters("abc")
    assert in_word - in_pdf == letters("")
    extra = in_pdf - in_word
    assert {char: count for char, count in extra.items() if count > 9 * heads[char] + counted[char]} == {}


@pytest.mark.parametrize("path", GALLERY, ids=lambda path: path.name)
def test_the_gallery_is_the_same_in_both_formats_and_passes_every_check(path: Path) -> None:
    spec = read_document(path.read_text(encoding="utf-8")).model_copy(update={"toc": False})
    word, pdf = both(spec)
    assert [*check_docx(word), *check_pdf(pdf), *check_tex(build_document(spec, "tex"))] == []
    same(word, pdf, spec)
    # Word draws the box of a task as the sign of its list, so it is not among its words.
    assert set(lacking(spec, docx_text(word.main))) <= {"☐", "☒"}
    assert lacking(spec, pdf_text(pdf.main)) == []


def test_the_river_is_the_same_in_both_formats() -> None:
    word, pdf = docx_text(river("docx").main), pdf_text(river("pdf").main)
    assert letters(word) == letters(pdf)


def test_the_same_source_gives_the_same_bytes() -> None:
    spec = read_document(RIVER)
    for form in WRITTEN_FORMATS:
        assert build_document(spec, form, files=FILES).main == build_document(spec, form, files=FILES).main


def test_a_creation_time_can_be_given() -> None:
    made = build_document(document("x"), "docx", made_at=datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert b"2026-03-01T12:00:00Z" in __import__("zipfile").ZipFile(__import__("io").BytesIO(made.main)).read(
        "docProps/core.xml"
    )


def test_the_file_is_named_for_the_title() -> None:
    assert build_document(document("x", title="Rivers: a/b"), "pdf").name == "Rivers a b.pdf"


HOSTILE = [
    '#read("/etc/passwd")',
    "]#panic()[",
    "\\input{/etc/passwd}",
    "</w:t><w:p/>",
    '"); #x',
    "${x}$ {{x}} %x",
    "#{while true {}}",
    "\\end{document}",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_code_in_any_field_becomes_text(text: str) -> None:
    spec = document(
        f"`{text}`\n\n```\n{text}\n```\n\n[link](https://example.org/{text.replace(' ', '').replace('{', '%7B')})",
        title=f"T {text}",
        subtitle=text,
        author=text,
        date=text,
        kind="lesson_plan",
        fields={"x" + text[:30]: text, "list": [text, text]},
        keywords=[text],
    )
    word, pdf = both(spec)
    # What is shown as text on purpose may look like markup that was left over.
    assert [each for each in (*check_docx(word), *check_pdf(pdf)) if each.code != "document.markup"] == []
    flat = re.sub(r"\s", "", text)
    for said in (docx_text(word.main), pdf_text(pdf.main)):
        assert re.sub(r"\s", "", said).count(flat) >= 8
    assert check_tex(build_document(spec, "tex")) == []


@pytest.mark.parametrize(
    ("body", "word", "pdf"),
    [
        ("Party 🎉", ["warning"], ["error"]),
        ("שלום مرحبا", ["warning"], []),
        ("a\u202eb\u200bc", [], []),
    ],
    ids=["emoji", "right to left", "invisible"],
)
def test_characters_that_cannot_be_shown_are_reported(body: str, word: list[str], pdf: list[str]) -> None:
    made = both(document(body))
    assert [each.severity for each in check_docx(made[0])] == word
    assert [each.severity for each in check_pdf(made[1])] == pdf


WORDS = st.sampled_from(
    "river stone Wasserfall understanding 水 光合作用 课堂 他说：“好。” CO₂ 3.14 naïve a/b [x] <tag> & # $5 … — "
    "Donaudampfschifffahrtsgesellschaftskapitänsmütze https://example.org/a/very/long/path/that/goes/on/and/on "
    "不可分割的很长很长的一串文字没有任何标点".split()
)
LINES = st.lists(WORDS, min_size=1, max_size=25).map(" ".join).map(lambda line: re.sub(r"([<#$\[\]&])", r"\\\1", line))
SHORT = st.lists(WORDS, min_size=1, max_size=4).map(" ".join).map(lambda line: re.sub(r"([<#$\[\]&|])", r"\\\1", line))
FORMULAS = st.sampled_from(
    [
        r"a^2+b^2=c^2",
        r"\frac{x_1}{\sqrt{y}}",
        r"\sum_{i=1}^{n} i",
        r"\begin{pmatrix}a&b\\c&d\end{pmatrix}",
        r"\text{速度}=v",
    ]
)


@st.composite
def tables(draw: st.DrawFn) -> str:
    columns = draw(st.integers(1, 12))
    rows = draw(st.integers(1, 8))
    lines = [f"| {' | '.join(draw(SHORT) for _ in range(columns))} |" for _ in range(rows + 1)]
    caption = f"\n: {draw(SHORT)}\n" if draw(st.booleans()) else ""
    return "\n".join([lines[0], "|" + "---|" * columns, *lines[1:]]) + "\n" + caption


BLOCKS = st.one_of(
    LINES,
    SHORT.map(lambda line: f"## {line}"),
    st.lists(LINES, min_size=1, max_size=13).map(lambda items: "\n".join(f"{n}. {x}" for n, x in enumerate(items, 1))),
    st.lists(LINES, min_size=1, max_size=5).map(lambda items: "\n".join(f"- {x}\n    - {x}" for x in items)),
    st.lists(SHORT, min_size=1, max_size=4).map(lambda items: "\n".join(f"- [x] {x}" for x in items)),
    LINES.map(lambda line: f"> {line}"),
    FORMULAS.map(lambda formula: f"$${formula}$$"),
    st.tuples(LINES, FORMULAS).map(lambda pair: f"{pair[0]} ${pair[1]}$"),
    LINES.map(lambda line: f"{line}^[A note: {line}]"),
    st.lists(WORDS, max_size=30).map(lambda words: "```\n" + "".join(words) + "\n  x = 1\n```"),
    SHORT.map(lambda line: f"![{line}](drop.png)"),
    tables(),
)


@st.composite
def documents(draw: st.DrawFn) -> DocumentSpec:
    return document(
        "\n\n".join(draw(st.lists(BLOCKS, min_size=1, max_size=9))),
        title=draw(SHORT),
        kind=draw(st.sampled_from(["plain", "lesson_plan", "worksheet", "report", "letter"])),
        language=draw(st.sampled_from(["en", "zh", "zh-Hant"])),
        numbered=draw(st.booleans()),
        toc=False,
        fields=draw(st.dictionaries(st.sampled_from(["subject", "grade", "objectives", "教室"]), LINES, max_size=3)),
    )


_OF_THE_TEXT = ("document.markup", "docx.repeated", "prose.repeated", "prose.unfinished")
"""What texts by chance may be: the checks are right, and the builder is not to blame."""


def judge(spec: DocumentSpec) -> Draft:
    """Check that both formats pass their checks and agree, and return the Word document."""
    word, pdf = both(spec)
    found = (*check_docx(word), *check_pdf(pdf))
    assert [each.message("en") for each in found if each.code not in _OF_THE_TEXT] == []
    same(word, pdf, spec)
    return word


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(documents())
def test_any_document_is_complete_in_both_formats(spec: DocumentSpec) -> None:
    judge(spec)


@pytest.mark.soak
def test_a_hundred_documents_are_complete_when_rendered(office: Office) -> None:
    made: list[Draft] = []

    @settings(max_examples=100, suppress_health_check=[*HealthCheck])
    @given(documents())
    def collect(spec: DocumentSpec) -> None:
        made.append(judge(spec))

    collect()
    seen = asyncio.run(office.pdfs([OfficeFile(".docx", draft.main) for draft in made]))
    assert len(seen) >= 100
    for pdf in seen:
        assert pdf is not None
        assert [char for page in read_pdf_pages(pdf) for char in page.chars if char.box.beyond(page.box) > 2] == []


def test_the_gallery_is_complete_when_rendered(office: Office) -> None:
    drafts = [build_document(read_document(path.read_text(encoding="utf-8")), "docx") for path in GALLERY]
    seen = asyncio.run(office.pdfs([OfficeFile(".docx", draft.main) for draft in drafts]))
    assert len(seen) == 8
    for draft, pdf in zip(drafts, seen, strict=True):
        assert pdf is not None
        pages = read_pdf_pages(pdf)
        assert 1 <= len(pages) <= 5
        assert [page for page in pages if page.is_blank] == []
        assert [char for page in pages for char in page.chars if char.box.beyond(page.box) > 2] == []
        assert re.sub(r"\s", "", draft.title) in re.sub(r"\s", "", pages[0].text)
