"""The theme `bold`: a full-bleed band of colour with the title, and huge numerals."""

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
from inkwright.artifacts.typefaces import GROTESQUE, HEI

_TITLE: Final = TextStyle((36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "bg1", "heading", bold=True, leading=0.95)
_SIDE_PAGE: Final = TextSlot(
    "page", Rect(32, 488, 80, 24), TextStyle((16,), "accent4", "heading", bold=True, anchor="ctr")
)
_TOP_PAGE: Final = TextSlot(
    "page", Rect(868, 502, 60, 22), TextStyle((14,), "accent1", "heading", bold=True, align="r", anchor="ctr")
)
_BAND: Final = Decoration("rect", Rect(0, 0, 252, SLIDE_HEIGHT), "accent1")
_TAB: Final = Decoration("rect", Rect(32, 56, 56, 8), "accent4")
_SIDE: Final = content_design(
    TextSlot("title", Rect(32, 78, 196, 396), _TITLE), Rect(288, 56, 636, 428), _SIDE_PAGE, (_BAND, _TAB)
)
_WIDE: Final = content_design(
    TextSlot("title", Rect(54, 14, 866, 84), _TITLE.but(anchor="ctr")),
    Rect(32, 132, 896, 360),
    _TOP_PAGE,
    (Decoration("rect", Rect(0, 0, SLIDE_WIDTH, 110), "accent1"), Decoration("rect", Rect(32, 34, 8, 44), "accent4")),
)

THEME: Final = Theme(
    name="bold",
    palette=Palette(
        background="FFFFFF",
        text="1D1B33",
        surface="F0EFFA",
        deep="17104F",
        accents=("3A22C9", "F0563A", "0FA396", "FFC42E", "D6338A"),
        quiet="5B5C72",
    ),
    heading=Faces(GROTESQUE, HEI),
    body=Faces(GROTESQUE, HEI),
    content=_SIDE,
    designs={
        **dict.fromkeys(("table", "code", "process", "comparison"), _WIDE),
        "title": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 110, 600, 240),
                    _TITLE.but(sizes=(66, 60, 54, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot("subtitle", Rect(60, 382, 600, 80), TextStyle((24, 22, 20, 18, 16, 14, 12), "bg1")),
                TextSlot("author", Rect(60, 466, 600, 38), TextStyle((16, 14, 12), "accent4", bold=True, anchor="b")),
            ),
            (
                Decoration("rect", Rect(700, 0, 260, 270), "accent4"),
                Decoration("ellipse", Rect(700, 270, 260, 270), "accent2"),
                Decoration("rect", Rect(700, 270, 130, 270), "accent3"),
                Decoration("ellipse", Rect(765, 70, 130, 130), "accent1"),
                Decoration("rect", Rect(60, 362, 80, 8), "accent4"),
            ),
            "accent1",
        ),
        "section": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(400, 130, 510, 190),
                    _TITLE.but(sizes=(52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot("subtitle", Rect(400, 350, 510, 110), TextStyle((22, 20, 18, 16, 14, 12), "bg1")),
                TextSlot(
                    "ordinal",
                    Rect(20, 120, 320, 300),
                    TextStyle((220, 180, 150), "accent1", "heading", bold=True, align="ctr", anchor="ctr"),
                ),
                TextSlot("page", _TOP_PAGE.rect, _TOP_PAGE.style.but(colour="accent4")),
            ),
            (
                Decoration("rect", Rect(0, 0, 360, SLIDE_HEIGHT), "accent4"),
                Decoration("rect", Rect(400, 332, 80, 8), "accent4"),
            ),
            "accent1",
        ),
        "big_number": LayoutDesign(
            (
                TextSlot("title", _SIDE.slot("title").rect, _TITLE),
                TextSlot(
                    "figure",
                    Rect(288, 36, 640, 256),
                    TextStyle(number_sizes(largest=192), "accent1", "heading", bold=True, anchor="ctr"),
                ),
                TextSlot(
                    "label",
                    Rect(288, 318, 640, 90),
                    TextStyle((34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True),
                ),
                TextSlot("detail", Rect(288, 412, 640, 84), TextStyle((20, 18, 16, 14), "tx1")),
                _SIDE_PAGE,
            ),
            (_BAND, _TAB, Decoration("rect", Rect(288, 298, 120, 8), "accent2")),
        ),
        "quote": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 32, 800, 68),
                    TextStyle((24, 22, 20, 18, 16), "accent4", "heading", bold=True, leading=0.95),
                ),
                TextSlot(
                    "quote",
                    Rect(60, 190, 800, 210),
                    TextStyle(
                        (44, 40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "bg1", "heading", bold=True, anchor="ctr"
                    ),
                ),
                TextSlot("source", Rect(60, 424, 760, 50), TextStyle((20, 18, 16, 14), "accent4")),
                TextSlot("page", _TOP_PAGE.rect, _TOP_PAGE.style.but(colour="accent4")),
            ),
            (
                DecorativeText("“", Rect(50, 86, 200, 190), TextStyle((200,), "accent4", "heading", bold=True)),
                Decoration("rect", Rect(60, 410, 80, 6), "accent4"),
            ),
            "accent1",
        ),
        "closing": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 60, 600, 130),
                    _TITLE.but(sizes=(60, 54, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot("message", Rect(60, 224, 600, 90), TextStyle((26, 24, 22, 20, 18, 16), "bg1")),
                TextSlot("body", Rect(60, 322, 600, 170), TextStyle((22, 20, 18, 16, 14), "bg1")),
            ),
            (
                Decoration("rect", Rect(700, 0, 260, 270), "accent2"),
                Decoration("ellipse", Rect(700, 0, 260, 270), "accent4"),
                Decoration("rect", Rect(700, 270, 260, 270), "accent3"),
                Decoration("ellipse", Rect(765, 340, 130, 130), "accent1"),
                Decoration("rect", Rect(60, 204, 80, 8), "accent4"),
            ),
            "accent1",
        ),
    },
    drawing=DrawingStyle(
        arrangement="rows",
        card=Panel(fill="bg2", bar="left", bar_size=8),
        aside=Panel(fill="accent4", text="tx2"),
        code=Panel(fill="tx2", text="bg1"),
        steps=Panel(fill="bg2", bar="bottom", bar_size=6, bar_colour="accent4"),
        bullet="■",
        bullet_colour="accent2",
        numeral=TextStyle((54, 48, 40, 32), "accent1", "heading", bold=True),
        table=TableStyle(header_fill="tx2", header_text="bg1", band="bg2", rule="bg2"),
        step="chevron",
        gap=14.0,
    ),
)
