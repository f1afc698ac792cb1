"""Questions at the terminal: one at a time, with a look at all of them before several are sent."""

from collections.abc import Callable
from functools import partial

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Always, Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import AfterInput, ConditionalProcessor
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from inkwright.cli.columns import one_line
from inkwright.cli.terminal.form_drawing import (
    STYLE,
    field_label,
    hint,
    page_fragments,
    placeholder,
    summary,
)
from inkwright.cli.terminal.form_pages import FormPages
from inkwright.cli.terminal.screens import bind_leaving, columns, leave, run_screen, seen_by_the_person
from inkwright.conversation.asks import Answer, Ask
from inkwright.i18n import Language, text


async def fill_form(ask: Ask, language: Language, *, at_once: bool = False) -> Answer:
    """Ask the person; Ctrl+C and the end of input cancel the whole. What was said stays in the scrollback.

    Several answers are looked at once more before they are sent. A permission is given with one key, and so is
    whatever is asked `at_once`: there Esc cancels as well.
    """
    form = _Form(ask, language, at_once=at_once or ask.kind == "permission")
    with seen_by_the_person():
        answer = await run_screen(form.screen())
        if answer is not None or not at_once:
            print_formatted_text(FormattedText(form.record(answer)), style=Style.from_dict(STYLE))
    return answer or Answer(status="cancelled")


class _Form:
    """The form on the screen: keys change its pages, and its pages are drawn."""

    def __init__(self, ask: Ask, language: Language, *, at_once: bool) -> None:
        self._ask = ask
        self._language = language
        self._pages = FormPages(ask, at_once=at_once)
        self._field = Buffer(multiline=False)
        self._place = (self._pages.page, self._pages.writing)
        self._is_writing = Condition(lambda: bool(self._pages.writing))

    def screen(self) -> Application[Answer | None]:
        """The form as a program of its own."""
        shown = FormattedTextControl(
            lambda: page_fragments(self._ask, self._pages, self._language, columns()), focusable=True, show_cursor=False
        )
        empty = Condition(lambda: not self._field.text)
        grey = ConditionalProcessor(AfterInput(lambda: placeholder(self._pages), "class:placeholder"), empty)
        self._list = Window(shown, wrap_lines=True, dont_extend_height=True)
        self._input = Window(BufferControl(self._field, [grey]), height=1, style="class:field")
        label = Window(
            FormattedTextControl(lambda: field_label(self._pages, self._language)), dont_extend_width=True, height=1
        )
        keys = Window(
            FormattedTextControl(lambda: [("class:quiet", hint(self._pages, self._language, columns()))]),
            wrap_lines=True,
            dont_extend_height=True,
        )
        field = ConditionalContainer(VSplit([label, self._input]), self._is_writing)
        return Application(
            Layout(
                HSplit([self._list, field, keys]), focused_element=self._input if self._pages.writing else self._list
            ),
            key_bindings=self._bindings(),
            style=Style.from_dict(STYLE),
            erase_when_done=True,
        )

    def record(self, answer: Answer | None) -> list[tuple[str, str]]:
        """What stays in the scrollback."""
        if answer is None:
            return [("class:quiet", text(self._language, "terminal.cancelled"))]
        said: list[tuple[str, str]] = []
        for question, draft in zip(self._pages.questions, self._pages.drafts, strict=True):
            said.append(("class:quiet", f"  {one_line(question.question)} → "))
            said.append(("", f"{summary(question, draft, self._language)}\n"))
        return [*said[:-1], ("", said[-1][1].rstrip("\n"))] if said else []

    def _bindings(self) -> KeyBindings:
        keys, pages, is_writing = KeyBindings(), self._pages, self._is_writing
        bind_leaving(keys)

        def on(key: str, act: Callable[[], None], *, listing: bool | None = None) -> None:
            """In the list alone, in the field alone, or in both."""
            where = Always() if listing is None else ~is_writing if listing else is_writing

            @keys.add(key, filter=where, eager=True)
            def _(event: KeyPressEvent) -> None:
                act()
                self._follow(event)

        on("up", lambda: pages.move(-1), listing=True)
        on("down", lambda: pages.move(1), listing=True)
        on("enter", pages.take, listing=True)
        on("left", pages.back, listing=True)
        on("backspace", pages.back, listing=True)
        on("enter", lambda: pages.write(self._field.text), listing=False)
        on("s-tab", pages.back)
        if pages.is_at_once:
            keys.add("escape", eager=True)(self._back_out)
        else:
            on("tab", pages.open_note, listing=True)
            on("escape", pages.skip)
        for digit in range(1, 10):
            on(str(digit), partial(pages.press_digit, digit), listing=True)
        return keys

    def _back_out(self, event: KeyPressEvent) -> None:
        """Out of the field beside options; else out of the form."""
        if self._pages.writing and self._pages.entries:
            self._pages.stop_writing()
            self._follow(event)
        else:
            leave(event)

    def _follow(self, event: KeyPressEvent) -> None:
        """Let the screen show where the pages are now."""
        pages = self._pages
        if pages.is_sent:
            event.app.exit(result=pages.answer())
            return
        place = (pages.page, pages.writing)
        if place != self._place:
            self._place = place
            if pages.writing:
                self._field.text = pages.written_before
                self._field.cursor_position = len(self._field.text)
            event.app.layout.focus(self._input if pages.writing else self._list)
