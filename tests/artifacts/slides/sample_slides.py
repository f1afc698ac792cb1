"""A deck with a slide of every layout, and helpers to inspect built decks."""

import base64
import io
from typing import Any

import pptx
import pytest
from PIL import Image

from inkwright.artifacts.slides.fields import Bullet
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.load import deck_from_markdown
from inkwright.artifacts.slides.model import DeckSpec, Slide
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes import THEMES


def picture(wide: int = 400, high: int = 300) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (wide, high), "#336699").save(made, "PNG")
    return made.getvalue()


def written_picture() -> str:
    return f"data:image/png;base64,{base64.b64encode(picture()).decode()}"


SLIDES: dict[str, dict[str, Any]] = {
    "agenda": {"items": ["Begin", "Middle", "End"]},
    "section": {"subtitle": "The first part"},
    "bullets": {"bullets": ["One thing", {"text": "Another", "children": ["and its reason"]}, "A third", "4th", "5th"]},
    "two_columns": {"left": ["Thick", "Small"], "right": ["Thin", "Broad"]},
    "comparison": {
        "left": {"heading": "Day", "points": ["Light", "Warm"]},
        "right": {"heading": "Night", "points": ["Dark", "Cold"]},
    },
    "table": {"header": ["Name", "Value"], "rows": [["a", "1"], ["b", "2"]], "caption": "Two rows"},
    "chart": {
        "kind": "bar",
        "categories": ["x", "y"],
        "series": [{"name": "s", "values": [1, 2]}],
        "takeaway": "It grows",
    },
    "big_number": {"number": "71 %", "label": "of the Earth is water", "detail": "Most of it is salt."},
    "quote": {"quote": "Nothing in this tree came from the soil.", "source": "van Helmont"},
    "image": {"image": written_picture(), "alt": "A blue square", "caption": "Blue", "bullets": ["It is blue"]},
    "process": {"steps": [{"heading": "Read", "text": "first"}, {"heading": "Write", "text": "then"}]},
    "icons": {
        "items": [{"icon": "sun", "heading": "Light", "text": "from above"}, {"icon": "drop", "heading": "Water"}]
    },
    "code": {"language": "python", "code": "x = 1\n\nprint(x)", "caption": "Two statements"},
    "formula": {"formula": r"E = mc^2", "explanation": ["c is fast"]},
    "closing": {"message": "See you tomorrow", "points": ["Read page 42"]},
}
SLIDES["timeline"] = SLIDES["process"] | {"layout": "process", "style": "timeline"}


def spec_of(*slides: dict[str, Any], title: str = "Deck") -> DeckSpec:
    return DeckSpec.model_validate({"title": title, "slides": [{"title": "Slide", **slide} for slide in slides]})


EVERYTHING = DeckSpec.model_validate(
    {
        "title": "Everything",
        "subtitle": "One of each",
        "author": "Somebody",
        "slides": [{"layout": name, "title": f"This is {name}", **slide} for name, slide in SLIDES.items()],
    }
)


def pages(*slides: dict[str, Any], **options: Any) -> list[Any]:
    """The slides of a built deck, without its title slide."""
    return list(pptx.Presentation(io.BytesIO(build_deck(spec_of(*slides), **options).main)).slides)[1:]


def layouts(*slides: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    """The layout and the title of each slide."""
    return [(page.slide_layout.name, page.shapes.title.text_frame.text) for page in pages(*slides, **options)]


def sizes(page: Any, name: str) -> set[float]:
    """The sizes of type in the shape of that name."""
    [shape] = [shape for shape in page.shapes if shape.name == name]
    return {run.font.size.pt for paragraph in shape.text_frame.paragraphs for run in paragraph.runs}


def bullets(title: str, *points: str | Bullet, notes: str = "") -> BulletsSlide:
    return BulletsSlide(title=title, bullets=list(points), notes=notes)


def deck(title: str, *slides: Slide, **fields: Any) -> DeckSpec:
    return DeckSpec(title=title, slides=list(slides), **fields)


def slides_of(body: str) -> list[Slide]:
    """The slides of a document with a title and this body."""
    return deck_from_markdown(f"# T\n\n{body}").slides


def shown(page: Any) -> str:
    """All text of a slide except its number."""
    texts = [shape.text_frame.text for shape in page.shapes if shape.has_text_frame and shape.name != "Slide number"]
    cells = [cell.text for shape in page.shapes if shape.has_table for row in shape.table.rows for cell in row.cells]
    return "\n".join(texts + cells)


ALL_THEMES = pytest.mark.parametrize("theme", THEMES)
LONG = "A sentence that is long enough to need more than one line on any slide of any theme that there is. "
PNG = "data:image/png;base64,iVBORw0KGgo="
