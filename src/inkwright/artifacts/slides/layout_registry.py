"""The registry of slide layouts: a record for each layout, from which everything else about it is computed.

A module that draws slides registers its layouts here. Those in `slides.layouts` are found automatically; a module of
another package calls `register_layout` when it is imported. Validation, the JSON schema, Markdown, building, user
templates and the documentation read the registry, so a new layout is one new module.
"""

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from inkwright.artifacts.slides.fields import BaseSlide
from inkwright.artifacts.slides.markdown.blocks import LineBlock, MarkdownBlock, OutlineSection
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.theme import TextSlot, TextStyle, Theme
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

if TYPE_CHECKING:
    from inkwright.artifacts.slides.pptx.canvas import SlidePage
    from inkwright.artifacts.slides.user_templates.template_layouts import TemplateLayout

SlideT = TypeVar("SlideT", bound=BaseSlide)
_AFTER_BUILT_IN: Final = 1_000
_TITLE: Final = LayoutPlaceholder("title")
_BUILT_IN: Final = "inkwright.artifacts.slides.layouts"


def _no_areas(_body: Rect) -> dict[str, Rect]:
    return {}


def _body_slot(_layout: "TemplateLayout", body: Rect, _height: float) -> list[TextSlot]:
    return [TextSlot("body", body, TextStyle())]


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterLayout:
    """A layout of the .pptx master on which pages are drawn.

    A theme may have a design of its own for it; other themes show it with their title and body.
    """

    kind: str
    name: str
    """As PowerPoint lists it."""
    placeholders: Mapping[str, LayoutPlaceholder]
    """By the role that drawing code fills; the title is always there."""
    areas: Callable[[Rect], dict[str, Rect]] = _no_areas
    """Where the placeholders that share the body are, on a slide that is still empty."""
    office_type: str = ""
    order: int = _AFTER_BUILT_IN
    template_choices: "tuple[Callable[[TemplateLayout], bool], ...]" = ()
    """Which layout of a user's template suits it, best first."""
    prefers_text: bool = False
    """Where none suits: whether a template layout with a text is better than one with a title alone."""
    allows_any_title: bool = False
    """Whether the title of the template layout may overlap its body."""
    template_slots: "Callable[[TemplateLayout, Rect, float], list[TextSlot]]" = _body_slot
    """The text slots below the title in a user's template: from its layout, the body and the slide height."""
    pictures_are_text: bool = False
    """Whether a picture on it shows text, such as a formula."""
    title_share: float = 1.0
    """The share of the width of the slide that a title may take."""

    def placeholder(self, role: str) -> LayoutPlaceholder:
        """Return the placeholder with that role."""
        return _TITLE if role == "title" and role not in self.placeholders else self.placeholders[role]

    @property
    def all_placeholders(self) -> dict[str, LayoutPlaceholder]:
        """Its placeholders, the title first."""
        return {"title": _TITLE, **self.placeholders}


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a slide is drawn with: the theme, the pictures by name, and the number of the section it may open."""

    theme: Theme
    images: Mapping[str, bytes] = field(default_factory=dict)
    section_number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownRule(Generic[SlideT]):
    """How slides of a layout are written in Markdown. A function returns None where its rule does not apply."""

    documented: tuple[tuple[str, str], ...]
    """The rows of `docs/slides.md`: what is in the document, and what it becomes in the deck."""
    fence: str = ""
    """The first word of the code fences that belong to this layout."""
    from_block: Callable[[str, MarkdownBlock], Sequence[BaseSlide | LineBlock] | None] | None = None
    """The slides for a block under a heading with this title; returned lines become bullets."""
    with_lines: Callable[[SlideT, Sequence[LineBlock]], BaseSlide | None] | None = None
    """The slide of a block together with the few lines around it."""
    from_lines: Callable[[str, Sequence[LineBlock], bool], BaseSlide | None] | None = None
    """The slide for lines under a title; the flag says whether nothing else is there."""
    from_section: Callable[[OutlineSection, bool], BaseSlide | None] | None = None
    """The slide for a whole section; the flag says whether it is the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Generic[SlideT]):
    """A kind of slide."""

    model: type[SlideT]
    """Its fields. The default of `layout` is the name of the layout."""
    pages: "Callable[[SlideT, PageContext], list[SlidePage]]"
    """The pages that a slide needs: content that is too long for one page continues on the next."""
    summary: str
    """Its fields in a few words, as in the table of `docs/slides.md`."""
    order: int = _AFTER_BUILT_IN
    """Its position in lists of layouts."""
    master_layouts: tuple[MasterLayout, ...] = ()
    """The layouts of the master that it adds. Its pages may use those of other layouts too."""
    markdown: MarkdownRule[SlideT] | None = None
    is_text: bool = True
    """Whether a language model can write it, because it needs no files."""

    @property
    def name(self) -> str:
        """The value of `layout` in a description."""
        return str(self.model.model_fields["layout"].default)


@dataclass(slots=True)
class _Registry:
    layouts: dict[str, Layout[Any]] = field(default_factory=dict)
    master_layouts: dict[str, MasterLayout] = field(default_factory=dict)
    version: int = 0
    is_loaded: bool = False


_REGISTRY: Final = _Registry()


def register_layout(layout: Layout[SlideT]) -> Layout[SlideT]:
    """Make a layout known, with its master layouts. A name can be taken only once; the same layout may come again."""
    if _REGISTRY.layouts.get(layout.name) is layout:
        return layout
    _require_free(layout.name, _REGISTRY.layouts)
    for master_layout in layout.master_layouts:
        _require_free(master_layout.kind, _REGISTRY.master_layouts)
        _require_areas(master_layout)
    for master_layout in layout.master_layouts:
        register_master_layout(master_layout)
    _REGISTRY.layouts[layout.name] = layout
    _REGISTRY.version += 1
    return layout


def register_master_layout(master_layout: MasterLayout) -> MasterLayout:
    """Make a master layout known that belongs to no kind of slide, such as that of the title page."""
    _require_free(master_layout.kind, _REGISTRY.master_layouts)
    _REGISTRY.master_layouts[master_layout.kind] = master_layout
    _REGISTRY.version += 1
    return master_layout


def unregister_layout(name: str) -> None:
    """Remove a layout and its master layouts."""
    for master_layout in _REGISTRY.layouts.pop(name).master_layouts:
        del _REGISTRY.master_layouts[master_layout.kind]
    _REGISTRY.version += 1


def layouts() -> tuple[Layout[Any], ...]:
    """Return every layout in its order."""
    return _ordered_layouts(registry_version())


@lru_cache(maxsize=1)
def _ordered_layouts(_version: int) -> tuple[Layout[Any], ...]:
    return tuple(sorted(_loaded().layouts.values(), key=lambda layout: (layout.order, layout.name)))


def markdown_rules() -> tuple[MarkdownRule[Any], ...]:
    """Return the Markdown rules of all layouts, in their order."""
    return _ordered_rules(registry_version())


@lru_cache(maxsize=1)
def _ordered_rules(_version: int) -> tuple[MarkdownRule[Any], ...]:
    return tuple(layout.markdown for layout in layouts() if layout.markdown)


def layout_named(name: str) -> Layout[Any]:
    """Return the layout of that name; a KeyError where there is none."""
    return _loaded().layouts[name]


def master_layouts() -> tuple[MasterLayout, ...]:
    """Return every master layout in the order of the template."""
    return _ordered_master_layouts(registry_version())


@lru_cache(maxsize=1)
def _ordered_master_layouts(_version: int) -> tuple[MasterLayout, ...]:
    return tuple(sorted(_loaded().master_layouts.values(), key=lambda each: (each.order, each.kind)))


def master_layout(kind: str) -> MasterLayout:
    """Return the master layout of that kind; a KeyError where there is none."""
    return _loaded().master_layouts[kind]


def registry_version() -> int:
    """Return a number that changes with every registration, for caches."""
    return _loaded().version


def _require_free(name: str, taken: Mapping[str, object]) -> None:
    if name in taken:
        raise InvalidOption(option="layout", value=name, allowed=Reason("reason.slides.layout_taken"))


def _require_areas(added: MasterLayout) -> None:
    """Refuse a placeholder without a position: no deck could be built."""
    lacking = added.placeholders.keys() - added.areas(Rect(0, 0, SLIDE_WIDTH, SLIDE_HEIGHT)).keys()
    lacking = {role for role in lacking if not all(theme.design(added.kind).has(role) for theme in THEMES.values())}
    if lacking:
        reason = Reason("reason.slides.no_area", roles=", ".join(sorted(lacking)))
        raise InvalidOption(option="layout", value=added.kind, allowed=reason)


def _loaded() -> _Registry:
    """Return the registry with the built-in layouts in it."""
    if not _REGISTRY.is_loaded:
        for module in pkgutil.iter_modules(import_module(_BUILT_IN).__path__):
            import_module(f"{_BUILT_IN}.{module.name}")
        _REGISTRY.is_loaded = True
    return _REGISTRY
