"""Which texts tell or talk instead of explaining."""

import pytest

from inkwright.grounding.read import read_material
from inkwright.grounding.source import Source
from inkwright.grounding.statements import statements_of
from inkwright.grounding.suitability import lacking_sentences, tells_or_talks
from tests.each import each
from tests.grounding.quiz_texts import TEXTS, material_of

DIARY = "# Monday\n\n" + "I went to the shop in the morning. My brother was there too. We had tea with cakes. " * 5
STORY = '# The Mill\n\n"Who is there?" asked Tom. "A friend," said the miller. The door of the mill opened. ' * 5
CHINESE = "# 雨夜\n\n他说：“外面下雨了。”我没有回答。门外的树在风里摇着。我们又坐了很久！" * 5


@pytest.mark.parametrize("text", [DIARY, STORY, CHINESE])
def test_nothing_is_quoted_from_a_diary_or_a_story_and_the_reason_is_given(text: str) -> None:
    material = read_material([Source("text.md", text)])
    assert tells_or_talks(material)
    assert statements_of(material) == ()
    assert "does not explain a subject" in str(lacking_sentences(material))


@each("name", TEXTS)
def test_a_text_that_explains_is_quoted(name: str) -> None:
    assert not tells_or_talks(material_of(name))


def test_a_few_sentences_are_too_few_to_tell() -> None:
    assert not tells_or_talks(read_material([Source("text.md", "# Rain\n\nI like rain. We need rain.")]))
