"""A slide while it is drawn: shapes with ids and names of their own, placeholders of its layout."""

from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.layouts import PAGE_FIELD, PAGE_INDEX, PLACEHOLDERS
from inkwright.artifacts.slides.markup import (
    NAMESPACES,
    TextShape,
    boxed,
    mark_markup,
    named,
    paragraphs_markup,
    text_markup,
)
from inkwright.artifacts.slides.settling import Setting, settled_text
from inkwright.artifacts.slides.themes.shapes import Form, Kind, Mark, Panel, Scene, Slot, Theme, Type


@dataclass(frozen=True, slots=True)
class Ground:
    """What is behind a text, and how far the text stands from its edges."""

    panel: Panel | None = None
    inset: tuple[float, float] = (0.0, 0.0)

    def inside(self, rect: Rect) -> Rect:
        """The room that is left for the text."""
        return rect.inset(*self.inset)


PLAIN: Final = Ground()
# How far an italic f hangs out of its line, beside its size.
_ITALIC_OVERHANG: Final = 0.16


@dataclass(slots=True)
class Page:
    """One slide and the look it is drawn in. Shapes are drawn from the back to the front."""

    slide: Any
    theme: Theme
    kind: Kind
    _last: int = field(default=1, init=False)

    @property
    def scene(self) -> Scene:
        """The scene of its layout."""
        return self.theme.scenes[self.kind]

    def next_id(self) -> int:
        """A number that no other shape of this slide has."""
        self._last += 1
        return self._last

    def mark(self, mark: Mark, name: str) -> None:
        """Draw a form."""
        self._append(mark_markup(mark, self.next_id(), name))

    def write(self, shape: TextShape, setting: Setting) -> None:
        """Draw text as it was settled."""
        words = paragraphs_markup(setting.paragraphs, setting.size, shape.type)
        overhang = setting.size * _ITALIC_OVERHANG if shape.type.italic else 0.0
        self._append(text_markup(shape, self.next_id(), words, overhang))

    def fill(self, role: str, rect: Rect, kind: Type, setting: Setting, ground: Ground = PLAIN) -> None:
        """Fill a placeholder of the layout: the text is set inside the insets."""
        name = role.replace("_", " ").capitalize()
        place = PLACEHOLDERS[self.kind][role]
        if ground.panel:
            self.panel(ground.panel, rect, f"{name} ground")
        self.write(TextShape(name, place, ground.inside(rect), kind), setting)

    def fill_slot(self, slot: Slot, text: str, rect: Rect | None = None) -> None:
        """Fill a placeholder with one text at the largest size that fits, where there is any text."""
        if text:
            self.fill(
                slot.role, rect or slot.rect, slot.type, settled_text(text, rect or slot.rect, slot.type, self.theme)
            )

    def label(self, text: str, rect: Rect, kind: Type, name: str) -> None:
        """Draw a short text that is no placeholder."""
        self.write(TextShape(name, None, rect, kind), settled_text(text, rect, kind, self.theme))

    def panel(self, panel: Panel, rect: Rect, name: str) -> None:
        """Draw the ground of a panel and its bar."""
        if panel.fill or panel.line:
            form: Form = "roundRect" if panel.radius else "rect"
            self.mark(Mark(form, rect, panel.fill, panel.line, panel.weight, radius=panel.radius), name)
        self.bar(panel, rect, name)

    def bar(self, panel: Panel, rect: Rect, name: str) -> None:
        """Draw the bar of a panel."""
        bars = {
            "left": Rect(rect.x, rect.y, panel.bar_size, rect.height),
            "top": Rect(rect.x, rect.y, rect.width, panel.bar_size),
            "bottom": Rect(rect.x, rect.bottom - panel.bar_size, rect.width, panel.bar_size),
        }
        if panel.bar in bars:
            self.mark(Mark("rect", bars[panel.bar], panel.bar_colour), f"{name} bar")

    def adopt(self, shape: Any, role: str, *, alt: str) -> None:
        """Let a picture, table or chart fill a placeholder of the layout, and say what it shows."""
        from lxml import etree  # noqa: PLC0415 - comes with an extra, and is slow to import

        properties = shape.find(".//{*}nvPr")
        place = PLACEHOLDERS[self.kind][role]
        properties.insert(0, etree.fromstring(place.markup.replace("<p:ph", f"<p:ph {NAMESPACES}")))
        naming = shape.find(".//{*}cNvPr")
        naming.set("id", str(self.next_id()))
        naming.set("name", role.capitalize())
        naming.set("descr", alt)

    def number(self) -> None:
        """Write the slide number, where the layout has a place for it."""
        if not self.scene.has("page"):
            return
        slot = self.scene.slot("page")
        size = round(slot.type.sizes[0] * 100)
        self._append(
            f'<p:sp {NAMESPACES}><p:nvSpPr>{named(self.next_id(), "Slide number")}<p:cNvSpPr><a:spLocks noGrp="1"/>'
            f'</p:cNvSpPr><p:nvPr><p:ph type="sldNum" sz="quarter" idx="{PAGE_INDEX}"/></p:nvPr></p:nvSpPr><p:spPr/>'
            f'<p:txBody>{boxed(slot.type)}<a:lstStyle/><a:p><a:fld id="{PAGE_FIELD}" type="slidenum">'
            f'<a:rPr lang="en-US" sz="{size}"/><a:t>‹#›</a:t></a:fld></a:p></p:txBody></p:sp>'
        )

    def _append(self, markup: str) -> None:
        from pptx.oxml import parse_xml  # noqa: PLC0415 - an extra, and slow to import

        self.append(parse_xml(markup))

    def append(self, shape: Any) -> None:
        """Put the markup of a shape in front of all others."""
        self.slide.shapes.element.append(shape)
