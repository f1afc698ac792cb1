"""DrawingML: well-formed shapes with escaped text."""

from xml.etree import ElementTree as ET

from inkwright.artifacts.slides.fitting.fit import Paragraph, parse_paragraph
from inkwright.artifacts.slides.markdown.inline import InlineRun
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import (
    LayoutPlaceholder,
    StyledParagraph,
    TextShape,
    decoration_xml,
    fill_xml,
    numbered_placeholders,
    paragraphs_xml,
    text_shape_xml,
    with_text_style,
)
from inkwright.artifacts.slides.themes.theme import Decoration, TextStyle

STYLE = TextStyle((20.0,))


def test_text_and_names_are_escaped() -> None:
    words = paragraphs_xml([StyledParagraph(parse_paragraph("a < b & c"))], 20.0, STYLE)
    xml = text_shape_xml(TextShape('A "b"', LayoutPlaceholder("body", 3), Rect(0, 0, 10, 10), STYLE), 7, words)
    shape = ET.fromstring(xml)
    assert "".join(shape.itertext()) == "a < b & c"
    names = [element.attrib for element in shape.iter() if element.tag.endswith("cNvPr")]
    assert names == [{"id": "7", "name": 'A "b"'}]


def test_a_decoration_is_hidden_from_screen_readers() -> None:
    assert 'decorative" val="1"' in decoration_xml(Decoration("rect", Rect(0, 0, 1, 1), "accent1"), 2, "Bar")


def test_a_fill_may_be_empty_or_transparent() -> None:
    assert fill_xml(None) == "<a:noFill/>"
    assert '<a:alpha val="45000"/>' in fill_xml("accent1", 45)


def test_placeholders_of_one_kind_are_numbered() -> None:
    assert numbered_placeholders("card", 2) == {
        "card1": LayoutPlaceholder("body", 10),
        "card2": LayoutPlaceholder("body", 11),
    }
    assert LayoutPlaceholder("obj", 1).markup == '<p:ph idx="1"/>'


def test_italic_styles_do_not_slant_chinese() -> None:
    para = with_text_style(Paragraph((InlineRun("Rain "), InlineRun("雨"))), TextStyle((20.0,), italic=True))
    assert [run.italic for run in para.runs] == [True, False]


def test_a_text_box_names_its_typeface_and_a_placeholder_inherits_it() -> None:
    words = [StyledParagraph(Paragraph((InlineRun("Rain"),)))]
    assert '<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/>' in paragraphs_xml(words, 20.0, TextStyle())
    assert "typeface" not in paragraphs_xml(words, 20.0, TextStyle(), inherits_face=True)
    heading = TextStyle(face="heading")
    assert 'typeface="+mj-lt"' in paragraphs_xml(words, 20.0, heading, inherits_face=True)
