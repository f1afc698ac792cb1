"""Turns of a chat: streamed answers, questions, files and Ctrl+C."""

import json
from pathlib import Path

from tests.cli.chat.chat_program import ASK, DECK, NOTE, OUTLINE, Chat, Mind, calls, on_a_pipe, says
from tests.cli.commands.test_chat import MODEL
from tests.clocks import PATIENCE


def test_an_answer_streams_and_ctrl_d_leaves_with_the_way_back(tmp_path: Path) -> None:
    with Mind([says("\n# Rain\n\n", "It falls. ", "**Often**.\n\n")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.see("❯", "openai:gpt-5")
        chat.say("What does rain do?").see("It falls. Often.", "tokens").at_prompt()
        assert chat.shown.count("It falls. Often.") == 1
        shown = chat.leave()
    assert "inkwright chat --continue" in shown
    assert "sk-secret" not in shown


def test_slides_are_delivered_into_the_workspace_and_never_over_another_file(tmp_path: Path) -> None:
    (tmp_path / "Rain.pptx").write_text("mine")
    with Mind([calls("generate_pptx", **DECK), calls("answer", message="Here it is.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("Here it is.", "✓ Rain (2).pptx  pptx, ", "1 file")
        chat.leave()
    assert (tmp_path / "Rain.pptx").read_text() == "mine"
    assert (tmp_path / "Rain (2).pptx").read_bytes()[:2] == b"PK"


def test_two_questions_are_answered_one_after_the_other_and_the_deck_is_made(tmp_path: Path) -> None:
    script = [
        calls("ui_request", **ASK),
        calls("propose_pptx_outline", **OUTLINE),
        calls("generate_pptx", **DECK),
        calls("answer", message="Made for class 9."),
    ]
    with Mind(script) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("For whom is it?", "Class 9")
        assert chat.shown.count("Before I begin") == 1
        chat.type("2").see("Accept it")
        chat.type("a").see("Made for class 9.", "Rain.pptx")
        chat.leave()
        told = json.dumps([received.body for received in mind.received], ensure_ascii=False)
    assert "For whom is it? → Class 9" in told


def test_ctrl_c_while_a_turn_streams_cancels_it_and_the_talk_goes_on(tmp_path: Path) -> None:
    with Mind([says("A long story begins", hold=True), says("Short this time.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Tell me a story").see("A long story begins")
        chat.type("\x03").see("✗ Stopped before the end. The words above are not checked.")
        assert mind.left.wait(PATIENCE)
        chat.say("/retry").see("Short this time.")
        chat.leave()
    listed = on_a_pipe(tmp_path, "history", "--json")
    assert [each["turns"] for each in json.loads(listed.stdout)["conversations"]] == [1]


def test_what_was_made_before_ctrl_c_is_delivered(tmp_path: Path) -> None:
    with Mind([calls("generate_pptx", **DECK), says("thinking", hold=True)]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("✓ make slides")
        chat.type("\x03").see("✗ The turn was stopped before it finished.", "✓ Rain.pptx  pptx, ")
        chat.leave()
    assert (tmp_path / "Rain.pptx").exists()


def test_ctrl_c_in_a_form_cancels_the_question_with_its_own_status(tmp_path: Path) -> None:
    # An answer where a file was expected is asked about once; it stays on the screen if the model insists.
    insisting = [calls("answer", message="Then not.") for _ in range(2)]
    with Mind([calls("ui_request", **ASK), *insisting]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("For whom is it?")
        chat.type("\x03").see("Then not.")
        chat.leave()
        told = json.dumps([received.body for received in mind.received])
    assert "cancelled: the person withdrew the question" in told


def test_a_file_that_is_named_goes_with_the_message_and_a_missing_one_brings_it_back(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    with Mind([says("It is about rain.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("What is in @nope.md").see("Cannot read nope.md")
        chat.see("❯ What is in @nope.md")
        chat.type("\x7f" * len("nope.md") + "note.md").see("❯ What is in @note.md")
        chat.type("\r").see("It is about rain.")
        chat.leave()
        told = json.dumps([received.body for received in mind.received])
    assert "Where it comes from" in told
