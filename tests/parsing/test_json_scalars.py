"""Scalars of damaged JSON: strings and words in the notations of other languages."""

import pytest

from tests.each import each
from tests.parsing.test_json_repair import value_of


@each(
    ("written", "value"),
    [
        pytest.param("True", True, id="True"),
        pytest.param("FALSE", False, id="FALSE"),
        pytest.param("nUll", None, id="nUll"),
        pytest.param("None", None, id="None"),
        pytest.param("undefined", None, id="undefined"),
        pytest.param("NaN", None, id="NaN"),
        pytest.param("Infinity", None, id="Infinity"),
        pytest.param("-Infinity", None, id="minus Infinity"),
        pytest.param("+1", 1, id="a plus sign"),
        pytest.param(".5", 0.5, id="no digit before the point"),
        pytest.param("5.", 5.0, id="no digit behind the point"),
        pytest.param("0x1F", 31, id="hexadecimal"),
        pytest.param("1_000", 1000, id="an underscore"),
        pytest.param("-1.5E+2", -150.0, id="an exponent"),
    ],
)
def test_literals_and_numbers_of_other_languages_are_what_they_mean(written: str, value: object) -> None:
    reply = f'{{"a": {written}, "b": [{written}, {written}]}}'
    assert repr(value_of(reply)) == repr({"a": value, "b": [value, value]})


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param("{'a': 'it\\'s'}", {"a": "it's"}, id="single quotes"),
        pytest.param("{'a': 'say \"hi\"'}", {"a": 'say "hi"'}, id="double quotes within single quotes"),
        pytest.param("{`a`: `b`}", {"a": "b"}, id="backticks"),
        pytest.param('{"a": """two\nlines"""}', {"a": "two\nlines"}, id="triple quotes"),
        pytest.param("{“a”: “b”, ‘c’: ‘d’}", {"a": "b", "c": "d"}, id="curly quotes"),
        pytest.param("{u'a': b'b', 'c': r'd'}", {"a": "b", "c": "d"}, id="prefixes"),
        pytest.param("{'a': (1, 'x'), 'b': ()}", {"a": [1, "x"], "b": []}, id="tuples"),
        pytest.param("('a', 1)", ["a", 1], id="a tuple alone"),
        pytest.param(
            "{'姓名': '小明', '年龄': 8, '在校': True}", {"姓名": "小明", "年龄": 8, "在校": True}, id="Chinese"
        ),
    ],
)
def test_strings_and_tuples_of_other_languages_are_read(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param("{name: Ann Lee, ok: yes}", {"name": "Ann Lee", "ok": "yes"}, id="words"),
        pytest.param("{姓名: 小明, 班级: 三年 二班}", {"姓名": "小明", "班级": "三年 二班"}, id="Chinese words"),
        pytest.param('{"a": 50%, "b": 12kg}', {"a": "50%", "b": "12kg"}, id="units"),
        pytest.param('{"a": 007}', {"a": "007"}, id="leading zeros"),
        pytest.param(
            "{a: https://x.org/a?b=c, d: 10:30}", {"a": "https://x.org/a?b=c", "d": "10:30"}, id="colons in words"
        ),
        pytest.param('{"a": 2024-01-31, "b": 1/2}', {"a": "2024-01-31", "b": "1/2"}, id="a date and a fraction"),
        pytest.param('{1: "a", true: "b"}', {"1": "a", "true": "b"}, id="keys are always strings"),
    ],
)
def test_unquoted_words_are_strings(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": "He said "yes" and left"}', {"a": 'He said "yes" and left'}, id="a quoted word"),
        pytest.param('{"a": "the "best" one", "b": 1}', {"a": 'the "best" one', "b": 1}, id="before a member"),
        pytest.param('["say "hi" now", "b"]', ['say "hi" now', "b"], id="in a list"),
        pytest.param('{"a": "他说"好"就走了", "b": 1}', {"a": '他说"好"就走了', "b": 1}, id="Chinese"),
        pytest.param('{"a": "他说“好”就走了", "b": 1}', {"a": "他说“好”就走了", "b": 1}, id="curly quotes"),
        pytest.param('{"a": "<p class="x">hi</p>"}', {"a": '<p class="x">hi</p>'}, id="HTML attributes"),
        pytest.param('{"a": "print("hi")", "b": 2}', {"a": 'print("hi")', "b": 2}, id="code"),
        pytest.param("{'a': 'it's the dogs' bowl', 'b': 1}", {"a": "it's the dogs' bowl", "b": 1}, id="apostrophes"),
    ],
)
def test_a_quote_inside_a_string_stays_where_the_structure_is_clear(reply: str, value: object) -> None:
    assert value_of(reply) == value


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": "one\ntwo\tthree"}', {"a": "one\ntwo\tthree"}, id="a newline and a tab"),
        pytest.param('{"诗": "床前明月光\n\n疑是地上霜"}', {"诗": "床前明月光\n\n疑是地上霜"}, id="Chinese lines"),
        pytest.param('{"code": "if x:\n    y = {1: 2}\n"}', {"code": "if x:\n    y = {1: 2}\n"}, id="code"),
    ],
)
def test_raw_newlines_and_tabs_in_strings_stay(reply: str, value: object) -> None:
    assert value_of(reply) == value


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": "one, "b": "two"}', {"a": "one", "b": "two"}, id="before a comma"),
        pytest.param('{"a": "one\n"b": "two"}', {"a": "one", "b": "two"}, id="before a new line"),
        pytest.param('{"甲": "一,\n"乙": "二"}', {"甲": "一", "乙": "二"}, id="Chinese"),
    ],
)
def test_a_string_without_its_closing_quote_ends_before_the_next_member(reply: str, value: object) -> None:
    assert value_of(reply) == value


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": "one " + "two" + \'!\'}', {"a": "one two!"}, id="joined strings"),
        pytest.param('{"a": "one "\n + "two",\n "b": 1}', {"a": "one two", "b": 1}, id="joined over lines"),
        pytest.param('{"a": "one \\\ntwo"}', {"a": "one two"}, id="a backslash before a newline"),
        pytest.param(
            r'{\n  "a": "x",\n  "b": [1,\n2]}', {"a": "x", "b": [1, 2]}, id="escaped white space outside strings"
        ),
        pytest.param('{"a": "你好，" + "世界"}', {"a": "你好，世界"}, id="Chinese"),
    ],
)
def test_the_string_notations_of_code_are_understood(reply: str, value: object) -> None:
    assert value_of(reply) == value


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"_id": ObjectId("507f"), "n": 1}', {"_id": "507f", "n": 1}, id="ObjectId"),
        pytest.param('{"at": new Date("2024-01-31")}', {"at": "2024-01-31"}, id="Date"),
        pytest.param('{"a": NumberLong(5), "b": Decimal("1.5")}', {"a": 5, "b": "1.5"}, id="numbers"),
        pytest.param("module.exports = {a: 'x'};", {"a": "x"}, id="an export"),
        pytest.param('callback({"a": 1})', {"a": 1}, id="a call"),
        pytest.param('callback({"a": 1});', {"a": 1}, id="a call with a semicolon"),
        pytest.param("const x = {a: 1, b: [2]};", {"a": 1, "b": [2]}, id="an assignment"),
        pytest.param('{"a": 1};', {"a": 1}, id="a semicolon"),
        pytest.param('const 数据 = {"名": "值"};', {"名": "值"}, id="Chinese"),
    ],
)
def test_wrappers_are_dropped(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@each(
    ("reply", "value"),
    [
        ('{"x": "a" "b"}', {"x": "ab"}),
        ('{"x": "a"\n "b", "y": 1}', {"x": "ab", "y": 1}),
        ('{"x": ("a"\n   "b"\n  "c"), "y": ("d", "e"), "z": ("f")}', {"x": "abc", "y": ["d", "e"], "z": "f"}),
        ('{"x": "a" "b": 1}', {"x": "a", "b": 1}),
        ('["a" "b"]', ["a", "b"]),
    ],
)
def test_adjacent_strings_are_one_where_only_one_value_can_be(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)


@each(
    ("reply", "value"),
    [
        ('{"code": ```python\nprint(1)\n```, "n": 1}', {"code": "print(1)", "n": 1}),
        ('{"code":\n```python\nx = {"a": "b"}\n```\n, "n": 1}', {"code": 'x = {"a": "b"}', "n": 1}),
        ('```json\n{"code": ```\none\n\n  two\n```,\n "n": 1}\n```', {"code": "one\n\n  two", "n": 1}),
        ("[```py\na\n```, ```py\nb\n```]", ["a", "b"]),
    ],
)
def test_a_fenced_block_as_a_value_is_the_string_of_its_lines(reply: str, value: object) -> None:
    assert repr(value_of(reply)) == repr(value)
