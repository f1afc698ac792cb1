"""The theme `editorial`: white pages, thin rules, large serif titles, one red."""

from typing import Final

from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, Rect
from inkwright.artifacts.slides.themes.theme import (
    TITLE_SIZES,
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
from inkwright.artifacts.typefaces import BOOK, HEI, HUMANIST, SONG

_HEADING: Final = TextStyle(TITLE_SIZES, "tx2", "heading", bold=True, leading=0.95)
_PAGE: Final = TextSlot("page", Rect(820, 504, 80, 22), TextStyle((12,), "accent6", "heading", align="r", anchor="ctr"))
_RULE: Final = Decoration("rect", Rect(60, 36, 840, 0.75), "tx2")
_TAB: Final = Decoration("rect", Rect(60, 36, 64, 6), "accent1")
_CONTENT: Final = content_design(
    TextSlot("title", Rect(60, 52, 840, 84), _HEADING.but(anchor="t")), Rect(60, 140, 840, 350), _PAGE, (_RULE, _TAB)
)

THEME: Final = Theme(
    name="editorial",
    palette=Palette(
        background="FFFFFF",
        text="2B2B2B",
        surface="F5F1EA",
        deep="141414",
        accents=("A3172B", "1F4E5F", "C08A2D", "5F7161", "7B5A7E"),
        quiet="666360",
    ),
    heading=Faces(BOOK, SONG),
    body=Faces(HUMANIST, HEI),
    content=_CONTENT,
    designs={
        "title": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 116, 720, 220),
                    _HEADING.but(sizes=(60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot(
                    "subtitle",
                    Rect(60, 366, 720, 76),
                    TextStyle((24, 22, 20, 18, 16, 14, 12), "tx1", "heading", italic=True),
                ),
                TextSlot("author", Rect(60, 452, 720, 38), TextStyle((16, 14, 12), "accent6", anchor="b")),
            ),
            (
                Decoration("rect", Rect(60, 60, 720, 0.75), "tx2"),
                Decoration("rect", Rect(60, 60, 64, 6), "accent1"),
                Decoration("rect", Rect(60, 350, 720, 0.75), "tx2"),
                Decoration("rect", Rect(840, 0, 120, SLIDE_HEIGHT), "accent1"),
                Decoration("rect", Rect(828, 0, 2, SLIDE_HEIGHT), "accent1"),
            ),
        ),
        "section": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(350, 150, 550, 160),
                    _HEADING.but(sizes=(48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot("subtitle", Rect(350, 322, 550, 110), TextStyle((22, 20, 18, 16, 14, 12), "accent6")),
                TextSlot(
                    "ordinal",
                    Rect(60, 150, 250, 230),
                    TextStyle((180, 150, 120), "accent1", "heading", align="r", anchor="ctr"),
                ),
                _PAGE,
            ),
            (Decoration("rect", Rect(330, 110, 0.75, 320), "tx2"), _RULE, _TAB),
        ),
        "big_number": LayoutDesign(
            (
                TextSlot("title", Rect(60, 52, 840, 84), _HEADING),
                TextSlot(
                    "figure",
                    Rect(60, 150, 470, 310),
                    TextStyle(number_sizes(largest=186), "accent1", "heading", align="r", anchor="ctr"),
                ),
                TextSlot(
                    "label",
                    Rect(580, 170, 320, 140),
                    TextStyle((34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14), "tx2", "heading", bold=True, anchor="b"),
                ),
                TextSlot("detail", Rect(580, 322, 320, 140), TextStyle((20, 18, 16, 14), "tx1")),
                _PAGE,
            ),
            (Decoration("rect", Rect(556, 170, 0.75, 280), "tx2"), _RULE, _TAB),
        ),
        "quote": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 52, 840, 68),
                    TextStyle((24, 22, 20, 18, 16), "accent6", "heading", italic=True, leading=0.95),
                ),
                TextSlot(
                    "quote",
                    Rect(190, 130, 660, 260),
                    TextStyle(
                        (40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18), "tx2", "heading", italic=True, anchor="ctr"
                    ),
                ),
                TextSlot("source", Rect(190, 412, 660, 48), TextStyle((20, 18, 16, 14), "accent1", bold=True)),
                _PAGE,
            ),
            (
                _RULE,
                _TAB,
                DecorativeText("“", Rect(56, 110, 130, 230), TextStyle((220,), "accent1", "heading", bold=True)),
                Decoration("rect", Rect(190, 402, 64, 0.75), "accent1"),
            ),
        ),
        "closing": LayoutDesign(
            (
                TextSlot(
                    "title",
                    Rect(60, 70, 720, 110),
                    _HEADING.but(sizes=(54, 48, 44, 40, 36, 32, 28, 24, 22, 20), anchor="b"),
                ),
                TextSlot(
                    "message",
                    Rect(60, 212, 720, 90),
                    TextStyle((26, 24, 22, 20, 18, 16), "tx1", "heading", italic=True),
                ),
                TextSlot("body", Rect(60, 310, 720, 170), TextStyle((22, 20, 18, 16, 14), "tx1")),
            ),
            (
                Decoration("rect", Rect(60, 196, 720, 0.75), "tx2"),
                Decoration("rect", Rect(60, 196, 64, 6), "accent1"),
                Decoration("rect", Rect(840, 0, 120, SLIDE_HEIGHT), "accent1"),
                Decoration("rect", Rect(828, 0, 2, SLIDE_HEIGHT), "accent1"),
            ),
        ),
    },
    drawing=DrawingStyle(
        arrangement="rows",
        card=Panel(fill=None, bar="top", bar_size=0.75, bar_colour="accent6"),
        aside=Panel(fill="bg2", bar="left", bar_size=3),
        code=Panel(fill="bg2", bar="left", bar_size=3),
        steps=Panel(fill="bg2", bar="top", bar_size=2),
        bullet="–",
        numeral=TextStyle((40, 34, 28), "accent1", "heading"),
        table=TableStyle(header_fill=None, header_text="accent1", band=None, rule="accent6", header_rule=1.75),
        step="circle",
        gap=0.0,
    ),
)
