"""The start menu sets up a model: it is tested, and saved only if it works."""

import re
from pathlib import Path

from tests.cli.chat.chat_program import Chat, Mind, says
from tests.cli.commands.test_start import ESC, MENU, NO_MODEL, wait_for


def test_a_model_is_tested_on_the_spot_and_kept_and_its_key_is_never_shown(tmp_path: Path) -> None:
    with Mind([says("ready")] * 6) as mind:
        start = Chat(tmp_path, *NO_MODEL, mind=mind)
        start.see(MENU).type("3").see("openai, with the key in INKWRIGHT_KEY", "other…").type("1")
        wait_for(start, "inkwright make slides", "inkwright models", MENU).type("5")
        shown = start.left()
    assert all(line in shown for line in ("$ inkwright models set openai", "answers", "model is now openai"))
    assert "sk-secret" not in shown
    assert 'model = "openai"' in (tmp_path / "home" / "inkwright.toml").read_text(encoding="utf-8")


def test_a_model_that_does_not_work_is_not_kept_and_another_is_asked_for(tmp_path: Path) -> None:
    start = Chat(tmp_path, *NO_MODEL)
    start.see(MENU).type("3").see("Which model?", "other…")
    other = re.findall(r"(\d)\. other…", start.shown)[0]
    start.type(other).see("Your answer:").type("no such model\r").see("Unknown model", "other…")
    start.type(other).see("Your answer:").type("http://127.0.0.1:9/v1#tiny\r")
    wait_for(start, "✗ answers", "so nothing was changed", "other…").type(ESC).see(MENU).type(ESC)
    assert "Traceback" not in start.left()
    assert not (tmp_path / "home" / "inkwright.toml").exists()
