"""One turn from a command: where its answers come from."""

import asyncio
import io
import json
from pathlib import Path

import pytest

from inkwright.agent.rule_planner import TOO_SMALL_QUESTION, TRY_ANYWAY
from inkwright.cli.options import ConsentOptions
from inkwright.cli.shell import Shell
from inkwright.cli.turns import AnswerSource
from inkwright.conversation.asks import Answer, Ask, AskOption, AskQuestion
from inkwright.errors import UnreadableInput
from inkwright.settings import load_settings
from tests.cli.terminal.sample_asks import outline

OPTIONS = (AskOption(label="Class 5", value="5"), AskOption(label="Class 9", value="9"))


def ask(recommended: str | None = None, id: str = "who") -> Ask:  # noqa: A002 - named like the field
    question = AskQuestion(id=id, question="For whom?", options=OPTIONS, recommended=recommended)
    return Ask(kind="clarification", title="?", questions=(question,), id="a", turn_id="t", owner="o")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path / "home")
    return Shell(settings, "en", io.StringIO(), io.BytesIO())


def answer(source: AnswerSource, asked: Ask) -> Answer | None:
    return asyncio.run(source.answer(asked))


def test_yes_takes_what_is_recommended_and_nothing_else(shell: Shell) -> None:
    source = AnswerSource(shell, ConsentOptions(yes=True, json=True))
    chosen = answer(source, ask("9"))
    assert chosen is not None
    assert [each.value for each in chosen.answers] == ["9"]
    assert answer(source, ask()) is None
    assert answer(source, outline()) == Answer(status="adopted")


def test_answers_of_a_file_come_before_yes_and_in_order(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps([{"who": "5"}]), encoding="utf-8")
    source = AnswerSource(shell, ConsentOptions(yes=True, json=True), answers=str(path))
    given = [answer(source, ask("9")), answer(source, ask("9"))]
    assert [each.answers[0].value for each in given if each] == ["5", "9"]


def test_try_anyway_answers_only_the_question_about_a_small_model(shell: Shell) -> None:
    source = AnswerSource(shell, ConsentOptions(json=True), try_anyway=True)
    chosen = answer(source, ask(id=TOO_SMALL_QUESTION))
    assert chosen is not None
    assert chosen.answers[0].value == TRY_ANYWAY
    assert answer(source, ask()) is None


def test_a_file_of_answers_that_is_not_json_is_a_sentence(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text("{", encoding="utf-8")
    with pytest.raises(UnreadableInput, match="not JSON"):
        AnswerSource(shell, ConsentOptions(), answers=str(tmp_path / "answers.json"))
