"""Think about a prompt until the answer is there: as sections, or as a value of a schema."""

from collections.abc import AsyncIterator, Sequence
from importlib.resources import files
from typing import Any, Final

from inkwright.errors import InvalidOption
from inkwright.i18n import LANGUAGES, language_of, text
from inkwright.llm.attempts import Tell, Thought, ThoughtEvent, untold
from inkwright.llm.brain import Brain
from inkwright.parsing import ParserResult, as_dict, multi_section_parser
from inkwright.parsing.contract import reject

_SHORTEST: Final = 30
"""Characters of a section; a weak model is content with one word."""

_BRACKETS: Final = "[]［］【】 "


async def think_value(brain: Brain, prompt: str, schema: Any, most_calls: int, tell: Tell = untold) -> Any:
    """A value of a JSON schema."""
    return await _told(brain.stream_think(prompt, schema, max_retries=most_calls), tell)


async def think_sections(
    brain: Brain, prompt: str, names: Sequence[str], most_calls: int, tell: Tell = untold
) -> dict[str, str]:
    """The text of each section by its name. A weak model fills them in one by one; others write them freely."""
    bare = [name.strip(_BRACKETS) for name in names]
    if not all(bare) or not 0 < len(names) == len({name.casefold() for name in bare}):
        raise InvalidOption(option="sections", value=list(names), allowed="Give at least one name, and each once.")
    if brain.model.abilities.is_weak and brain.model.abilities.can_follow_schema:
        found = await think_value(brain, prompt, _as_fields(names), most_calls, tell)
        return {name: str(found[name]).strip() for name in names}
    headers = [f"[{name}]" for name in bare]
    asked = f"{prompt}\n\n{sections_contract(prompt, headers)}"
    events = brain.stream_think_with_retry(asked, sections_parser, most_calls, section_headers=headers)
    sections = await _told(events, tell)
    return {name: sections[header] for name, header in zip(names, headers, strict=True)}


def sections_parser(reply: str, section_headers: Sequence[str]) -> ParserResult:
    """The sections; one that holds nothing but the words of our example is as good as empty."""
    result = multi_section_parser(reply, section_headers)
    examples = {text(language, "think.section_example") for language in LANGUAGES}
    copied = [header for header, content in result.get("content", {}).items() if content.strip() in examples]
    if not copied:
        return result
    return as_dict(reject(reply, "empty_section", "sections.empty_section", empty=", ".join(copied)))


def sections_contract(prompt: str, headers: Sequence[str]) -> str:
    """What a capable model is told of the form: thoughts first, and an example."""
    language = language_of(prompt)
    example = "\n\n".join(f"{header}\n{text(language, 'think.section_example')}" for header in headers)
    contract = files("inkwright.usecases").joinpath("prompts", f"sections_contract.{language}.md")
    return contract.read_text(encoding="utf-8").replace("{example}", example).strip()


def _as_fields(names: Sequence[str]) -> dict[str, Any]:
    fields = {name: {"type": "string", "minLength": _SHORTEST} for name in names}
    return {"type": "object", "properties": fields, "required": list(names), "additionalProperties": False}


async def _told(events: AsyncIterator[ThoughtEvent], tell: Tell) -> Any:
    value: Any = None
    async for event in events:
        tell(event)
        if isinstance(event, Thought):
            value = event.value
    return value
