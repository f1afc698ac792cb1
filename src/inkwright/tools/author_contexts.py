"""What the writing tools share: the author context, artifacts of this owner, and the result of a page."""

from typing import Any

from inkwright.agent.rule_planner import TRY_ANYWAY, too_small_answer
from inkwright.agent.tools import Evidence, Flawed, ToolContext
from inkwright.agent.turn_sources import load_sources
from inkwright.artifacts.documents.source import DocumentLanguage
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.authoring.context import AuthorContext
from inkwright.errors import NotFound


async def author_context(context: ToolContext, writes: DocumentLanguage, *, keeps_words: bool = False) -> AuthorContext:
    """Return the author context for a tool call, with the sources of its turn. `keeps_words`: no model may change what
    is taken from them.
    """
    documents = context.library.documents if context.library else None
    sources = await load_sources(context.turn, context.attachments, context.vault, documents)
    return AuthorContext(
        context,
        writes,
        sources=tuple(source for source in sources if source.text),
        keeps_words=keeps_words,
        is_trying=too_small_answer(context.answered) == TRY_ANYWAY,
        brand=context.brand,
        pictures=context.pictures,
    )


async def owned_artifact(context: ToolContext, artifact_id: str) -> Verified:
    """Return the artifact; NotFound if this owner has none with this id."""
    artifact = await context.vault.get(artifact_id, owner=context.owner)
    if artifact is None:
        raise NotFound(what_kind="artifact", id=artifact_id)
    return artifact


def wrong_kind_finding(artifact: Verified, tool: str) -> Finding:
    """Return the finding that the artifact is of another kind; `tool` is the one for its kind."""
    fields: dict[str, Any] = {"name": artifact.name, "kind": artifact.kind, "tool": tool}
    return finding("edit.wrong_kind", Location(path="artifact_id"), **fields)


def without_nulls(arguments: dict[str, Any], _called: str = "") -> dict[str, Any]:
    """Return the arguments without null values: models write null for fields they leave out."""
    return {key: value for key, value in arguments.items() if value is not None}


def page_result(parts: PageParts, saved: Verified | tuple[Finding, ...]) -> Evidence | Flawed:
    """Return the evidence of a page: short facts for the model, the page itself for the person."""
    if not isinstance(saved, Verified):
        return Flawed(saved)
    page = {
        "html": parts.html,
        "css": parts.css,
        "js": parts.js,
        "title": parts.title,
        "description": parts.description,
        "preferredHeight": parts.preferred_height,
    }
    facts = {"version": saved.version, "sections": [section.id for section in parts.sections]}
    return Evidence((saved,), facts, {"page": page})
