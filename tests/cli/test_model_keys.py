"""`inkwright models key` as a person runs it: keys are stored, listed by name and removed, never shown."""

import json
from pathlib import Path

from tests.cli.chat.chat_program import Chat
from tests.cli.test_main import inkwright

KEY = "sk-secret-0123456789"


def test_a_key_from_a_pipe_is_stored_listed_and_removed_without_being_shown(tmp_path: Path) -> None:
    home = {"INKWRIGHT_HOME": str(tmp_path / "home"), "OPENAI_API_KEY": "", "GEMINI_API_KEY": "g"}
    saved = inkwright("models", "key", "openai", "--no-test", stdin=f"{KEY}\n", cwd=tmp_path, **home)
    assert (saved.returncode, "which only you can read" in saved.stdout) == (0, True)
    assert (tmp_path / "home" / "keys.json").stat().st_mode & 0o777 == 0o600
    listed = inkwright("models", "key", "--list", "--json", cwd=tmp_path, **home)
    assert json.loads(listed.stdout) == [
        {"provider": "google", "variable": "GEMINI_API_KEY", "place": "environment"},
        {"provider": "openai", "variable": "OPENAI_API_KEY", "place": "file"},
    ]
    removed = inkwright("models", "key", "openai", "--remove", cwd=tmp_path, **home)
    again = inkwright("models", "key", "openai", "--remove", cwd=tmp_path, **home)
    assert (removed.returncode, again.returncode) == (0, 2)
    for done in (saved, listed, removed, again):
        assert KEY not in done.stdout + done.stderr


def test_at_a_terminal_the_key_is_typed_without_echo(tmp_path: Path) -> None:
    program = Chat(tmp_path, "models", "key", "deepseek", "--no-test")
    program.see("It is sent only to api.deepseek.com.", "(not shown)").type(f"{KEY}\r").see("is stored in")
    assert KEY not in program.left()
    (kept,) = tmp_path.rglob("keys.json")
    assert KEY in kept.read_text(encoding="utf-8")


def test_the_key_of_a_server_is_stored_under_its_own_variable(tmp_path: Path) -> None:
    url = "https://llm.example.com/v1"
    done = inkwright("models", "key", url, "--no-test", stdin=KEY, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert done.returncode == 0
    assert list(json.loads((tmp_path / "home" / "keys.json").read_text())) == ["INKWRIGHT_KEY_LLM_EXAMPLE_COM"]


def test_wrong_usage_is_a_sentence(tmp_path: Path) -> None:
    home = {"INKWRIGHT_HOME": str(tmp_path / "home")}
    for arguments, said in (
        (("key", "local"), "needs no key"),
        (("key", "--remove"), "Name the provider"),
        (("key", "opnai"), "did you mean 'openai'"),
    ):
        done = inkwright("models", *arguments, cwd=tmp_path, **home)
        assert (done.returncode in (1, 2), said in done.stderr, "Traceback" in done.stderr) == (True, True, False)
    done = inkwright("models", "key", "openai", "--no-test", stdin="two words\n", cwd=tmp_path, **home)
    assert (done.returncode, "two words" in done.stderr) == (2, False)
