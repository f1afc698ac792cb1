"""Traditional characters are compared as simplified ones."""

from inkwright.grounding.language.traditional import simplified


def test_traditional_text_is_read_as_simplified_and_keeps_its_length() -> None:
    written = "長江發源於青藏高原，蜜蜂與農業的關係。Bees!"
    assert simplified(written) == "长江发源于青藏高原，蜜蜂与农业的关系。Bees!"
    assert len(simplified(written)) == len(written)
