"""`inkwright chat` at a terminal: the prompt, turns as they stream, questions, files, commands, Ctrl+C."""

import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import NOTE, Mind, chat_in_tmux
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
        tmux.see("1 file" if language == "en" else "已做 1")
        shown = tmux.see(made)
        tmux.type("C-d")
        tmux.see("CODE 0")
    assert widest(shown) <= columns
    assert columns < 80 or len(first.partition("❯")[0].splitlines()) < 22, "what can be done stands on one screen"
    assert ("没有模型参与" if language == "zh" else "NoAImodelwasused.") in squeezed(shown)
