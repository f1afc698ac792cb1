"""A deck with a slide of every layout, and ways to look into built ones."""

import base64
import io
from typing import Any

import pptx
from PIL import Image

from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck


def picture(wide: int = 40, high: int = 30) -> bytes:
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
