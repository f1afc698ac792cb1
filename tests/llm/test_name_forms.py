"""Names are found however they are written, and words that are written like a name are not."""

from inkwright.grounding.language.traditional import simplified
from inkwright.llm.name_forms import NameFinder
from tests.each import each

FINDER = NameFinder(
    ["Amy Chan", "CHAN Tai Man", "Tai Man", "陈大文", "José García", "O'Neil Sean", "S2025-01", "Ho Long King"],
    ["Amy", "Chan", "Tai", "Man", "大文", "José", "García", "Sean", "Long", "Will"],
    words={"man", "long", "king", "will"},
    sentence_words={"will"},
    comparable=simplified,
)


@each(
    "text, expected",
    [
        ("amy and AMY's", ["amy", "AMY"]),
        ("amy_chan_essay.docx", ["amy_chan"]),
        ("amychan@example.org", ["amychan"]),
        ("Chan, Amy; chan tai-man", ["Chan", "Amy", "chan tai-man"]),
        ("taiman", ["taiman"]),
        ("陳大文、大 文", ["陳大文", "大 文"]),
        ("Jose Garcia, JOSE\u0301", ["Jose Garcia", "JOSE"]),
        ("Sean O\u2019Neil", ["Sean O\u2019Neil"]),
        (r"a\nAmy \u9648\u5927\u6587 %E5%A4%A7%E6%96%87 Amy%20Chan", ["Amy", "陈大文", "大文", "Amy Chan"]),
        ("S2025-01号, XS2025-01, S2025-012", ["S2025-01"]),
        ("Will passed. Ask Will or Long", ["Will", "Long"]),
        ("a man will wait long for the king", []),
        ("chanting, amylase, longing", []),
    ],
)
def test_names_are_found_in_every_form(text: str, expected: list[str]) -> None:
    assert [found.written for found in FINDER.find(text)] == expected


def test_a_place_is_that_in_the_written_text() -> None:
    text = r'{"a": "\u5f88\u9648\u5927\u6587\u5f88 Amy"}'
    assert [text[found.start : found.end] for found in FINDER.find(text)] == [r"\u9648\u5927\u6587", "Amy"]


def test_many_names_with_one_first_word_are_found_fast() -> None:
    names = [f"Chan {index}th" for index in range(20_000)]
    assert [found.name for found in NameFinder(names).find("Chan 19999th")] == ["Chan 19999th"]
