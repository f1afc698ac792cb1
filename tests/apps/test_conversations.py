"""Forty sample conversations compile and run, and every number on their pages is that of pandas."""

import asyncio
import json
import math
import random
from typing import Any

import pandas as pd
import pytest

from inkwright import ScriptedModel
from inkwright.agent.conversation_steps import steps_of_turns
from inkwright.apps.bindings import DataSources, load_binding
from inkwright.apps.blueprint import (
    Blueprint,
    CompareNode,
    ComputeNode,
    FilterNode,
    GroupNode,
    JoinNode,
    RankNode,
    StatisticsNode,
)
from inkwright.apps.checking import check_blueprint
from inkwright.apps.compiler import CompileRequest, compile_blueprint
from inkwright.apps.computing import compute_tables, is_written
from inkwright.apps.refining import refine_blueprint
from inkwright.clock import SystemClock
from inkwright.i18n import language_of
from inkwright.llm.models import Request
from inkwright.school.statistics import is_pass
from tests.apps.conversations import CONVERSATIONS
from tests.apps.samples import school, turn

SCHOOL = school(classes=3, pupils=9, tests=6)


class NoDocuments:
    """A library with one passage for everything."""

    async def search(self, query: str, **_: Any) -> list[Any]:
        passage = type("Passage", (), {"name": "notes.md", "page": 1, "text": f"About {query}.", "score": 1.5})
        return [passage]


def scripted(seed: int) -> ScriptedModel:
    """A model that names apps: well, badly, or not at all."""
    chance = random.Random(seed)

    def reply(_: Request) -> str:
        return chance.choice(
            [json.dumps({"name": "A report"}), json.dumps({"name": "Mean 71"}), "no json", '{"name": "cut', ""]
        )

    return ScriptedModel(reply)


def compiled(number: int, *, has_text: bool) -> Blueprint:
    message, called = CONVERSATIONS[number]
    steps = steps_of_turns([turn(1, message, *called)], SCHOOL)
    request = CompileRequest(steps, has_text=has_text, language=language_of(message))
    return asyncio.run(refine_blueprint(compile_blueprint(request, SCHOOL), scripted(number)))


@pytest.mark.parametrize("has_text", [False, True])
def test_all_forty_conversations_compile(has_text: bool) -> None:
    assert len(CONVERSATIONS) == 40
    assert len([compiled(number, has_text=has_text) for number in range(40)]) == 40


# --- the reference in pandas ------------------------------------------------------------------------------


class Reference:
    """The tables of a blueprint, computed with pandas."""

    def __init__(self, blueprint: Blueprint, tables: dict[str, pd.DataFrame]) -> None:
        self.tables = tables
        waiting = [node for node in blueprint.compute_graph.nodes if not is_written(node)]
        while waiting:
            for node in [each for each in waiting if all(need in self.tables for need in self.needs(each))]:
                self.tables[f"$compute.{node.output_key}"] = self.compute(node)
                waiting.remove(node)

    @staticmethod
    def needs(node: Any) -> list[str]:
        return [node.left, node.right] if isinstance(node, CompareNode | JoinNode) else [node.source]

    def compute(self, node: ComputeNode) -> pd.DataFrame:
        match node:
            case StatisticsNode():
                return self.statistics(node)
            case GroupNode():
                return self.group(node)
            case RankNode():
                frame = self.tables[node.source].copy()
                frame["rank"] = frame[node.by].rank(method="min", ascending=node.order == "ascending")
                return frame.sort_values("rank", kind="stable")
            case FilterNode():
                return self.filtered(node)
            case JoinNode():
                left, right = self.tables[node.left], self.tables[node.right]
                return left.merge(right, on=node.on, how=node.kind, suffixes=("", "_2"))
            case CompareNode():
                left, right = (self.tables[each][[*node.on, node.value]] for each in (node.left, node.right))
                both = left.merge(right, on=node.on, suffixes=("_l", "_r"))
                found = both[node.on].copy()
                found["left"], found["right"] = both[f"{node.value}_l"], both[f"{node.value}_r"]
                found["difference"] = found["left"] - found["right"]
                return found
        raise AssertionError(node.type)

    def groups(self, frame: pd.DataFrame, by: list[str]) -> list[tuple[tuple[Any, ...], pd.DataFrame]]:
        return list(frame.groupby(by, sort=False)) if by else [((), frame)]

    def statistics(self, node: StatisticsNode) -> pd.DataFrame:
        rows = []
        for key, group in self.groups(self.tables[node.source], node.by):
            marks = group[node.value]
            row = {**dict(zip(node.by, key, strict=True)), "n": float(marks.count()), "mean": marks.mean()}
            row |= {"median": marks.median(), "sd": marks.std(), "lowest": marks.min(), "highest": marks.max()}
            row |= {"p25": marks.quantile(0.25), "p75": marks.quantile(0.75)}
            if node.maximum:
                passed = sum(is_pass(mark, most) for mark, most in zip(marks, group[node.maximum], strict=True))
                shares = marks / group[node.maximum]
                row |= {"mean_share": shares.mean(), "passed": float(passed), "pass_rate": passed / len(marks)}
                bands = (shares * 5).astype(int).clip(0, 4).value_counts()
                row |= {f"band_{number + 1}": float(bands.get(number, 0)) for number in range(5)}
            rows.append(row)
        return pd.DataFrame(rows)

    def group(self, node: GroupNode) -> pd.DataFrame:
        rows = []
        for key, group in self.groups(self.tables[node.source], node.by):
            row = dict(zip(node.by, key, strict=True))
            for each in node.aggregates:
                if each.function == "count":
                    row[each.name] = float(len(group) if each.column is None else group[each.column].count())
                elif each.function in ("ratio", "loss"):
                    ratio = group[each.column].sum() / group[each.of].sum()
                    row[each.name] = ratio if each.function == "ratio" else 1 - ratio
                else:
                    row[each.name] = getattr(group[each.column], each.function)()
            rows.append(row)
        return pd.DataFrame(rows)

    def filtered(self, node: FilterNode) -> pd.DataFrame:
        frame = self.tables[node.source]
        for each in node.conditions:
            column = frame[each.column]
            match each.operator:
                case "is_empty":
                    frame = frame[column.isna()]
                case "le":
                    frame = frame[column <= each.value]
                case "gt":
                    frame = frame[column > each.value]
                case _:
                    raise AssertionError(each.operator)
        return frame


def is_same(found: Any, expected: Any) -> bool:
    if found is None or isinstance(found, str | bool):
        return bool(found == expected) or (found is None and pd.isna(expected))
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize("number", range(40))
def test_every_number_of_every_page_is_that_of_pandas(number: int) -> None:
    blueprint = compiled(number, has_text=False)
    sources = DataSources("me", SCHOOL, NoDocuments())  # type: ignore[arg-type]
    done = asyncio.run(compute_tables(blueprint, {}, sources, SystemClock()))
    assert done.error is None
    raw: dict[str, pd.DataFrame] = {}
    for binding in blueprint.data_contract.bindings:
        shown = blueprint.model_copy(update={"compute_graph": blueprint.compute_graph.model_copy(update={"nodes": []})})
        table = asyncio.run(_loaded(shown, binding.id, sources, done.inputs))
        raw[f"$data.{binding.id}"] = table
    reference = Reference(blueprint, raw)
    for name, table in done.tables.items():
        expected = reference.tables[name].reset_index(drop=True)
        assert len(expected) == table["total"], name
        for place, row in enumerate(table["rows"]):
            wrong = [
                (column, value, expected.at[place, column])
                for column, value in zip(table["columns"], row, strict=True)
                if not is_same(value, expected.at[place, column])
            ]
            assert wrong == [], (name, place)


async def _loaded(blueprint: Blueprint, binding_id: str, sources: DataSources, inputs: Any) -> pd.DataFrame:

    binding = next(each for each in blueprint.data_contract.bindings if each.id == binding_id)
    columns = check_blueprint(blueprint).data[binding_id].columns
    return pd.DataFrame((await load_binding(binding, columns, inputs, sources)).values)
