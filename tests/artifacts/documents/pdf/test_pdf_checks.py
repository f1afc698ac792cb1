"""Tests of the .pdf checks with hostile bytes and planted faults."""

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.pdf import typesetter
from inkwright.artifacts.documents.pdf.pdf_checks import check_pdf
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from tests.artifacts.documents.sample_documents import document, river, with_content

GOOD = river("pdf")


def found(content: bytes) -> list[str]:
    return [each.message("en") for each in check_pdf(with_content(GOOD, content))]


def changed(change: Callable[[Any], object], **options: Any) -> bytes:
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(GOOD.main)) as pdf:
        change(pdf)
        pdf.save(made, **options)
    return made.getvalue()


def typeset(code: str) -> bytes:
    return typesetter.typeset({"main.typ": code.encode()}).content


def without_tag(name: str) -> bytes:
    """Return the PDF with one tag of its structure changed."""

    def change(pdf: Any) -> None:
        tagged = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/S") == name]
        tagged[0]["/S"] = pikepdf.Name("/P")

    return changed(change)


def test_a_good_pdf_has_no_findings() -> None:
    assert check_pdf(GOOD) == []


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("/Formula", "The number of equations is 1, but the source has 2."),
        ("/Table", "The number of tables is 0, but the source has 1."),
        ("/Figure", "The number of images is 0, but the source has 1."),
        ("/H1", "The number of headings is 1, but the source has 2."),
        ("/Note", "The number of footnotes is 0, but the source has 1."),
    ],
)
def test_lost_content_is_found(tag: str, told: str) -> None:
    assert found(without_tag(tag)) == [told]


def script(pdf: Any) -> None:
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name("/JavaScript"), JS="app.alert(1)")


def launch(pdf: Any) -> None:
    action = pikepdf.Dictionary(S=pikepdf.Name("/Launch"), F="calc.exe")
    pdf.pages[0].AA = pikepdf.Dictionary(O=action)


def attachment(pdf: Any) -> None:
    pdf.attachments["x.exe"] = b"MZ"


@pytest.mark.parametrize(
    ("change", "told"), [(script, "/JavaScript"), (launch, "/Launch"), (attachment, "/EmbeddedFiles")]
)
def test_active_content_and_attachments_are_found(change: Callable[[Any], object], told: str) -> None:
    assert f"The document contains active content or an attachment: {told}." in found(changed(change))


def test_a_locked_pdf_is_found() -> None:
    for password in ("", "secret"):
        encryption = pikepdf.Encryption(user=password, owner="owner")
        assert found(changed(lambda pdf: None, encryption=encryption)) == [
            "The file is encrypted or asks for a password."
        ]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("Text\n#pagebreak()\n#pagebreak()\nText", ["The page is empty."]),
        ("#set page(header: [Head], footer: [Foot])\nText\n#pagebreak()\n#pagebreak()\nText", ["The page is empty."]),
        (
            "Text\n#box(width: 900pt)[#h(1fr)clipped words]",
            ["Content is cut off at the edge of the page: “clippedwords”."],
        ),
        ("Party 🎉", ["Some characters cannot be displayed: ?"]),
        ("as Figure ?? shows", ["A reference has no target: “as Figure ?? shows”."]),
        ("\\[insert date\\]", ["Placeholder text remains: “[insert date]”."]),
        ('#link("file:///etc/passwd")[x]', ["The document refers to external content: file:///etc/passwd."]),
        ("Good text", []),
        ('#link("https://example.org")[x] — 中文', []),
    ],
)
def test_a_planted_fault_is_found(code: str, told: list[str]) -> None:
    assert found(typeset(code)) == told


def test_a_character_without_a_glyph_is_named_where_the_source_is_known() -> None:
    draft = build_document(document("Party 🎉 and 𓀀"), "pdf")
    assert [each.message("en") for each in check_pdf(draft)] == ["Some characters cannot be displayed: 🎉 𓀀"]


@pytest.mark.parametrize("content", [b"", b"hello", b"%PDF-1.7", GOOD.main[:3_000], b"x" * 2_000 + GOOD.main])
def test_other_bytes_are_one_error(content: bytes) -> None:
    assert [each.severity for each in check_pdf(with_content(GOOD, content))] == ["error"]


def test_text_that_nobody_can_read_is_found_and_text_on_a_dark_ground_is_not() -> None:
    seen = "= Rivers\nThe Rhine is long and wide.\n\n#block(fill: black, text(fill: white)[White on black is seen.])\n"
    assert found(typeset(seen)) == []
    for hidden in ("#text(fill: white)[The answer is B.]", "#text(size: 2pt)[This is far too small to read.]"):
        assert any("This text is unreadable" in each for each in found(typeset(f"{seen}\n{hidden}")))


def test_a_pdf_is_one_file_with_its_extension() -> None:
    draft = Draft("pdf", "a.txt", "T", {"a.txt": GOOD.main})
    assert [each.message("en") for each in check_pdf(draft)] == [
        "The file name of this type of document must end in .pdf."
    ]


@settings(max_examples=15)
@given(st.integers(0, len(GOOD.main) - 1), st.integers(1, 255))
def test_a_flipped_byte_never_raises(place: int, flip: int) -> None:
    content = bytearray(GOOD.main)
    content[place] ^= flip
    assert all(isinstance(each, Finding) for each in check_pdf(with_content(GOOD, bytes(content))))


def test_a_character_without_a_glyph_is_named_and_the_letters_of_formulas_are_not() -> None:
    made = build_document(document("Smile 🧪 and $a+b$"), "pdf")
    [told] = [each.message("en") for each in check_pdf(made)]
    assert told == "Some characters cannot be displayed: 🧪"
