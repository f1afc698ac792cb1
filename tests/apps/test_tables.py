"""Nodes computed in DuckDB give what pandas and the statistics of the school give, and no name or value is code."""

import math
import random
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from inkwright.apps.blueprint import (
    CompareNode,
    FilterCondition,
    FilterNode,
    GroupAggregate,
    GroupNode,
    JoinNode,
    RankNode,
    StatisticsNode,
)
from inkwright.apps.shapes import SCALED_STATISTICS, Columns
from inkwright.apps.tables import TableColumns, TableDatabase, TableRows
from inkwright.errors import InvalidOption
from inkwright.school.statistics import mark_statistics

KINDS: Columns = {"class": "text", "mark": "number", "maximum": "number"}


def marks(count: int, seed: int = 1) -> dict[str, list[Any]]:
    chance = random.Random(seed)
    return {
        "class": [f"1{'ABC'[index % 3]}" for index in range(count)],
        "mark": [chance.choice([round(chance.uniform(0, 20), 1), 12.0, 0.0, 20.0]) for _ in range(count)],
        "maximum": [20.0] * count,
    }


def database(values: dict[str, list[Any]], kinds: Columns = KINDS) -> TableDatabase:
    made = TableDatabase()
    made.load("results", TableColumns(kinds, values))
    return made


def records(table: TableRows) -> list[dict[str, Any]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def is_same(found: Any, expected: Any) -> bool:
    if expected is None or (isinstance(expected, float) and math.isnan(expected)):
        return found is None
    return found == expected if isinstance(expected, str) else math.isclose(found, expected, abs_tol=1e-9)


@pytest.mark.parametrize(("count", "pass_share"), [(1, 0.6), (2, 0.6), (7, 0.5), (400, 0.6)])
def test_statistics_are_those_of_the_school_and_of_pandas(count: int, pass_share: float) -> None:
    values = marks(count, count)
    tables = database(values)
    by_class = StatisticsNode(
        id="s",
        output_key="s",
        source="$data.results",
        value="mark",
        maximum="maximum",
        by=["class"],
        pass_share=pass_share,
    )
    tables.compute(by_class, {"class": "text", **SCALED_STATISTICS}, {})
    frame = pd.DataFrame(values)
    for row in records(tables.read("$compute.s")):
        group = frame[frame["class"] == row["class"]]["mark"]
        expected = {
            "n": float(group.count()),
            "mean": group.mean(),
            "median": group.median(),
            "sd": group.std(),
            "p25": group.quantile(0.25),
            "p75": group.quantile(0.75),
            "lowest": group.min(),
            "highest": group.max(),
            "mean_share": (group / 20.0).mean(),
        }
        assert {name: row[name] for name, value in expected.items() if not is_same(row[name], value)} == {}
        known = mark_statistics(list(group), 20.0, pass_share)
        assert known is not None
        assert (row["passed"], is_same(row["pass_rate"], known.pass_rate)) == (float(known.passed), True)
        assert [row[f"band_{number}"] for number in range(1, 6)] == [float(each) for each in known.distribution]


def test_groups_ratios_and_losses_are_those_of_pandas_and_come_in_the_order_of_the_data() -> None:
    values = marks(50)
    values["class"] = ["乙", "甲"] * 25
    tables = database(values)
    node = GroupNode(
        id="g",
        output_key="g",
        source="$data.results",
        by=["class"],
        aggregates=[
            GroupAggregate(function="count", name="n"),
            GroupAggregate(function="sum", column="mark", name="total"),
            GroupAggregate(function="mean", column="mark", name="mean"),
            GroupAggregate(function="ratio", column="mark", of="maximum", name="share"),
            GroupAggregate(function="loss", column="mark", of="maximum", name="lost"),
        ],
    )
    tables.compute(node, {"class": "text", **dict.fromkeys(("n", "total", "mean", "share", "lost"), "number")}, {})
    found = records(tables.read("$compute.g"))
    assert [row["class"] for row in found] == ["乙", "甲"]
    frame = pd.DataFrame(values)
    for row in found:
        group = frame[frame["class"] == row["class"]]
        share = group["mark"].sum() / group["maximum"].sum()
        expected = {
            "n": len(group),
            "total": group["mark"].sum(),
            "mean": group["mark"].mean(),
            "share": share,
            "lost": 1 - share,
        }
        assert {name: row[name] for name, value in expected.items() if not is_same(row[name], value)} == {}


def test_equal_values_have_the_same_rank_and_missing_ones_come_last() -> None:
    values: dict[str, list[Any]] = {"class": ["a", "b", "c", "d"], "mark": [5.0, None, 7.0, 5.0], "maximum": [10.0] * 4}
    tables = database(values)
    tables.compute(RankNode(id="r", output_key="r", source="$data.results", by="mark"), {**KINDS, "rank": "number"}, {})
    assert [(row["class"], row["rank"]) for row in records(tables.read("$compute.r"))] == [
        ("c", 1.0),
        ("a", 2.0),
        ("d", 2.0),
        ("b", 4.0),
    ]


def test_a_join_keeps_unmatched_rows_if_it_should_and_renames_columns_that_both_have() -> None:
    tables = database({"class": ["a", "b"], "mark": [1.0, 2.0], "maximum": [5.0, 5.0]})
    tables.load("more", TableColumns({"class": "text", "mark": "number"}, {"class": ["b"], "mark": [9.0]}))
    node = JoinNode(id="j", output_key="j", left="$data.results", right="$data.more", on=["class"], kind="left")
    tables.compute(node, {**KINDS, "mark_2": "number"}, {})
    assert tables.read("$compute.j").rows == [["a", 1.0, 5.0, None], ["b", 2.0, 5.0, 9.0]]


def test_a_comparison_has_both_numbers_and_their_difference() -> None:
    tables = database({"class": ["a", "b"], "mark": [1.0, 2.0], "maximum": [5.0, 5.0]})
    node = CompareNode(id="c", output_key="c", left="$data.results", right="$data.results", on=["class"], value="mark")
    tables.compute(node, {"class": "text", "left": "number", "right": "number", "difference": "number"}, {})
    assert tables.read("$compute.c").rows == [["a", 1.0, 1.0, 0.0], ["b", 2.0, 2.0, 0.0]]


HOSTILE = ["' OR 1=1 --", '"; DROP TABLE x; --', "$1", "?", "%", "x' UNION SELECT 1", "\x00", "中文'"]


@pytest.mark.parametrize("value", HOSTILE)
def test_no_value_is_read_as_code(value: str) -> None:
    tables = database({"class": [value, "b"], "mark": [1.0, 2.0], "maximum": [5.0, 5.0]})
    conditions = [FilterCondition(column="class", operator="eq", value="$input.name")]
    node = FilterNode(id="f", output_key="f", source="$data.results", conditions=conditions)
    tables.compute(node, KINDS, {"name": value})
    assert [row[0] for row in tables.read("$compute.f").rows] == [value]


def test_the_database_reads_no_file_and_its_limits_cannot_be_lifted() -> None:
    tables = TableDatabase()
    for query in ("SELECT * FROM read_text('/etc/passwd')", "SET enable_external_access = true", "ATTACH '/tmp/x.db'"):
        with pytest.raises(duckdb.Error):
            tables._connection.execute(query)
    tables.close()


def test_a_join_that_multiplies_its_rows_is_refused_before_it_takes_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tables = database({"class": ["a"] * 20_000, "mark": [1.0] * 20_000, "maximum": [5.0] * 20_000})
    node = JoinNode(id="j", output_key="j", left="$data.results", right="$data.results", on=["class"])
    with pytest.raises(InvalidOption, match="at most 1,000,000"):
        tables.compute(node, KINDS, {})
    tables.close()
    assert list(tmp_path.iterdir()) == []


def test_a_hundred_thousand_results_are_summarised_exactly() -> None:
    values = marks(100_000)
    tables = database(values)
    tables.compute(
        StatisticsNode(id="s", output_key="s", source="$data.results", value="mark"),
        dict.fromkeys(("n", "mean"), "number"),
        {},
    )
    row = tables.read("$compute.s").rows[0]
    assert (row[0], math.isclose(row[1], pd.Series(values["mark"]).mean())) == (100_000.0, True)
