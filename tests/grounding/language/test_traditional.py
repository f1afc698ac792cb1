"""Traditional characters are compared as simplified ones."""

from inkwright.grounding.language.traditional import simplified


def test_traditional_text_is_read_as_simplified_and_keeps_its_length() -> None:
    written = "長江發源於青藏高原，蜜蜂與農業的關係。Bees!"
    assert simplified(written) == "长江发源于青藏高原，蜜蜂与农业的关系。Bees!"
    assert len(simplified(written)) == len(written)


def test_characters_of_schoolbooks_and_newspapers_are_known() -> None:
    assert simplified("粵語樓層練習敵淚憂慮彙綱縱織繪纖藝艱轄灑瓊麪") == "粤语楼层练习敌泪忧虑汇纲纵织绘纤艺艰辖洒琼面"
