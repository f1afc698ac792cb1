"""Events of a turn and attempts of a model as lines."""

import io
import pkgutil
from pathlib import Path

import inkwright.tools
from inkwright.cli.terminal.event_lines import AttemptLineView, EventLines, tool_text, unstyled
from inkwright.conversation.events import ToolFinished, ToolStarted
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted
from inkwright.llm.models import CallPiece, StartedOver, TextPiece
from inkwright.tools.registry import all_tools
from tests.cli.commands.test_think import Terminal, shell_at


def test_a_tool_has_a_line_when_it_has_finished_and_none_while_it_runs() -> None:
    lines = EventLines("en", unstyled, lambda _id: None)
    assert lines.for_event(ToolStarted(call_id="1", tool="make")) == []
    assert lines.for_event(ToolFinished(call_id="1", tool="make", seconds=1.5)) == ["✓ make (1.5 s)"]


def test_a_view_shows_each_thing_in_a_line_however_long_it_is(tmp_path: Path) -> None:
    out = io.StringIO()
    view = AttemptLineView(shell_at(tmp_path, out), 2, is_quiet=False)
    for event in (
        AttemptStarted(1, "ask"),
        TextPiece("unseen in a pipe"),
        CallPiece(0, "weather", "{}"),
        StartedOver("second", "reply_cut"),
        AttemptRefused(1, "reply", "wrong\n" * 60),
        AttemptStarted(2, "decode", "title"),
        AttemptAccepted(2, "decode"),
    ):
        view.show(event)
    view.close()
    assert out.getvalue().splitlines() == [
        "Attempt 1 of 2 …",
        "  second starts again: the reply was cut off",
        "  ✗ " + ("wrong " * 60)[:160] + "…",
        "Call 2: title …",
        "  ✓ accepted",
    ]


def test_a_reply_that_is_begun_anew_is_counted_from_nothing(tmp_path: Path) -> None:
    out = Terminal()
    view = AttemptLineView(shell_at(tmp_path, out), 2, is_quiet=False)
    for event in (TextPiece("half a rep"), StartedOver("second", "corrected"), TextPiece("all")):
        view.show(event)
    assert "  3 characters" in out.getvalue()


def test_every_tool_has_a_name_in_words() -> None:
    # Other tests register tools of their own; each of ours is a module of its name.
    ours = {each.name for each in pkgutil.iter_modules(inkwright.tools.__path__)}
    for name in ours & {*all_tools()}:
        assert "_" not in tool_text(name, "en") + tool_text(name, "zh")
    assert tool_text("of_an_extension", "en") == "of_an_extension"
