"""The phases without a model: data are loaded and computed, and missing data are named with the step."""

import asyncio
from typing import Any

from inkwright.apps.bindings import DataSources
from inkwright.apps.computing import ComputedTables, compute_tables, used_tables
from inkwright.clock import SystemClock
from inkwright.school.records import SchoolData
from inkwright.school.school import School
from tests.apps.blueprints import small
from tests.apps.samples import school

SCHOOL = school()


def computed(given: dict[str, Any], known: School = SCHOOL, **changes: Any) -> ComputedTables:
    blueprint = small(*changes.items())
    return asyncio.run(compute_tables(blueprint, given, DataSources("me", known, None), SystemClock()))


def test_tables_names_and_a_trace_come_from_the_data() -> None:
    done = computed({"class": "1B"})
    assert done.error is None
    assert done.names == {"class": "1B", "when": ""}
    assert [each["step"] for each in done.trace][:2] == ["results", "fixed"]
    assert set(done.tables) == set(used_tables(small()))
    pupils = SCHOOL.members("c1")
    expected = [SCHOOL.statistics(pupils, test) for test in SCHOOL.tests_of(pupils)]
    table = done.tables["$compute.tests"]
    means = [row[table["columns"].index("mean")] for row in table["rows"]]
    assert means == [each.mean for each in expected if each]


def test_a_range_of_dates_leaves_out_the_other_tests() -> None:
    done = computed({"class": "1A", "when": {"start": "2026-02-01", "end": "2026-02-28"}})
    table = done.tables["$compute.tests"]
    assert [row[0] for row in table["rows"]] == ["Quiz 1"]
    empty = computed({"class": "1A", "when": {"start": "2030-01-01"}})
    assert empty.error is not None
    assert (empty.error.type, empty.error.step) == ("no_results", "results")


def test_missing_data_stop_the_run_and_name_the_step() -> None:
    for given, known, kind in (({"class": "9Z"}, SCHOOL, "unknown_class"), ({}, School(SchoolData()), "no_school")):
        done = computed(given, known)
        assert done.error is not None
        assert (done.error.type, done.error.step, done.tables) == (kind, "results", {})
        assert done.error.as_json("zh")["message"]
