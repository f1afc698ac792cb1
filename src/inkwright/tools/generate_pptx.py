"""`generate_pptx`: a slide deck from given slides, from an agreed outline, or from a brief."""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.documents.source import DocumentLanguage
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.slides.fields import (
    MAX_SUBTITLE,
    OptionalPicture,
    OptionalShortText,
    OptionalText,
    SubtitleText,
    ThemeName,
    TitleText,
)
from inkwright.artifacts.slides.load import deck_from_markdown
from inkwright.artifacts.slides.model import MAX_SLIDES, DeckSpec, Slide
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.deck_writer import MAX_SLIDES as MAX_ASKED
from inkwright.authoring.deck_writer import (
    fix_deck,
    plan_deck,
    slide_from_points,
    unchanged_slide,
    with_agreed_texts,
    write_slides,
)
from inkwright.authoring.extraction import extract_deck
from inkwright.authoring.outlines import DeckOutline, agreed_outline, outline_differences
from inkwright.errors import InvalidOption
from inkwright.grounding.cleaning import without_directives
from inkwright.grounding.summary.outline import is_outline
from inkwright.i18n import Reason, language_of
from inkwright.tools.author_contexts import author_context, without_nulls
from inkwright.tools.library_credits import sources_line

MAX_BRIEF: Final = 8_000
_THEME_WORDS: Final[Mapping[ThemeName, str]] = MappingProxyType(
    {
        "night": "night|dark|夜间|夜晚|深色|暗色|黑色",
        "paper": "paper|纸张|纸质",
        "bold": "bold|醒目|大胆",
        "classroom": "classroom|课堂|教室",
        "editorial": "editorial|杂志|编辑",
    }
)
_THEME_NOUNS: Final = r"\s*(?:的|[- ])?\s*(?:themes?|style|mode|look|background|主题|风格|模式|背景|配色)"
_MAX_CHARACTERS: Final = 2_000


def theme_in(message: str) -> ThemeName | None:
    """Return the theme that a message names: "night theme", "theme: paper", "深色主题"."""
    examined = message[:_MAX_CHARACTERS]
    for theme, words in _THEME_WORDS.items():
        if re.search(
            rf"(?:{words}){_THEME_NOUNS}|(?:\btheme|主题)\s*(?:[:：=]|is|是|用)?\s*[\"“]?(?:{words})", examined, re.I
        ):
            return theme
    return None


class GeneratePptx(BaseModel):
    """A deck. A title slide is made from title, subtitle and author; then come the slides in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: TitleText = Field(description="The title of the whole deck.")
    subtitle: SubtitleText = Field(default="", description="One line under the title; may be empty.")
    author: OptionalShortText = Field(default="", description="Who speaks; may be empty.")
    image: OptionalPicture = Field(default="", description="A picture next to the title of the deck; may be left out.")
    alt: OptionalText = Field(default="", description="What that picture shows, for those who do not see it.")
    theme: ThemeName | None = Field(default=None, description="How the deck looks; may be left out.")
    language: DocumentLanguage | None = Field(default=None, description="The language of the slides.")
    # A model is asked for fewer slides than a deck can hold: a note that is laid out by rule may need more.
    slides: list[Slide] = Field(
        default=[],
        max_length=MAX_SLIDES,
        json_schema_extra={"maxItems": MAX_ASKED},
        description="The slides behind the title slide. Left out, they are written from the agreed outline or `brief`.",
    )
    brief: str = Field(
        default="", max_length=MAX_BRIEF, description="What the deck is about, for whom, and what to keep to."
    )
    from_files: bool = Field(
        default=False,
        description="Lay out sentences of the person's files, word by word, with their places; nothing is written.",
    )
    slide_count: int | None = Field(
        default=None, ge=1, le=MAX_ASKED, description="With `from_files`: about how many slides."
    )


async def generate_pptx(given: GeneratePptx, context: ToolContext) -> Evidence | Flawed:
    """Write the missing parts, build the deck, let the vault check it, fix it, and return the result."""
    if theme := theme_in(context.turn.message):
        given = given.model_copy(update={"theme": theme})
    agreed = agreed_outline(context.answered)
    writes = given.language or language_of(given.title)
    author = await author_context(context, writes, keeps_words=given.from_files)
    if not given.subtitle:
        given = given.model_copy(update={"subtitle": sources_line(context, writes, MAX_SUBTITLE)})
    if given.from_files:
        return await _deck_from_files(author, given)
    if given.slides:
        author.say("slides", count=len(given.slides))
        deck = _deck_spec(given, given.title, given.slides)
        if agreed and (differing := outline_differences(deck, agreed)):
            return Flawed(differing)
        return await _built_deck(author, deck, agreed)
    if not agreed and not given.brief:
        return Flawed((finding("authoring.nothing", Location(whole="deck")),))
    outline = agreed or await plan_deck(author, given.title, given.brief)
    return await _deck_from_outline(author, given, outline)


async def _deck_from_files(author: AuthorContext, given: GeneratePptx) -> Evidence | Flawed:
    """Make a deck from sentences of the person's files, in their order."""
    extracted = await extract_deck(author, given.title, given.slide_count)
    asked = given.model_dump(include={"author", "image", "alt", "theme"})
    asked["subtitle"] = given.subtitle or extracted.made.subtitle
    made = await _built_deck(author, extracted.made.model_copy(update=asked), None)
    if not isinstance(made, Evidence):
        return made
    # The title slide is not counted: a request for three slides means three with content.
    return replace(made, facts={**made.facts, **extracted.facts(author, "deck", made.facts["slides"] - 1)})


async def _deck_from_outline(author: AuthorContext, given: GeneratePptx, outline: DeckOutline) -> Evidence | Flawed:
    """Make the deck of an outline. A slide that could not be written shows its key points, if it has any."""
    if not 1 <= len(outline.slides) <= MAX_SLIDES:
        reason = Reason("deck.too_many" if outline.slides else "deck.nothing", most=MAX_SLIDES)
        raise InvalidOption(option="outline", value=len(outline.slides), allowed=reason)
    written = await write_slides(author, given.brief, outline)
    slides: list[Slide] = []
    missing: list[Finding] = []
    for part, item in zip(written.parts, outline.slides, strict=True):
        slide = part or slide_from_points(item)
        if slide is not None:
            slides.append(slide)
    for each in written.failed:
        if slide_from_points(outline.slides[each.at]) is None:
            location = Location(path=f"slides[{each.at}]", title=each.name)
            missing.append(finding("authoring.unwritten", location, problem=each.problem))
        else:
            author.say("from_points", title=each.name)
    if missing:
        return Flawed(tuple(missing))
    unwritten = [each.name for each in written.failed]
    return await _built_deck(author, _deck_spec(given, outline.title, slides), outline, unwritten)


async def _built_deck(
    author: AuthorContext, deck: DeckSpec, outline: DeckOutline | None, unwritten: Sequence[str] = ()
) -> Evidence | Flawed:
    items = outline.slides if outline else ()
    fixed = await fix_deck(
        author, deck, (lambda index, slide: with_agreed_texts(slide, items[index])) if items else unchanged_slide
    )
    if fixed.verified is None:
        return Flawed(fixed.findings)
    content = await author.call.read(fixed.verified.id) or b""
    facts: dict[str, Any] = {"slides": _slide_count(content)}
    if unwritten:
        facts["slides_with_their_key_points_alone"] = [*unwritten]
    return Evidence((fixed.verified,), facts)


def _deck_spec(given: GeneratePptx, title: str, slides: Sequence[Slide]) -> DeckSpec:
    page = given.model_dump(include={"subtitle", "author", "image", "alt", "theme"})
    return DeckSpec(title=title, slides=[*slides], **page)


def _slide_count(content: bytes) -> int:
    """Return the number of slides in the file: content that is too long continues on the next slide."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return sum(name.startswith("ppt/slides/slide") for name in package.namelist())


def plan_pptx(request: MakeRequest) -> dict[str, Any]:
    """Return the arguments for a request that is read by rule; an outline in Markdown is the deck itself."""
    if not request.sources:
        return {"title": request.title, "brief": request.message[:MAX_BRIEF]}
    if is_outline(request.material):
        # Images that it names stay words if they are not there. An outline of titles alone is no deck.
        with suppress(InvalidOption):
            deck = deck_from_markdown(without_directives(request.note), files=request.pictures)
            return deck.model_dump(mode="json", exclude_none=True, include={*GeneratePptx.model_fields})
    count = request.count("slides?|pages?", "页|张")
    asked = {"slide_count": count} if count else {}
    return {"title": request.title, "brief": request.message[:MAX_BRIEF], "from_files": True, **asked}


TOOL = register_tool(
    AgentTool(
        "generate_pptx",
        "Make a slide deck (.pptx). Give `slides`, each with a layout (bullets, table, chart, process, quote, …), a "
        "title, what this layout shows, and speaker notes; or leave them out, and they are written from the outline "
        "that the person agreed to, or else from `brief`. After an agreed outline the deck has its titles, layouts and "
        "notes, in its order.",
        GeneratePptx,
        generate_pptx,
        makes_artifacts=True,
        read=without_nulls,
        plan=plan_pptx,
    )
)
