"""Faults planted in a good deck: how each is planted, and the code of the finding that reports it."""

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pptx
from pptx.dml.color import RGBColor
from pptx.util import Pt

from inkwright.artifacts.findings import Finding
from inkwright.i18n import Reason

Spoil = Callable[[bytes], bytes]
TYPES = "[Content_Types].xml"
SLIDE = "ppt/slides/slide4.xml"
RELATIONS = "ppt/slides/_rels/slide4.xml.rels"
WORDS = b"Light becomes sugar in the leaf"
TITLE, BULLETS, TABLE, CHART, PICTURE = 0, 3, 4, 5, 6


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: `code` is the code of its finding, with the name of the reason where there is one."""

    name: str
    spoil: Spoil
    code: str


def codes(findings: Iterable[Finding]) -> list[str]:
    """The codes of findings, each with the names of the reasons in its fields."""
    return [" ".join((each.code, *_reason_names(each))) for each in findings]


def _reason_names(found: Finding) -> list[str]:
    return [field.key.rpartition(".")[2] for field in found.fields.values() if isinstance(field, Reason)]


def part(content: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return package.read(name)


def repacked(content: bytes, parts: Mapping[str, bytes | None]) -> bytes:
    """The package with parts replaced or added; None leaves one out."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            if name not in parts:
                target.writestr(name, source.read(name))
        for name, replaced in parts.items():
            if replaced is not None:
                target.writestr(name, replaced)
    return made.getvalue()


def replacing(name: str, old: bytes, new: bytes) -> Spoil:
    """Other bytes in one part; they must be there."""

    def spoil(content: bytes) -> bytes:
        before = part(content, name)
        assert old in before
        return repacked(content, {name: before.replace(old, new, 1)})

    return spoil


def adding(name: str, added: bytes) -> Spoil:
    return lambda content: repacked(content, {name: added})


def opened(change: Callable[[Any], None]) -> Spoil:
    """What a careless program does to an open deck."""

    def spoil(content: bytes) -> bytes:
        deck = pptx.Presentation(io.BytesIO(content))
        change(deck)
        made = io.BytesIO()
        deck.save(made)
        return made.getvalue()

    return spoil


def words_of(deck: Any) -> Any:
    """The first run of the list on the fourth slide."""
    return body(deck).text_frame.paragraphs[0].runs[0]


def body(deck: Any, slide: int = BULLETS) -> Any:
    """The first placeholder of a slide that has text and is no title."""
    shapes = deck.slides[slide].placeholders
    return next(each for each in shapes if each.has_text_frame and each.text_frame.text and each.placeholder_format.idx)


def figure(deck: Any, slide: int) -> Any:
    return next(each for each in deck.slides[slide].shapes if each.element.tag.endswith(("}pic", "}graphicFrame")))


def _with_shapes(count: int) -> Spoil:
    return replacing(SLIDE, b"</p:spTree>", b"<p:sp/>" * count + b"</p:spTree>")


def _flipped(content: bytes) -> bytes:
    """One byte of packed contents changed: the checksum no longer matches."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        entry = package.getinfo(SLIDE)
    at = entry.header_offset + 30 + len(SLIDE) + entry.compress_size // 2
    return content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :]


def _twice(content: bytes) -> bytes:
    made = io.BytesIO(content)
    with zipfile.ZipFile(made, "a") as package, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package.writestr(SLIDE, b"<a/>")
    return made.getvalue()


def _without_picture(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        media = next(name for name in package.namelist() if name.startswith("ppt/media/"))
    return repacked(content, {media: None})


def _picture_as(replaced: bytes) -> Spoil:
    def spoil(content: bytes) -> bytes:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            media = next(name for name in package.namelist() if name.endswith(".png"))
        return repacked(content, {media: replaced})

    return spoil


def _endless_png() -> bytes:
    """A picture of 60,000 × 60,000 points that says so and holds nothing."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 0) + b"IEND" + struct.pack(">I", zlib.crc32(b"IEND"))


def _described(deck: Any, slide: int) -> None:
    del figure(deck, slide).element.find(".//{*}cNvPr").attrib["descr"]


def _off_slide(deck: Any) -> None:
    shape = body(deck)
    shape.left, shape.top, shape.width, shape.height = Pt(900), Pt(100), Pt(300), Pt(300)


def _no_room(deck: Any) -> None:
    shape = body(deck)
    shape.left, shape.top, shape.width, shape.height = Pt(100), Pt(100), Pt(300), 0


def _figure_away(deck: Any) -> None:
    figure(deck, PICTURE).left = Pt(-2_000)


def _size(points: float) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        words_of(deck).font.size = Pt(points)

    return change


def coloured(red: int, green: int, blue: int) -> Any:
    colour: Any = RGBColor
    return colour(red, green, blue)


def _white(deck: Any) -> None:
    frame = deck.slides[BULLETS].shapes.add_textbox(Pt(0), Pt(0), Pt(10), Pt(10))
    white: Any = coloured(255, 255, 255)
    frame.fill.solid()
    frame.fill.fore_color.rgb = white
    run = frame.text_frame.paragraphs[0].add_run()
    run.text, run.font.size, run.font.color.rgb = "unseen", Pt(12), white


def _hide(deck: Any) -> None:
    deck.slides[BULLETS].element.set("show", "0")


def _no_slides(deck: Any) -> None:
    for entry in list(deck.slides._sldIdLst):
        deck.part.drop_rel(entry.rId)
        deck.slides._sldIdLst.remove(entry)


def _retitled(text: str) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        deck.slides[BULLETS].shapes.title.text_frame.text = text

    return change


def _untitled(deck: Any) -> None:
    title = deck.slides[BULLETS].shapes.title
    title.element.getparent().remove(title.element)


def _bare(deck: Any) -> None:
    title = deck.slides[BULLETS].shapes.title
    for shape in [each for each in deck.slides[BULLETS].shapes if each.shape_id != title.shape_id]:
        shape.element.getparent().remove(shape.element)


def _emptied(deck: Any) -> None:
    body(deck, CHART).text_frame.text = ""


def _silent(deck: Any) -> None:
    deck.slides[BULLETS].notes_slide.notes_text_frame.text = ""


def _same_number(deck: Any) -> None:
    first, second, *_ = deck.slides[BULLETS].element.iter("{*}cNvPr")
    second.set("id", first.get("id"))


def _many_lines(deck: Any) -> None:
    body(deck).text_frame.text = "\n".join(["far too many lines"] * 40)


BOMB = b'<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
SVG_BOMB = b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "xxxx"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'
AWAY = b'<Relationship Id="rId99" Type="http://x/image" Target="http://elsewhere.example/a.png" TargetMode="External"/>'

GHOST = b'<Override PartName="/ppt/slides/slide99.xml" ContentType="application/xml"/>'

IN_THE_FILE = [
    Fault("cut in half", lambda content: content[: len(content) // 2], "pptx.not_a_zip"),
    Fault("cut at its end", lambda content: content[:-40], "pptx.not_a_zip"),
    Fault("a web page under the name", lambda content: b"<html></html>", "pptx.not_a_zip"),
    Fault("a web page before it", lambda content: b"<html></html>" + content, "pptx.not_a_zip"),
    Fault("nothing at all", lambda content: b"", "pptx.empty_file"),
    Fault("a flipped byte", _flipped, "pptx.not_a_zip"),
    Fault("a part twice", _twice, "pptx.damaged duplicate_part"),
    Fault("entities in a slide", replacing(SLIDE, b"<p:sld ", BOMB + b"<p:sld "), "pptx.damaged doctype"),
    Fault("entities in a drawing", adding("ppt/media/bomb.svg", SVG_BOMB), "pptx.damaged entities"),
    Fault("a zip bomb", adding("ppt/media/zeros.png", bytes(300 << 20)), "pptx.too_large"),
    Fault("a million shapes", _with_shapes(1_000_000), "pptx.too_large"),
    Fault("too many shapes", _with_shapes(2_000), "pptx.damaged shapes"),
    Fault("a macro", adding("ppt/vbaProject.bin", b"x"), "pptx.active"),
    Fault("an embedded program", adding("ppt/embeddings/oleObject1.bin", b"x"), "pptx.active"),
    Fault("a slide that is no XML", replacing(SLIDE, b"</p:sld>", b""), "pptx.damaged"),
    Fault("a notes page that is no XML", adding("ppt/notesSlides/notesSlide1.xml", b"<a><b></a>"), "pptx.damaged"),
    Fault("a relation to nothing", replacing(RELATIONS, b"slideLayouts/", b"nowhere/"), "pptx.damaged missing_part"),
    Fault("an undeclared relation", replacing(SLIDE, b"<p:cSld", b'<p:cSld r:id="rId77"'), "pptx.damaged missing_part"),
    Fault("a missing part", replacing(TYPES, b"</Types>", GHOST + b"</Types>"), "pptx.damaged missing_part"),
    Fault("a lost picture", _without_picture, "pptx.damaged missing_part"),
    Fault("a link to elsewhere", replacing(RELATIONS, b"</Rel", AWAY + b"</Rel"), "pptx.external"),
    Fault("a picture that is none", _picture_as(b"no picture"), "pptx.broken_picture"),
    Fault("a picture cut short", _picture_as(b"\x89PNG\r\n\x1a\n\x00\x00"), "pptx.broken_picture"),
    Fault("a picture without end", _picture_as(_endless_png()), "pptx.broken_picture"),
    Fault("no slides", opened(_no_slides), "pptx.no_slides"),
    Fault("two shapes of one number", opened(_same_number), "pptx.duplicate_id"),
    Fault("a blank title", opened(_retitled("\u200b")), "pptx.no_title"),
    Fault("no title", opened(_untitled), "pptx.no_title"),
    Fault("a title and nothing else", opened(_bare), "pptx.empty_slide"),
    Fault("an empty placeholder", opened(_emptied), "pptx.empty_bullet"),
    Fault("an empty bullet", replacing(SLIDE, WORDS, b" "), "pptx.empty_bullet"),
    Fault("words left over", replacing(SLIDE, WORDS, b"Click to add text"), "pptx.leftover"),
    Fault("Chinese words left over", replacing(SLIDE, WORDS, "【待补充】".encode()), "pptx.leftover"),
    Fault("the title of the slide before", opened(_retitled("Light comes first")), "pptx.same_title"),
    Fault("text off the slide", opened(_off_slide), "pptx.off_slide"),
    Fault("a picture off the slide", opened(_figure_away), "pptx.off_slide"),
    Fault("a box without height", opened(_no_room), "pptx.no_room"),
    Fault("text of one point", opened(_size(1)), "pptx.tiny_text"),
    Fault("text of nine and a half points", opened(_size(9.5)), "pptx.small_text"),
    Fault("white on white", opened(_white), "pptx.low_contrast"),
    Fault("a hidden slide", opened(_hide), "pptx.hidden"),
    Fault("no notes", opened(_silent), "pptx.no_notes"),
    Fault("a picture without words", opened(lambda deck: _described(deck, PICTURE)), "pptx.no_alt_picture"),
    Fault("a chart without words", opened(lambda deck: _described(deck, CHART)), "pptx.no_alt_chart"),
    Fault("a table without words", opened(lambda deck: _described(deck, TABLE)), "pptx.no_alt_table"),
    Fault("a private sign", replacing(SLIDE, WORDS, "\ue123 sugar".encode()), "pptx.no_glyph"),
    Fault("a rare sign", replacing(SLIDE, WORDS, "سكر sugar".encode()), "pptx.rare_glyph"),
    Fault("forty lines", opened(_many_lines), "pptx.many_bullets"),
]  # fmt: skip
