"""Dated events: whole sentences that say when something happened."""

from inkwright.grounding.statements import list_items, statements_of
from inkwright.grounding.summary.timeline import DatedEvent, dated_events
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, material_of, read


def events(text: str) -> list[DatedEvent]:
    return dated_events(statements_of(read(text)))


def test_events_are_whole_sentences_in_the_order_of_their_dates() -> None:
    text = (
        "William Caxton brought printing to England in 1476. Around 1040 Bi Sheng made movable type of baked clay. "
        "Plants grow. In 1771 Joseph Priestley restored the air."
    )
    assert [(event.when, event.sentence.text) for event in events(text)] == [
        ("1040", "Around 1040 Bi Sheng made movable type of baked clay."),
        ("1476", "William Caxton brought printing to England in 1476."),
        ("1771", "In 1771 Joseph Priestley restored the air."),
    ]


def test_items_of_a_list_that_are_whole_sentences_are_events() -> None:
    text = (
        "# Laws\n\n## Acts\n\n- OMB issued the final guidance on April 13, 2011.\n\n"
        "- The Treasury issued guidelines in 1998.\n\n- It was repealed in 2001.\n\n- A court case in 1999\n"
    )
    material = read(text)
    found = dated_events(statements_of(material), list_items(material))
    assert [event.when for event in found] == ["1998", "April 13, 2011"]


def test_years_before_the_common_era_come_first() -> None:
    text = "公元618年，唐朝建立于长安。公元前221年，秦始皇统一六国。公元前206年，秦朝被刘邦所灭。"
    assert [event.when for event in events(text)] == ["公元前221年", "公元前206年", "公元618年"]


@each(
    "text",
    [
        "Winfield Scott spoke about the War of 1812 in Ohio.",
        "Winfield Scott knew Iowa, which had become a state in 1846.",
        "In 1455 Gutenberg printed the Bible, and in 1476 Caxton printed a book.",
        "Water boils. Ice melts.",
    ],
)
def test_a_date_that_does_not_say_when_the_sentence_happened_is_no_event(text: str) -> None:
    assert events(text) == []


@each("name", SAMPLES)
def test_every_date_is_in_its_sentence(name: str) -> None:
    found = dated_events(statements_of(material_of(name)))
    assert all(each.when in each.sentence.text for each in found)
    assert [each.value for each in found] == sorted(each.value for each in found)
