"""A turn at a terminal: what is drawn, what stays in the scrollback, what it costs, and that Ctrl+C harms nothing."""

import asyncio
import io
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from inkwright.cli.terminal.columns import width
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.cli.terminal.live_view import _FRAMES, LiveTurnView
from inkwright.conversation.events import (
    Event,
    TextAppended,
    TextEnded,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
    Warned,
)
from inkwright.conversation.turns import Answered, Delivered
from inkwright.llm.waiting import WAITS
from tests.cli.terminal.real_terminals import Typed, in_tmux, needs_tmux, squeezed, widest
from tests.cli.terminal.sample_events import CARD, DECK, FAILED, as_json, grown, told

CTRL_C = "\x03"
MIXED = """# 第一章 Chapter one

This is a paragraph as models write them, with **bold** words, `code` and a [link](https://example.org/page). It goes
on for a while, because most paragraphs do, and it says 一些中文 in the middle of it, as our people do every day.

1. The first item of a list, which has some words so that it is worth its line
2. The second one, with *emphasis* and `names`
   - and something below it that belongs to it
3. The third

```python
def greet(name: str) -> str:
    # why, never what
    return f"你好 {name}"
```

| kind | pages | 说明 |
|---|---|---|
| deck | 12 | 课堂上用的幻灯片，每页一个要点 |
| document | 30 | 给学生的讲义，有练习和答案 |

> A quotation of somebody, in one line.

最后一段是中文：我们先看目标，再看方法，最后看结果。每一步都要检查，检查通过之后才算完成，没有检查的东西不交付。

"""


class Window:
    """A terminal of the tests, with a clock that stands still until it is moved."""

    def __init__(self, columns: int = 80, lines: int = 24, *, has_colour: bool = False) -> None:
        self.size = os.terminal_size((columns, lines))
        self.time = 0.0
        self.out = io.StringIO()
        self.view = LiveTurnView(
            self.out,
            "en",
            has_colour=has_colour,
            path_of=lambda _id: None,
            size=lambda: self.size,
            now=lambda: self.time,
        )

    def show(self, *events: Event, seconds: float = 1.0) -> "Window":
        for number, event in enumerate(events):
            self.time += seconds
            self.view.show(number, event)
        return self

    @property
    def screen(self) -> str:
        """What a terminal shows after all that was written."""
        screen = pyte.HistoryScreen(self.size.columns, self.size.lines, history=100_000)
        pyte.Stream(screen).feed(self.out.getvalue().replace("\n", "\r\n"))
        above = ["".join(row[column].data for column in range(screen.columns)) for row in screen.history.top]
        shown = "\n".join(line.rstrip() for line in [*above, *screen.display]).rstrip()
        return re.sub(f"[{_FRAMES}]", "*", shown)


def test_a_text_grows_and_becomes_blocks_as_they_are_finished() -> None:
    window = Window()
    window.show(*grown("# Title\n\nIt has **bo"))
    assert window.screen == "\nTitle\nIt has **bo"
    window.show(*grown("ld** words.\n\n- a\n- b"))
    assert window.screen == "\nTitle\n\nIt has bold words.\n- a\n- b"
    window.show(TextEnded(text_id="text_1"))
    assert window.screen == "\nTitle\n\nIt has bold words.\n\n • a\n • b"


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("size", [1, 7, 500])
def test_what_stays_does_not_depend_on_how_it_came(columns: int, size: int) -> None:
    window = Window(columns)
    window.show(*grown(MIXED, size=size), TextEnded(text_id="text_1"))
    at_once = Window(columns)
    at_once.show(*grown(MIXED, size=len(MIXED)), TextEnded(text_id="text_1"))
    assert window.screen == at_once.screen
    assert max(map(width, window.screen.split("\n"))) <= columns


def test_every_kind_of_block_is_drawn() -> None:
    screen = Window(120).show(*told(MIXED)).screen
    for seen in (
        "\n第一章 Chapter one\n",
        "with bold words, code and a link (https://example.org/page).",
        "\n 2 The second one, with emphasis and names\n    • and something below it",
        '\n  def greet(name: str) -> str:\n      # why, never what\n      return f"你好 {name}"\n',
        "\n deck      12     课堂上用的幻灯片，每页一个要点\n document  30     给学生的讲义，有练习和答案\n",
        "\n▌ A quotation of somebody, in one line.\n",
    ):
        assert seen in screen
    assert screen.count("最后一段是中文") == 1


def test_html_is_shown_as_it_is_written() -> None:
    assert Window().show(*told("<b>x</b>\n\n<script>y</script>\n")).screen == "\n<b>x</b>\n\n<script>y</script>"


def test_a_text_that_is_taken_back_disappears() -> None:
    window = Window().show(*grown("Soon gone"))
    assert window.screen == "Soon gone"
    assert window.show(TextRetracted(text_id="text_1")).screen == ""


def test_what_of_it_is_in_the_scrollback_is_marked() -> None:
    window = Window().show(*grown("Stays above.\n\nSoon gone"), TextRetracted(text_id="text_1"))
    assert window.screen == "\nStays above.\n(The text above was retracted.)"


def test_a_tool_has_a_live_line_with_its_time_and_then_a_mark() -> None:
    window = Window().show(
        *grown("Working on it"),
        ToolStarted(call_id="a", tool="generate_pptx"),
        ToolStarted(call_id="b", tool="search"),
        ToolProgressed(call_id="a", tool="generate_pptx", message="slide 3 of 8"),
    )
    assert window.screen == "Working on it\n* make slides  2.0 s  slide 3 of 8\n* search  1.0 s"
    window.show(ToolFinished(call_id="a", tool="generate_pptx", seconds=2.96))
    assert window.screen == "✓ make slides (3.0 s)\nWorking on it\n* search  2.0 s"
    window.show(ToolFailed(call_id="b", tool="search", problem="nothing found", seconds=4), CARD)
    assert window.screen.split("\n") == [
        "✓ make slides (3.0 s)",
        "✗ search (4.0 s): nothing found",
        "✓ 课件.pptx  pptx, 48.2 KB",
        "Working on it",
    ]


def test_the_message_of_an_outcome_is_shown_once() -> None:
    assert Window().show(*told("Hello *there*.")).screen.count("Hello there.") == 1
    outcome = Delivered(message="Your **deck**.", artifacts=(DECK,))
    assert Window().show(TurnFinished(outcome=outcome)).screen == "\nYour deck."


def test_a_failure_and_a_file_are_told_in_sentences() -> None:
    window = Window().show(Warned(code="w", message="Small model."), TurnFinished(outcome=FAILED))
    window.view.show_file(FileCard("a.pptx", "pptx", 1_234, Path("/lessons/a.pptx")))
    assert window.screen == (
        "! Small model.\n✗ The model did not answer.\nFiles made earlier are kept: 课件.pptx\n"
        "Trying again may help.\n✓ a.pptx  pptx, 1.2 KB\n  /lessons/a.pptx"
    )


def test_without_colours_there_are_none_and_with_them_there_are() -> None:
    plain, coloured = Window().show(*told(MIXED)), Window(has_colour=True).show(*told(MIXED))
    assert re.findall(r"\x1b\[[\d;]*m", plain.out.getvalue()) == []
    assert "\x1b[1m" in coloured.out.getvalue()
    assert plain.screen == coloured.screen


def test_what_a_model_writes_cannot_steer_the_terminal() -> None:
    evil = "a\x1b[2Jb\x1b]0;t\x07\n\n`c\x1b[31m`\n\n"
    window = Window().show(*told(evil), ToolProgressed(call_id="a", tool="t\x1b[2J", message="\x1b[2Jx"))
    assert "\x1b[2J" not in window.out.getvalue()
    assert "\x1b]" not in window.out.getvalue()


def test_a_tail_that_is_higher_than_the_window_shows_its_end() -> None:
    window = Window(40, 8).show(*grown("word " * 200 + "end"))
    assert window.screen.endswith("end")
    assert len(window.screen.split("\n")) == 7
    window.show(TextEnded(text_id="text_1"))
    assert window.screen.count("word") == 200


class HungUp(io.StringIO):
    """A terminal that went away."""

    def write(self, written: str) -> int:
        raise OSError(5, "Input/output error")


def test_a_terminal_that_is_gone_does_not_spoil_what_the_turn_did() -> None:
    def size() -> os.terminal_size:
        return os.terminal_size((80, 24))

    view = LiveTurnView(HungUp(), "en", has_colour=True, path_of=lambda _id: None, size=size)

    async def turn() -> str:
        async with view.live(io.BytesIO()):
            with pytest.raises(OSError, match="Input/output"):
                view.show(1, ToolStarted(call_id="a", tool="search"))
            return "done"

    assert asyncio.run(turn()) == "done"


def cost(markdown: str, clock: Callable[[int], float]) -> float:
    """Seconds of CPU for 100,000 characters in pieces of four."""
    text = (markdown * (100_000 // len(markdown) + 1))[:100_000]
    window = Window(has_colour=True)
    events = [TextAppended(text_id="t", text=text[start : start + 4]) for start in range(0, len(text), 4)]
    start = time.process_time()
    for number, event in enumerate(events):
        window.time = clock(number)
        window.view.show(number, event)
    window.view.show(0, TextEnded(text_id="t"))
    return time.process_time() - start


@pytest.mark.parametrize("characters_a_second", [1_000, 1_000_000])
def test_a_text_costs_in_proportion_to_its_length_however_fast_it_comes(characters_a_second: int) -> None:
    def clock(number: int) -> float:
        return number * 4 / characters_a_second

    assert cost(MIXED, clock) < 8 * cost("Some words in a row.\n\n" * 8, clock) + 0.2


def test_one_endless_paragraph_costs_no_more_than_many() -> None:
    many = cost("Some **words** in a row, 中文. " * 8 + "\n\n", lambda number: number / 250)
    one = cost("Some **words** in a row, 中文. ", lambda number: number / 250)
    assert one < 4 * many


def test_a_turn_on_a_real_terminal_leaves_it_sane(tmp_path: Path) -> None:
    events: list[Event | None] = [*grown("Hello **you**.\n\nMore"), ToolStarted(call_id="a", tool="search"), None]
    room = Typed(tmp_path, "turn", as_json(events)).see("Hello you.", "More", "search")
    room.type("typed ahead")
    (tmp_path / "NEXT").write_text("x")
    assert room.result() == "over"
    assert "typed ahead" not in room.raw.split("RESULT")[0]


@pytest.mark.parametrize("moment", ["text", "tool", "nothing"])
def test_ctrl_c_leaves_the_terminal_sane_and_what_was_said_in_place(tmp_path: Path, moment: str) -> None:
    events: dict[str, list[Event | None]] = {
        "text": [*grown("First.\n\nSecond"), None],
        "tool": [*told("First.\n\nSecond"), ToolStarted(call_id="a", tool="search"), None],
        "nothing": [*told("First.\n\nSecond"), None],
    }
    room = Typed(tmp_path, "turn", as_json(events[moment])).see("First.", "search" if moment == "tool" else "Second")
    room.type(CTRL_C).over()
    assert "First.\n\nSecond\nOVER" in room.shown
    assert "search" not in room.shown


@needs_tmux
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_turn_is_drawn_right_at_every_width(tmp_path: Path, columns: int) -> None:
    events: list[Event | None] = [*grown(MIXED), ToolStarted(call_id="a", tool="generate_pptx"), None]
    events += [ToolFinished(call_id="a", tool="generate_pptx", seconds=1), CARD, TextEnded(text_id="text_1")]
    events += [TurnFinished(outcome=Answered(message=MIXED))]
    with in_tmux(tmp_path, "turn", as_json(events), "zh", columns=columns) as tmux:
        shown = tmux.see("制作课件  ")
        assert widest(shown) <= columns
        assert "\n第一章 Chapter one\n" in shown
        assert squeezed("检查通过之后才算完成，没有检查的东西不交付。") in squeezed(shown)
        tmux.let_on()
        done = tmux.see("OVER")
        assert "✓ 制作课件 (1.0 秒)\n✓ 课件.pptx  pptx，48.2 KB\n" in done
        assert widest(done) <= columns
        assert "⠋" not in done


@needs_tmux
@pytest.mark.parametrize(
    ("before", "after", "line_after"),
    [
        (100, 40, "dog and 快速的棕色狐狸跳过懒狗 once"),
        (40, 100, "The quick brown fox jumps over the lazy dog and 快速的棕色狐狸跳过懒狗 once more. The quick brown"),
    ],
)
def test_a_window_that_changes_its_size_leaves_nothing_behind(
    tmp_path: Path, before: int, after: int, line_after: str
) -> None:
    sentence = "The quick brown fox jumps over the lazy dog and 快速的棕色狐狸跳过懒狗 once more. "
    text = "Done above.\n\n" * 12 + sentence * 3
    events: list[Event | None] = [*grown(text), None, *grown("Last words."), None, TextEnded(text_id="text_1")]
    with in_tmux(tmp_path, "turn", as_json(events), columns=before) as tmux:
        tmux.wait(lambda shown: squeezed(shown).endswith("oncemore."))
        tmux.resize(after).wait(lambda shown: line_after in shown.split("\n"))
        tmux.let_on()
        shown = tmux.wait(lambda shown: squeezed(shown).endswith("Lastwords."))
        assert squeezed(shown) == squeezed(f"{text}Last words.")
        tmux.let_on()
        done = tmux.see("OVER")
        assert squeezed(done).startswith(squeezed(f"{text}Last words."))
        assert widest(done) <= after


def test_a_model_that_does_not_answer_is_shown_until_a_text_comes() -> None:
    window = Window()
    with WAITS.waiting("openai:gpt-5", 2, 3):
        window.time = time.monotonic() + 12
        window.view.draw()
        assert re.search(r"Waiting for openai:gpt-5, 1[123] s, attempt 2 of 3\. Ctrl\+C stops\.", window.screen)
        window.show(TextAppended(text_id="t", text="Rain"))
        assert "Waiting" not in window.screen
