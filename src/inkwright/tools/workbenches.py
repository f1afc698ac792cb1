"""What the tools that write have in common: the author's workbench, and artifacts of this owner alone."""

from typing import Any

from inkwright.agent.sources import sources_of
from inkwright.agent.too_small import TRY, answer_given
from inkwright.agent.tools import ToolContext
from inkwright.artifacts.documents.sources import DocumentLanguage
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.vault import Verified
from inkwright.authoring.workbench import Workbench
from inkwright.errors import NotFound
from inkwright.i18n import Language


async def workbench(context: ToolContext, writes: DocumentLanguage, *, keeps_words: bool = False) -> Workbench:
    """A workbench with the files that the person put into the conversation as sources. `keeps_words`: no model may
    change what is taken from them.
    """
    sources = await sources_of(context.attachments, context.conversation_id, owner=context.owner)
    return Workbench(
        brain=context.brain,
        vault=context.vault,
        owner=context.owner,
        turn_id=context.turn_id,
        language=context.language,
        writes=writes,
        tell=context.progress,
        sources=tuple(source for source in sources if source.text),
        keeps_words=keeps_words,
        is_trying=answer_given(context.agreed) == TRY,
    )


async def owned(context: ToolContext, artifact_id: str) -> Verified:
    """The artifact; NotFound where this owner has none of this id."""
    artifact = await context.vault.get(artifact_id, owner=context.owner)
    if artifact is None:
        raise NotFound(what_kind="artifact", id=artifact_id)
    return artifact


def wrong_kind(artifact: Verified, tool: str, language: Language) -> Finding:
    """The artifact is not of the kind that was meant; `tool` is for those of its kind."""
    fields: dict[str, Any] = {"name": artifact.name, "kind": artifact.kind, "tool": tool}
    return finding(language, "edit.wrong_kind", place="artifact_id", **fields)


def without_nulls(arguments: dict[str, Any], _called: str = "") -> dict[str, Any]:
    """The arguments without those that are null: a model that says nothing of a field may say so."""
    return {key: value for key, value in arguments.items() if value is not None}
