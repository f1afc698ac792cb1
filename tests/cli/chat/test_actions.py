"""What the `/` commands of a chat do."""

import re
from pathlib import Path

from inkwright.cli.chat import actions
from inkwright.cli.chat.command_names import COMMAND_NAMES
from tests.cli.chat.chat_program import NOTE, Chat, Mind, says
from tests.cli.commands.test_chat import MODEL


def test_every_command_has_an_action() -> None:
    assert sorted(actions._ACTIONS) == sorted(COMMAND_NAMES)


def test_undo_brings_the_message_back_to_be_changed_and_sent_again(tmp_path: Path) -> None:
    with Mind([says("Green."), says("Blue.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Colour of gras").see("Green.")
        chat.say("/undo").see("Message taken back.", "❯ Colour of gras")
        chat.type(" and sky").see("❯ Colour of gras and sky").type("\r").see("Blue.")
        chat.say("/export talk.md").see("Wrote talk.md")
        chat.leave()
    kept = (tmp_path / "talk.md").read_text(encoding="utf-8")
    assert ("Colour of gras and sky" in kept, "Blue." in kept, "Green." in kept) == (True, True, False)


def test_files_lists_what_was_made_with_pictures_of_its_pages(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    chat = Chat(tmp_path, "chat", "--model", "local", columns=200)
    chat.see("local is tiny").say("/files").see("This conversation has no files yet.")
    chat.say("/make pdf note.md").see("✓ Rain.pdf  pdf, ")
    chat.say("/files").see("as an image:", ".png")
    found = re.search(r"as an image:\s+(\S+\.png)", chat.shown)
    assert found, chat.shown
    assert Path(found[1]).read_bytes()[:4] == b"\x89PNG"
    chat.leave()


def test_new_and_history_go_from_one_conversation_to_another(tmp_path: Path) -> None:
    with Mind([says("One."), says("Two."), says("Three.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("First talk").see("One.")
        chat.say("/new").see("Started a new conversation.")
        chat.say("Second talk").see("Two.")
        chat.say("/history").see("First talk", "continues one of them")
        found = re.search(r"(conv_\w+)\s+First talk", chat.shown)
        assert found
        chat.say(f"/history {found[1]}").see("Continuing: First talk")
        chat.say("More of it").see("Three.")
        chat.leave()
        last = mind.last_request
    assert ("First talk" in last, "Second talk" in last) == (True, False)
