"""Faults planted in a good document, as .docx and as .pdf: how each is planted, and the code of its finding."""

import io
import re
from collections.abc import Callable
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from tests.artifacts.faults.deck_faults import BOMB, Fault, Spoil, adding, part, repacked, replacing

DOCUMENT = "word/document.xml"
RELATIONS = "word/_rels/document.xml.rels"
AWAY = b'<Relationship Id="rId99" Type="http://x/image" Target="file:///etc/hostname" TargetMode="External"/></Rel'
BREAK = b'<w:p><w:r><w:br w:type="page"/></w:r></w:p>'


def rewriting(pattern: bytes, new: bytes) -> Spoil:
    """The first match in the text of the document replaced; there must be one."""

    def spoil(content: bytes) -> bytes:
        text, count = re.subn(pattern, new, part(content, DOCUMENT), count=1, flags=re.DOTALL)
        assert count == 1
        return repacked(content, {DOCUMENT: text})

    return spoil


def _picture_as(replaced: bytes | None) -> Spoil:
    def spoil(content: bytes) -> bytes:
        [media] = re.findall(rb"media/[\w.-]+", part(content, RELATIONS))
        return repacked(content, {f"word/{media.decode()}": replaced})

    return spoil


def _wide(content: bytes) -> bytes:
    text = part(content, DOCUMENT)
    table = re.sub(rb"<w:tblW [^>]*/>", b'<w:tblW w:type="dxa" w:w="30000"/>', text, count=1)
    assert table != text
    return repacked(content, {DOCUMENT: table})


def opened(change: Callable[[Any], None], **saving: Any) -> Spoil:
    """What a program does to an open PDF."""

    def spoil(content: bytes) -> bytes:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            change(pdf)
            made = io.BytesIO()
            pdf.save(made, **saving)
            return made.getvalue()

    return spoil


def _run(pdf: Any) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def _launch(pdf: Any) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.Launch, F="calc.exe")


def _attach(pdf: Any) -> None:
    pdf.attachments["run.sh"] = b"true"


def _link(pdf: Any) -> None:
    action = Dictionary(S=Name.URI, URI="file:///etc/passwd")
    note = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), A=action)
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(note)])


def _blank(pdf: Any) -> None:
    pdf.add_blank_page(page_size=(595, 842))


def _written(words: str, x: float, y: float) -> Callable[[Any], None]:
    """More words on the first page, in a font that every program has."""

    def change(pdf: Any) -> None:
        page = pdf.pages[0]
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        page.obj.Resources.Font[Name("/Planted")] = pdf.make_indirect(font)
        drawing = f"q BT /Planted 12 Tf {x} {y} Td ({words}) Tj ET Q"
        page.contents_add(Stream(pdf, drawing.encode("latin-1")))

    return change


def _lost(tag: str) -> Callable[[Any], None]:
    """A piece of the text is no longer what it was."""

    def change(pdf: Any) -> None:
        for each in pdf.objects:
            if isinstance(each, Dictionary) and each.get("/S") == tag and "/P" in each:
                each["/S"] = Name.Span
                return
        raise AssertionError(tag)

    return change


def _no_glyph(pdf: Any) -> None:
    """A character that is set with the glyph for what a font has not."""
    page = pdf.pages[0]
    name = next(str(key) for key, font in page.obj.Resources.Font.items() if font.get("/Subtype") == "/Type0")
    page.contents_add(Stream(pdf, f"q BT {name} 12 Tf 99 99 Td <0000> Tj ET Q".encode()))


LOCK = pikepdf.Encryption(owner="owner", user="user")
HALF_LOCK = pikepdf.Encryption(owner="owner", user="")

IN_WORD = [
    Fault("cut in half", lambda content: content[: len(content) // 2], "document.damaged"),
    Fault("a web page under the name", lambda content: b"<html></html>", "document.damaged"),
    Fault("nothing at all", lambda content: b"", "document.empty_file"),
    Fault("entities", replacing(DOCUMENT, b"<w:document ", BOMB + b"<w:document "), "document.damaged"),
    Fault("a zip bomb", adding("word/media/zeros.png", bytes(300 << 20)), "document.too_large"),
    Fault("a macro", adding("word/vbaProject.bin", b"x"), "document.active"),
    Fault("text that is no XML", replacing(DOCUMENT, b"</w:body>", b""), "document.damaged"),
    Fault("a link to a file", replacing(RELATIONS, b"</Rel", AWAY), "document.external"),
    Fault("a lost picture", _picture_as(None), "document.damaged"),
    Fault("a picture that is none", _picture_as(b"no picture"), "docx.broken_picture"),
    Fault("a lost equation", rewriting(rb"<m:oMathPara>.*?</m:oMathPara>", b""), "document.lost equations"),
    Fault("an empty equation", rewriting(rb"<m:oMath>.*?</m:oMath>", b"<m:oMath></m:oMath>"), "docx.empty_equation"),
    Fault("a lost footnote", rewriting(rb"<w:footnoteReference [^>]*/>", b""), "document.lost footnotes"),
    Fault("a lost table", rewriting(rb"<w:tbl>.*?</w:tbl>", b""), "document.lost tables"),
    Fault("a lost heading", rewriting(rb'<w:pStyle w:val="Heading\d"\s*/>', b""), "document.lost headings"),
    Fault("a link to nowhere", rewriting(rb'w:anchor="[^"]*"', b'w:anchor="nowhere"'), "docx.dangling"),
    Fault("a reference that failed", rewriting(rb"Rain falls", b"See Figure ??"), "document.unresolved"),
    Fault("words left over", rewriting(rb"Rain falls.", b"[insert text here]"), "document.leftover"),
    Fault("an empty page", rewriting(rb"<w:sectPr", BREAK + BREAK + b"<w:sectPr"), "docx.blank"),
    Fault("a table wider than the page", _wide, "docx.wide_table"),
    Fault("a private sign", rewriting(rb"Rain falls", "\ue123".encode()), "document.glyphs"),
]  # fmt: skip

IN_PDF = [
    Fault("cut in half", lambda content: content[: len(content) // 2], "document.damaged"),
    Fault("a web page under the name", lambda content: b"<html></html>", "document.damaged"),
    Fault("nothing at all", lambda content: b"", "document.empty_file"),
    Fault("a password", opened(lambda pdf: None, encryption=LOCK), "pdf.locked"),
    Fault("an owner's password", opened(lambda pdf: None, encryption=HALF_LOCK), "pdf.locked"),
    Fault("a program that runs", opened(_run), "document.active"),
    Fault("a program that is launched", opened(_launch), "document.active"),
    Fault("an attached file", opened(_attach), "document.active"),
    Fault("a link to a file", opened(_link), "document.external"),
    Fault("an empty page", opened(_blank), "pdf.blank"),
    Fault("text that is cut off", opened(_written("a table that goes on and on", 540, 400)), "pdf.cut"),
    Fault("a reference that failed", opened(_written("see Figure ??", 300, 90)), "document.unresolved"),
    Fault("words left over", opened(_written("Lorem ipsum dolor", 300, 90)), "document.leftover"),
    Fault("a lost equation", opened(_lost("/Formula")), "document.lost equations"),
    Fault("a lost picture", opened(_lost("/Figure")), "document.lost pictures"),
    Fault("a lost table", opened(_lost("/Table")), "document.lost tables"),
    Fault("a missing glyph", opened(_no_glyph), "document.glyphs"),
]  # fmt: skip
