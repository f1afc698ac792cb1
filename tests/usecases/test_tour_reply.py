"""The tour: every parser stops at every reply."""

import pytest

from inkwright.i18n import LANGUAGES, Language
from inkwright.usecases.tour_reply import sample_reply, tour_reply


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_parser_succeeds_on_the_sample(language: Language) -> None:
    stops = list(tour_reply(sample_reply(language)))
    assert [stop.parser for stop in stops] == ["json", "stream", "file", "sections", "divider", "envelope", "approval"]
    assert all(stop.result["status"] == "success" for stop in stops if stop.result)


def test_a_reply_without_json_has_no_stream() -> None:
    assert "stream" not in [stop.parser for stop in tour_reply("prose")]
