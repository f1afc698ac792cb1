"""Simulated dialogues: who speaks when, what an interruption keeps, and lines that are refused."""

import asyncio
from datetime import UTC, datetime

from inkwright import Brain, ScriptedModel
from inkwright.evaluation.dialogues import SELLER_PHASES, TURNS, DialogueStage, hold_dialogue
from inkwright.evaluation.judging import JudgedProject
from inkwright.projects.personas import Persona
from inkwright.testing.memory_conversations import MemorySteps

_LIN = Persona(
    id="persona_1", project_id="project_1", owner="me", name="林老师", changed=datetime(2026, 1, 1, tzinfo=UTC)
)
_COURSE = JudgedProject(name="Rivers", purpose="", profile="", language="en")


def _stage(model: ScriptedModel, steps: MemorySteps) -> DialogueStage:
    return DialogueStage(brain=Brain(model), project=_COURSE, parts=(), steps=steps)


def _lines(count: int) -> list[str]:
    return [f"Line {number}." for number in range(1, count + 1)]


def test_a_seller_opens_and_goes_through_every_phase() -> None:
    model = ScriptedModel(_lines(2 * TURNS))
    dialogue = asyncio.run(hold_dialogue(_stage(model, MemorySteps()), "seller", _LIN))
    assert [line.phase for line in dialogue.lines] == [phase for phase in SELLER_PHASES for _ in range(2)]
    assert [line.speaker == _LIN.name for line in dialogue.lines] == [False, True] * TURNS


def test_a_reader_asks_first_and_nobody_repeats_their_own_name() -> None:
    model = ScriptedModel([f"{_LIN.name}: What is a delta?", *_lines(2 * TURNS - 1)])
    dialogue = asyncio.run(hold_dialogue(_stage(model, MemorySteps()), "consumer", _LIN))
    assert (dialogue.lines[0].speaker, dialogue.lines[0].text) == (_LIN.name, "What is a delta?")
    assert {line.phase for line in dialogue.lines} == {""}


def test_a_dialogue_that_continues_says_nothing_again() -> None:
    steps = MemorySteps()
    first = asyncio.run(hold_dialogue(_stage(ScriptedModel(_lines(2 * TURNS)), steps), "consumer", _LIN))
    silent = ScriptedModel([])
    assert asyncio.run(hold_dialogue(_stage(silent, steps), "consumer", _LIN)) == first
    assert len(silent.calls) == 0


def test_an_empty_or_endless_line_is_asked_for_again() -> None:
    model = ScriptedModel(["<think>What do I say?</think>", "word " * 1_000, *_lines(2 * TURNS)])
    dialogue = asyncio.run(hold_dialogue(_stage(model, MemorySteps()), "consumer", _LIN))
    assert [line.text for line in dialogue.lines] == _lines(2 * TURNS)
