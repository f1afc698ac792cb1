"""The columns that are declared for a tool are those that its data have."""

from inkwright.apps.shapes import BANDS, DATA_TOOLS, SCALED_STATISTICS, STATISTICS


def test_every_needed_parameter_is_one_that_the_tool_takes() -> None:
    assert [name for name, tool in DATA_TOOLS.items() if not set(tool.needed) <= set(tool.params)] == []


def test_statistics_on_a_scale_have_everything_that_others_have_and_five_bands() -> None:
    assert set(STATISTICS) < set(SCALED_STATISTICS)
    assert len(BANDS) == 5
