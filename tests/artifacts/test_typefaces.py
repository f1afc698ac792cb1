"""The bundled typefaces: every file exists, has its name, and measures the characters it has."""

import pytest
from fontTools.ttLib import TTFont
from PIL import ImageFont

from inkwright.artifacts.typefaces import (
    BY_OFFICE_NAME,
    FONT_FOLDER,
    HEI,
    HUMANIST,
    SIGNS,
    SONG,
    TYPEFACES,
    Typeface,
    face_for,
    missing_glyphs,
    text_width,
)
from tests.each import each

FILES = [(face, style) for face in TYPEFACES for style in face.styles]


@each(("face", "style"), FILES)
def test_each_file_has_its_bundled_name_and_its_licence(face: Typeface, style: str) -> None:
    with TTFont(face.file(style), lazy=True) as font:  # type: ignore[arg-type]
        assert font["name"].getDebugName(1) == face.family
    assert "SIL OPEN FONT LICENSE" in (FONT_FOLDER / "LICENCES.txt").read_text(encoding="utf-8")


def test_every_file_belongs_to_a_face() -> None:
    named = {face.file(style).name for face, style in FILES}
    assert {path.name for path in FONT_FOLDER.iterdir() if path.suffix in (".otf", ".ttf")} == named


def test_simplified_and_traditional_chinese_can_be_shown() -> None:
    written = "光合作用是绿色植物利用光能的过程。臺灣學生閱讀課文，練習書寫與計算。「」『』《》……——"
    assert missing_glyphs(written, HEI) == missing_glyphs(written, SONG) == []
    assert missing_glyphs("H₂O ☐ ☒ → ≤ é ñ Ω Ж", HUMANIST, HEI, SIGNS) == []
    assert missing_glyphs("a😀b ن", *TYPEFACES) == ["😀", "ن"]


def test_widths_come_from_the_font_and_chinese_is_one_em_wide() -> None:
    assert text_width("雨水", 20, HUMANIST) == 40
    drawn = ImageFont.truetype(HUMANIST.file(), 1000).getlength("m")
    assert text_width("m", 10, HUMANIST) == pytest.approx(drawn / 100)
    assert text_width("\n\r\x1c\x85\u2028\u2029", 10, HUMANIST) == 0


def test_each_character_uses_the_face_that_an_office_program_uses() -> None:
    faces = [face_for(char, HUMANIST) for char in "a雨，₂☐"]
    assert faces == [HUMANIST, HEI, HEI, HUMANIST, SIGNS]
    assert BY_OFFICE_NAME["Microsoft YaHei"] is HEI
