"""Texts in the encodings that people have, also short ones, and bytes that are no text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.text_decoding import NotText, decode_text
from tests.each import each

TEXTS = {
    "gb18030": [
        "茶",
        "你好，世界",
        "姓名：张三\n分数：95",
        "苹果 梨 桃",
        "茶起源于中国，是世界三大饮料之一。",
        "答案：B",
    ],
    "gbk": ["茶葉的歷史", "漢字是書寫的符號，學習時要多讀多寫。"],
    "big5": ["茶葉起源於中國", "第一課 光合作用", "台灣的首都是台北。", "漢字是書寫的符號，學習時要多讀多寫。"],
    "shift_jis": ["お茶の歴史", "これはテストです。", "日本の首都は東京です", "カタカナ"],
    "euc_jp": ["お茶の歴史", "日本の首都は東京です"],
    "euc_kr": ["안녕하세요", "대한민국의 수도는 서울이다."],
    "cp1251": ["Чай родом из Китая.", "Привет, мир", "Москва — столица России"],
    "koi8-r": ["Чай родом из Китая, где его пьют тысячи лет."],
    "cp1252": ["naïve café, déjà vu", "Größe und Übermut", "señor mañana", "Le café est très apprécié."],
    "cp1250": ["Příliš žluťoučký kůň úpěl ďábelské ódy", "Zażółć gęślą jaźń"],
    "cp1253": ["Η Αθήνα είναι η πρωτεύουσα της Ελλάδας."],
    "cp1254": ["İstanbul'da çay içmek çok güzeldir, değil mi?"],
    "cp1255": ["התה מגיע מסין ונשתה כבר אלפי שנים"],
    "cp1256": ["الشاي مشروب شائع في العالم كله"],
    "utf-16": ["茶", "Tea comes from China"],
    "utf-16-le": ["Tea comes from China"],
    "utf-16-be": ["Tea comes from China, 茶"],
    "utf-32": ["茶 tea"],
    "utf-8": ["茶", "tea", ""],
    "utf-8-sig": ["茶"],
}


@each("encoding, written", [(encoding, written) for encoding, texts in TEXTS.items() for written in texts])
def test_a_text_is_read_in_its_encoding(encoding: str, written: str) -> None:
    assert decode_text(written.encode(encoding)) == written


def test_line_ends_are_plain() -> None:
    assert decode_text(b"a\r\nb\rc") == "a\nb\nc"


@each("content", [b"abc\0def", bytes(range(256)) * 4, b"\x89PNG\r\n\x1a\n\0\0\0", b"\x01\x02\x03ab"])
def test_bytes_that_are_no_text_are_refused(content: bytes) -> None:
    with pytest.raises(NotText):
        decode_text(content)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_text_or_refused(content: bytes) -> None:
    with contextlib.suppress(NotText):
        assert "\0" not in decode_text(content)
