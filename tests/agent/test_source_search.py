"""A result of a search is known by its address."""

from inkwright.agent.source_search import SourceHit


def test_results_with_the_same_title_at_other_addresses_are_different() -> None:
    hits = [
        SourceHit("雨", "https://a.example"),
        SourceHit("雨", "https://b.example"),
        SourceHit("雨", "https://a.example"),
    ]
    assert list(dict.fromkeys(hits)) == hits[:2]
