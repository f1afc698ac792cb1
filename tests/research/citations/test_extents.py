"""More than the source says: all for most, done for planned, another main one."""

from inkwright.research.citations.extents import names_another_main, states_a_plan_as_done, widens_an_extent
from tests.each import each


@each(
    ("claim", "source", "expected"),
    [
        ("All patients were free of side effects", "Most patients were free of side effects", True),
        ("Most patients were free of side effects", "Most patients were free of side effects", False),
        ("Some patients were free of side effects", "Most patients were free of side effects", False),
        ("多数受访店家支持禁用塑胶袋", "少数受访店家支持禁用塑胶袋，多数担心客人流失。", True),
        ("首都的居民支持禁用塑胶袋", "多数居民支持禁用塑胶袋。", False),
    ],
)
def test_all_is_more_than_most(claim: str, source: str, *, expected: bool) -> None:
    assert widens_an_extent(claim, source) is expected


@each(
    ("claim", "expected"),
    [
        ("The ministry reached 40 percent in 2030", True),
        ("The ministry aims at 40 percent by 2030", False),
        ("The ministry was founded in 1950", False),
    ],
)
def test_a_plan_is_not_yet_done(claim: str, *, expected: bool) -> None:
    assert states_a_plan_as_done(claim, "The ministry plans to reach 40 percent by 2030.") is expected


def test_another_main_one_is_found() -> None:
    source = "Solar panels supply 23 percent of the power. Diesel remained the main source."
    assert names_another_main("Solar panels became the main source of power", source)
    assert not names_another_main("Diesel is still the main source of power", source)
