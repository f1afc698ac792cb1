"""A menu: one question that is settled with one key, in the same form as every other question."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from inkwright.cli.shell import Shell
from inkwright.cli.terminal.forms import fill_form
from inkwright.conversation.asks import Ask, AskOption, AskQuestion


@dataclass(frozen=True, slots=True)
class Menu:
    """What is asked. With a `placeholder` own words may be written instead of choosing."""

    title: str
    question: str
    options: Sequence[AskOption]
    preface: str = ""
    placeholder: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the person chose, or wrote."""

    value: str
    is_written: bool = False


def choose(shell: Shell, menu: Menu) -> Chosen | None:
    """What the person chooses; None where they go back, with Esc or Ctrl+C."""
    question = AskQuestion(
        id="menu",
        question=menu.question,
        options=tuple(menu.options),
        allow_freeform=bool(menu.placeholder),
        placeholder=menu.placeholder or None,
    )
    ask = Ask(
        kind="clarification",
        title=menu.title,
        preface=menu.preface or None,
        questions=(question,),
        id="menu",
        turn_id="",
        owner="",
    )
    answer = asyncio.run(fill_form(ask, shell.language, at_once=True))
    if answer.status != "answered":
        return None
    said = answer.answers[0]
    return Chosen(said.value or "", is_written=said.label is None)
