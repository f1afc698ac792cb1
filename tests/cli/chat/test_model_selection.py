"""The models of a talk: another one is tested before it is kept, and a key that was found is used after a yes."""

import tomllib
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import Chat, Mind, says
from tests.llm.capable_server import able
from tests.llm.fake_provider import FakeProvider


def kept(folder: Path) -> object:
    file = folder / "home" / "inkwright.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def test_another_model_is_tested_on_the_spot_used_and_kept(tmp_path: Path) -> None:
    with FakeProvider(able()) as server:
        name = f"{server.url}/v1#m"
        chat = Chat(tmp_path, "chat", "--model", "local")
        chat.see("local is tiny").say("/model").see("Model: local", "OPENAI_API_KEY")
        chat.say(f"/model {name}").see("Testing ", "✓", f"model is now {name}")
        chat.see(f"Model: {name}").leave()
    assert kept(tmp_path) == {"model": name}


def test_one_that_cannot_be_asked_is_told_and_not_kept(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--model", "local")
    chat.see("local is tiny").say("/model http://127.0.0.1:9/v1#m").see("✗", "The current model stays in use")
    chat.say("/model nonsense").see("Unknown model 'nonsense'")
    chat.see("local (tiny, see /model)").leave()
    assert kept(tmp_path) is None


def test_ctrl_c_while_one_is_tested_gives_the_prompt_back_and_keeps_nothing(tmp_path: Path) -> None:
    with FakeProvider([says("one", hold=True)]) as server:
        chat = Chat(tmp_path, "chat", "--model", "local")
        chat.see("local is tiny").say(f"/model {server.url}/v1#m").see("Testing ")
        chat.type("\x03").say("/new").see("Started a new conversation.")
        chat.leave()
    assert kept(tmp_path) is None


@pytest.mark.parametrize(
    ("key", "said", "settings"),
    [("1", "Rain falls.", {"model": "openai"}), ("\x03", "Attach a file with @notes.md", None)],
    ids=["yes", "no answer"],
)
def test_a_key_that_is_found_is_used_after_a_yes(tmp_path: Path, key: str, said: str, settings: object) -> None:
    with Mind([says("Rain falls.")]) as mind:
        chat = Chat(tmp_path, "chat", mind=mind)
        chat.see("local is tiny").say("Hello").see("holds a key for openai.", "Yes, and remember this")
        assert mind.received == []
        chat.type(key).see(said).leave()
    assert kept(tmp_path) == settings


def test_without_any_model_the_talk_says_so_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("# Rain\n\n## Sea\n\n- Clouds\n", encoding="utf-8")
    chat = Chat(tmp_path, "chat", "--model", "nonsense")
    chat.see("Unknown model 'nonsense'", "no model (see /model)")
    chat.say("/make doc note.md").see("✓ Rain.docx")
    chat.say("Hello").see_twice("Unknown model 'nonsense'")
    chat.at_prompt().type("\x03").see("Press Ctrl+C again to exit.")
    assert "Traceback" not in chat.type("\x03").left()
    assert (tmp_path / "Rain.docx").is_file()


def test_a_tiny_model_says_nothing_of_its_own(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--model", "local")
    chat.see("local is tiny").say("Make slides about rivers").see("How do you want to continue?")
    chat.type("\r").see("Nothing was made.")
    chat.say("What is the capital of France?").see("I cannot answer this", "inkwright models install").leave()
    assert "Paris" not in chat.shown


def test_to_use_no_model_is_not_called_tiny(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--model", "rule")
    chat.say("hello").see("Attach a file with @notes.md", "rule · ")
    assert "rule (tiny" not in chat.leave()
