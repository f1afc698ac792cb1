"""The sources of a paper, merged in one order: text, then PDF text, then images, each under its name."""

import base64
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from inkwright.artifacts.text_extraction import extract_text
from inkwright.errors import SourcesLacking, UnreadableFile
from inkwright.i18n import Language, Reason, language_of, text
from inkwright.llm.models import Model, Request
from inkwright.papers.evidence import PaperEvidence, all_text

IMAGE_SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})
_MAX_SOURCES: Final = 40
_MAX_TEXT: Final = 400_000
_MAX_DESCRIPTION: Final = 1_500
_MEDIA: Final = {".jpg": "jpeg", ".jpeg": "jpeg"}

Describe = Callable[[str, bytes], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class PaperSource:
    """A file that a person gave."""

    name: str
    content: bytes

    @property
    def suffix(self) -> str:
        """The end of its name, in small letters."""
        return PurePath(self.name).suffix.lower()


@dataclass(frozen=True, slots=True)
class MergedSources:
    """The text of all sources. `unread` has a sentence for each source, or page, that could not be read."""

    text: str
    unread: tuple[str, ...]
    tex: str = ""
    bibliographies: tuple[str, ...] = ()

    @property
    def evidence(self) -> PaperEvidence:
        """What the paper may say."""
        return PaperEvidence(self.text, self.bibliographies)


async def merge_sources(sources: Sequence[PaperSource], describe: Describe | None, language: Language) -> MergedSources:
    """Read all sources. InvalidOption if there is none, or none that can be read."""
    if not sources or len(sources) > _MAX_SOURCES:
        raise SourcesLacking(
            option="sources", value=len(sources), allowed=Reason("reason.papers.sources", limit=_MAX_SOURCES)
        )
    parts: list[str] = []
    unread: list[str] = []
    ordered = sorted(sources, key=_rank)
    for source in (each for each in ordered if each.suffix != ".bib"):
        try:
            words = await _read(source, describe, language)
        except UnreadableFile as problem:
            unread.append(text(language, "paper.unread", name=source.name, problem=str(problem.fields["problem"])))
            continue
        if words.strip():
            parts.append(f"# {source.name}\n\n{words}")
        else:
            unread.append(text(language, "paper.unread", name=source.name, problem=text(language, "paper.no_text")))
    merged = all_text(parts)[:_MAX_TEXT]
    if not merged:
        why = " ".join(unread) or Reason("reason.papers.sources", limit=_MAX_SOURCES)
        raise SourcesLacking(option="sources", value=len(sources), allowed=why)
    tex = next((_decoded(each) for each in ordered if each.suffix == ".tex"), "")
    books = tuple(_decoded(each) for each in ordered if each.suffix == ".bib")
    return MergedSources(merged, tuple(unread), tex, books)


def describe_with(model: Model) -> Describe | None:
    """Return a function that describes images, or None if the model cannot see."""
    if not model.abilities.can_see:
        return None

    async def describe(name: str, content: bytes) -> str:
        media = PurePath(name).suffix.lower()
        address = f"data:image/{_MEDIA.get(media, media[1:])};base64,{base64.b64encode(content).decode()}"
        question = text(language_of(name), "paper.describe_image", name=name)
        parts = [{"type": "text", "text": question}, {"type": "image_url", "image_url": {"url": address}}]
        request = Request([{"role": "user", "content": parts}], 0.2, _MAX_DESCRIPTION, purpose="write", subject="image")
        return (await model.reply(request)).text

    return describe


async def _read(source: PaperSource, describe: Describe | None, language: Language) -> str:
    if source.suffix in IMAGE_SUFFIXES:
        if describe is None:
            raise UnreadableFile(name=source.name, problem=text(language, "paper.no_vision"))
        return await describe(source.name, source.content)
    if source.suffix == ".tex":
        return _decoded(source)
    return extract_text(source.name, source.content, language)


def _rank(source: PaperSource) -> int:
    return 2 if source.suffix in IMAGE_SUFFIXES else int(source.suffix == ".pdf")


def _decoded(source: PaperSource) -> str:
    return source.content.decode("utf-8", "replace")
