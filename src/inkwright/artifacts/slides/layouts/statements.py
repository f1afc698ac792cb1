"""Slides with one statement: the title page, and the layouts `section`, `big_number`, `quote` and `closing`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from inkwright.artifacts.slides.fields import (
    MAX_BULLET,
    MAX_LABEL,
    MAX_POINTS,
    NOT_BLANK,
    TIDY_LINE,
    BaseSlide,
    LabelText,
    OptionalPoints,
    OptionalText,
    ShortText,
    SubtitleText,
)
from inkwright.artifacts.slides.fitting.fit import parse_paragraph
from inkwright.artifacts.slides.layout_registry import (
    Layout,
    MarkdownRule,
    MasterLayout,
    PageContext,
    register_layout,
    register_master_layout,
)
from inkwright.artifacts.slides.layouts.lists import paragraphs_text, text_pages
from inkwright.artifacts.slides.markdown.blocks import QUOTE_SOURCE, LineBlock, OutlineSection
from inkwright.artifacts.slides.markdown.bullets import bullets_from_lines
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    bullet_paragraphs,
    fit_at_smallest,
    fit_paragraphs,
    paginate_paragraphs,
    spread_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import SLIDE_MARGIN, Rect
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder, StyledParagraph
from inkwright.artifacts.slides.themes.theme import LayoutDesign, TextSlot, TextStyle, Theme, number_sizes

if TYPE_CHECKING:
    from inkwright.artifacts.slides.user_templates.template_layouts import TemplateLayout

_GAP_BEFORE_UNIT: Final = re.compile(r"(?<=[0-9]) (?=[\u4e00-\u9fff])")


MAX_QUOTE: Final = 600
_CLOSING_TITLE = re.compile(
    r"(?:thank you|thanks|thank you very much|questions|any questions|q ?& ?a|the end"
    r"|谢谢(?:大家|聆听|观看)?|謝謝(?:大家|聆聽|觀看)?|感谢聆听|感謝聆聽|提问|答疑|提问与讨论|再见)[!！?？.。]*",
    re.I,
)

QuoteText = Annotated[str, Field(min_length=1, max_length=MAX_QUOTE), TIDY_LINE, NOT_BLANK]


class SectionSlide(BaseSlide):
    """Opens a part of the deck."""

    layout: Literal["section"] = "section"
    subtitle: SubtitleText = ""


class BigNumberSlide(BaseSlide):
    """One number that the audience should remember."""

    layout: Literal["big_number"] = "big_number"
    number: Annotated[ShortText, Field(max_length=16)] = Field(description="As it is shown, such as 71 % or 3.5×.")
    label: LabelText = Field(description="What the number says.")
    detail: OptionalText = ""


class QuoteSlide(BaseSlide):
    """A quotation."""

    layout: Literal["quote"] = "quote"
    quote: QuoteText
    source: Annotated[OptionalText, Field(max_length=120)] = ""


class ClosingSlide(BaseSlide):
    """The end of the deck."""

    layout: Literal["closing"] = "closing"
    message: OptionalText = ""
    points: OptionalPoints = Field(default=[])


def _quote_from_lines(title: str, lines: Sequence[LineBlock], is_alone: bool) -> QuoteSlide | None:
    """Return a quote if the quoted lines name their source, or if nothing else is under the heading."""
    if not lines[0].is_quoted or any(line.is_item for line in lines):
        return None
    texts = [line.text for line in lines]
    source = QUOTE_SOURCE.match(texts[-1]) if len(texts) > 1 else None
    who = source["who"] if source else ""
    quote = " ".join(texts[:-1] if source else texts)
    if not (source or is_alone) or len(quote) > MAX_QUOTE or len(who) > MAX_LABEL:
        return None
    return QuoteSlide(title=title, quote=quote, source=who)


def _closing_from_section(section: OutlineSection, is_last: bool) -> ClosingSlide | None:
    """Return the closing slide for a last section of thanks or questions, or for one without text."""
    lines = section.plain_lines()
    if lines is None or not _CLOSING_TITLE.fullmatch(section.title) or not (is_last or not lines):
        return None
    message = ""
    if lines and not lines[0].is_item and len(lines[0].text) <= MAX_BULLET:
        message, lines = lines[0].text, lines[1:]
    points = bullets_from_lines(lines)
    return ClosingSlide(title=section.title, message=message, points=points) if len(points) <= MAX_POINTS else None


def opening_page(subtitle: str, author: str) -> SlidePage:
    """Return the title page of a deck."""
    speaker_text = "\n".join(visible_text(line) for line in (subtitle, author) if line)
    return SlidePage("title", partial(_draw_slots, texts={"subtitle": subtitle, "author": author}), speaker_text)


def section_pages(slide: SectionSlide, context: PageContext) -> list[SlidePage]:
    """Return the page that opens a section, with its number."""
    texts = {"subtitle": slide.subtitle, "ordinal": f"{context.section_number:02d}"}
    return [SlidePage("section", partial(_draw_slots, texts=texts), visible_text(slide.subtitle))]


def number_pages(slide: BigNumberSlide, context: PageContext) -> list[SlidePage]:
    """Return a number that fills the slide; a detail that does not fit has its own page."""
    theme = context.theme
    fits = _fits(slide.detail, "detail", theme.design("big_number"), theme)
    # At this size, a space before a Chinese unit looks like a gap. The number and its unit stay on one line.
    figure = _GAP_BEFORE_UNIT.sub("", slide.number).replace(" ", "\u00a0")
    texts = {"figure": figure, "label": slide.label, "detail": slide.detail if fits else ""}
    more = [] if fits else text_pages([StyledParagraph(parse_paragraph(slide.detail))], theme, slide.title)
    return [SlidePage("big_number", partial(_draw_slots, texts=texts), _speaker_text(*texts.values())), *more]


def quote_pages(slide: QuoteSlide, context: PageContext) -> list[SlidePage]:
    """Return a large quote, or plain text where the quote is too long for that."""
    theme = context.theme
    source = slide.source if not slide.source or slide.source.startswith(("—", "–", "-")) else f"— {slide.source}"
    if not _fits(slide.quote, "quote", theme.design("quote"), theme):
        lines = [
            StyledParagraph(parse_paragraph(slide.quote)),
            *([StyledParagraph(parse_paragraph(source, before=0.6))] if source else []),
        ]
        return text_pages(lines, theme, slide.title)
    texts = {"quote": slide.quote, "source": source}
    return [SlidePage("quote", partial(_draw_slots, texts=texts), _speaker_text(*texts.values()))]


def closing_pages(slide: ClosingSlide, context: PageContext) -> list[SlidePage]:
    """Return the end of the deck with its points, on another closing page where they do not fit."""
    theme = context.theme
    design = theme.design("closing")
    message = slide.message if _fits(slide.message, "message", design, theme) else ""
    points = bullet_paragraphs(slide.points, theme)
    if message != slide.message:
        points = [StyledParagraph(parse_paragraph(slide.message)), *points]
    body = design.slot("body")
    top = body.rect.y if message else design.slot("message").rect.y
    room = Rect(body.rect.x, top, body.rect.width, body.rect.bottom - top)
    fits = fit_paragraphs(points, room, body.style, theme) is not None
    parts = [points] if fits else paginate_paragraphs(points, room, body.style, theme)
    return [
        SlidePage(
            "closing",
            partial(_draw_closing, message="" if number else message, room=room, part=part),
            _speaker_text("" if number else message, paragraphs_text(part)),
        )
        for number, part in enumerate(parts)
    ]


def _speaker_text(*texts: str) -> str:
    return "\n".join(visible_text(text) for text in texts if text)


def _fits(text: str, role: str, design: LayoutDesign, theme: Theme) -> bool:
    slot = design.slot(role)
    return (
        not text
        or fit_paragraphs(
            [StyledParagraph(parse_paragraph(text, leading=slot.style.leading))], slot.rect, slot.style, theme
        )
        is not None
    )


def _draw_slots(canvas: SlideCanvas, texts: Mapping[str, str]) -> None:
    for role, text in texts.items():
        if canvas.design.has(role):
            canvas.fill_slot(canvas.design.slot(role), text)


def _draw_closing(canvas: SlideCanvas, message: str, room: Rect, part: Sequence[StyledParagraph]) -> None:
    canvas.fill_slot(canvas.design.slot("message"), message)
    if part:
        style = canvas.design.slot("body").style
        own = [replace(one, bullet_colour=style.colour) for one in part]
        fitted = fit_paragraphs(own, room, style, canvas.theme) or fit_at_smallest(own, room, style, canvas.theme)
        canvas.fill("body", room, style, spread_paragraphs(fitted, room, max_gap=0.7))


_DETAIL_SIZES: Final = (20.0, 18.0, 16.0, 14.0)


def _is_title_slide(layout: "TemplateLayout") -> bool:
    return layout.purpose == "title" or bool(layout.of({"ctrTitle", "subTitle"}))


def _subtitle_slots(layout: "TemplateLayout", body: Rect, _height: float) -> list[TextSlot]:
    """Return subtitle and author, in the area of the template's subtitle."""
    text = layout.first_text
    rect, style = (text.rect, text.style) if text else (body, TextStyle((24.0, 22.0, 20.0, 18.0, 16.0)))
    upper, lower = rect.top_part(rect.height * 0.64), rect.bottom_part(rect.height * 0.32)
    return [TextSlot("subtitle", upper, style), TextSlot("author", lower, style.but(sizes=(18.0, 16.0, 14.0, 12.0)))]


def _number_slots(_layout: "TemplateLayout", body: Rect, _height: float) -> list[TextSlot]:
    figure, label, detail = body.stacked([body.height * share for share in (0.5, 0.24, 0.2)], body.height * 0.03)
    large = TextStyle(number_sizes(largest=160), "accent1", "heading", bold=True, anchor="b")
    return [
        TextSlot("figure", figure, large),
        TextSlot("label", label, TextStyle((32.0, 28.0, 24.0, 20.0, 18.0, 16.0, 14.0), "tx1", "heading", bold=True)),
        TextSlot("detail", detail, TextStyle(_DETAIL_SIZES)),
    ]


def _quote_slots(_layout: "TemplateLayout", body: Rect, _height: float) -> list[TextSlot]:
    sizes = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
    return [
        TextSlot("quote", body.top_part(body.height * 0.76), TextStyle(sizes, "tx1", "heading", anchor="ctr")),
        TextSlot("source", body.bottom_part(body.height * 0.18), TextStyle(_DETAIL_SIZES)),
    ]


def _closing_slots(layout: "TemplateLayout", body: Rect, height: float) -> list[TextSlot]:
    """Return the message in the area of the title slide's subtitle, and the points below it."""
    text = layout.first_text
    align = text.style.align if text else "l"
    if text and layout.title and text.rect.y >= layout.title.rect.y:
        body = Rect(text.rect.x, text.rect.y, text.rect.width, height - SLIDE_MARGIN - text.rect.y)
    message = TextStyle((28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0), align=align)
    return [
        TextSlot("message", body.top_part(body.height * 0.3), message),
        TextSlot("body", body.bottom_part(body.height * 0.66), TextStyle((24.0, 22.0, 20.0, 18.0, 16.0, 14.0))),
    ]


register_master_layout(
    MasterLayout(
        kind="title",
        name="Title Slide",
        placeholders={
            "title": LayoutPlaceholder("ctrTitle"),
            "subtitle": LayoutPlaceholder("subTitle", 1),
            "author": LayoutPlaceholder("body", 2),
        },
        office_type="title",
        order=0,
        template_choices=(_is_title_slide,),
        allows_any_title=True,
        template_slots=_subtitle_slots,
    )
)
register_layout(
    Layout(
        model=SectionSlide,
        pages=section_pages,
        summary="`subtitle`",
        order=20,
        master_layouts=(
            MasterLayout(
                kind="section",
                name="Section",
                placeholders={"subtitle": LayoutPlaceholder("body", 1), "ordinal": LayoutPlaceholder("body", 2)},
                order=10,
                template_choices=(lambda layout: layout.purpose == "secHead", _is_title_slide),
                allows_any_title=True,
                template_slots=_subtitle_slots,
            ),
        ),
        markdown=MarkdownRule(
            documented=(
                ("each `##`", "a slide; with nothing but `###` under it, a section slide and a slide for each `###`"),
            )
        ),
    )
)
register_layout(
    Layout(
        model=BigNumberSlide,
        pages=number_pages,
        summary="`number`, `label`, `detail`",
        order=80,
        master_layouts=(
            MasterLayout(
                kind="big_number",
                name="Big Number",
                placeholders={
                    "figure": LayoutPlaceholder("body", 1),
                    "label": LayoutPlaceholder("body", 2),
                    "detail": LayoutPlaceholder("body", 3),
                },
                order=90,
                template_slots=_number_slots,
            ),
        ),
    )
)
register_layout(
    Layout(
        model=QuoteSlide,
        pages=quote_pages,
        summary="`quote`, `source`",
        order=90,
        master_layouts=(
            MasterLayout(
                kind="quote",
                name="Quote",
                placeholders={"quote": LayoutPlaceholder("body", 1), "source": LayoutPlaceholder("body", 2)},
                order=100,
                template_slots=_quote_slots,
            ),
        ),
        markdown=MarkdownRule(
            documented=(("a quote with a line `— source`, or alone on its slide", "a quote slide"),),
            from_lines=_quote_from_lines,
        ),
    )
)
register_layout(
    Layout(
        model=ClosingSlide,
        pages=closing_pages,
        summary="`message`, `points`",
        order=140,
        master_layouts=(
            MasterLayout(
                kind="closing",
                name="Closing",
                placeholders={"message": LayoutPlaceholder("body", 1), "body": LayoutPlaceholder("body", 2)},
                order=150,
                template_choices=(_is_title_slide,),
                allows_any_title=True,
                template_slots=_closing_slots,
            ),
        ),
        markdown=MarkdownRule(
            documented=(("`## Thank you`, `## 谢谢` at the end", "a closing slide"),),
            from_section=_closing_from_section,
        ),
    )
)
