"""The things that can be made, and the tools that make each of them."""

from collections.abc import Sequence
from typing import Final, Literal

from inkwright.conversation.results import RouterResult

Thing = Literal["slides", "doc", "pdf", "quiz", "page"]
THINGS: Final[tuple[Thing, ...]] = ("slides", "doc", "pdf", "quiz", "page")
OUTLINE_TOOL: Final = "propose_pptx_outline"
TOOLS: Final[dict[Thing, tuple[str, ...]]] = {
    "slides": (OUTLINE_TOOL, "generate_pptx"),
    "doc": ("generate_docx",),
    "pdf": ("render_pdf",),
    "quiz": ("generate_quiz_questions",),
    "page": ("request_interactive_content", "generate_interactive_html", "make_study_page"),
}


def route_to(things: Sequence[Thing], *, at_once: bool = False) -> RouterResult:
    """The route where it is known what is wanted. `at_once`: without asking for an outline first."""
    tools = [name for thing in things for name in TOOLS[thing] if not (at_once and name == OUTLINE_TOOL)]
    intent = "quiz_generate" if [*things] == ["quiz"] else "content_create"
    return RouterResult(intent=intent, confidence=1, candidate_tools=tuple(tools), expected_mode="artifact")
