"""What a form looks like: styled pieces of text for prompt_toolkit, in the person's language."""

from collections.abc import Sequence
from typing import Final

from prompt_toolkit.formatted_text import StyleAndTextTuples

from inkwright.cli.columns import cut, one_line, width
from inkwright.cli.shell import plain
from inkwright.cli.terminal.form_pages import Draft, FormPages, has_other, recommended_option
from inkwright.cli.terminal.region import wrapped
from inkwright.conversation.asks import Ask, AskQuestion
from inkwright.i18n import Language, text

Fragments = StyleAndTextTuples

STYLE: Final = {
    "title": "bold",
    "quiet": "ansibrightblack",
    "question": "bold",
    "chosen": "ansicyan",
    "count": "ansicyan",
    "field": "underline",
    "placeholder": "ansibrightblack",
    "warning": "ansiyellow",
}
_HERE: Final = ("[SetCursorPosition]", "")
_LONGEST_ANSWER: Final = 60


def page_fragments(ask: Ask, pages: FormPages, language: Language, columns: int) -> Fragments:
    """The page that is open, in lines of at most so many columns."""
    head: Fragments = [("class:title", f"{wrapped(plain(ask.title), columns)}\n")] if ask.title else []
    if ask.preface and pages.page == 0:
        head.append(("class:quiet", f"{wrapped(plain(ask.preface), columns)}\n"))
    if pages.is_review:
        return head + _review(pages, language, columns)
    return head + _question(pages, language, columns)


def hint(pages: FormPages, language: Language, columns: int) -> str:
    """Which keys do what, now."""
    if pages.is_review:
        keys = ["move", "take", "back", "cancel"]
    elif pages.writing:
        keys = ["done", "leave" if pages.entries else "skip", "back", "cancel"]
    else:
        keys = ["move", "take", "note", "skip", "back", "cancel"]
    if pages.page == 0 or pages.is_at_once:
        keys.remove("back")
    if pages.is_at_once:
        keys = [key for key in keys if key not in ("note", "skip")]
        keys[-1] = "cancel" if pages.writing else "cancel_either"
    return joined_keys([text(language, f"terminal.key.{key}") for key in keys], columns)


def joined_keys(keys: Sequence[str], columns: int) -> str:
    """What the keys do, side by side; none is broken at the end of a line."""
    lines = [""]
    for key in keys:
        longer = f"{lines[-1]} · {key}" if lines[-1] else key
        if width(longer) < columns:
            lines[-1] = longer
        else:
            lines.append(key)
    return "\n".join(lines)


def field_label(pages: FormPages, language: Language) -> str:
    """What stands before the field."""
    return text(language, "terminal.note" if pages.writing == "note" else "terminal.words")


def placeholder(pages: FormPages) -> str:
    """What stands in the field while it is empty."""
    if pages.is_review or pages.writing != "words":
        return ""
    return one_line(pages.question.placeholder or "")


def summary(question: AskQuestion, draft: Draft, language: Language) -> str:
    """What was said to a question, in a few words."""
    if draft.option is not None:
        said = one_line(question.options[draft.option].label)
    elif draft.words is not None:
        said = one_line(draft.words)
    else:
        return text(language, "terminal.skipped")
    note = f" ({one_line(draft.note)})" if draft.note else ""
    return cut(said + note, _LONGEST_ANSWER)


def _question(pages: FormPages, language: Language, columns: int) -> Fragments:
    question = pages.question
    count = f"{pages.page + 1}/{len(pages.questions)}  " if pages.has_review else ""
    asked = wrapped(plain(question.question), columns - len(count), " " * len(count))
    drawn: Fragments = [("class:count", count), ("class:question", f"{asked}\n")]
    recommended = recommended_option(question)
    for number, option in enumerate(question.options):
        mark = f"  {text(language, 'terminal.recommended')}" if number == recommended else ""
        drawn += _entry(pages, number, one_line(option.label), mark, columns)
        if option.description:
            described = wrapped(f"     {one_line(option.description)}", columns, "     ")
            drawn.append(("class:quiet", f"{described}\n"))
    if has_other(question):
        hinted = f"  {one_line(question.placeholder)}" if question.placeholder else ""
        drawn += _entry(pages, len(question.options), text(language, "terminal.other"), hinted, columns)
    return drawn


def _review(pages: FormPages, language: Language, columns: int) -> Fragments:
    drawn: Fragments = [("class:question", f"{text(language, 'terminal.review')}\n")]
    for number, (question, draft) in enumerate(zip(pages.questions, pages.drafts, strict=True)):
        said = f" → {summary(question, draft, language)}"
        drawn += _entry(pages, number, one_line(question.question), said, columns)
    return drawn + _entry(pages, len(pages.questions), text(language, "terminal.send"), "", columns)


def _entry(pages: FormPages, number: int, label: str, aside: str, columns: int) -> Fragments:
    """One line or more: what can be chosen, and what is said of it."""
    is_here = pages.highlighted == number
    start = f"{'❯' if is_here else ' '} {number + 1}. "
    lines = wrapped(start + label + aside, columns, " " * len(start))
    main = lines.removesuffix(aside) if aside and lines.endswith(aside) else lines
    drawn: Fragments = [_HERE] if is_here else []
    return [*drawn, ("class:chosen" if is_here else "", main), ("class:quiet", lines[len(main) :]), ("", "\n")]
