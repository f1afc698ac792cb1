"""What a whole text is about, and which sentences its headings make clear."""

from inkwright.grounding.terms import annotate_sentences
from inkwright.grounding.text_context import TextContext
from tests.grounding.quiz_texts import read

LAW = "# 图书馆规则\n\n## 第一章\n\n第一条 图书馆为读者提供图书。\n\n读者应当爱护图书。\n\n第二条 图书馆每天开放。\n"


def clear(text: str) -> list[str]:
    material = read(text)
    sentences = annotate_sentences(material)
    context = TextContext(material, sentences)
    return [each.sentence.text for index, each in enumerate(sentences) if context.is_clear_alone(index)]


def test_an_unnumbered_part_of_a_law_belongs_to_the_article_before_it() -> None:
    assert clear(LAW) == ["第一条 图书馆为读者提供图书。", "第二条 图书馆每天开放。"]


def test_a_general_statement_is_clear_under_its_heading() -> None:
    assert clear("# Coffee\n\n## Roasting\n\nGreen beans are roasted at about 200 °C.") == [
        "Green beans are roasted at about 200 °C."
    ]


def test_what_happened_to_something_that_no_heading_names_is_not_clear() -> None:
    assert clear("# Volcanoes\n\nCrops failed and prices rose in all towns.") == []


def test_a_sentence_after_a_question_or_an_announcement_is_not_clear() -> None:
    assert clear("# Owls\n\nWhy do owls hunt at night? Owls hear every mouse.") == ["Why do owls hunt at night?"]
