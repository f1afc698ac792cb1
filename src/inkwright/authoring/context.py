"""`AuthorContext`: the model, the vault, the sources and the languages an author works with."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from inkwright.artifacts.documents.source import DocumentLanguage
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.slides.themes.brand import Brand
from inkwright.artifacts.vault import Verified
from inkwright.authoring.passages import MAX_CHARACTERS, relevant_passages
from inkwright.errors import InvalidOption
from inkwright.grounding.source import Source
from inkwright.i18n import Language, text
from inkwright.llm.brain import Brain
from inkwright.prompts import load_prompt

MAX_CONCURRENT: Final = 4
"""So many thoughts run side by side."""

T = TypeVar("T")


class AuthorCall(Protocol):
    """The call for which an author works; the context of a tool is one."""

    @property
    def turn_id(self) -> str:
        """The id of the turn."""
        ...

    @property
    def brain(self) -> Brain:
        """The model to write with."""
        ...

    @property
    def language(self) -> Language:
        """The language of messages to the person."""
        ...

    @property
    def progress(self) -> Callable[[str], None]:
        """Reports to the person how far the work is."""
        ...

    async def save(self, draft: Draft) -> Verified | tuple[Finding, ...]:
        """Let the vault check a draft and store it."""
        ...

    async def read(self, artifact_id: str, name: str | None = None) -> bytes | None:
        """Return a file of one of the person's artifacts, its main one unless another is named."""
        ...


@dataclass(frozen=True, slots=True)
class AuthorContext:
    """What an author works with: the call, the language to write in (`writes`), and the sources to draw on.

    `is_trying`: the person knows that the model is too small, and wants it to try. `keeps_words`: the result holds
    only words of the sources, so no model may change them. `brand` is how the decks of the person look, and
    `pictures` are the ones that they may show, by name.
    """

    call: AuthorCall
    writes: DocumentLanguage
    sources: tuple[Source, ...] = ()
    is_trying: bool = False
    keeps_words: bool = False
    brand: Brand | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def brain(self) -> Brain:
        """The model to write with."""
        return self.call.brain

    @property
    def language(self) -> Language:
        """The language of messages to the person."""
        return self.call.language

    @property
    def speech(self) -> Language:
        """The language of the prompts."""
        return "en" if self.writes == "en" else "zh"

    @property
    def can_write(self) -> bool:
        """Whether the model may write: a weak one fills every form with valid nonsense, and has to be told to try."""
        return not self.keeps_words and (self.is_trying or not self.brain.model.abilities.is_weak)

    def need_a_writer(self) -> None:
        """Refuse to ask a model that cannot write."""
        if not self.can_write:
            told = text(self.language, "authoring.weak")
            raise InvalidOption(option="model", value=self.brain.model.name, allowed=told)

    async def keep(self, draft: Draft) -> Verified | tuple[Finding, ...]:
        """Let the vault check the draft and keep it."""
        return await self.call.save(draft)

    def drawn_on(self, wanted: str) -> str:
        """What the sources say of something, as much as the model can read in addition to the rest."""
        context = self.brain.model.abilities.context_tokens
        # A Chinese character may be a token of its own, and the sources get a quarter of the room.
        most = MAX_CHARACTERS if context is None else min(MAX_CHARACTERS, context // 4)
        return relevant_passages(self.sources, wanted, most)

    def say(self, key: str, **fields: object) -> None:
        """Tell how far it is."""
        self.call.progress(text(self.language, f"authoring.{key}", **fields))

    def prompt(self, name: str, **fields: object) -> str:
        """A prompt of this room in the language of what is written, its fields filled in."""
        language = text(self.speech, f"authoring.language.{self.writes}")
        told = {key: value or text(self.speech, "authoring.none") for key, value in fields.items()}
        return load_prompt("inkwright.authoring", name, self.speech).format(language=language, **told).strip()


async def run_concurrently(works: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """The results in their order. The first error ends the others and is raised as it is."""
    gate = asyncio.Semaphore(MAX_CONCURRENT)

    async def one(work: Callable[[], Awaitable[T]]) -> T:
        async with gate:
            return await work()

    tasks = [asyncio.ensure_future(one(work)) for work in works]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
