"""`make_study_page`: flashcards, a timeline, a game from data alone: no code is written by a model."""

from dataclasses import replace
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.interactive.kinds.building import parts_of
from inkwright.artifacts.interactive.kinds.specs import AnyPage, Flashcards, Matching, Sorting, Timeline
from inkwright.authoring.extracting import extract_page
from inkwright.authoring.page_writing import mend_page, page_name
from inkwright.authoring.workbench import Workbench
from inkwright.conversation.interactive_events import page_ready
from inkwright.grounding.cards import PageSort
from inkwright.i18n import language_of
from inkwright.tools.page_evidence import told
from inkwright.tools.workbenches import without_nulls, workbench

StudyPage = Annotated[Flashcards | Timeline | Matching | Sorting, Field(discriminator="page")]
_KINDS: dict[PageSort, type[Flashcards | Timeline | Matching | Sorting]] = {
    "flashcards": Flashcards,
    "timeline": Timeline,
    "matching": Matching,
    "sorting": Sorting,
}


class MakeStudyPage(BaseModel):
    """The data of the page; or what it is about, and where from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(min_length=1, max_length=120, pattern=r"\S", description="The title of the page.")
    page: StudyPage | None = Field(default=None, description="The data. Left out, they are written or drawn for you.")
    kind: PageSort | None = Field(default=None, description="Without `page`: what it is. Left out: what suits best.")
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
    """Put the data into our own page, check it, and tell what became of it."""
    bench = await workbench(context, language_of(given.title + given.topic), keeps_words=given.from_files)
    facts: dict[str, Any] = {}
    if given.from_files:
        extracted = await extract_page(bench, given.title, given.kind)
        spec, facts = extracted.made, extracted.facts(bench, extracted.made.page)
    else:
        spec = given.page or await _written(bench, given)
    parts = parts_of(spec)
    made = told(*await mend_page(bench, parts, page_name(spec.title)))
    return replace(made, facts={**made.facts, **facts}) if isinstance(made, Evidence) else made


async def _written(bench: Workbench, given: MakeStudyPage) -> AnyPage:
    """The data, as the model writes them."""
    bench.need_a_writer()
    kind = given.kind or "flashcards"
    prompt = bench.prompt(
        "study_page",
        kind=kind,
        title=given.title,
        topic=given.topic,
        sources=bench.drawn_on(given.topic or given.title),
    )
    return await bench.brain.think(prompt, _KINDS[kind])


TOOL = register_tool(
    AgentTool(
        "make_study_page",
        "Make a page to study with (.html): flashcards, a timeline, a matching or a sorting game. Give its data as "
        "`page`, or say what it is about; with `from_files` the data are drawn from the person's files word by word.",
        MakeStudyPage,
        make_study_page,
        makes_artifacts=True,
        announce=page_ready,
        read=without_nulls,
    )
)
