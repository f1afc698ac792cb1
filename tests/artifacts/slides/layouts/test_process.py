"""Processes and timelines: all steps, in order."""

from inkwright.artifacts.slides.fields import ThemeName
from tests.artifacts.slides.sample_slides import ALL_THEMES, LONG, pages


@ALL_THEMES
def test_many_long_steps_are_shown_in_order(theme: ThemeName) -> None:
    steps = [{"heading": f"Step number {number}", "text": LONG * 2} for number in range(1, 8)]
    for style in ("process", "timeline"):
        found = pages({"layout": "process", "style": style, "steps": steps}, theme=theme)
        texts = [shape.text_frame.text for page in found for shape in page.shapes if shape.name.startswith("Step")]
        written = [text for text in texts if text]
        assert written == [f"Step number {number}\n{(LONG * 2).strip()}" for number in range(1, 8)]
