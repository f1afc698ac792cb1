"""The theme `classroom`: a calm pale background, white rounded cards, round shapes."""

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
from inkwright.artifacts.typefaces import HEI, HUMANIST

_TITLE: Final = TextStyle(
    (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", bold=True, anchor="ctr", leading=0.95
)
_PAGE: Final = TextSlot("page", Rect(446, 508, 68, 24), TextStyle((12,), "tx2", bold=True, align="ctr", anchor="ctr"))
_BUBBLES: Final = (
    Decoration("ellipse", Rect(836, -64, 190, 190), "accent1", opacity=14),
    Decoration("ellipse", Rect(770, -46, 92, 92), "accent2", opacity=22),
    Decoration("ellipse", Rect(-44, 474, 110, 110), "accent3", opacity=16),
)
_CONTENT: Final = content_design(
    TextSlot("title", Rect(48, 20, 864, 84), _TITLE), Rect(40, 110, 880, 392), _PAGE, _BUBBLES
)
_WHITE: Final = Panel(fill="bg2", radius=18)

THEME: Final = Theme(
    name="classroom",
    palette=Palette(
        background="E9F3EF",
        text="23352F",
        surface="FFFFFF",
        deep="0E5446",
        accents=("17806A", "F09A3E", "3F7DB5", "DE6350", "8765B8"),
        quiet="4F6A63",
    ),
    heading=Faces(HUMANIST, HEI),
    body=Faces(HUMANIST, HEI),
    content=_CONTENT,
    designs={
        "title": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(140, 130, 680, 160),
                    _TITLE.but(sizes=(56, 52, 48, 44, 40, 36, 32, 28, 24, 22, 20), align="ctr", anchor="b"),
                ),
                TextSlot(
                    "subtitle", Rect(150, 316, 660, 74), TextStyle((24, 22, 20, 18, 16, 14, 12), "accent6", align="ctr")
                ),
                TextSlot("author", Rect(150, 396, 660, 38), TextStyle((16, 14, 12), "accent1", bold=True, align="ctr")),
            ),
            (
                Decoration("ellipse", Rect(-90, -110, 330, 330), "accent2", opacity=85),
                Decoration("ellipse", Rect(730, 290, 360, 360), "accent3", opacity=80),
                Decoration("ellipse", Rect(820, -60, 200, 200), "bg2", opacity=16),
                Decoration("ellipse", Rect(-40, 420, 170, 170), "accent4", opacity=85),
                Decoration("roundRect", Rect(100, 90, 760, 360), "bg2", radius=28),
                Decoration("roundRect", Rect(440, 300, 80, 6), "accent2", radius=3),
            ),
            "accent1",
        ),
        "section": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(330, 150, 560, 150),
                    _TITLE.but(sizes=(48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot("subtitle", Rect(330, 326, 560, 110), TextStyle((22, 20, 18, 16, 14, 12), "accent6")),
                TextSlot(
                    "ordinal",
                    Rect(70, 165, 210, 210),
                    TextStyle((110, 96, 80), "bg2", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                _PAGE,
            ),
            (
                Decoration("ellipse", Rect(-30, 65, 410, 410), "accent1", opacity=14),
                Decoration("ellipse", Rect(70, 165, 210, 210), "accent1"),
                Decoration("ellipse", Rect(246, 330, 58, 58), "accent2"),
                Decoration("roundRect", Rect(330, 310, 80, 6), "accent2", radius=3),
                *_BUBBLES[:2],
            ),
        ),
        "big_number": LayoutDesign(
            (
                TextSlot("title", _CONTENT.slot("title").rect, _TITLE),
                TextSlot(
                    "figure",
                    Rect(70, 140, 400, 330),
                    TextStyle(number_sizes(largest=150), "accent1", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                TextSlot(
                    "label",
                    Rect(520, 150, 364, 140),
                    TextStyle((34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True, anchor="b"),
                ),
                TextSlot("detail", Rect(520, 320, 364, 150), TextStyle((20, 18, 16, 14), "tx1")),
                _PAGE,
            ),
            (
                *_BUBBLES,
                Decoration("roundRect", Rect(40, 110, 880, 392), "bg2", radius=18),
                Decoration("roundRect", Rect(56, 126, 428, 360), "accent1", opacity=12, radius=14),
                Decoration("roundRect", Rect(520, 302, 64, 6), "accent2", radius=3),
            ),
        ),
        "quote": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(48, 20, 864, 72),
                    TextStyle((26, 24, 22, 20, 18, 16), "accent6", bold=True, anchor="ctr", leading=0.95),
                ),
                TextSlot(
                    "quote",
                    Rect(170, 150, 640, 220),
                    TextStyle(
                        (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", italic=True, anchor="ctr"
                    ),
                ),
                TextSlot("source", Rect(170, 388, 640, 60), TextStyle((20, 18, 16, 14), "accent1", bold=True)),
                _PAGE,
            ),
            (
                *_BUBBLES,
                Decoration("roundRect", Rect(110, 120, 740, 354), "bg2", radius=28),
                Decoration("ellipse", Rect(66, 96, 92, 92), "accent2"),
                DecorativeText("“", Rect(66, 104, 92, 110), TextStyle((84,), "tx2", "heading", bold=True, align="ctr")),
            ),
        ),
        "closing": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(140, 70, 680, 110),
                    _TITLE.but(sizes=(54, 48, 44, 40, 36, 32, 28, 24, 22, 20), align="ctr", anchor="b"),
                ),
                TextSlot(
                    "message",
                    Rect(150, 206, 660, 84),
                    TextStyle((26, 24, 22, 20, 18, 16), "tx1", align="ctr", anchor="ctr"),
                ),
                TextSlot("body", Rect(180, 296, 600, 180), TextStyle((22, 20, 18, 16, 14), "tx1")),
            ),
            (
                Decoration("ellipse", Rect(-90, -110, 330, 330), "accent2", opacity=85),
                Decoration("ellipse", Rect(730, 290, 360, 360), "accent3", opacity=80),
                Decoration("ellipse", Rect(820, -60, 200, 200), "bg2", opacity=16),
                Decoration("ellipse", Rect(-40, 420, 170, 170), "accent4", opacity=85),
                Decoration("roundRect", Rect(100, 50, 760, 440), "bg2", radius=28),
                Decoration("roundRect", Rect(440, 190, 80, 6), "accent2", radius=3),
            ),
            "accent1",
        ),
    },
    drawing=DrawingStyle(
        arrangement="columns",
        card=_WHITE,
        body=_WHITE,
        aside=Panel(fill="bg2", radius=18, bar="none"),
        code=Panel(fill="tx2", radius=18, text="bg2"),
        quiet=_WHITE,
        steps=_WHITE,
        numeral=TextStyle((26,), "bg2", "heading", bold=True, align="ctr", anchor="ctr"),
        numeral_shape="ellipse",
        table=TableStyle(header_fill="accent1", header_text="bg2", band="bg2", rule="bg1"),
        step="circle",
        gap=18.0,
    ),
    on_accent="bg2",
)
