"""Which sheets a slide needs, and how each is put on a page of the deck."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from inkwright.artifacts.slides.drawing_charts import chart_sheets
from inkwright.artifacts.slides.drawing_code import code_sheets
from inkwright.artifacts.slides.drawing_lists import bullet_sheets, two_column_sheets
from inkwright.artifacts.slides.drawing_panels import agenda_sheets, comparison_sheets
from inkwright.artifacts.slides.drawing_pictures import formula_sheets, image_sheets
from inkwright.artifacts.slides.drawing_process import process_sheets
from inkwright.artifacts.slides.drawing_statements import closing_sheets, number_sheets, quote_sheets, section_sheets
from inkwright.artifacts.slides.drawing_tables import table_sheets
from inkwright.artifacts.slides.emphasis import visible
from inkwright.artifacts.slides.notes import Notes
from inkwright.artifacts.slides.page import Page
from inkwright.artifacts.slides.sheets import Sheet, heading, numbered
from inkwright.artifacts.slides.specs import Slide
from inkwright.artifacts.slides.stages import Stage
from inkwright.artifacts.slides.themes.shapes import Theme

if TYPE_CHECKING:
    from pptx.presentation import Presentation
    from pptx.slide import SlideLayout


def sheets_of(slide: Slide, theme: Theme, images: Mapping[str, bytes], section: int) -> list[Sheet]:
    """The sheets that a slide needs; `section` is the number of the section that it may open."""
    match slide.layout:
        case "section":
            return section_sheets(slide, section)
        case "big_number":
            return number_sheets(slide, theme)
        case "quote":
            return quote_sheets(slide, theme)
        case "image":
            return image_sheets(slide, theme, images)
    makers = {
        "agenda": agenda_sheets,
        "bullets": bullet_sheets,
        "two_columns": two_column_sheets,
        "comparison": comparison_sheets,
        "table": table_sheets,
        "chart": chart_sheets,
        "process": process_sheets,
        "code": code_sheets,
        "formula": formula_sheets,
        "closing": closing_sheets,
    }
    sheets: list[Sheet] = makers[slide.layout](slide, theme)  # type: ignore[operator]  # each maker takes its own layout
    return sheets


class DeckPen:
    """Draws slides into an open deck, each behind the last one."""

    def __init__(self, deck: "Presentation", stage: Stage) -> None:
        self._deck = deck
        self._stage = stage
        self._layouts = list(deck.slide_layouts)
        self._notes = Notes(deck)

    def draw(self, title: str, sheets: list[Sheet], notes: str = "") -> None:
        """Put the sheets of a slide at the end of the deck: titles, bodies, slide numbers, notes."""
        theme = self._stage.theme
        for number, sheet in enumerate(sheets, 1):
            shown = numbered(title, number)
            slide = _added(self._deck, self._layouts[self._stage.layouts[sheet.kind]])
            page = Page(slide, theme, sheet.kind)
            head = heading(theme, sheet.kind, shown)
            page.fill("title", head.rect, page.scene.slot("title").type, head.setting)
            sheet.draw(page)
            page.number()
            words = notes if notes and number == 1 else "\n".join(filter(None, (visible(shown), sheet.said)))
            self._notes.say(slide, words)


def _added(deck: "Presentation", layout: "SlideLayout") -> Any:
    """A slide without shapes: the library would copy every placeholder of the layout, empty."""
    relation, slide = deck.part.add_slide(layout)
    deck.element.get_or_add_sldIdLst().add_sldId(relation)
    return slide
