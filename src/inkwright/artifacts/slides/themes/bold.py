"""The theme `bold`: a full-bleed band of colour that holds the title, and huge numerals."""

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
from inkwright.artifacts.typefaces import GROTESQUE, HEI

_TITLE: Final = Type((36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "bg1", "heading", bold=True, leading=0.95)
_SIDE_PAGE: Final = Slot("page", Rect(32, 488, 80, 24), Type((16,), "accent4", "heading", bold=True, anchor="ctr"))
_TOP_PAGE: Final = Slot(
    "page", Rect(868, 502, 60, 22), Type((14,), "accent1", "heading", bold=True, align="r", anchor="ctr")
)
_BAND: Final = Mark("rect", Rect(0, 0, 252, HEIGHT), "accent1")
_TAB: Final = Mark("rect", Rect(32, 56, 56, 8), "accent4")
_SIDE: Final = content_scene(
    Slot("title", Rect(32, 78, 196, 396), _TITLE), Rect(288, 56, 636, 428), _SIDE_PAGE, (_BAND, _TAB)
)
_WIDE: Final = content_scene(
    Slot("title", Rect(54, 14, 866, 84), _TITLE.but(anchor="ctr")),
    Rect(32, 132, 896, 360),
    _TOP_PAGE,
    (Mark("rect", Rect(0, 0, WIDTH, 110), "accent1"), Mark("rect", Rect(32, 34, 8, 44), "accent4")),
)

THEME: Final = Theme(
    name="bold",
    palette=Palette(
        ground="FFFFFF",
        text="1D1B33",
        surface="F0EFFA",
        deep="17104F",
        accents=("3A22C9", "F0563A", "0FA396", "FFC42E", "D6338A"),
        quiet="5B5C72",
    ),
    heading=Faces(GROTESQUE, HEI),
    body=Faces(GROTESQUE, HEI),
    scenes={
        **contents(_SIDE),
        **dict.fromkeys(("table", "code", "process", "comparison"), _WIDE),
        "title": Scene(
            (
                Slot(
                    "title",
                    Rect(60, 110, 600, 240),
                    _TITLE.but(sizes=(66, 60, 54, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                Slot("subtitle", Rect(60, 382, 600, 80), Type((24, 22, 20, 18, 16, 14, 12), "bg1")),
                Slot("author", Rect(60, 466, 600, 38), Type((16, 14, 12), "accent4", bold=True, anchor="b")),
            ),
            (
                Mark("rect", Rect(700, 0, 260, 270), "accent4"),
                Mark("ellipse", Rect(700, 270, 260, 270), "accent2"),
                Mark("rect", Rect(700, 270, 130, 270), "accent3"),
                Mark("ellipse", Rect(765, 70, 130, 130), "accent1"),
                Mark("rect", Rect(60, 362, 80, 8), "accent4"),
            ),
            "accent1",
        ),
        "section": Scene(
            (
                Slot(
                    "title",
                    Rect(400, 130, 510, 190),
                    _TITLE.but(sizes=(52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                Slot("subtitle", Rect(400, 350, 510, 110), Type((22, 20, 18, 16, 14, 12), "bg1")),
                Slot(
                    "ordinal",
                    Rect(20, 120, 320, 300),
                    Type((220, 180, 150), "accent1", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                Slot("page", _TOP_PAGE.rect, _TOP_PAGE.type.but(colour="accent4")),
            ),
            (Mark("rect", Rect(0, 0, 360, HEIGHT), "accent4"), Mark("rect", Rect(400, 332, 80, 8), "accent4")),
            "accent1",
        ),
        "big_number": Scene(
            (
                Slot("title", _SIDE.slot("title").rect, _TITLE),
                Slot(
                    "figure",
                    Rect(288, 36, 640, 256),
                    Type(figures(largest=192), "accent1", "heading", bold=True, anchor="ctr"),
                ),
                Slot(
                    "label",
                    Rect(288, 318, 640, 90),
                    Type((34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True),
                ),
                Slot("detail", Rect(288, 412, 640, 84), Type((20, 18, 16, 14), "tx1")),
                _SIDE_PAGE,
            ),
            (_BAND, _TAB, Mark("rect", Rect(288, 298, 120, 8), "accent2")),
        ),
        "quote": Scene(
            (
                Slot(
                    "title",
                    Rect(60, 32, 800, 68),
                    Type((24, 22, 20, 18, 16), "accent4", "heading", bold=True, leading=0.95),
                ),
                Slot(
                    "quote",
                    Rect(60, 190, 800, 210),
                    Type((44, 40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "bg1", "heading", bold=True, anchor="ctr"),
                ),
                Slot("source", Rect(60, 424, 760, 50), Type((20, 18, 16, 14), "accent4")),
                Slot("page", _TOP_PAGE.rect, _TOP_PAGE.type.but(colour="accent4")),
            ),
            (
                Sign("“", Rect(50, 86, 200, 190), Type((200,), "accent4", "heading", bold=True)),
                Mark("rect", Rect(60, 410, 80, 6), "accent4"),
            ),
            "accent1",
        ),
        "closing": Scene(
            (
                Slot(
                    "title",
                    Rect(60, 60, 600, 130),
                    _TITLE.but(sizes=(60, 54, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                Slot("message", Rect(60, 224, 600, 90), Type((26, 24, 22, 20, 18, 16), "bg1")),
                Slot("body", Rect(60, 322, 600, 170), Type((22, 20, 18, 16, 14), "bg1")),
            ),
            (
                Mark("rect", Rect(700, 0, 260, 270), "accent2"),
                Mark("ellipse", Rect(700, 0, 260, 270), "accent4"),
                Mark("rect", Rect(700, 270, 260, 270), "accent3"),
                Mark("ellipse", Rect(765, 340, 130, 130), "accent1"),
                Mark("rect", Rect(60, 204, 80, 8), "accent4"),
            ),
            "accent1",
        ),
    },
    manners=Manners(
        arrangement="rows",
        card=Panel(fill="bg2", bar="left", bar_size=8),
        aside=Panel(fill="accent4", text="tx2"),
        code=Panel(fill="tx2", text="bg1"),
        steps=Panel(fill="bg2", bar="bottom", bar_size=6, bar_colour="accent4"),
        bullet="■",
        bullet_colour="accent2",
        numeral=Type((54, 48, 40, 32), "accent1", "heading", bold=True),
        table=TableManner(header_fill="tx2", header_text="bg1", band="bg2", rule="bg2"),
        step="chevron",
        gap=14.0,
    ),
)
