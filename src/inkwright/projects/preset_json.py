"""Presets and settings of blocks as JSON: read with every value checked, and written."""

import functools
from typing import Any

from pydantic import TypeAdapter, ValidationError

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.presets import CONTENT_TYPES, MAX_PRESET, BlockTemplate, PresetContent, PresetKind

_MAX_DEPTH = 8


def preset_from_json(kind: PresetKind, written: str | bytes) -> PresetContent:
    """Return the content of a preset; InvalidOption says which value is not valid."""
    if len(written) > MAX_PRESET:
        raise InvalidOption(option=kind, value=len(written), allowed=Reason("project.too_long", most=f"{MAX_PRESET:,}"))
    content: PresetContent = _parsed(kind, written)
    if isinstance(content, BlockTemplate) and _depth(content) > _MAX_DEPTH:
        raise InvalidOption(option=kind, value=_depth(content), allowed=Reason("project.too_deep", most=_MAX_DEPTH))
    return content


def preset_to_json(content: PresetContent) -> str:
    """Return the content of a preset as JSON."""
    kind = next(kind for kind, each in CONTENT_TYPES.items() if isinstance(content, each))
    return _adapter(kind).dump_json(content).decode()


def settings_from_json(written: str | bytes) -> BlockSettings:
    """Return the settings of a block; InvalidOption says which value is not valid."""
    settings: BlockSettings = _parsed("settings", written)
    return settings


def _parsed(option: str, written: str | bytes) -> Any:
    try:
        return _adapter(option).validate_json(written)
    except (ValidationError, RecursionError) as problem:
        first = problem.errors()[0] if isinstance(problem, ValidationError) else {"loc": (), "msg": "too deep"}
        where = ".".join(map(str, first["loc"])) or option
        raise InvalidOption(option=where[:100], value=option, allowed=str(first["msg"])[:200]) from problem


@functools.cache
def _adapter(option: str) -> TypeAdapter[Any]:
    types: dict[Any, Any] = {"settings": BlockSettings, **CONTENT_TYPES}
    return TypeAdapter(types[option])


def _depth(template: BlockTemplate) -> int:
    depth, level = 0, list(template.blocks)
    while level:
        depth, level = depth + 1, [child for block in level for child in block.children]
    return depth
