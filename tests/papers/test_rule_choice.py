"""Tests of papers without a model: sentences of the notes, chosen by rule, and the paper says so."""

import asyncio
import re
from pathlib import Path

import pytest

from inkwright.agent.rule_planner import NoModel
from inkwright.artifacts.documents.tex.tex_checks import check_tex
from inkwright.artifacts.drafts import Draft
from inkwright.errors import InvalidOption, ModelUnavailable
from inkwright.llm.models import Request
from inkwright.papers.forms import escape_tex
from inkwright.papers.pipeline import PaperRun, write_paper
from inkwright.papers.rule_choice import RuleChoice
from tests.each import each
from tests.papers.test_pipeline import new_session

NOTES = {
    "en": "# Counting bees\n\n"
    + "\n".join(f"- Hive {number} was measured at dawn & lost {number}.5 % of its weight." for number in range(11, 23)),
    "zh": "# 水库水华\n\n"
    + "\n".join(f"第{number}次采样共1,{number}2份样品，结果表明水温高于{number}度。" for number in range(11, 23)),
}
SAYS = {"en": "every sentence was taken from the notes", "zh": "每一句都取自笔记"}


@pytest.fixture(autouse=True)
def _without_tex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


@each("language", ["en", "zh"])
def test_a_paper_without_a_model_is_valid_quotes_the_notes_and_says_so(language: str, tmp_path: Path) -> None:
    session = new_session(tmp_path / language, NOTES[language])
    records = asyncio.run(write_paper(session, session, PaperRun(NoModel())))
    content = records["paper"]["content"]
    assert check_tex(Draft("tex", "paper.tex", "T", {"paper.tex": content.encode()})) == []
    assert SAYS[language] in content
    assert f"\\title{{{NOTES[language].splitlines()[0][2:]}}}" in content
    body = re.sub(r"\\(?:section|begin|end)\{[^{}]*\}", "\n", content.partition("\\end{center}")[2])
    source = escape_tex(NOTES[language])
    sentences = [found.strip() for found in re.split(r"(?<=weight\.)|。|\n", body) if found.strip()]
    assert sentences
    assert [sentence for sentence in sentences if sentence not in source] == []


def test_notes_with_too_few_sentences_fail_and_say_how_many_are_needed(tmp_path: Path) -> None:
    session = new_session(tmp_path, "# Bees\n\nThe hives were weighed every morning at dawn.")
    with pytest.raises(InvalidOption) as caught:
        asyncio.run(write_paper(session, session, PaperRun(NoModel())))
    assert caught.value.fields["value"] == 1
    assert session.records["overview"]["skipped"]


def test_a_request_to_write_freely_fails() -> None:
    with pytest.raises(ModelUnavailable):
        asyncio.run(RuleChoice().reply(Request([{"role": "user", "content": "Write a poem."}])))
