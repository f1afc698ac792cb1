"""Let a model find better names for an app: what it says counts if it names known parts and invents no number."""

import json
from collections.abc import Iterable
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.number_evidence import unproven_numbers
from inkwright.apps.blueprint import AiTextNode, Blueprint, PageTab
from inkwright.apps.composing import PLACEHOLDER
from inkwright.errors import GaveUp, ModelError
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model
from inkwright.prompts import load_prompt

_CALLS: Final = 2
_SHORT: Final = 120


class RefinedPart(BaseModel):
    """A new title of a tab, or a new prompt of a text, by its id."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(max_length=48)]
    text: Annotated[str, Field(min_length=1, max_length=1_000)]


class RefinedTexts(BaseModel):
    """Better names for an app. Parts that are left out stay as they are."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=80)
    description: str = Field(default="", max_length=400)
    tabs: list[RefinedPart] = Field(default=[], max_length=12)
    prompts: list[RefinedPart] = Field(default=[], max_length=12)


async def refine_blueprint(blueprint: Blueprint, model: Model) -> Blueprint:
    """Return the blueprint with the names that a model found; unchanged if it found none that can be used."""
    known = _texts_of(blueprint)
    asked = json.dumps(known, ensure_ascii=False, indent=1)
    prompt = f"{load_prompt('inkwright.apps', 'refine', blueprint.language).strip()}\n\n{asked}"
    try:
        refined: RefinedTexts = await Brain(model, purpose="write").think(
            prompt, RefinedTexts, check=lambda found: refinement_problem(blueprint, found), max_retries=_CALLS
        )
    except (GaveUp, ModelError):
        return blueprint
    return _with_texts(blueprint, refined)


def _texts_of(blueprint: Blueprint) -> dict[str, Any]:
    return {
        "message": blueprint.source_prompt[:1_000],
        "name": blueprint.name,
        "tabs": [{"id": tab.id, "text": tab.title} for tab in blueprint.page_composition.tabs],
        "prompts": [{"id": node.id, "text": node.prompt} for node in _text_nodes(blueprint)],
    }


def _text_nodes(blueprint: Blueprint) -> Iterable[AiTextNode]:
    return [node for node in blueprint.compute_graph.nodes if isinstance(node, AiTextNode)]


def refinement_problem(blueprint: Blueprint, refined: RefinedTexts) -> str | None:
    """Return what is wrong with refined texts: unknown parts, lost placeholders, or numbers that nobody wrote."""
    tabs = {tab.id: tab.title for tab in blueprint.page_composition.tabs}
    prompts = {node.id for node in _text_nodes(blueprint)}
    unknown = [each.id for each in refined.tabs if each.id not in tabs]
    unknown += [each.id for each in refined.prompts if each.id not in prompts]
    if unknown:
        return f"These ids do not exist: {', '.join(unknown[:5])}."
    for each in refined.tabs:
        if len(each.text) > _SHORT or set(PLACEHOLDER.findall(each.text)) != set(PLACEHOLDER.findall(tabs[each.id])):
            return f"The title of {each.id} must be short, and keep the same placeholders in braces."
    shown = " ".join([refined.name, refined.description, *(each.text for each in (*refined.tabs, *refined.prompts))])
    known = json.dumps(_texts_of(blueprint), ensure_ascii=False)
    invented = unproven_numbers(shown, [known])
    return f"Write no numbers: {', '.join(invented[:5])}." if invented else None


def _with_texts(blueprint: Blueprint, refined: RefinedTexts) -> Blueprint:
    titles, prompts = ({each.id: each.text for each in parts} for parts in (refined.tabs, refined.prompts))
    page, graph = blueprint.page_composition, blueprint.compute_graph

    def titled(tab: PageTab) -> PageTab:
        return tab.model_copy(update={"title": titles.get(tab.id, tab.title)})

    nodes = [
        node.model_copy(update={"prompt": prompts.get(node.id, node.prompt)}) if isinstance(node, AiTextNode) else node
        for node in graph.nodes
    ]
    return blueprint.model_copy(
        update={
            "name": refined.name.strip() or blueprint.name,
            "description": refined.description.strip(),
            "page_composition": page.model_copy(update={"tabs": [titled(tab) for tab in page.tabs]}),
            "compute_graph": graph.model_copy(update={"nodes": nodes}),
        }
    )
