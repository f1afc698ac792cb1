"""Dated events: when, what, and in which order."""

import pytest

from inkwright.grounding.summary.timeline import dated_events
from tests.grounding.sample_texts import SAMPLES, contains_words, material_of, read


def test_events_are_ordered_and_lose_a_date_at_either_end() -> None:
    text = (
        "William Caxton brought printing to England in 1476. Around 1040 Bi Sheng made movable type of baked clay. "
        "Plants grow. In 1771 Joseph Priestley restored the air."
    )
    assert [(event.when, event.title) for event in dated_events(read(text).sentences)] == [
        ("1040", "Bi Sheng made movable type of baked clay"),
        ("1476", "William Caxton brought printing to England"),
        ("1771", "Joseph Priestley restored the air"),
    ]


def test_each_dated_clause_is_a_separate_event() -> None:
    text = "1991年，一些城市开始限制开采地下水；2014年，我国开始建设海绵城市试点。"
    assert [
        (event.when, event.title, event.sentence.location.line) for event in dated_events(read(text).sentences)
    ] == [
        ("1991年", "一些城市开始限制开采地下水", 1),
        ("2014年", "我国开始建设海绵城市试点", 1),
    ]


def test_a_date_in_the_middle_stays() -> None:
    [event] = dated_events(read("Jan Ingenhousz found in 1779 that leaves need light.").sentences)
    assert event.title == "Jan Ingenhousz found in 1779 that leaves need light"


def test_years_before_the_common_era_come_first() -> None:
    text = "公元618年，唐朝建立。公元前221年，秦始皇统一六国。公元前206年，秦朝灭亡。"
    assert [event.when for event in dated_events(read(text).sentences)] == ["公元前221年", "公元前206年", "公元618年"]


def test_a_text_without_dates_has_no_events() -> None:
    assert dated_events(read("Water boils. Ice melts.").sentences) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_every_event_is_in_its_sentence(name: str) -> None:
    events = dated_events(material_of(name).sentences)
    assert all(
        contains_words(each.title, each.sentence.text) and contains_words(each.when, each.sentence.text)
        for each in events
    )
    assert [each.value for each in events] == sorted(each.value for each in events)
