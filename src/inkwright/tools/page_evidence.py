"""What the tools that make pages tell of them."""

from inkwright.agent.tools import Evidence, Flawed
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.interactive.specs import PageParts
from inkwright.artifacts.vault import Verified


def told(parts: PageParts, kept: Verified | tuple[Finding, ...]) -> Evidence | Flawed:
    """The evidence of a page: short facts for the model, the page itself for the person."""
    if not isinstance(kept, Verified):
        return Flawed(kept)
    page = {
        "html": parts.html,
        "css": parts.css,
        "js": parts.js,
        "title": parts.title,
        "description": parts.description,
        "preferredHeight": parts.preferred_height,
    }
    facts = {"version": kept.version, "sections": [section.id for section in parts.sections]}
    return Evidence((kept,), facts, {"page": page})
