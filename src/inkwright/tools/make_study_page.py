"""`make_study_page`: flashcards, a timeline or a game from data; no model writes code."""

import re
from dataclasses import replace
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.webpages.study_pages.build import study_page_parts
from inkwright.artifacts.webpages.study_pages.page_types import (
    AnyStudyPage,
    FlashcardsPage,
    MatchingPage,
    SortingPage,
    TimelinePage,
)
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.extraction import extract_page
from inkwright.authoring.page_writer import fix_page, page_name
from inkwright.conversation.payloads import page_ready_event
from inkwright.grounding.pages import StudyPageKind
from inkwright.i18n import language_of
from inkwright.tools.author_contexts import author_context, page_result, without_nulls

StudyPage = Annotated[FlashcardsPage | TimelinePage | MatchingPage | SortingPage, Field(discriminator="page")]
_KINDS: dict[StudyPageKind, type[FlashcardsPage | TimelinePage | MatchingPage | SortingPage]] = {
    "flashcards": FlashcardsPage,
    "timeline": TimelinePage,
    "matching": MatchingPage,
    "sorting": SortingPage,
}
_KIND_PATTERNS: Final[dict[StudyPageKind, re.Pattern[str]]] = {
    "flashcards": re.compile(r"\bflash ?cards?\b|\bcards\b|闪卡|抽认卡|卡片", re.I),
    "timeline": re.compile(r"\btime ?lines?\b|时间线|时间轴|年表", re.I),
    "matching": re.compile(r"\bmatch(?:ing)?\b|\bpairs?\b|配对|连线", re.I),
    "sorting": re.compile(r"\bsort(?:ing)?\b|分类|归类", re.I),
}
"""How a request names the kinds of pages, if no model reads it."""


class MakeStudyPage(BaseModel):
    """The data of the page; or what it is about, and where from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(min_length=1, max_length=120, pattern=r"\S", description="The title of the page.")
    page: StudyPage | None = Field(default=None, description="The data. Left out, they are written or drawn for you.")
    kind: StudyPageKind | None = Field(
        default=None, description="Without `page`: what it is. Left out: what suits best."
    )
    topic: str = Field(default="", max_length=1_000, description="Without `page`: what it is about.")
    from_files: bool = Field(
        default=False,
        description="Draw the data from the person's files, word by word, with their places; nothing is written.",
    )

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if self.page is not None and self.from_files:
            raise ValueError("give page, or from_files, not both")
        return self


async def make_study_page(given: MakeStudyPage, context: ToolContext) -> Evidence | Flawed:
    """Put the data into the standard page, check it, and return the result."""
    author = await author_context(context, language_of(given.title + given.topic), keeps_words=given.from_files)
    facts: dict[str, Any] = {}
    if given.from_files:
        extracted = await extract_page(author, given.title, given.kind)
        spec, facts = extracted.made, extracted.facts(author, extracted.made.page)
    else:
        spec = given.page or await _page_from_model(author, given)
    parts = study_page_parts(spec)
    made = page_result(*await fix_page(author, parts, page_name(spec.title)))
    return replace(made, facts={**made.facts, **facts}) if isinstance(made, Evidence) else made


async def _page_from_model(author: AuthorContext, given: MakeStudyPage) -> AnyStudyPage:
    """Let the model write the data."""
    author.need_a_writer()
    kind = given.kind or "flashcards"
    prompt = author.prompt(
        "study_page",
        kind=kind,
        title=given.title,
        topic=given.topic,
        sources=author.drawn_on(given.topic or given.title),
    )
    return await author.brain.think(prompt, _KINDS[kind])


def plan_page(request: MakeRequest) -> dict[str, Any]:
    """Return the arguments for a request that is read by rule."""
    given = {"title": request.title, "kind": request.first_kind(_KIND_PATTERNS), "topic": request.message[:1_000]}
    return {**given, "from_files": True} if request.sources else given


TOOL = register_tool(
    AgentTool(
        "make_study_page",
        "Make a page to study with (.html): flashcards, a timeline, a matching or a sorting game. Give its data as "
        "`page`, or say what it is about; with `from_files` the data are drawn from the person's files word by word.",
        MakeStudyPage,
        make_study_page,
        makes_artifacts=True,
        announce=page_ready_event,
        read=without_nulls,
        plan=plan_page,
    )
)
