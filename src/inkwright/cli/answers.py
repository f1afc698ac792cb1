"""Where the answers to asks come from, when a command runs once: a file, a flag, the person, or nobody."""

import argparse
import json
from collections import deque
from pathlib import Path
from typing import Any

from inkwright.agent.too_small import QUESTION as TOO_SMALL
from inkwright.agent.too_small import TRY
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.asking import ask_person
from inkwright.conversation.answering import answers_from_json
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.errors import UnreadableInput


class Answers:
    """Gives the answer to each ask in turn: by `--try-anyway` to what it is about, from `--answers`, by `--yes`, from
    the person.
    """

    def __init__(self, arguments: argparse.Namespace, shell: Shell) -> None:
        self._shell = shell
        self._says_yes: bool = arguments.yes
        self._wants_try: bool = getattr(arguments, "try_anyway", False)
        self._may_ask = not arguments.json
        self._given: deque[Any] = deque(_read(arguments.answers) if arguments.answers else ())

    async def to(self, ask: Ask) -> Answer | None:
        """The answer; None if there is nobody who can give it: nothing answers itself."""
        if self._wants_try and any(question.id == TOO_SMALL for question in ask.questions):
            return Answer(status="answered", answers=(QuestionAnswer(id=TOO_SMALL, value=TRY),))
        if self._given:
            return answers_from_json(ask, self._given.popleft())
        if self._says_yes and (agreed := _yes(ask)) is not None:
            return agreed
        return await ask_person(ask, self._shell, folder=Path.cwd()) if self._may_ask else None


def _yes(ask: Ask) -> Answer | None:
    """What `--yes` agrees to: the outline as it stands, a permission for this once, and what is recommended where
    something is recommended for every question.
    """
    if ask.kind == "outline_edit":
        return Answer(status="adopted")
    if all(question.recommended for question in ask.questions):
        chosen = (QuestionAnswer(id=question.id, value=question.recommended) for question in ask.questions)
        return Answer(status="answered", answers=tuple(chosen))
    return None


def _read(path: str) -> list[Any]:
    """One answer, or a list of answers in the order of the asks."""
    try:
        given = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as problem:
        raise UnreadableInput(name=path, problem=problem.strerror or str(problem)) from problem
    except ValueError as problem:
        raise UnreadableInput(name=path, problem=f"it is no JSON: {problem}") from problem
    return given if isinstance(given, list) else [given]
