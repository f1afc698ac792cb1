"""The prompt of a chat: it appears at once, survives a resized window, and is left in several ways."""

import json
import re
from pathlib import Path

from tests.cli.chat.chat_program import ASK, NOTE, Chat, Mind, calls, on_a_pipe, says
from tests.cli.commands.test_chat import MODEL, SlowMind
from tests.cli.terminal.real_terminals import SECONDS


def test_the_prompt_is_there_before_the_model_is_told(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--model", "local")
    raw = chat.see("❯").see("local is tiny").leave()
    assert raw.index("❯") < raw.index("local is tiny")


def test_ctrl_d_while_a_turn_runs_leaves_when_it_is_over(tmp_path: Path) -> None:
    with SlowMind([says("The end.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Tell me a story")
        assert mind.is_asked.wait(SECONDS)
        chat.type("\x04")
        mind.goes_on.set()
        raw = chat.see("The end.").left()
    assert "inkwright chat --continue" in raw


def test_messages_that_are_typed_while_a_turn_runs_wait_in_line(tmp_path: Path) -> None:
    with SlowMind([says("One."), says("Two."), says("Three.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Tell me a story")
        assert mind.is_asked.wait(SECONDS)
        chat.type("second message\r").see("Waiting: second message", "Esc takes the last one back.")
        chat.type("thirst\r").see("Waiting: thirst").type("\x1b").see("❯ thirst").see_no_more("Waiting: thirst")
        chat.type("\x7f\x7fd message\r").see("Waiting: third message")
        mind.goes_on.set()
        raw = chat.see("❯ second message", "Two.", "❯ third message", "Three.").leave()
    assert raw.index("One.") < raw.index("Two.") < raw.index("Three.")


def test_a_form_keeps_the_messages_that_wait(tmp_path: Path) -> None:
    with SlowMind([calls("ui_request", **ASK), says("For class 9."), says("Two.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Tell me a story")
        assert mind.is_asked.wait(SECONDS)
        chat.type("second message\r").see("Waiting: second message").type("a dr").see("❯ a dr")
        mind.goes_on.set()
        chat.see("For whom is it?").type("2")
        chat.see("For class 9.", "❯ second message", "Two.", "❯ a dr")
        chat.type("\x15").see_no_more("❯ a dr")
        raw = chat.leave()
    assert raw.index("For class 9.") < raw.rindex("second message")


def test_after_a_stop_the_messages_that_wait_return_to_the_prompt(tmp_path: Path) -> None:
    with Mind([says("Once upon ", hold=True)]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Tell me a story").see("Once upon")
        chat.type("second message\r").see("Waiting: second message")
        chat.type("\x03").see("✗ Stopped before the end. The words above are not checked.", "❯ second message")
        chat.type("\x03").see_no_more("second message")
        assert "Waiting: second message" in chat.leave()


def test_a_window_that_becomes_narrower_is_drawn_anew_while_a_turn_runs_and_at_the_prompt(tmp_path: Path) -> None:
    story = "The quick brown fox jumps over the lazy dog and comes home late, "
    with Mind([says(story, hold=True)]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind, columns=100)
        chat.say("Tell me a story").see(story.strip())
        chat.resize(50).see("The quick brown fox jumps over the lazy dog and\ncomes home late,")
        chat.type("\x03").see("✗ Stopped before the end.")
        chat.resize(40).at_prompt().type("a prompt that is longer than the window is").see(
            "❯ a prompt that is longer than the"
        )
        chat.type("\x03").see("❯")
        chat.leave()
    listed = on_a_pipe(tmp_path, "history", "--json")
    assert [each["turns"] for each in json.loads(listed.stdout)["conversations"]] == [1]


def test_ctrl_c_at_the_prompt_clears_and_twice_leaves(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat")
    chat.see("❯").type("not this").see("❯ not this")
    chat.type("\x03").see_no_more("not this").see("Press Ctrl+C again to exit.")
    assert "Traceback" not in chat.type("\x03").left()


def test_who_leaves_at_once_does_not_wait_for_what_is_being_opened(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat")
    raw = chat.see("❯").type("/quit\r").left()
    assert re.search("Error|Exception|Traceback|Fatal", raw) is None


def test_on_a_fresh_machine_one_screen_tells_what_can_be_made_and_how_small_the_model_is(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    chat = Chat(tmp_path, "chat", "--model", "local")
    chat.see("slides, a document, a PDF", "/make slides notes.md", "local is tiny", "/model NAME")
    chat.say("/make slides note.md").see("No AI model was used.", "✓ Rain.pptx  pptx, ")
    chat.say("/show song").see("No file of this conversation has a name that starts with song.")
    chat.say("/make doc nothing.md").see("Cannot read nothing.md")
    chat.say("/make song note.md").see("/make slides notes.md (or doc, pdf, quiz, page)")
    chat.leave()
    assert (tmp_path / "Rain.pptx").exists()
