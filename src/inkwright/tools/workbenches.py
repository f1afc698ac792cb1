"""What the tools that write have in common: the author's workbench, and artifacts of this owner alone."""

from typing import Any

from inkwright.agent.tools import ToolContext
from inkwright.artifacts.documents.sources import DocumentLanguage
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.vault import Verified
from inkwright.authoring.passages import Source
from inkwright.authoring.workbench import Workbench
from inkwright.errors import NotFound
from inkwright.i18n import Language


async def workbench(context: ToolContext, writes: DocumentLanguage) -> Workbench:
    """A workbench with the files that the person put into the conversation as sources."""
    held = await context.attachments.of(context.conversation_id, owner=context.owner)
    read = [
        (each.name, await context.attachments.read(context.conversation_id, each.name, owner=context.owner))
        for each in held
    ]
    return Workbench(
        brain=context.brain,
        vault=context.vault,
        owner=context.owner,
        turn_id=context.turn_id,
        language=context.language,
        writes=writes,
        tell=context.progress,
        sources=tuple(Source(name, written) for name, written in read if written),
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
