"""Forms at a terminal: draw the questions, handle keys and return the answers."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Always, Condition
from prompt_toolkit.formatted_text import FormattedText, StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.processors import AfterInput, ConditionalProcessor
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from inkwright.cli.shell import printable
from inkwright.cli.terminal.columns import single_line, truncate, width
from inkwright.cli.terminal.completion import complete_path
from inkwright.cli.terminal.form_state import AnswerDraft, FormState, has_other, recommended_option
from inkwright.cli.terminal.prompt import (
    ESCAPE_SECONDS,
    bind_exit_keys,
    exit_screen,
    run_screen,
    screen_columns,
    terminal_output,
)
from inkwright.cli.terminal.styled_text import wrap_text
from inkwright.conversation.asks import Answer, Ask, AskQuestion
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
_CURSOR_POSITION: Final = ("[SetCursorPosition]", "")
_MAX_ANSWER_LENGTH: Final = 60
_MAX_FIELD_ROWS: Final = 8
_MAX_OFFERS: Final = 24


def _is_own_title(ask: Ask) -> bool:
    """Whether the title says something else than the only question."""
    return len(ask.questions) != 1 or ask.questions[0].question != ask.title


def page_fragments(ask: Ask, pages: FormState, language: Language, columns: int) -> Fragments:
    """Return the open page, wrapped to the given columns."""
    head: Fragments = (
        [("class:title", f"{wrap_text(printable(ask.title), columns)}\n")] if ask.title and _is_own_title(ask) else []
    )
    if ask.preface and pages.page == 0:
        head.append(("class:quiet", f"{wrap_text(printable(ask.preface), columns)}\n"))
    if pages.is_review:
        return head + _review_fragments(pages, language, columns)
    return head + _question_fragments(pages, language, columns)


def key_hints(pages: FormState, language: Language, columns: int) -> str:
    """Return what the keys do now."""
    if pages.is_review:
        keys = ["move", "take", "back", "cancel"]
    elif pages.writing:
        keys = ["done", "new_line", "leave" if pages.entries else "skip", "back", "cancel"]
    elif pages.is_multiple:
        keys = ["move", "switch", "done", "note", "skip", "back", "cancel"]
    else:
        keys = ["move", "take", "note", "skip", "back", "cancel"]
    if pages.page == 0 or pages.is_at_once:
        keys.remove("back")
    elif pages.writing and not pages.entries:
        keys[keys.index("back")] = "back_at_start"
    if pages.is_at_once:
        keys = [key for key in keys if key not in ("note", "skip", "new_line")]
        keys[-1] = "cancel" if pages.writing else "cancel_either"
    return join_key_hints([text(language, f"terminal.key.{key}") for key in keys], columns)


def join_key_hints(keys: Sequence[str], columns: int) -> str:
    """Join the hints in as few lines as possible, without breaking one of them."""
    return join_names(keys, columns, " · ")


def join_names(names: Sequence[str], columns: int, between: str = "  ") -> str:
    """Join names in as few lines as possible, without breaking one of them."""
    lines = [""]
    for key in names:
        longer = f"{lines[-1]}{between}{key}" if lines[-1] else key
        if width(longer) < columns:
            lines[-1] = longer
        else:
            lines.append(key)
    return "\n".join(lines)


def field_label(pages: FormState, language: Language) -> str:
    """Return the label of the input field."""
    return text(language, "terminal.note" if pages.writing == "note" else "terminal.words")


def field_placeholder(pages: FormState) -> str:
    """Return the text of the empty input field."""
    if pages.is_review or pages.writing != "words":
        return ""
    return single_line(pages.question.placeholder or "")


def answer_summary(question: AskQuestion, draft: AnswerDraft, language: Language) -> str:
    """Return the answer to a question in a few words."""
    numbers = sorted(draft.chosen) if draft.option is None else [draft.option]
    said = [question.options[number].label for number in numbers] + [draft.words or ""]
    summary = ", ".join(single_line(each) for each in said if each)
    if not summary:
        return text(language, "terminal.skipped")
    note = f" ({single_line(draft.note)})" if draft.note else ""
    return truncate(summary + note, _MAX_ANSWER_LENGTH)


def _question_fragments(pages: FormState, language: Language, columns: int) -> Fragments:
    question = pages.question
    count = f"{pages.page + 1}/{len(pages.questions)}  " if pages.has_review else ""
    asked = wrap_text(printable(question.question), columns - len(count), " " * len(count))
    drawn: Fragments = [("class:count", count), ("class:question", f"{asked}\n")]
    if pages.is_multiple:
        drawn.append(("class:quiet", f"{text(language, 'terminal.several')}\n"))
    recommended = recommended_option(question)
    for number, option in enumerate(question.options):
        mark = f"  {text(language, 'terminal.recommended')}" if number == recommended else ""
        drawn += _entry_fragments(pages, number, _check_box(pages, number) + single_line(option.label), mark, columns)
        if option.description:
            described = wrap_text(f"     {single_line(option.description)}", columns, "     ")
            drawn.append(("class:quiet", f"{described}\n"))
    if has_other(question):
        hinted = f"  {single_line(question.placeholder)}" if question.placeholder else ""
        words = single_line(pages.draft.words or "") if pages.is_multiple else ""
        label = _check_box(pages, len(question.options)) + (words or text(language, "terminal.other"))
        drawn += _entry_fragments(pages, len(question.options), label, "" if words else hinted, columns)
    return drawn


def _check_box(pages: FormState, entry: int) -> str:
    """Return the mark before an entry where several may be chosen."""
    return ("[x] " if pages.is_chosen(entry) else "[ ] ") if pages.is_multiple else ""


def _review_fragments(pages: FormState, language: Language, columns: int) -> Fragments:
    drawn: Fragments = [("class:question", f"{text(language, 'terminal.review')}\n")]
    for number, (question, draft) in enumerate(zip(pages.questions, pages.drafts, strict=True)):
        answer = f" → {answer_summary(question, draft, language)}"
        drawn += _entry_fragments(pages, number, single_line(question.question), answer, columns)
    return drawn + _entry_fragments(pages, len(pages.questions), text(language, "terminal.send"), "", columns)


def _entry_fragments(pages: FormState, number: int, label: str, aside: str, columns: int) -> Fragments:
    """Return an entry and the remark after it, on one or more lines."""
    is_here = pages.highlighted == number
    start = f"{'❯' if is_here else ' '} {number + 1}. "
    lines = wrap_text(start + label + aside, columns, " " * len(start))
    main = lines.removesuffix(aside) if aside and lines.endswith(aside) else lines
    drawn: Fragments = [_CURSOR_POSITION] if is_here else []
    return [*drawn, ("class:chosen" if is_here else "", main), ("class:quiet", lines[len(main) :]), ("", "\n")]


async def fill_form(
    ask: Ask, language: Language, *, at_once: bool = False, completes_paths: bool = False, seconds: float = 0.0
) -> Answer:
    """Ask the user; Ctrl+C and the end of input cancel the form. The answers stay in the scrollback.

    Several answers are reviewed before they are sent. A permission, and a form that is asked `at_once`, takes one key,
    and Esc cancels it too. Where the field `completes_paths`, Tab does it. After `seconds`, if any, TimeoutError is
    raised.
    """
    form = _FormScreen(ask, language, at_once=at_once or ask.kind == "permission", completes_paths=completes_paths)
    with terminal_output():
        answer = await run_screen(form.screen(), seconds=seconds)
        if answer is not None or not at_once:
            print_formatted_text(FormattedText(form.record(answer)), style=Style.from_dict(STYLE))
    return answer or Answer(status="cancelled")


class _FormScreen:
    """The form on the screen: keys change its state, and the state is drawn."""

    def __init__(self, ask: Ask, language: Language, *, at_once: bool, completes_paths: bool) -> None:
        self._completes_paths = completes_paths
        self._offers: list[str] = []
        self._ask = ask
        self._language = language
        self._pages = FormState(ask, at_once=at_once)
        self._field = Buffer(multiline=True)
        self._position = (self._pages.page, self._pages.writing)
        self._is_writing = Condition(lambda: bool(self._pages.writing))

    def screen(self) -> Application[Answer | None]:
        """Return the form as a prompt_toolkit application."""
        shown = FormattedTextControl(
            lambda: page_fragments(self._ask, self._pages, self._language, screen_columns()),
            focusable=True,
            show_cursor=False,
        )
        empty = Condition(lambda: not self._field.text)
        grey = ConditionalProcessor(AfterInput(lambda: field_placeholder(self._pages), "class:placeholder"), empty)
        self._list = Window(shown, wrap_lines=True, dont_extend_height=True)
        self._input = Window(
            BufferControl(self._field, [grey]),
            height=self._field_height,
            wrap_lines=True,
            dont_extend_height=True,
            style="class:field",
        )
        label = Window(
            FormattedTextControl(lambda: field_label(self._pages, self._language)), dont_extend_width=True, height=1
        )
        keys = Window(
            FormattedTextControl(lambda: [("class:quiet", self._foot(screen_columns()))]),
            wrap_lines=True,
            dont_extend_height=True,
        )
        field = ConditionalContainer(VSplit([label, self._input]), self._is_writing)
        screen: Application[Answer | None] = Application(
            Layout(
                HSplit([self._list, field, keys]), focused_element=self._input if self._pages.writing else self._list
            ),
            key_bindings=self._bindings(),
            style=Style.from_dict(STYLE),
            erase_when_done=True,
        )
        screen.timeoutlen = ESCAPE_SECONDS
        return screen

    def _field_height(self) -> Dimension:
        return Dimension(min=1, preferred=min(self._field.document.line_count, _MAX_FIELD_ROWS), max=_MAX_FIELD_ROWS)

    def record(self, answer: Answer | None) -> list[tuple[str, str]]:
        """Return what stays in the scrollback."""
        if answer is None:
            return [("class:quiet", text(self._language, "terminal.cancelled"))]
        lines: list[tuple[str, str]] = []
        for question, draft in zip(self._pages.questions, self._pages.drafts, strict=True):
            lines.append(("class:quiet", f"  {single_line(question.question)} → "))
            lines.append(("", f"{answer_summary(question, draft, self._language)}\n"))
        return [*lines[:-1], ("", lines[-1][1].rstrip("\n"))] if lines else []

    def _bindings(self) -> KeyBindings:
        keys, pages, is_writing = KeyBindings(), self._pages, self._is_writing
        bind_exit_keys(keys)

        def on(key: str, act: Callable[[], None], *, listing: bool | None = None, eager: bool = True) -> None:
            """Bind a key in the list (True), in the input field (False), or in both (None)."""
            where = Always() if listing is None else ~is_writing if listing else is_writing

            @keys.add(key, filter=where, eager=eager)
            def _(event: KeyPressEvent) -> None:
                act()
                self._follow(event)

        on("up", lambda: pages.move(-1), listing=True)
        on("down", lambda: pages.move(1), listing=True)
        on("enter", pages.take, listing=True)
        on("space", pages.switch, listing=True)
        on("left", pages.back, listing=True)
        on("backspace", pages.back, listing=True)
        on("enter", lambda: pages.write(self._field.text), listing=False)
        on("s-tab", pages.back)
        self._bind_field(keys)
        if pages.is_at_once:
            keys.add("escape", eager=True)(self._back_out)
        else:
            on("tab", pages.open_note, listing=True)
            on("escape", pages.skip, listing=True)
            # Alt+Enter begins with Esc, so in the field Esc waits for a moment.
            on("escape", pages.skip, listing=False, eager=False)
            keys.add("escape", "enter", filter=is_writing)(self._add_line)
        for digit in range(1, 10):
            on(str(digit), partial(pages.press_digit, digit), listing=True)
        return keys

    def _bind_field(self, keys: KeyBindings) -> None:
        """Bind ← at the start of the field, which goes back, and Tab, which completes a path."""
        is_at_start = Condition(lambda: self._field.cursor_position == 0)

        @keys.add("left", filter=self._is_writing & is_at_start, eager=True)
        def _(event: KeyPressEvent) -> None:
            self._pages.leave_field(self._field.text)
            self._follow(event)

        @keys.add("tab", filter=self._is_writing & Condition(lambda: self._completes_paths), eager=True)
        def _(_event: KeyPressEvent) -> None:
            self._field.text, self._offers = complete_path(self._field.text)
            self._field.cursor_position = len(self._field.text)

    def _foot(self, columns: int) -> str:
        """Return what the keys do, below the names that may complete a path."""
        offers = join_names([single_line(name) for name in self._offers[:_MAX_OFFERS]], columns)
        return "\n".join(filter(None, (offers, key_hints(self._pages, self._language, columns))))

    def _add_line(self, event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    def _back_out(self, event: KeyPressEvent) -> None:
        """Leave the field if there are options, else the form."""
        if self._pages.writing and self._pages.entries:
            self._pages.stop_writing()
            self._follow(event)
        else:
            exit_screen(event)

    def _follow(self, event: KeyPressEvent) -> None:
        """Update the focus and the field after the state changed."""
        pages = self._pages
        if pages.is_sent:
            event.app.exit(result=pages.answer())
            return
        position = (pages.page, pages.writing)
        if position != self._position:
            self._position, self._offers = position, []
            if pages.writing:
                self._field.text = pages.written_before
                self._field.cursor_position = len(self._field.text)
            event.app.layout.focus(self._input if pages.writing else self._list)
