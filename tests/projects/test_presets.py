"""Presets: the content says what kind one is."""

from datetime import UTC, datetime

from inkwright.projects.presets import BlockTemplate, Channel, CreatorProfile, Preset, PresetContent


def test_the_content_says_what_kind_a_preset_is() -> None:
    def kind(content: PresetContent) -> str:
        return Preset("preset_1", "ann", "A", datetime(2026, 1, 2, tzinfo=UTC), content).kind

    assert [kind(each) for each in (CreatorProfile(), BlockTemplate(), Channel())] == ["profile", "template", "channel"]
