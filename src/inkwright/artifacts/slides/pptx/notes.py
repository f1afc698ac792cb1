"""Writes the speaker notes of a deck: one notes page for each slide."""

import copy
from typing import Any, Final

from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import NAMESPACES, position_xml, shape_name_xml

_NOTES_PART_NAME: Final = "/ppt/notesSlides/notesSlide"
_NOTES_RECT: Final = Rect(54, 330, 432, 340)


class NotesWriter:
    """Adds notes to slides. The library creates the first page, which is slow; the others are copies of it."""

    def __init__(self, deck: Any) -> None:
        self._package = deck.part.package
        self._taken = {str(part.partname) for part in self._package.iter_parts()}
        self._page: Any = None

    def write(self, slide: Any, words: str) -> None:
        """Add notes to a slide that has none."""
        if self._page is None:
            notes = slide.notes_slide
            self._taken.add(str(notes.part.partname))
            if notes.notes_text_frame is None:
                notes.element.find("{*}cSld/{*}spTree").append(_notes_placeholder())
            self._page = copy.deepcopy(notes.element)
        else:
            notes = self._copied(slide)
        notes.notes_text_frame.text = words

    def _copied(self, slide: Any) -> Any:
        from pptx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE  # noqa: PLC0415 - slow to import
        from pptx.parts.slide import NotesSlidePart  # noqa: PLC0415 - as above

        master = self._package.presentation_part.notes_master_part
        page = copy.deepcopy(self._page)
        part = NotesSlidePart(self._next_name(), CONTENT_TYPE.PML_NOTES_SLIDE, self._package, page)
        part.relate_to(master, RELATIONSHIP_TYPE.NOTES_MASTER)
        part.relate_to(slide.part, RELATIONSHIP_TYPE.SLIDE)
        slide.part.relate_to(part, RELATIONSHIP_TYPE.NOTES_SLIDE)
        return part.notes_slide

    def _next_name(self) -> Any:
        from pptx.opc.packuri import PackURI  # noqa: PLC0415 - as above

        number = 1 + sum(name.startswith(_NOTES_PART_NAME) for name in self._taken)
        while f"{_NOTES_PART_NAME}{number}.xml" in self._taken:
            number += 1
        self._taken.add(f"{_NOTES_PART_NAME}{number}.xml")
        return PackURI(f"{_NOTES_PART_NAME}{number}.xml")


def _notes_placeholder() -> Any:
    """Return a placeholder for the notes, for decks whose notes master has none."""
    from pptx.oxml import parse_xml  # noqa: PLC0415 - as above

    return parse_xml(
        f'<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(99, "Notes")}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f'<p:nvPr><p:ph type="body" idx="99"/></p:nvPr></p:nvSpPr><p:spPr>{position_xml(_NOTES_RECT)}'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        "<p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>"
    )
