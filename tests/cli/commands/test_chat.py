"""`inkwright chat` at a terminal: the prompt, turns as they stream, questions, files, commands, Ctrl+C."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import ASK, DECK, NOTE, OUTLINE, Chat, Mind, calls, chat_in_tmux, on_a_pipe, says
from tests.cli.terminal.real_terminals import SECONDS, needs_tmux, squeezed, widest
from tests.llm.fake_provider import Answer, Received

MODEL = ("--model", "openai:gpt-5")


class SlowMind(Mind):
    """Tells when it is asked, and answers when it is allowed to."""

    def __init__(self, script: Sequence[Answer]) -> None:
        self.is_asked, self.goes_on = threading.Event(), threading.Event()
        super().__init__(script)

    def _reply(self, received: Received) -> Answer:
        self.is_asked.set()
        self.goes_on.wait(SECONDS)
        return super()._reply(received)


def test_the_door_imports_nothing_heavy() -> None:
    code = (
        "import sys, inkwright.cli.commands.chat, inkwright.cli.chat.terminal_loop;"
        "heavy = ('pydantic_ai', 'sqlalchemy', 'pptx', 'docx', 'lxml', 'typst');"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_prompt_is_there_before_the_model_is_told(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--model", "local")
    raw = chat.see("❯").see("local is tiny").leave()
    assert raw.index("❯") < raw.index("local is tiny")


def test_an_answer_streams_and_ctrl_d_leaves_with_the_way_back(tmp_path: Path) -> None:
    with Mind([says("\n# Rain\n\n", "It falls. ", "**Often**.\n\n")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.see("❯", "openai:gpt-5")
        chat.say("What does rain do?").see("It falls. Often.", "tokens").at_prompt()
        assert chat.shown.count("It falls. Often.") == 1
        shown = chat.leave()
    assert "inkwright chat --conversation conv_" in shown
    assert "sk-secret" not in shown


def test_slides_are_delivered_into_the_workspace_and_never_over_another_file(tmp_path: Path) -> None:
    (tmp_path / "Rain.pptx").write_text("mine")
    with Mind([calls("generate_pptx", **DECK), calls("answer", message="Here it is.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("Here it is.", "✓ Rain.pptx  pptx, ", "Rain (2).pptx", "1 made")
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
        chat.type("\x03").see("✗ The turn was stopped before it finished.")
        assert mind.left.wait(20)
        chat.say("/retry").see("Short this time.")
        chat.leave()
    listed = on_a_pipe(tmp_path, "history", "--json")
    assert [each["turns"] for each in json.loads(listed.stdout)["conversations"]] == [1]


def test_ctrl_d_while_a_turn_runs_leaves_when_it_is_over(tmp_path: Path) -> None:
    with SlowMind([says("The end.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Tell me a story")
        assert mind.is_asked.wait(SECONDS)
        chat.type("\x04")
        mind.goes_on.set()
        raw = chat.see("The end.").left()
    assert "inkwright chat --conversation" in raw


def test_a_window_that_becomes_narrower_is_drawn_anew_while_a_turn_runs_and_at_the_prompt(tmp_path: Path) -> None:
    story = "The quick brown fox jumps over the lazy dog and comes home late, "
    with Mind([says(story, hold=True)]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind, columns=100)
        chat.say("Tell me a story").see(story.strip())
        chat.resize(50).see("The quick brown fox jumps over the lazy dog and\ncomes home late,")
        chat.type("\x03").see("✗ The turn was stopped before it finished.")
        chat.resize(40).at_prompt().type("a prompt that is longer than the window is").see(
            "❯ a prompt that is longer than the"
        )
        chat.type("\x03").see("❯")
        chat.leave()
    listed = on_a_pipe(tmp_path, "history", "--json")
    assert [each["turns"] for each in json.loads(listed.stdout)["conversations"]] == [1]


def test_what_was_made_before_ctrl_c_is_delivered(tmp_path: Path) -> None:
    with Mind([calls("generate_pptx", **DECK), says("thinking", hold=True)]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("✓ generate_pptx")
        chat.type("\x03").see("✗ The turn was stopped before it finished.", "✓ Rain.pptx  pptx, ")
        chat.leave()
    assert (tmp_path / "Rain.pptx").exists()


def test_ctrl_c_in_a_form_cancels_the_question_with_its_own_status(tmp_path: Path) -> None:
    with Mind([calls("ui_request", **ASK), calls("answer", message="Then not.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("For whom is it?")
        chat.type("\x03").see("Then not.")
        chat.leave()
        told = json.dumps([received.body for received in mind.received])
    assert "cancelled: the person withdrew the question" in told


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
    chat.say("/files").see("as pictures: ")
    found = re.search(r"as pictures: (\S+\.png)", chat.shown)
    assert found
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
        last = json.dumps(mind.received[-1].body)
    assert ("First talk" in last, "Second talk" in last) == (True, False)


def test_a_conversation_goes_on_in_another_process(tmp_path: Path) -> None:
    with Mind([says("One."), says("Two.")]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        raw = chat.say("First talk").see("One.").leave()
        found = re.search(r"--conversation (conv_\w+)", raw)
        assert found
        again = Chat(tmp_path, "chat", *MODEL, "--conversation", found[1], mind=mind)
        again.see("Continuing: First talk").say("And then?")
        again.see("Two.").leave()
        assert "First talk" in json.dumps(mind.received[-1].body)


def test_a_conversation_that_is_not_there_is_a_sentence_and_exit_code_two(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--conversation", "conv_0")
    assert "Traceback" not in chat.see("There is no conversation").left(2)


@needs_tmux
@pytest.mark.parametrize("columns", [120, 80, 40])
@pytest.mark.parametrize(
    ("language", "note", "tiny", "made"),
    [("en", NOTE, "is tiny", "✓ Rain.pptx"), ("zh", "# 雨\n\n## 从哪里来\n\n- 海洋\n- 云\n", "非常小", "✓ 雨.pptx")],
    ids=["en", "zh"],
)
def test_what_is_drawn_fits_into_the_terminal(
    tmp_path: Path, language: str, note: str, tiny: str, made: str, columns: int
) -> None:
    (tmp_path / "雨.md").write_text(note, encoding="utf-8")
    with chat_in_tmux(tmp_path, "chat", "--model", "local", language=language, columns=columns) as tmux:
        first = tmux.see(tiny)
        tmux.type("/make slides 雨.md")
        tmux.see("/make slides 雨.md")
        tmux.type("Enter")
        tmux.see("1 made" if language == "en" else "已做 1")
        shown = tmux.see(made)
        tmux.type("C-d")
        tmux.see("CODE 0")
    assert widest(shown) <= columns
    assert columns < 80 or len(first.partition("❯")[0].splitlines()) < 22, "what can be done stands on one screen"
    assert ("没有模型参与" if language == "zh" else "tookpart.") in squeezed(shown)
