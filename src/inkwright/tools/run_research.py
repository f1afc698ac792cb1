"""`run_research`: research for a project, saved as a block with checked citations; consumer research also gives
personas.
"""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.changes import ChangeRef
from inkwright.conversation.payloads import data_event, register_payload
from inkwright.conversation.shapes import Shape
from inkwright.errors import InvalidOption
from inkwright.i18n import error_text, language_of, text
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.persona_editing import add_persona, list_personas
from inkwright.projects.personas import Persona, PersonaFields, read_persona
from inkwright.projects.records import MAX_NAME, name_key, valid_name
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.research.briefing import Briefing, ConsumerPersona, ResearchRequest, ResearchType, research_briefing
from inkwright.tools.block_targets import AGENT, changed, read_names, workspace_of
from inkwright.tools.block_writing import save_text
from inkwright.tools.long_work import shown_work

_PHASE: Final = "research"
_MAX_SHOWN: Final = 4_000


class ResearchSource(Shape):
    """A source of a research."""

    number: int = Field(description="Its number in the report.")
    title: str = Field(description="Its title.")
    address: str = Field(description="Its address, or a place in the library.")


class ResearchSources(Shape):
    """What a research has read, for clients to show as citations."""

    query: str = Field(description="What was researched.")
    queries: tuple[str, ...] = Field(description="The searches.")
    sources: tuple[ResearchSource, ...] = Field(description="The sources that were read.")
    cited: int = Field(description="How many sentences cite a source.")
    unsupported: int = Field(description="How many of them their source does not support.")
    unconfirmed: int = Field(default=0, description="How many of them could not be confirmed.")


RESEARCH_SOURCES = register_payload("research-sources", ResearchSources)


class RunResearch(BaseModel):
    """What to research."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=500, pattern=r"\S", description="The question or the topic.")
    research_type: ResearchType = Field(
        default="generic", description="consumer: who the content is for; generic: any other question."
    )


async def run_research(given: RunResearch, context: ToolContext) -> Evidence:
    """Research, and save the report. Without sources nothing is saved, and the reason is an error for the model."""
    workspace = workspace_of(context)
    request = ResearchRequest(
        given.query, given.research_type, context.owner, language_of(given.query), await _intent(workspace)
    )
    with shown_work(context, "research", given.query):
        found = await research_briefing(context.brain, context.places, request, context.progress)
    show_research_sources(context, given.query, found)
    evidence = await _save(context, given, found)
    saved, problems = await _save_personas(context, given, found)
    changes = tuple(
        ChangeRef(id=each.id, name=text(context.language, "persona.item", name=each.name), action="added")
        for each in saved
    )
    facts = {**evidence.facts, **research_facts(found, context)}
    if found.personas:
        facts |= {"personas_saved": [each.name for each in saved], "personas_not_saved": problems}
    return Evidence(changes=(*evidence.changes, *changes), facts=facts)


def show_research_sources(context: ToolContext, query: str, found: Briefing) -> None:
    """Show the person what was searched and read."""
    sources = tuple(
        ResearchSource(number=each.number, title=each.title, address=each.address) for each in found.sources
    )
    payload = ResearchSources(
        query=query, queries=found.queries, sources=sources, cited=found.cited, unsupported=found.unsupported,
        unconfirmed=found.unconfirmed,
    )  # fmt: skip
    context.show(data_event(RESEARCH_SOURCES, payload))


def research_facts(found: Briefing, context: ToolContext) -> dict[str, Any]:
    """Return what the model is given of a research: the report as material, and how far it can be trusted."""
    facts: dict[str, Any] = {
        "sources": [{"number": each.number, "title": each.title, "address": each.address} for each in found.sources],
        "queries": list(found.queries),
        "cited_sentences": found.cited,
        "unsupported_sentences": found.unsupported,
        "unconfirmed_sentences": found.unconfirmed,
        "not_read": list(found.problems),
        "report": found.markdown[:_MAX_SHOWN],
    }
    if found.is_dossier:
        facts["note"] = text(context.language, "research.is_dossier")
    return facts


async def _intent(workspace: ProjectWorkspace) -> str:
    """Return the text of the phase of the intent, which says what the project is about."""
    tree = await workspace.tree()
    written = [block for _, block in tree.walk() if tree.phase(block) == "intent" and block.characters]
    return (await workspace.read(written[0].id)).text if written else ""


async def _save(context: ToolContext, given: RunResearch, found: Briefing) -> Evidence:
    workspace, name = workspace_of(context), _block_name(given, context)
    tree = await workspace.tree()
    block = next((each for each in tree.children(None) if name_key(each.name) == name_key(name)), None)
    if block is not None:
        return await save_text(context, block, found.markdown, is_whole=True)
    settings = BlockSettings(phase=_PHASE, prompt=given.query)
    change = await workspace.add(name, found.markdown, settings=settings, author=AGENT, reason=context.turn.message)
    return changed(context, [("added", change)], block=name, version=change.version)


async def _save_personas(
    context: ToolContext, given: RunResearch, found: Briefing
) -> tuple[list[Persona], dict[str, str]]:
    """Save the personas of a research, marked as such; return them, and why others were not saved.

    A name that the project has keeps its persona: so a repeated call saves no second set, and no edit is lost.
    """
    workspace = workspace_of(context)
    origin = text(language_of(given.query), "research.consumer.origin", block=_block_name(given, context))
    known = {name_key(each.name) for each in await list_personas(workspace)}
    saved: list[Persona] = []
    problems: dict[str, str] = {}
    for each in found.personas:
        try:
            fields = _persona_fields(each, origin)
            if name_key(fields.name or "") in known:
                problems[each.name] = text(context.language, "persona.taken")
                continue
            saved.append(await add_persona(workspace, fields, author=AGENT, reason=origin))
            known.add(name_key(saved[-1].name))
        except InvalidOption as problem:  # the report is saved: the reason is given with it, and nothing is undone
            problems[each.name] = error_text(context.language, problem)[0]
    return saved, problems


def _persona_fields(written: ConsumerPersona, origin: str) -> PersonaFields:
    """Return the persona for the project; InvalidOption if its rules do not allow it."""
    name = " ".join("".join(each for each in written.name if each not in '/"').split())
    background = f"{written.background.strip()}\n{origin}"
    return read_persona({**written.model_dump(), "name": name, "background": background})


def _block_name(given: RunResearch, context: ToolContext) -> str:
    """Return the name of the block: one for consumer research, and one for each other question."""
    language = language_of(given.query)
    if given.research_type == "consumer":
        return text(language, "research.block.consumer")
    topic = "".join(each for each in " ".join(given.query.split()) if each not in '/"')
    name = text(language, "research.block.generic", topic=topic)
    return valid_name(name[:MAX_NAME].strip(), context.language)


TOOL = register_tool(
    AgentTool(
        "run_research",
        "Research a question in the web and the person's documents, and save the report as a block with sources and "
        "checked citations. research_type consumer: profile, pain points, value propositions and personas of the "
        "people whom the content is for. If nothing is found, say so: never invent findings, and save none with "
        "another tool.",
        RunResearch,
        run_research,
        agents=("content",),
        changes=lambda given: given.query[:MAX_NAME],
        read=read_names({"topic": "query", "question": "query", "type": "research_type"}),
        example='{"query": "乡村教师的备课困难", "research_type": "consumer"}',
    )
)
