"""A program of the tests: one room of the terminal with what it needs, and the result as a line of JSON.

`screen_program.py form|outline ASK LANGUAGE`, `… prompt HOME LANGUAGE`, `… turn EVENTS LANGUAGE`. A turn waits for
its next event whenever the list holds null; it goes on when the file named NEXT beside it has one more letter.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from inkwright.cli.terminal.completion import ChatCompleter
from inkwright.cli.terminal.forms import fill_form
from inkwright.cli.terminal.outline_editor import OutlineSaved, review_outline
from inkwright.cli.terminal.prompt import Prompt
from inkwright.cli.terminal.slash_commands import SlashCommands
from inkwright.cli.terminal.turn_views import open_turn_view
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import EVENTS
from inkwright.i18n import Language


async def form(given: str, language: Language) -> Any:
    return told(await fill_form(Ask.model_validate_json(given), language))


async def outline(given: str, language: Language) -> Any:
    ask = Ask.model_validate_json(given)
    return told(await review_outline(ask, language, folder=Path.cwd(), environ=os.environ))


async def prompt(given: str, language: Language) -> Any:
    completer = ChatCompleter(SlashCommands(language, print), Path.cwd(), lambda: ["block-one"])
    reader = Prompt(Path(given), language, completer=completer, status=lambda: "small model · 0.00 € · 对话")
    lines = []
    while (line := await reader.read()) is not None:
        lines.append(line)
    return lines


async def turn(given: str, language: Language) -> Any:
    view = open_turn_view(sys.stdout, language)
    passed = 0
    async with view.live(sys.stdin.buffer):
        for number, event in enumerate(json.loads(given)):
            if event is None:
                passed += 1
                await until_let_on(passed)
            else:
                view.show(number, EVENTS.validate_python(event))
    return "over"


async def until_let_on(times: int) -> None:
    """Wait, without stopping what moves, until the file has so many letters."""
    while letters(Path("NEXT")) < times:  # noqa: ASYNC110 - another process writes the file
        await asyncio.sleep(0.02)


def letters(gate: Path) -> int:
    return len(gate.read_text()) if gate.exists() else 0


def told(result: Answer | OutlineSaved) -> Any:
    return {"saved": result.path.name} if isinstance(result, OutlineSaved) else result.model_dump(mode="json")


if __name__ == "__main__":
    room = {"form": form, "outline": outline, "prompt": prompt, "turn": turn}[sys.argv[1]]
    given = sys.argv[2] if sys.argv[1] == "prompt" else Path(sys.argv[2]).read_text(encoding="utf-8")
    result = asyncio.run(room(given, "zh" if sys.argv[3] == "zh" else "en"))
    sys.stdout.write(f"RESULT {json.dumps(result, ensure_ascii=False)}\n")
