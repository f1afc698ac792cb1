"""The limits of channels: lengths as platforms count them, and hashtags in English and Chinese."""

import pytest

from inkwright.projects.blocks import BlockConstraints
from inkwright.projects.channel_limits import LimitProblem, hashtags_in, length_of, limit_problems


@pytest.mark.parametrize(
    ("text", "characters", "weighted"),
    [
        ("", 0, 0),
        ("River", 5, 5),
        ("河流很长", 4, 8),
        ("“quoted” – yes", 14, 14),
        ("🌊", 1, 2),
        ("👨\u200d👩\u200d👧 👍🏽 🇨🇳 1\ufe0f\u20e3", 15, 11),
        ("cafe\u0301\r\n", 7, 5),
        ("see https://example.org/a/very/long/path?with=query now", 55, 31),
        ("看https://example.org/河。好", 24, 29),
    ],
)
def test_a_length_is_counted_as_the_platform_does(text: str, characters: int, weighted: int) -> None:
    assert (length_of(text, "characters"), length_of(text, "weighted")) == (characters, weighted)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#river and #sea.", ["river", "sea"]),
        ("#河流#的故事", ["河流", "的故事"]),
        ("#旅行 #美食#", ["旅行", "美食"]),
        ("＃全角标签 文字", ["全角标签"]),
        ("# Heading\n## Second", []),
        ("#1 of 5, C#sharp, https://example.org/#part, a&#39;b", []),
        ("#", []),
        ("(#in brackets) #ok!", ["in", "ok"]),
    ],
)
def test_hashtags_are_counted_and_nothing_else(text: str, found: list[str]) -> None:
    assert hashtags_in(text) == found


def test_every_limit_that_is_exceeded_is_named() -> None:
    limits = BlockConstraints(max_length=10, max_hashtags=0)
    assert limit_problems("#a and much more", limits) == [
        LimitProblem("length", 16, 10),
        LimitProblem("hashtags", 1, 0),
    ]
    assert limit_problems("#a " * 50, BlockConstraints()) == []
    assert limit_problems("河" * 140, BlockConstraints(max_length=280, counting="weighted")) == []
