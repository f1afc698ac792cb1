"""Pictures and charts in the markup of office files."""

from lxml import etree

from inkwright.artifacts.office_graphics import chart_values, is_stretched


def test_a_picture_in_other_proportions_is_stretched() -> None:
    assert is_stretched((400, 300), (400, 600))
    assert not is_stretched((400, 300), (800, 610))
    assert not is_stretched((2, 300), (800, 610))
    assert not is_stretched((400, 300), (0, 0))


def test_the_values_of_a_chart_are_read_from_any_kind() -> None:
    xml = "<c xmlns='x'><ser><{0}><n><pt><v>3</v></pt></n></{0}></ser></c>"
    for name in ("val", "yVal", "bubbleSize"):
        assert chart_values(etree.fromstring(xml.format(name))) == ["3"]
    assert chart_values(etree.fromstring(xml.format("cat"))) == []
