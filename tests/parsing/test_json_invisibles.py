"""Invisible characters are white space between the tokens of JSON, and stay inside its strings."""

from itertools import product

from inkwright import json_parser
from inkwright.parsing.json_invisibles import SPACES, space_invisibles, strip_end, strip_start
from tests.each import each

INVISIBLE = "\u200b\u200c\u200d\u2060\u200e\u200f\u061c\xad\u180e\u2061\x85\x1f\x1c\x00\x7f\ufeff\xa0\u3000\u2009\u2028"
BETWEEN_TOKENS = (
    ('{"dish": "soup",_ "price": 4}', {"dish": "soup", "price": 4}),
    ('{"price": 4_, "hot": true}', {"price": 4, "hot": True}),
    ('{"hot": true_}', {"hot": True}),
    ('{_"dish": "soup"}', {"dish": "soup"}),
    ('_{"dish"_:_"soup"_}_', {"dish": "soup"}),
    ("[1_,_2.5_]", [1, 2.5]),
    ("[_{'a':_'b'_}_,_[_]_,_]", [{"a": "b"}, []]),
    ("{dish:_ pea soup_, hot:_True_}", {"dish": "pea soup", "hot": True}),
    ('Here it is:\n_{"a": [1_, 2]}_\nGood luck!', {"a": [1, 2]}),
    ('```json\n{"a":_ 1_}\n```', {"a": 1}),
    ("_true_", True),
    ("_42_", 42),
)


@each("template, expected, mark", [(*case, mark) for case, mark in product(BETWEEN_TOKENS, INVISIBLE)])
def test_an_invisible_character_between_tokens_is_white_space(template: str, expected: object, mark: str) -> None:
    result = json_parser(template.replace("_", mark))

    assert (result["status"], result.get("content")) == ("success", expected)


@each("mark", INVISIBLE)
def test_an_invisible_character_in_a_string_stays(mark: str) -> None:
    content = json_parser(f'{{"{mark}k{mark}":{mark} "{mark}a{mark}b{mark}", "n": 1{mark}}}')["content"]

    assert content == {f"{mark}k{mark}": f"{mark}a{mark}b{mark}", "n": 1}


def test_all_invisible_characters_of_one_text_stay_in_its_strings() -> None:
    marks = "\u200b\u200c\u200d\u2060\u200e\u200f\u061c\xad\u180e\u2061\x00\ufeff"

    assert json_parser(f'{{{marks}"a": "{marks}", "n": 4{marks}}}')["content"] == {"a": marks, "n": 4}


def test_a_space_that_the_text_writes_or_escapes_stays_that_space() -> None:
    assert json_parser('{"a": "\u2000\\u2001\\u2002\u200b",\u200b "n": 1}')["content"] == {
        "a": "\u2000\u2001\u2002\u200b",
        "n": 1,
    }


def test_more_kinds_of_invisible_characters_than_spaces_lose_nothing_in_strings() -> None:
    marks = "".join(map(chr, (*range(1, 9), *range(0x80, 0x85), *range(0x2060, 0x2070))))

    assert json_parser(f'{{"a": "{marks}", b: 1}}')["content"] == {"a": marks, "b": 1}


def test_a_variation_selector_belongs_to_its_emoji() -> None:
    assert json_parser("{mood: ❤\ufe0f, n: 4\ufe0f}")["content"] == {"mood": "❤\ufe0f", "n": 4}


def test_a_truncated_value_keeps_the_invisible_characters_of_its_strings() -> None:
    result = json_parser('{"a": "x\u200by",\u200b "b": [1\u200b, "z', allow_partial=True)

    assert result["content"] == {"a": "x\u200by", "b": [1, "z"]}


@each("text", ["", "plain", "汉字，标点。", "naïve café", "tab\tline\n"])
def test_a_text_without_invisible_characters_is_left_alone(text: str) -> None:
    assert space_invisibles(text) is None


def test_both_ends_are_stripped_of_all_that_is_invisible() -> None:
    assert strip_start("\ufeff\u200b \n a\u200b") == "a\u200b"
    assert strip_end("\u200ba \u2060\x00\n") == "\u200ba"
    assert strip_end("\u200b ") == ""


def test_the_white_space_is_that_of_python() -> None:
    assert set(SPACES) == {character for character in map(chr, range(0x11000)) if character.isspace()}
