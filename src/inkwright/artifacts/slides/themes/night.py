"""The theme `night`: a dark ground, bright accents, outlined circles, panels with a bar of light."""

from typing import Final

from inkwright.artifacts.slides.fitting import Faces
from inkwright.artifacts.slides.geometry import HEIGHT, WIDTH, Rect
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
from inkwright.artifacts.typefaces import GROTESQUE, HEI, HUMANIST

_TITLE: Final = Type((36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", bold=True, anchor="ctr", leading=0.95)
_PAGE: Final = Slot("page", Rect(848, 506, 64, 22), Type((12,), "accent1", "code", align="r", anchor="ctr"))
_FOOT: Final = (
    Mark("rect", Rect(48, 517, 790, 0.75), "accent6", opacity=45),
    Mark("rect", Rect(48, 515.5, 48, 3), "accent1"),
)
_CONTENT: Final = content_scene(
    Slot("title", Rect(48, 24, 864, 86), _TITLE),
    Rect(48, 122, 864, 372),
    _PAGE,
    (Mark("rect", Rect(0, 40, 12, 54), "accent1"), *_FOOT),
)
_RINGS: Final = (
    Mark("ellipse", Rect(560, -110, 620, 620), line="accent1", weight=1, opacity=35),
    Mark("ellipse", Rect(640, -30, 460, 460), line="accent1", weight=1.5, opacity=55),
    Mark("ellipse", Rect(720, 50, 300, 300), line="accent5", weight=2, opacity=80),
    Mark("ellipse", Rect(800, 130, 140, 140), "accent1"),
    Mark("ellipse", Rect(704, 84, 26, 26), "accent2"),
    Mark("ellipse", Rect(637, 330, 16, 16), "accent4"),
    Mark("ellipse", Rect(700, 434, 10, 10), "accent3"),
)

THEME: Final = Theme(
    name="night",
    palette=Palette(
        ground="0E1422",
        text="E4E9F2",
        surface="1C2538",
        deep="FFFFFF",
        accents=("4CC9F0", "F9C74F", "7BE0A8", "F582AE", "A99BFF"),
        quiet="9DAAC2",
        is_dark=True,
    ),
    heading=Faces(GROTESQUE, HEI),
    body=Faces(HUMANIST, HEI),
    scenes={
        **contents(_CONTENT),
        "title": Scene(
            (
                Slot(
                    "title",
                    Rect(60, 120, 570, 220),
                    _TITLE.but(sizes=(56, 52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                Slot("subtitle", Rect(60, 372, 600, 76), Type((22, 20, 18, 16, 14, 12), "tx1")),
                Slot("author", Rect(60, 456, 600, 38), Type((16, 14, 12), "accent1", "code", anchor="b")),
            ),
            (*_RINGS, Mark("rect", Rect(60, 354, 96, 4), "accent1"), Mark("rect", Rect(0, 534, WIDTH, 6), "accent1")),
        ),
        "section": Scene(
            (
                Slot(
                    "title", Rect(60, 250, 640, 130), _TITLE.but(sizes=(48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b")
                ),
                Slot("subtitle", Rect(60, 400, 640, 84), Type((22, 20, 18, 16, 14, 12), "tx1")),
                Slot(
                    "ordinal", Rect(60, 60, 400, 180), Type((140, 120, 96), "accent1", "heading", bold=True, anchor="b")
                ),
                _PAGE,
            ),
            (*_RINGS[:4], *_FOOT, Mark("rect", Rect(60, 388, 96, 4), "accent1")),
        ),
        "big_number": Scene(
            (
                Slot("title", _CONTENT.slot("title").rect, _TITLE),
                Slot(
                    "figure",
                    Rect(72, 132, 816, 190),
                    Type(figures(largest=168), "accent1", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                Slot(
                    "label",
                    Rect(120, 334, 720, 76),
                    Type((32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True, align="ctr"),
                ),
                Slot("detail", Rect(140, 414, 680, 76), Type((20, 18, 16, 14), "tx1", align="ctr")),
                _PAGE,
            ),
            (
                Mark("rect", Rect(48, 122, 864, 372), "bg2"),
                Mark("rect", Rect(48, 122, 864, 4), "accent1"),
                *_CONTENT.marks,
            ),
        ),
        "quote": Scene(
            (
                Slot(
                    "title",
                    Rect(130, 34, 770, 68),
                    Type((24, 22, 20, 18, 16), "accent6", "heading", anchor="ctr", leading=0.95),
                ),
                Slot(
                    "quote",
                    Rect(130, 110, 740, 280),
                    Type((40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", anchor="ctr"),
                ),
                Slot("source", Rect(130, 408, 740, 60), Type((20, 18, 16, 14), "accent2")),
                _PAGE,
            ),
            (
                Mark("rect", Rect(96, 110, 6, 358), "accent1"),
                Sign("“", Rect(16, 86, 80, 150), Type((120,), "accent1", "heading", bold=True, align="ctr")),
                Mark("ellipse", Rect(760, 300, 420, 420), line="accent5", weight=1, opacity=40),
                *_FOOT,
            ),
        ),
        "closing": Scene(
            (
                Slot(
                    "title",
                    Rect(60, 66, 540, 120),
                    _TITLE.but(sizes=(52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                Slot("message", Rect(60, 218, 540, 90), Type((24, 22, 20, 18, 16), "tx1")),
                Slot("body", Rect(60, 316, 540, 180), Type((22, 20, 18, 16, 14), "tx1")),
            ),
            (
                *_RINGS,
                Mark("rect", Rect(60, 200, 96, 4), "accent1"),
                Mark("rect", Rect(0, HEIGHT - 6, WIDTH, 6), "accent1"),
            ),
        ),
    },
    manners=Manners(
        arrangement="rows",
        card=Panel(fill="bg2", bar="left", bar_size=4),
        aside=Panel(fill="bg2", bar="top", bar_size=4, bar_colour="accent2"),
        code=Panel(fill="bg2", bar="top", bar_size=4, bar_colour="accent3"),
        steps=Panel(fill="bg2", bar="bottom", bar_size=3, bar_colour="accent5"),
        bullet="▸",
        numeral=Type((32, 28, 24, 22, 20), "accent1", "code", bold=True),
        table=TableManner(header_fill="bg2", header_text="accent1", band=None, rule="accent6", header_rule=2.0),
        step="block",
        gap=14.0,
    ),
)
