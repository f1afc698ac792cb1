"""A turn where no terminal is: plain lines without any code of a terminal, in both languages."""

import asyncio
import io
import subprocess
import sys
from pathlib import Path

import pytest

from inkwright.cli.terminal.event_lines import FileCard, size_text
from inkwright.cli.terminal.turn_views import open_turn_view
from inkwright.conversation.events import (
    AskOpened,
    ErrorHappened,
    Event,
    TextEnded,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
    TurnStarted,
    Warned,
)
from inkwright.conversation.turns import Answered, Asked
from inkwright.i18n import Language
from tests.cli.terminal.sample_asks import CLARIFICATION
from tests.cli.terminal.sample_events import CARD, FAILED, grown, told


def shown(*events: Event, language: Language = "en", path: Path | None = None) -> str:
    out = io.StringIO()
    view = open_turn_view(out, language, path_of=lambda _id: path)

    async def show() -> None:
        async with view.live(io.BytesIO()):
            for number, event in enumerate(events):
                view.show(number, event)

    asyncio.run(show())
    return out.getvalue()


def test_a_text_is_printed_once_and_as_it_was_written() -> None:
    assert shown(TurnStarted(turn_id="t"), *told("# 标题\n\n**bold**\n")) == "# 标题\n\n**bold**\n\n"


def test_a_text_that_is_taken_back_was_never_there() -> None:
    events = [*grown("wrong"), TextRetracted(text_id="text_1"), *grown("right", text_id="b"), TextEnded(text_id="b")]
    assert shown(*events) == "right\n"


def test_a_message_that_was_not_told_is_told_at_the_end() -> None:
    assert shown(TurnFinished(outcome=Answered(message="Done."))) == "Done.\n"


def test_each_event_is_a_line() -> None:
    events = (
        ToolStarted(call_id="c", tool="generate_pptx"),
        ToolProgressed(call_id="c", tool="generate_pptx", message="3 of 8"),
        ToolFailed(call_id="c", tool="generate_pptx", problem="no\n title", seconds=0.25),
        ToolFinished(call_id="d", tool="generate_pptx", seconds=3.14159),
        Warned(code="w", message="Small model."),
        CARD,
        AskOpened(ask=CLARIFICATION),
        TurnFinished(outcome=Asked(message="A few details", ask_id="ask_1")),
    )
    assert shown(*events, path=Path("/work space/课件.pptx")) == (
        "✗ make slides (0.2 s): no title\n✓ make slides (3.1 s)\n! Small model.\n"
        "✓ 课件.pptx  pptx, 48.2 KB\n  /work space/课件.pptx\n? A few details\n"
    )


@pytest.mark.parametrize("events", [[], [ErrorHappened(code="x", message="The model did not answer.")]])
def test_a_failure_is_told_once_with_what_is_kept(events: list[Event]) -> None:
    assert shown(*events, TurnFinished(outcome=FAILED)) == (
        "✗ The model did not answer.\nFiles made earlier are kept: 课件.pptx\nTrying again may help.\n"
    )


def test_it_speaks_chinese_too() -> None:
    assert shown(CARD, TurnFinished(outcome=FAILED), language="zh") == (
        "✓ 课件.pptx  pptx，48.2 KB\n✗ The model did not answer.\n"
        "在此之前做好的都保留着：课件.pptx\n再试一次也许就能成功。\n"
    )


def test_no_code_of_a_terminal_gets_through() -> None:
    evil = "\x1b[2J\x1b]0;title\x07\u202e"
    events = (
        *told(f"a{evil}b"),
        ToolFailed(call_id="c", tool=f"t{evil}", problem=evil, seconds=1),
        Warned(code="w", message=evil),
        CARD.model_copy(update={"payload": {**CARD.payload, "filename": f"x{evil}.pptx"}}),
    )
    assert not {"\x1b", "\x07", "\u202e"} & set(shown(*events))


def test_a_file_is_shown_when_it_is_known_where_it_lies() -> None:
    out = io.StringIO()
    open_turn_view(out, "en").show_file(FileCard("a.pptx", "pptx", 999, Path("/x/a.pptx")))
    assert out.getvalue() == "✓ a.pptx  pptx, 999 B\n  /x/a.pptx\n"


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 B"), (1_000, "1.0 KB"), (99_499, "99.5 KB"), (99_500, "100 KB"), (999_499, "999 KB"), (999_500, "1.0 MB")],
)
def test_sizes_are_said_as_people_say_them(size: int, words: str) -> None:
    assert size_text(size) == words


@pytest.mark.parametrize("statement", ["import inkwright", "import inkwright.cli.main"])
def test_the_front_door_loads_nothing_of_the_terminal(statement: str) -> None:
    code = f"{statement}; import sys; print([n for n in ('rich', 'prompt_toolkit', 'pygments') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_pipe_needs_neither_rich_nor_prompt_toolkit() -> None:
    code = (
        "import sys, inkwright.cli.terminal.turn_views as r, inkwright.cli.terminal.questions;"
        "r.open_turn_view(sys.stdout, 'en');"
        "print([n for n in ('rich', 'prompt_toolkit', 'pygments') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
