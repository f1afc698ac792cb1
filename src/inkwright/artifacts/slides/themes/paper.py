"""The theme `paper`: warm paper in a thin frame, centred titles, book typefaces."""

from typing import Final

from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.themes.theme import (
    Decoration,
    DecorativeText,
    DrawingStyle,
    LayoutDesign,
    Palette,
    Panel,
    TableStyle,
    TextSlot,
    TextStyle,
    Theme,
    content_design,
    number_sizes,
)
from inkwright.artifacts.typefaces import BOOK, ROMAN, SONG

_TITLE: Final = TextStyle(
    (40, 38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18),
    "tx2",
    "heading",
    bold=True,
    align="ctr",
    anchor="ctr",
    leading=0.95,
)
_PAGE: Final = TextSlot(
    "page", Rect(450, 494, 60, 20), TextStyle((12,), "accent6", "heading", align="ctr", anchor="ctr")
)
_FRAME: Final = Decoration("rect", Rect(16, 16, 928, 508), line="accent3", weight=1)


def _ornament(y: float) -> tuple[Decoration, ...]:
    """Return a small diamond between two rules."""
    return (
        Decoration("rect", Rect(408, y - 0.5, 56, 1), "accent3"),
        Decoration("diamond", Rect(474, y - 6, 12, 12), "accent1"),
        Decoration("rect", Rect(496, y - 0.5, 56, 1), "accent3"),
    )


def _double_frame() -> tuple[Decoration, ...]:
    return (
        Decoration("rect", Rect(16, 16, 928, 508), line="accent3", weight=2.25),
        Decoration("rect", Rect(26, 26, 908, 488), line="accent3", weight=0.75),
        *(Decoration("diamond", Rect(x, y, 12, 12), "accent1") for x in (20, 928) for y in (20, 508)),
    )


_CONTENT: Final = content_design(
    TextSlot("title", Rect(80, 48, 800, 84), _TITLE), Rect(72, 138, 816, 348), _PAGE, (_FRAME, *_ornament(38))
)

THEME: Final = Theme(
    name="paper",
    palette=Palette(
        background="FBF5E8",
        text="3A2E28",
        surface="F2E6CF",
        deep="57261A",
        accents=("A84621", "66753A", "BF8A2A", "3C6771", "87475B"),
        quiet="6F5F52",
    ),
    heading=Faces(ROMAN, SONG),
    body=Faces(BOOK, SONG),
    content=_CONTENT,
    designs={
        "title": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(110, 110, 740, 170),
                    _TITLE.but(sizes=(60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot(
                    "subtitle",
                    Rect(130, 326, 700, 76),
                    TextStyle((24, 22, 20, 18, 16, 14, 12), "tx1", "heading", italic=True, align="ctr"),
                ),
                TextSlot(
                    "author", Rect(130, 430, 700, 38), TextStyle((16, 14, 12), "accent6", align="ctr", anchor="b")
                ),
            ),
            (*_double_frame(), *_ornament(302)),
        ),
        "section": LayoutDesign(
            (
                TextSlot("title", Rect(110, 210, 740, 120), _TITLE.but(sizes=(48, 44, 40, 36, 32, 28, 24, 22, 20))),
                TextSlot(
                    "subtitle",
                    Rect(150, 362, 660, 90),
                    TextStyle((22, 20, 18, 16, 14, 12), "accent6", "heading", italic=True, align="ctr"),
                ),
                TextSlot(
                    "ordinal",
                    Rect(380, 70, 200, 130),
                    TextStyle((96, 84, 72), "accent1", "heading", italic=True, align="ctr", anchor="ctr"),
                ),
                TextSlot("page", _PAGE.rect, _PAGE.style),
            ),
            (*_double_frame(), *_ornament(346)),
            "bg2",
        ),
        "big_number": LayoutDesign(
            (
                TextSlot("title", _CONTENT.slot("title").rect, _TITLE),
                TextSlot(
                    "figure",
                    Rect(80, 128, 800, 186),
                    TextStyle(number_sizes(largest=168), "accent1", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                TextSlot(
                    "label",
                    Rect(120, 340, 720, 70),
                    TextStyle(
                        (32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True, align="ctr", anchor="ctr"
                    ),
                ),
                TextSlot("detail", Rect(140, 412, 680, 74), TextStyle((20, 18, 16, 14), "tx1", align="ctr")),
                _PAGE,
            ),
            (_FRAME, *_ornament(38), *_ornament(326)),
        ),
        "quote": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(110, 48, 740, 68),
                    TextStyle((24, 22, 20, 18, 16), "accent6", "heading", italic=True, align="ctr", leading=0.95),
                ),
                TextSlot(
                    "quote",
                    Rect(130, 176, 700, 210),
                    TextStyle(
                        (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18),
                        "tx2",
                        "heading",
                        italic=True,
                        align="ctr",
                        anchor="ctr",
                    ),
                ),
                TextSlot("source", Rect(130, 420, 700, 54), TextStyle((20, 18, 16, 14), "accent1", align="ctr")),
                _PAGE,
            ),
            (
                _FRAME,
                *_ornament(38),
                DecorativeText(
                    "“", Rect(420, 100, 120, 120), TextStyle((130,), "accent3", "heading", bold=True, align="ctr")
                ),
                *_ornament(406),
            ),
            "bg2",
        ),
        "closing": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(110, 70, 740, 110),
                    _TITLE.but(sizes=(54, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot(
                    "message",
                    Rect(130, 224, 700, 80),
                    TextStyle((26, 24, 22, 20, 18, 16), "tx1", "heading", italic=True, align="ctr"),
                ),
                TextSlot("body", Rect(200, 310, 560, 180), TextStyle((22, 20, 18, 16, 14), "tx1")),
            ),
            (*_double_frame(), *_ornament(204)),
        ),
    },
    drawing=DrawingStyle(
        arrangement="columns",
        card=Panel(fill="bg2", bar="top", bar_size=3),
        aside=Panel(fill="bg2", line="accent3"),
        code=Panel(fill="bg2", line="accent3"),
        steps=Panel(fill="bg2", bar="top", bar_size=3),
        bullet="◆",
        numeral=TextStyle((34, 30), "accent1", "heading", italic=True, align="ctr"),
        table=TableStyle(header_fill="accent1", header_text="bg1", band="bg2", rule="accent3"),
        step="circle",
        gap=16.0,
        card_align="ctr",
    ),
)
