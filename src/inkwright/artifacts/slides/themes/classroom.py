"""The theme `classroom`: a calm pale ground, white rounded cards, round forms."""

from typing import Final

from inkwright.artifacts.slides.fitting import Faces
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.themes.scenes import content_scene, contents, figures
from inkwright.artifacts.slides.themes.shapes import (
    Manners,
    Mark,
    Palette,
    Panel,
    Scene,
    Sign,
    Slot,
    TableManner,
    Theme,
    Type,
)
from inkwright.artifacts.typefaces import HEI, HUMANIST

_TITLE: Final = Type(
    (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", bold=True, anchor="ctr", leading=0.95
)
_PAGE: Final = Slot("page", Rect(446, 508, 68, 24), Type((12,), "tx2", bold=True, align="ctr", anchor="ctr"))
_BUBBLES: Final = (
    Mark("ellipse", Rect(836, -64, 190, 190), "accent1", opacity=14),
    Mark("ellipse", Rect(770, -46, 92, 92), "accent2", opacity=22),
    Mark("ellipse", Rect(-44, 474, 110, 110), "accent3", opacity=16),
)
_CONTENT: Final = content_scene(Slot("title", Rect(48, 20, 864, 84), _TITLE), Rect(40, 110, 880, 392), _PAGE, _BUBBLES)
_WHITE: Final = Panel(fill="bg2", radius=18)

THEME: Final = Theme(
    name="classroom",
    palette=Palette(
        ground="E9F3EF",
        text="23352F",
        surface="FFFFFF",
        deep="0E5446",
        accents=("17806A", "F09A3E", "3F7DB5", "DE6350", "8765B8"),
        quiet="4F6A63",
    ),
    heading=Faces(HUMANIST, HEI),
    body=Faces(HUMANIST, HEI),
    scenes={
        **contents(_CONTENT),
        "title": Scene(
            (
                Slot(
                    "title",
                    Rect(140, 130, 680, 160),
                    _TITLE.but(sizes=(56, 52, 48, 44, 40, 36, 32, 28, 24, 22, 20), align="ctr", anchor="b"),
                ),
                Slot("subtitle", Rect(150, 316, 660, 74), Type((24, 22, 20, 18, 16, 14, 12), "accent6", align="ctr")),
                Slot("author", Rect(150, 396, 660, 38), Type((16, 14, 12), "accent1", bold=True, align="ctr")),
            ),
            (
                Mark("ellipse", Rect(-90, -110, 330, 330), "accent2", opacity=85),
                Mark("ellipse", Rect(730, 290, 360, 360), "accent3", opacity=80),
                Mark("ellipse", Rect(820, -60, 200, 200), "bg2", opacity=16),
                Mark("ellipse", Rect(-40, 420, 170, 170), "accent4", opacity=85),
                Mark("roundRect", Rect(100, 90, 760, 360), "bg2", radius=28),
                Mark("roundRect", Rect(440, 300, 80, 6), "accent2", radius=3),
            ),
            "accent1",
        ),
        "section": Scene(
            (
                Slot(
                    "title",
                    Rect(330, 150, 560, 150),
                    _TITLE.but(sizes=(48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                Slot("subtitle", Rect(330, 326, 560, 110), Type((22, 20, 18, 16, 14, 12), "accent6")),
                Slot(
                    "ordinal",
                    Rect(70, 165, 210, 210),
                    Type((110, 96, 80), "bg2", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                _PAGE,
            ),
            (
                Mark("ellipse", Rect(-30, 65, 410, 410), "accent1", opacity=14),
                Mark("ellipse", Rect(70, 165, 210, 210), "accent1"),
                Mark("ellipse", Rect(246, 330, 58, 58), "accent2"),
                Mark("roundRect", Rect(330, 310, 80, 6), "accent2", radius=3),
                *_BUBBLES[:2],
            ),
        ),
        "big_number": Scene(
            (
                Slot("title", _CONTENT.slot("title").rect, _TITLE),
                Slot(
                    "figure",
                    Rect(70, 140, 400, 330),
                    Type(figures(largest=150), "accent1", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                Slot(
                    "label",
                    Rect(520, 150, 364, 140),
                    Type((34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True, anchor="b"),
                ),
                Slot("detail", Rect(520, 320, 364, 150), Type((20, 18, 16, 14), "tx1")),
                _PAGE,
            ),
            (
                *_BUBBLES,
                Mark("roundRect", Rect(40, 110, 880, 392), "bg2", radius=18),
                Mark("roundRect", Rect(56, 126, 428, 360), "accent1", opacity=12, radius=14),
                Mark("roundRect", Rect(520, 302, 64, 6), "accent2", radius=3),
            ),
        ),
        "quote": Scene(
            (
                Slot(
                    "title",
                    Rect(48, 20, 864, 72),
                    Type((26, 24, 22, 20, 18, 16), "accent6", bold=True, anchor="ctr", leading=0.95),
                ),
                Slot(
                    "quote",
                    Rect(170, 150, 640, 220),
                    Type((38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", italic=True, anchor="ctr"),
                ),
                Slot("source", Rect(170, 388, 640, 60), Type((20, 18, 16, 14), "accent1", bold=True)),
                _PAGE,
            ),
            (
                *_BUBBLES,
                Mark("roundRect", Rect(110, 120, 740, 354), "bg2", radius=28),
                Mark("ellipse", Rect(66, 96, 92, 92), "accent2"),
                Sign("“", Rect(66, 104, 92, 110), Type((84,), "tx2", "heading", bold=True, align="ctr")),
            ),
        ),
        "closing": Scene(
            (
                Slot(
                    "title",
                    Rect(140, 70, 680, 110),
                    _TITLE.but(sizes=(54, 48, 44, 40, 36, 32, 28, 24, 22, 20), align="ctr", anchor="b"),
                ),
                Slot(
                    "message", Rect(150, 206, 660, 84), Type((26, 24, 22, 20, 18, 16), "tx1", align="ctr", anchor="ctr")
                ),
                Slot("body", Rect(180, 296, 600, 180), Type((22, 20, 18, 16, 14), "tx1")),
            ),
            (
                Mark("ellipse", Rect(-90, -110, 330, 330), "accent2", opacity=85),
                Mark("ellipse", Rect(730, 290, 360, 360), "accent3", opacity=80),
                Mark("ellipse", Rect(820, -60, 200, 200), "bg2", opacity=16),
                Mark("ellipse", Rect(-40, 420, 170, 170), "accent4", opacity=85),
                Mark("roundRect", Rect(100, 50, 760, 440), "bg2", radius=28),
                Mark("roundRect", Rect(440, 190, 80, 6), "accent2", radius=3),
            ),
            "accent1",
        ),
    },
    manners=Manners(
        arrangement="columns",
        card=_WHITE,
        body=_WHITE,
        aside=Panel(fill="bg2", radius=18, bar="none"),
        code=Panel(fill="tx2", radius=18, text="bg2"),
        quiet=_WHITE,
        steps=_WHITE,
        numeral=Type((26,), "bg2", "heading", bold=True, align="ctr", anchor="ctr"),
        numeral_form="ellipse",
        table=TableManner(header_fill="accent1", header_text="bg2", band="bg2", rule="bg1"),
        step="circle",
        gap=18.0,
    ),
    on_accent="bg2",
)
