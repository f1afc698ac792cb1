"""Faults planted in a good deck: how each is planted, and what must be said of it."""

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pptx
from pptx.dml.color import RGBColor
from pptx.util import Pt

Spoil = Callable[[bytes], bytes]
TYPES = "[Content_Types].xml"
SLIDE = "ppt/slides/slide4.xml"
RELATIONS = "ppt/slides/_rels/slide4.xml.rels"
WORDS = b"Light becomes sugar in the leaf"
TITLE, BULLETS, TABLE, CHART, PICTURE = 0, 3, 4, 5, 6


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: `told` is part of what must be found, and nothing of it may be found in the good file."""

    name: str
    spoil: Spoil
    told: str


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


def _flipped(content: bytes) -> bytes:
    """One byte of packed contents changed: the check sum no longer holds."""
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
    Fault("cut in half", lambda content: content[: len(content) // 2], "is not a .pptx file"),
    Fault("cut at its end", lambda content: content[:-40], "is not a .pptx file"),
    Fault("a web page under the name", lambda content: b"<html></html>", "is not a .pptx file"),
    Fault("a web page before it", lambda content: b"<html></html>" + content, "is not a .pptx file"),
    Fault("nothing at all", lambda content: b"", "is empty"),
    Fault("a flipped byte", _flipped, "is not a .pptx file"),
    Fault("a part twice", _twice, "a part is there twice"),
    Fault("entities in a slide", replacing(SLIDE, b"<p:sld ", BOMB + b"<p:sld "), "declares a document type"),
    Fault("entities in a drawing", adding("ppt/media/bomb.svg", SVG_BOMB), "declares entities"),
    Fault("a zip bomb", adding("ppt/media/zeros.png", bytes(300 << 20)), "The unpacked file is too large"),
    Fault("a million shapes", replacing(SLIDE, b"</p:spTree>", b"<p:sp/>" * 1_000_000 + b"</p:spTree>"), "too large"),
    Fault("too many shapes", replacing(SLIDE, b"</p:spTree>", b"<p:sp/>" * 2_000 + b"</p:spTree>"), "more than 1000"),
    Fault("a macro", adding("ppt/vbaProject.bin", b"x"), "active content"),
    Fault("an embedded program", adding("ppt/embeddings/oleObject1.bin", b"x"), "active content"),
    Fault("a slide that is no XML", replacing(SLIDE, b"</p:sld>", b""), "cannot be opened as a deck"),
    Fault("a notes page that is no XML", adding("ppt/notesSlides/notesSlide1.xml", b"<a><b></a>"), "cannot be opened"),
    Fault("a relation to nothing", replacing(RELATIONS, b"slideLayouts/", b"nowhere/"), "is missing in it"),
    Fault("a relation that nobody declared", replacing(SLIDE, b"<p:cSld", b'<p:cSld r:id="rId77"'), "is missing in it"),
    Fault("a part that is declared and not there", replacing(TYPES, b"</Types>", GHOST + b"</Types>"), "is missing"),
    Fault("a lost picture", _without_picture, "is missing in it"),
    Fault("a link to elsewhere", replacing(RELATIONS, b"</Rel", AWAY + b"</Rel"), "links to external content"),
    Fault("a picture that is none", _picture_as(b"no picture"), "cannot be opened or is far too large"),
    Fault("a picture cut short", _picture_as(b"\x89PNG\r\n\x1a\n\x00\x00"), "cannot be opened or is far too large"),
    Fault("a picture without end", _picture_as(_endless_png()), "cannot be opened or is far too large"),
    Fault("no slides", opened(_no_slides), "The deck has no slides"),
    Fault("two shapes of one number", opened(_same_number), "have the same ID"),
    Fault("a blank title", opened(_retitled("\u200b")), "has no title"),
    Fault("no title", opened(_untitled), "has no title"),
    Fault("a title and nothing else", opened(_bare), "has only a title"),
    Fault("an empty placeholder", opened(_emptied), "an empty bullet or placeholder"),
    Fault("an empty bullet", replacing(SLIDE, WORDS, b" "), "an empty bullet or placeholder"),
    Fault("words left over", replacing(SLIDE, WORDS, b"Click to add text"), "Placeholder text remains"),
    Fault("Chinese words left over", replacing(SLIDE, WORDS, "【待补充】".encode()), "Placeholder text remains"),
    Fault("the title of the slide before", opened(_retitled("Light comes first")), "the same title as the"),
    Fault("text off the slide", opened(_off_slide), "beyond the edge of the slide"),
    Fault("a picture off the slide", opened(_figure_away), "beyond the edge of the slide"),
    Fault("a box without height", opened(_no_room), "in a box without a size"),
    Fault("text of one point", opened(_size(1)), "too small to read"),
    Fault("text of nine and a half points", opened(_size(9.5)), "The text is 9.5 pt"),
    Fault("white on white", opened(_white), "too little contrast with its background"),
    Fault("a hidden slide", opened(_hide), "The slide is hidden"),
    Fault("no notes", opened(_silent), "no speaker notes"),
    Fault("a picture without words", opened(lambda deck: _described(deck, PICTURE)), "image has no alternative text"),
    Fault("a chart without words", opened(lambda deck: _described(deck, CHART)), "A chart has no alternative text"),
    Fault("a table without words", opened(lambda deck: _described(deck, TABLE)), "A table has no alternative text"),
    Fault("a private sign", replacing(SLIDE, WORDS, "\ue123 sugar".encode()), "no font can display"),
    Fault("a rare sign", replacing(SLIDE, WORDS, "سكر sugar".encode()), "not every computer can display"),
    Fault("forty lines", opened(_many_lines), "It has 40 bullets"),
]  # fmt: skip
