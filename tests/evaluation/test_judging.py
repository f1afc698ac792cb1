"""Texts are judged in parts that fit, nothing is left out, and a diagnosis states no score of its own."""

import asyncio
import json

import pytest

from inkwright import ScriptedModel
from inkwright.errors import NeverParsed
from inkwright.evaluation.choices import TargetText
from inkwright.evaluation.judging import MAX_BATCH, MAX_SEEN, JudgedProject, batches_of, beginnings_of, diagnose
from inkwright.llm.brain import Brain
from inkwright.projects.evaluations import EvaluatedTarget
from tests.evaluation.test_results import role

PROJECT = JudgedProject("Rain", "", "", "en")


def target(text: str) -> TargetText:
    known = EvaluatedTarget(block_id="block_1", path="A", text_version=1, characters=len(text), sha256="")
    return TargetText(known, text, text)


def test_long_texts_are_divided_and_complete() -> None:
    texts = [target("a\n" * 30_000), target("b" * 50_000), target("c"), target("d" * 20_000)]
    batches = batches_of(texts)
    assert max(sum(len(part.text) for part in batch) for batch in batches) <= MAX_BATCH
    for each in texts:
        assert "".join(part.text for batch in batches for part in batch if part.source is each) == each.text


def test_a_reader_gets_the_beginning_of_every_text() -> None:
    texts = [target("a" * 100_000), target("b"), target("c" * 100_000)]
    seen = beginnings_of(texts)
    assert [each.text[:1] for each in seen] == ["a", "b", "c"]
    assert sum(len(each.text) for each in seen) <= MAX_SEEN


def written(summary: str) -> str:
    return json.dumps({"summary": summary, "actions": ["Go on."]})


def test_a_diagnosis_with_another_score_or_a_false_quote_is_refused() -> None:
    false = ["It is 9/10.", "It says “never said in it”.", "9 out of 10."]
    for each in false:
        model = ScriptedModel([written(each), written("Style: 5.0/10, as the editor says.")])
        found = asyncio.run(diagnose(Brain(model), PROJECT, [role(5)], [target("Rain falls.")]))
        assert found.summary.startswith("Style")
    with pytest.raises(NeverParsed):
        asyncio.run(diagnose(Brain(ScriptedModel([written("10/10")] * 3)), PROJECT, [role(5)], [target("Rain falls.")]))
