"""Writes personas of a project with a model, from what the project says about its readers."""

from collections.abc import Sequence
from typing import Annotated, Final, Unpack

from pydantic import BaseModel, ConfigDict, Field

from inkwright.authoring.block_writer import MAX_REFERENCES, references_text
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, text
from inkwright.llm.brain import Brain
from inkwright.projects.creator_profiles import profile_text
from inkwright.projects.persona_editing import add_persona, list_personas
from inkwright.projects.personas import MAX_PERSONAS, Persona, PersonaFields
from inkwright.projects.records import name_key
from inkwright.projects.workspace import ProjectWorkspace, Why
from inkwright.prompts import load_prompt

MAX_GENERATED: Final = 10
_ATTEMPTS: Final = 3
_FIRST_PHASES: Final = ("intent", "research")


class WrittenPersona(BaseModel):
    """A persona as a model writes it."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=80)
    basic_info: str = Field(min_length=1, max_length=1_000)
    background: str = Field(min_length=1, max_length=4_000)
    pain_points: list[Annotated[str, Field(min_length=1, max_length=500)]] = Field(min_length=1, max_length=10)


class WrittenPersonas(BaseModel):
    """Personas as a model writes them."""

    model_config = ConfigDict(extra="forbid")

    personas: list[WrittenPersona] = Field(min_length=1, max_length=MAX_GENERATED)


def require_capable(brain: Brain) -> None:
    """Refuse work that needs more than a weak model."""
    if brain.model.abilities.is_weak:
        raise InvalidOption(option="model", value=brain.model.name, allowed=Reason("content.weak_model"))


async def generate_personas(
    brain: Brain, workspace: ProjectWorkspace, count: int, wishes: str = "", **why: Unpack[Why]
) -> list[Persona]:
    """Write so many personas and add them. InvalidOption if the model is weak, or nothing says who the readers are."""
    require_capable(brain)
    known = await list_personas(workspace)
    if len(known) + count > MAX_PERSONAS:
        full = Reason("persona.too_many", most=MAX_PERSONAS)
        raise InvalidOption(option="count", value=count, allowed=full)
    references = await _references(workspace)
    if not references and not wishes.strip():
        raise InvalidOption(option="persona", value="", allowed=Reason("persona.nothing_known"))
    language, project = workspace.language, await workspace.project()
    prompt = load_prompt("inkwright.authoring", "personas", language).format(
        project=project.name,
        count=count,
        profile=await profile_text(workspace, project) or text(language, "content.none"),
        references=references_text(references, language),
        known=", ".join(each.name for each in known) or text(language, "content.none"),
        wishes=wishes or text(language, "content.none"),
        language=text(language, "content.language"),
    )

    def check(written: WrittenPersonas) -> str | None:
        return _problem(written, count, [each.name for each in known], language)

    written = await brain.think(prompt, WrittenPersonas, check=check, max_retries=_ATTEMPTS)
    drafts = [PersonaFields.model_validate(each.model_dump()) for each in written.personas]
    return [await add_persona(workspace, each, **why) for each in drafts]


def _problem(written: WrittenPersonas, count: int, known: Sequence[str], language: Language) -> str | None:
    if len(written.personas) != count:
        return text(language, "persona.feedback.count", count=count, found=len(written.personas))
    names = [name_key(each.name) for each in written.personas]
    taken = {name_key(each) for each in known} & set(names)
    if taken or len(set(names)) < len(names):
        return text(language, "persona.feedback.names", names=", ".join([*known, *sorted(taken)]))
    return None


async def _references(workspace: ProjectWorkspace) -> dict[str, str]:
    """Return the texts of the project, those of its first phases first."""
    tree, texts = await workspace.tree(), await workspace.texts()
    blocks = [block for _, block in tree.walk() if texts.get(block.id, "").strip()]
    found: dict[str, str] = {}
    for block in sorted(blocks, key=lambda each: each.phase not in _FIRST_PHASES):
        if sum(map(len, found.values())) < MAX_REFERENCES:
            found[tree.path(block)] = texts[block.id]
    return found
