"""The theme `night`: a dark background, bright accents, outlined circles, panels with a bar of light."""

from typing import Final

from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
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
from inkwright.artifacts.typefaces import GROTESQUE, HEI, HUMANIST

_TITLE: Final = TextStyle(
    (36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", bold=True, anchor="ctr", leading=0.95
)
_PAGE: Final = TextSlot("page", Rect(848, 506, 64, 22), TextStyle((12,), "accent1", "code", align="r", anchor="ctr"))
_FOOT: Final = (
    Decoration("rect", Rect(48, 517, 790, 0.75), "accent6", opacity=45),
    Decoration("rect", Rect(48, 515.5, 48, 3), "accent1"),
)
_CONTENT: Final = content_design(
    TextSlot("title", Rect(48, 24, 864, 86), _TITLE),
    Rect(48, 122, 864, 372),
    _PAGE,
    (Decoration("rect", Rect(0, 40, 12, 54), "accent1"), *_FOOT),
)
_RINGS: Final = (
    Decoration("ellipse", Rect(560, -110, 620, 620), line="accent1", weight=1, opacity=35),
    Decoration("ellipse", Rect(640, -30, 460, 460), line="accent1", weight=1.5, opacity=55),
    Decoration("ellipse", Rect(720, 50, 300, 300), line="accent5", weight=2, opacity=80),
    Decoration("ellipse", Rect(800, 130, 140, 140), "accent1"),
    Decoration("ellipse", Rect(704, 84, 26, 26), "accent2"),
    Decoration("ellipse", Rect(637, 330, 16, 16), "accent4"),
    Decoration("ellipse", Rect(700, 434, 10, 10), "accent3"),
)

THEME: Final = Theme(
    name="night",
    palette=Palette(
        background="0E1422",
        text="E4E9F2",
        surface="1C2538",
        deep="FFFFFF",
        accents=("4CC9F0", "F9C74F", "7BE0A8", "F582AE", "A99BFF"),
        quiet="9DAAC2",
        is_dark=True,
    ),
    heading=Faces(GROTESQUE, HEI),
    body=Faces(HUMANIST, HEI),
    content=_CONTENT,
    designs={
        "title": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 120, 570, 220),
                    _TITLE.but(sizes=(56, 52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot("subtitle", Rect(60, 372, 600, 76), TextStyle((22, 20, 18, 16, 14, 12), "tx1")),
                TextSlot("author", Rect(60, 456, 600, 38), TextStyle((16, 14, 12), "accent1", "code", anchor="b")),
            ),
            (
                *_RINGS,
                Decoration("rect", Rect(60, 354, 96, 4), "accent1"),
                Decoration("rect", Rect(0, 534, SLIDE_WIDTH, 6), "accent1"),
            ),
        ),
        "section": LayoutDesign(
            (
                TextSlot(
                    "title", Rect(60, 250, 640, 130), _TITLE.but(sizes=(48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b")
                ),
                TextSlot("subtitle", Rect(60, 400, 640, 84), TextStyle((22, 20, 18, 16, 14, 12), "tx1")),
                TextSlot(
                    "ordinal",
                    Rect(60, 60, 400, 180),
                    TextStyle((140, 120, 96), "accent1", "heading", bold=True, anchor="b"),
                ),
                _PAGE,
            ),
            (*_RINGS[:4], *_FOOT, Decoration("rect", Rect(60, 388, 96, 4), "accent1")),
        ),
        "big_number": LayoutDesign(
            (
                TextSlot("title", _CONTENT.slot("title").rect, _TITLE),
                TextSlot(
                    "figure",
                    Rect(72, 132, 816, 190),
                    TextStyle(number_sizes(largest=168), "accent1", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                TextSlot(
                    "label",
                    Rect(120, 334, 720, 76),
                    TextStyle((32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True, align="ctr"),
                ),
                TextSlot("detail", Rect(140, 414, 680, 76), TextStyle((20, 18, 16, 14), "tx1", align="ctr")),
                _PAGE,
            ),
            (
                Decoration("rect", Rect(48, 122, 864, 372), "bg2"),
                Decoration("rect", Rect(48, 122, 864, 4), "accent1"),
                *_CONTENT.decorations,
            ),
        ),
        "quote": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(130, 34, 770, 68),
                    TextStyle((24, 22, 20, 18, 16), "accent6", "heading", anchor="ctr", leading=0.95),
                ),
                TextSlot(
                    "quote",
                    Rect(130, 110, 740, 280),
                    TextStyle((40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", anchor="ctr"),
                ),
                TextSlot("source", Rect(130, 408, 740, 60), TextStyle((20, 18, 16, 14), "accent2")),
                _PAGE,
            ),
            (
                Decoration("rect", Rect(96, 110, 6, 358), "accent1"),
                DecorativeText(
                    "“", Rect(16, 86, 80, 150), TextStyle((120,), "accent1", "heading", bold=True, align="ctr")
                ),
                Decoration("ellipse", Rect(760, 300, 420, 420), line="accent5", weight=1, opacity=40),
                *_FOOT,
            ),
        ),
        "closing": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 66, 540, 120),
                    _TITLE.but(sizes=(52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot("message", Rect(60, 218, 540, 90), TextStyle((24, 22, 20, 18, 16), "tx1")),
                TextSlot("body", Rect(60, 316, 540, 180), TextStyle((22, 20, 18, 16, 14), "tx1")),
            ),
            (
                *_RINGS,
                Decoration("rect", Rect(60, 200, 96, 4), "accent1"),
                Decoration("rect", Rect(0, SLIDE_HEIGHT - 6, SLIDE_WIDTH, 6), "accent1"),
            ),
        ),
    },
    drawing=DrawingStyle(
        arrangement="rows",
        card=Panel(fill="bg2", bar="left", bar_size=4),
        aside=Panel(fill="bg2", bar="top", bar_size=4, bar_colour="accent2"),
        code=Panel(fill="bg2", bar="top", bar_size=4, bar_colour="accent3"),
        steps=Panel(fill="bg2", bar="bottom", bar_size=3, bar_colour="accent5"),
        bullet="▸",
        numeral=TextStyle((32, 28, 24, 22, 20), "accent1", "code", bold=True),
        table=TableStyle(header_fill="bg2", header_text="accent1", band=None, rule="accent6", header_rule=2.0),
        step="block",
        gap=14.0,
    ),
)
