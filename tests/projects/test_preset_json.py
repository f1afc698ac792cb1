"""Presets and settings as JSON: the same again, and a wrong value is named."""

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.preset_json import preset_from_json, preset_to_json, settings_from_json
from inkwright.projects.presets import BlockTemplate, Channel, CreatorProfile
from tests.each import each
from tests.projects.test_templates import COURSE


@each("content", [COURSE, CreatorProfile("calm", ("short",)), Channel("blog", "Adapt {content}", examples=("one",))])
def test_presets_come_back_from_json_as_they_were(content: BlockTemplate | CreatorProfile | Channel) -> None:
    kind = {BlockTemplate: "template", CreatorProfile: "profile", Channel: "channel"}[type(content)]
    assert preset_from_json(kind, preset_to_json(content)) == content  # type: ignore[arg-type]


def test_an_invalid_preset_says_which_value_is_wrong() -> None:
    with pytest.raises(InvalidOption, match=r"blocks.0.name"):
        preset_from_json("template", '{"blocks": [{"name": 5}]}')


def test_settings_are_read_from_json_and_checked() -> None:
    assert settings_from_json('{"need_review": true}') == BlockSettings(need_review=True)
    with pytest.raises(InvalidOption, match="block_type"):
        settings_from_json('{"block_type": "page"}')
