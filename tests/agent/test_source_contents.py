"""Which of several texts a topic belongs to."""

from inkwright.agent.source_contents import content_topic, texts_about
from inkwright.agent.source_words import FILE_ABOUT
from tests.each import each


@each(
    "topic, texts, places",
    [
        (["rain"], ["Rain falls.", "Snow falls."], (0,)),
        (["rain"], ["Rain falls.", "Rain, rain, rain."], (1,)),
        (["rain"], ["Rain falls.", "The rain is cold."], (0, 1)),
        (["cold", "rain"], ["Rain falls.", "The rain is cold."], (1,)),
        (["rain"], ["A train.", "Snow."], ()),
        (["绿茶"], ["绿茶不发酵。", "咖啡"], (0,)),
        ([], ["x"], ()),
        (["rain"], [], ()),
    ],
)
def test_the_text_that_speaks_of_the_topic_most_distinctively_is_meant(
    topic: list[str], texts: list[str], places: tuple[int, ...]
) -> None:
    assert texts_about(topic, texts) == places


def test_the_topic_ends_where_the_request_goes_on() -> None:
    match = FILE_ABOUT.search("a quiz from the file about green tea with 5 questions")
    assert match is not None
    assert content_topic(match) == ["green", "tea"]
