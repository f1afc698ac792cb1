"""What a deck is drawn on: a template, and the theme in whose look its layouts are filled."""

from collections.abc import Mapping
from dataclasses import dataclass

from inkwright.artifacts.slides.masters import KINDS, template
from inkwright.artifacts.slides.specs import ThemeName
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.shapes import Kind, Theme


@dataclass(frozen=True, slots=True)
class Stage:
    """`layouts` says which layout of the template, counted from 0, serves each of ours."""

    theme: Theme
    template: bytes
    layouts: Mapping[Kind, int]


def stage_of(name: ThemeName) -> Stage:
    """The stage of a theme that comes with us."""
    return Stage(THEMES[name], template(name), {kind: number for number, kind in enumerate(KINDS)})
