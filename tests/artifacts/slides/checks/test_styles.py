"""Colours of a deck: names, changes of lightness, and contrast."""

import pytest
from lxml import etree

from inkwright.artifacts.slides.checks.styles import MasterPalette, Rgb, contrast_ratio

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
THEME = etree.fromstring(
    f'<a:theme xmlns:a="{A}"><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>'
    '<a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="336699"/></a:accent1></a:clrScheme></a:theme>'
)


def filling(colour: str) -> Rgb | None:
    element = etree.fromstring(f'<a:rPr xmlns:a="{A}"><a:solidFill>{colour}</a:solidFill></a:rPr>')
    return MasterPalette(THEME, {"tx1": "dk1", "bg1": "lt1"}).filling(element)


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ('<a:srgbClr val="102030"/>', Rgb(16, 32, 48)),
        ('<a:schemeClr val="tx1"/>', Rgb(0, 0, 0)),
        ('<a:schemeClr val="accent1"/>', Rgb(51, 102, 153)),
        ('<a:schemeClr val="bg1"><a:lumMod val="50000"/></a:schemeClr>', Rgb(128, 128, 128)),
        ('<a:schemeClr val="tx1"><a:lumMod val="50000"/><a:lumOff val="50000"/></a:schemeClr>', Rgb(128, 128, 128)),
        ('<a:schemeClr val="accent9"/>', None),
        ('<a:srgbClr val="nonsense"/>', None),
        ('<a:srgbClr val="zzzzzz"/>', None),
        ('<a:schemeClr val="tx1"><a:tint val="50000"/></a:schemeClr>', None),
        ('<a:schemeClr val="tx1"><a:alpha val="50000"/></a:schemeClr>', None),
    ],
)
def test_a_colour_is_resolved_or_unknown(written: str, colour: Rgb | None) -> None:
    assert filling(written) == colour


def test_contrast_follows_the_guidelines() -> None:
    black, white, grey = (0, 0, 0), (255, 255, 255), (118, 118, 118)
    assert (contrast_ratio(black, white), contrast_ratio(white, white)) == (21, 1)
    assert round(contrast_ratio(grey, white), 2) == 4.54
