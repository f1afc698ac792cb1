"""What a demo tells is read from the store, and is the same each time."""

import asyncio
from pathlib import Path

from inkwright.conversation.asks import Answer, Ask
from inkwright.settings import load_settings
from inkwright.usecases.demo_reports import answer_lines
from inkwright.usecases.project_demos import begin_demo
from inkwright.usecases.store import open_store


def test_the_same_demo_tells_the_same_twice_and_pauses_before_each_step(tmp_path: Path) -> None:
    told: list[str] = []
    pauses: list[int] = []

    async def pause() -> None:
        pauses.append(len(told))

    async def go() -> None:
        async with open_store(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)) as store:
            for _ in range(2):
                play = await begin_demo(store, "product", "zh", owner="me")
                await play.play(told.append, lambda _number, _event: None, pause)
                assert len(pauses) % len(play.demo.steps) == 0

    asyncio.run(go())
    half = len(told) // 2
    assert told[:half] == told[half:]
    assert pauses[0] == 0
    assert any(line.startswith("  它依赖的内容变了，现在过期：") for line in told)


def test_a_question_is_told_with_the_outline_and_the_answer() -> None:
    ask = Ask(
        id="ask_1", turn_id="turn_1", owner="me", kind="outline_edit", title="Outline: Rain", outline_lines=("- A",)
    )
    assert answer_lines(ask, Answer(status="adopted"), "en") == ["  ? Outline: Rain", "    - A", "> Adopt it."]
