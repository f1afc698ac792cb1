"""Damaged JSON: one possible meaning is repaired, two are an error."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from inkwright import json_parser
from tests.each import each


def value_of(reply: str) -> object:
    """The value. Tests compare its `repr`: `True` is not `1`, `1` is not `1.0`, and the order of keys counts."""
    result = json_parser(reply)
    assert result["status"] == "success", result
    return result["content"]


def reason_of(reply: str) -> str:
    result = json_parser(reply)
    assert result["status"] == "error", result
    return result["reason"]


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": 1, "a": 2}', {"a": 2}, id="valid JSON"),
        pytest.param("{a: 1, b: 0, a: 2,}", {"a": 2, "b": 0}, id="damaged"),
        pytest.param('{"名": "甲", "名": "乙",,}', {"名": "乙"}, id="Chinese"),
    ],
)
def test_of_a_duplicate_key_the_last_one_counts(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": [1, 2, ], }', {"a": [1, 2]}, id="trailing commas"),
        pytest.param('{"a": 1,, "b": 2}', {"a": 1, "b": 2}, id="a doubled comma in an object"),
        pytest.param('{"a": , "b": 1}', {"a": None, "b": 1}, id="a missing value before a comma"),
        pytest.param('{"a":}', {"a": None}, id="a missing value before a brace"),
        pytest.param('{,"a": 1}', {"a": 1}, id="a comma before the first member"),
        pytest.param("[1,,2]", [1, None, 2], id="a missing element"),
        pytest.param('{"甲": ，"乙": 1}', {"甲": None, "乙": 1}, id="Chinese"),
    ],
)
def test_commas_too_many_are_dropped_and_missing_values_are_null(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param('{"a": 1, "b"}', id="at the end"),
        pytest.param('{"a", "b": 1}', id="at the beginning"),
        pytest.param('[{"a": 1, "b"}, {"a": 2}]', id="inside a list"),
        pytest.param('{"甲": 1, "乙"}', id="Chinese"),
    ],
)
def test_a_key_with_neither_colon_nor_value_is_ambiguous(reply: str) -> None:
    assert reason_of(reply) == "ambiguous"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": 1, // one\n "b": 2}', {"a": 1, "b": 2}, id="slashes"),
        pytest.param('{"a": /* one, "x": 0 */ 1}', {"a": 1}, id="slash and star"),
        pytest.param('{"a": 1, # one\n "b": 2}', {"a": 1, "b": 2}, id="hash"),
        pytest.param('{"a": 1, <!-- one --> "b": 2}', {"a": 1, "b": 2}, id="HTML"),
        pytest.param('{"a": 1, // 第一个："甲"\n "b": 2}', {"a": 1, "b": 2}, id="Chinese"),
        pytest.param("[1, 2, ...]", [1, 2], id="dots at the end"),
        pytest.param('{"a": 1, …}', {"a": 1}, id="an ellipsis in an object"),
        pytest.param("[1, ..., 9]", [1, 9], id="dots between elements"),
        pytest.param('{"a": #fff, "b": 1}', {"a": "#fff", "b": 1}, id="a colour is no comment"),
        pytest.param('[{"a": 1},\n ...\n {"a": 9}]', [{"a": 1}, {"a": 9}], id="dots on a line of their own"),
    ],
)
def test_comments_and_ellipses_outside_strings_are_dropped(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    "text",
    ["see // there", "a /* b */ c", "# title", "<!-- no -->", "and so on ...", "等等……", "https://example.org/#top"],
)
def test_comments_and_ellipses_inside_strings_stay(text: str) -> None:
    assert value_of(f"{{'a': \"{text}\",}}") == {"a": text}


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": 1 "b": 2}', {"a": 1, "b": 2}, id="no comma between members"),
        pytest.param('["a" "b"]', ["a", "b"], id="no comma between strings"),
        pytest.param("[1 2]", [1, 2], id="no comma between numbers"),
        pytest.param('[{"a": 1} {"a": 2}]', [{"a": 1}, {"a": 2}], id="no comma between objects"),
        pytest.param('{"a" 1}', {"a": 1}, id="no colon"),
        pytest.param(
            '{"a" "b", "c" [1], "d" {"e": 2}}', {"a": "b", "c": [1], "d": {"e": 2}}, id="no colon before any kind"
        ),
        pytest.param('{\n"a": "x"\n"b": "y"\n}', {"a": "x", "b": "y"}, id="a new line between members"),
        pytest.param('{\n"题目": "甲"\n"答案": "乙"\n}', {"题目": "甲", "答案": "乙"}, id="Chinese members"),
        pytest.param('{"a" = 1, "b" => 2}', {"a": 1, "b": 2}, id="equals signs and arrows"),
        pytest.param('{"a": 1; "b": 2}', {"a": 1, "b": 2}, id="semicolons"),
    ],
)
def test_a_missing_or_foreign_separator_is_put_right(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": [1, 2}', {"a": [1, 2]}, id="a list closed by a brace"),
        pytest.param(
            '[{"a": [1, 2}, {"a": [3]}]', [{"a": [1, 2]}, {"a": [3]}], id="a list closed by a brace further in"
        ),
        pytest.param('[{"a": 1, {"b": 2}]', [{"a": 1}, {"b": 2}], id="an object not closed in a list"),
        pytest.param('{"a": [1, 2, "b": 3}', {"a": [1, 2], "b": 3}, id="a list not closed in an object"),
        pytest.param('{"a": 1}}]', {"a": 1}, id="too many at the end"),
        pytest.param('```json\n{"a": [1]}}\n```', {"a": [1]}, id="too many at the end of a fence"),
        pytest.param('[{"甲": 1, {"乙": 2}]', [{"甲": 1}, {"乙": 2}], id="Chinese"),
    ],
)
def test_wrong_brackets_are_repaired_where_there_is_one_reading(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('"a": 1, "b": 2}', {"a": 1, "b": 2}, id="plain"),
        pytest.param('```json\n"a": {"b": [1]}\n}\n```', {"a": {"b": [1]}}, id="in a fence"),
        pytest.param('"标题": "分数", "题数": 3}', {"标题": "分数", "题数": 3}, id="Chinese"),
    ],
)
def test_an_object_whose_opening_brace_is_missing_is_that_object(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param("｛“名”：“值”，“数”：１２｝", {"名": "值", "数": 12}, id="everything full-width"),
        pytest.param('{"名"："值"，"表"：［1，2］}', {"名": "值", "表": [1, 2]}, id="some of it"),
        pytest.param('{"话"："你好，世界：｛再见｝"}', {"话": "你好，世界：｛再见｝"}, id="kept inside strings"),
    ],
)
def test_full_width_punctuation_outside_strings_counts_as_ascii(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@each(
    ("reply", "value"),
    [
        ('{"level": "5" name": "Tom"}', {"level": "5", "name": "Tom"}),
        ('{"a": "x", b": "y"}', {"a": "x", "b": "y"}),
        ('{"level: "5", "ok": true}', {"level": "5", "ok": True}),
        ('{"empty": "", ""list": []}', {"empty": "", "list": []}),
        ("{'level: '5', 'ok': True}", {"level": "5", "ok": True}),
        ("{'nested: {'a': 1}}", {"nested": {"a": 1}}),
        ("{'a': 1, ''b': 2}", {"a": 1, "b": 2}),
        ("{'name': Tom', 'ok': True}", {"name": "Tom", "ok": True}),
        ('{"a: b": 1, "10:30": 2}', {"a: b": 1, "10:30": 2}),
        ('{"a": "b" # it\'s "x"\n}', {"a": "b"}),
    ],
)
def test_a_key_that_lost_a_quote_is_still_a_key(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@each(
    ("reply", "value"),
    [
        ('["a"、"b"]', ["a", "b"]),
        ("[1、2]", [1, 2]),
        ("[苹果、香蕉]", ["苹果", "香蕉"]),
        ('{"a": 1、"b": 2}', {"a": 1, "b": 2}),
        ('{"爱好": 游泳、跑步, "n": 1}', {"爱好": "游泳、跑步", "n": 1}),
        ("[true false, 1e5 2]", [True, False, 100_000.0, 2]),
    ],
)
def test_values_are_separated_by_an_enumeration_comma_or_by_space(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@each(
    "reply",
    [
        '["item 1" item 2, "c"]',
        '["red" green, "blue"]',
        '["item 1" item 2", "c"]',
        '["one""two"]',
        '{"a": 5", "b": 1}',
        "{'a': 5', 'b': 1}",
        "[truefalse, 1]",
        '{"a": [true" null"]}',
        '["one", "two"three"]',
        '{"a": "b" "c" "d"}',
        '{"ls": [{"a": "x"}, "a": "y"}, {"a": "z"}], "n": 3}',
        '["false, null, "true"]',
        '{"a": {], "b": 1}',
        '{"a": [["p", "q"]}',
        "[[1, 2], [3, [4, 5]]], []]",
        '{"a": ["one", two, three", "four"]}',
        '{"d": ```json\n{"a": 1}\n```}',
        '{"a": "x "false": false, "b": 1}',
    ],
)
def test_damage_with_two_readings_is_ambiguous(reply: str) -> None:
    assert reason_of(reply) == "ambiguous"


VALUES: tuple[Any, ...] = (
    {"level": "5", "name": "Tom", "ok": True},
    {"a": [1, 2, 3], "b": {"c": "d", "e": [{"f": 1.5}, {"f": -2}]}, "g": None},
    {"title": "Fractions, halves and more", "items": ["one", "two", "four: five"], "n": 12},
    [{"id": 1, "text": "What is 1/2?", "options": ["0.5", "2"]}, {"id": 2, "text": "Why?", "options": []}],
    {"姓名": "小明", "年龄": 8, "爱好": ["游泳", "跑步，跳绳"], "说": "他说“好”"},
    {"s": "a, b", "t": "c]", "u": "d}", "w": "{f", "x": "g: h"},
)


def damaged(text: str) -> Iterator[str]:
    """The text with one mark of its structure lost, doubled or replaced by a space."""
    is_inside = False
    for place, mark in enumerate(text):
        is_quote = mark == '"'
        if is_quote or (not is_inside and mark in ",:{}"):
            yield text[:place] + text[place + 1 :]
            yield text[:place] + mark + text[place:] if mark != "," else text
        if not is_inside and mark in ",:":
            yield f"{text[:place]} {text[place + 1 :]}"
        is_inside = is_inside != is_quote


@each(("value", "layout"), [(value, layout) for value in VALUES for layout in (None, 2)])
def test_a_value_with_one_lost_mark_is_read_right_or_not_at_all(value: Any, layout: int | None) -> None:
    for reply in damaged(json.dumps(value, ensure_ascii=False, indent=layout)):
        result = json_parser(reply)
        assert result["status"] == "error" or repr(result["content"]) == repr(value), reply


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param('{"a": "b": "c"}', id="two colons"),
        pytest.param('{"a": ]', id="a list that never opened"),
    ],
)
def test_where_two_readings_are_as_good_nothing_is_guessed(reply: str) -> None:
    assert json_parser(reply)["status"] == "error"


@each(
    "piece",
    ['{"a": "', "{a: ", '["x" ', "[(", "{'", '{"a": "b" ', "/*", "```json\n{", '\\"', "｛“", '"a": 1, ', "$\\f"],
)
def test_any_text_however_long_gets_an_answer(piece: str) -> None:
    result = json_parser(piece * 5_000)

    assert result["status"] in ("success", "error")
