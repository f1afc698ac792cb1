"""What the person agreed to in this turn, and where a deck differs from it."""

from collections.abc import Iterator, Sequence

from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.slides.specs import DeckSpec, Slide
from inkwright.authoring.outlines import DeckOutline, OutlineSlide, read_outline
from inkwright.conversation.asks import Agreed
from inkwright.i18n import Language, text


def agreed_outline(agreed: Sequence[Agreed]) -> DeckOutline | None:
    """The outline that was adopted or edited last, as it was left; None where there is none.

    An outline that the person abandoned binds nobody, and neither does one before it.
    """
    for each in reversed(agreed):
        if each.ask.kind == "outline_edit":
            is_edited = each.answer.status == "edited"
            if not is_edited and each.answer.status != "adopted":
                return None
            lines = each.answer.outline_lines if is_edited else each.ask.outline_lines
            return read_outline(lines, each.ask.title)
    return None


def differences(deck: DeckSpec, outline: DeckOutline, language: Language) -> tuple[Finding, ...]:
    """Every way in which the deck is not what was agreed."""
    found: list[Finding] = []
    place = text(language, "finding.authoring.place.deck")
    if deck.title != outline.title:
        found.append(finding(language, "agreed.deck_title", place=place, found=deck.title, agreed=outline.title))
    if len(deck.slides) != len(outline.slides):
        titles = "; ".join(slide.title for slide in outline.slides)
        here, meant = len(deck.slides), len(outline.slides)
        found.append(finding(language, "agreed.count", place=place, titles=titles, found=here, agreed=meant))
    for at, (slide, item) in enumerate(zip(deck.slides, outline.slides, strict=False)):
        found += _of_slide(slide, item, f"slides[{at}]", language)
    return tuple(found)


def _of_slide(slide: Slide, item: OutlineSlide, place: str, language: Language) -> Iterator[Finding]:
    if slide.title != item.title:
        yield finding(language, "agreed.title", place=place, found=slide.title, agreed=item.title)
    if item.layout and slide.layout != item.layout:
        yield finding(language, "agreed.layout", place=place, found=slide.layout, agreed=item.layout)
    if item.notes and slide.notes != item.notes:
        yield finding(language, "agreed.notes", place=place, agreed=item.notes)
