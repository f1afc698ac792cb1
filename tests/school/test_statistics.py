"""Statistics equal those of pandas, on the scale of each test."""

import random
from typing import Any

import pandas as pd
import pytest

from inkwright.school.statistics import is_pass, mark_statistics, percentile, rounded, shown, shown_share
from tests.each import each
from tests.school.cases import load_cases, school_of_case

STATISTICS: dict[str, Any] = load_cases("stats.json")
NAMES = {"n": "n", "mean": "mean", "median": "median", "sd": "sd", "p25": "p25", "p75": "p75", "min": "minimum"}


@each("file", list(STATISTICS))
def test_the_statistics_of_each_file_are_those_of_pandas(file: str) -> None:
    school, known = school_of_case(file), STATISTICS[file]
    assert {test.name: test.maximum for test in school.tests.values()} == known["maximum"]
    groups = {name: school.members(_class_id(file, name)) for name in known["classes"]}
    expected = {**known["classes"], "": known["all"]}
    for name, pupils in {**groups, "": school.data.pupils}.items():
        for test_name, wanted in expected[name].items():
            found = school.statistics(pupils, school.tests[test_name])
            assert found is not None
            for key, value in wanted.items():
                ours = {"max": found.maximum, "pass_rate": found.pass_rate}.get(key)
                ours = getattr(found, NAMES[key]) if ours is None else ours
                assert ours == pytest.approx(value, abs=1e-6), (name, test_name, key)


def _class_id(file: str, name: str) -> str:
    found = school_of_case(file).class_of_name(name)
    assert found is not None
    return found.id


def test_random_marks_give_what_pandas_gives_to_the_last_digit_shown() -> None:
    numbers = random.Random(5)
    for _ in range(60):
        marks = [numbers.randrange(0, 201) / 2 for _ in range(numbers.randrange(2, 60))]
        series, ours = pd.Series(marks), mark_statistics(marks, 100)
        assert ours is not None
        pairs = [
            (ours.mean, series.mean()),
            (ours.median, series.median()),
            (ours.sd, series.std()),
            (ours.p25, series.quantile(0.25)),
            (ours.p75, series.quantile(0.75)),
            (percentile(marks, 90), series.quantile(0.9)),
        ]
        assert [shown(a or 0) for a, _ in pairs] == [shown(float(b)) for _, b in pairs]
        assert sum(ours.distribution) == ours.n == len(marks)


def test_one_mark_has_no_spread_and_no_mark_has_no_statistics() -> None:
    one = mark_statistics([7], 10)
    assert one is not None
    assert (one.sd, one.p25, one.median) == (None, 7, 7)
    assert mark_statistics([], 10) is None


def test_the_pass_mark_is_not_missed_by_a_rounding_error() -> None:
    assert is_pass(0.6 * 45, 45)
    assert is_pass(16.2, 27)
    assert not is_pass(16.1, 27)
    assert (shown(10.0), shown(2.5), shown_share(5 / 11)) == ("10", "2.5", "45.45%")


def test_a_half_is_rounded_up_as_teachers_do() -> None:
    found = mark_statistics([85, 72, 59.5, 0], 100)
    assert found is not None
    assert shown(found.mean) == "54.13"
    assert [rounded(each) for each in (0.125, 1.005, 2.675, 2.674999)] == [0.13, 1.01, 2.68, 2.67]
    assert shown_share(0.00125) == "0.13%"
