"""A chat opens in the conversation that was named."""

import re
from pathlib import Path

from tests.cli.chat.chat_program import Chat, Mind, says
from tests.cli.commands.test_chat import MODEL


def test_a_conversation_goes_on_in_another_process(tmp_path: Path) -> None:
    with Mind([says("One."), says("Two.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        raw = chat.say("First talk").see("One.").leave()
        found = re.search(r"--conversation\s+(conv_\w+)", raw)
        assert found
        again = Chat(tmp_path, "chat", *MODEL, "--conversation", found[1], mind=mind)
        again.see("Continuing: First talk").say("And then?")
        again.see("Two.").leave()
        assert "First talk" in mind.last_request


def test_the_latest_conversation_is_continued_and_its_last_part_is_shown(tmp_path: Path) -> None:
    with Mind([says("One."), says("Two."), says("Three.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Older talk").see("One.").at_prompt()
        chat.say("/new").at_prompt().say("Newer talk").see("Two.").leave()
        again = Chat(tmp_path, "chat", *MODEL, "--continue", mind=mind)
        again.see("Continuing: Newer talk", "❯ Newer talk", "Two.").say("Go on").see("Three.")
        assert "One." not in again.leave()
        assert "Newer talk" in mind.last_request


def test_without_a_conversation_a_new_one_starts(tmp_path: Path) -> None:
    with Mind([says("One.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, "--continue", mind=mind)
        assert "Continuing" not in chat.say("First talk").see("One.").leave()


def test_a_conversation_that_is_not_there_is_a_sentence_and_exit_code_two(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--conversation", "conv_0")
    assert "Traceback" not in chat.see("No conversation 'conv_0' found.").left(2)
