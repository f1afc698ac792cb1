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


def test_a_conversation_that_is_not_there_is_a_sentence_and_exit_code_two(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--conversation", "conv_0")
    assert "Traceback" not in chat.see("No conversation 'conv_0' found.").left(2)
