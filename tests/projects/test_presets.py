"""Presets: what kind one is, and how much too long a text is for a channel."""

from datetime import UTC, datetime

from inkwright.projects.blocks import BlockConstraints
from inkwright.projects.presets import BlockTemplate, Channel, CreatorProfile, Preset, PresetContent


def test_the_content_says_what_kind_a_preset_is() -> None:
    def kind(content: PresetContent) -> str:
        return Preset("preset_1", "ann", "A", datetime(2026, 1, 2, tzinfo=UTC), content).kind

    assert [kind(each) for each in (CreatorProfile(), BlockTemplate(), Channel())] == ["profile", "template", "channel"]


def test_a_channel_says_how_much_too_long_a_text_is() -> None:
    limited = Channel(constraints=BlockConstraints(max_length=3))
    assert [limited.excess(text) for text in ("雨从海", "雨从海上来")] == [0, 2]
    assert Channel().excess("x" * 1_000) == 0
