"""Valid JSON that is cut off gives a prefix of its value, wherever it is cut."""

import json
from typing import Any

import pytest

from inkwright import ItemDone, JsonStream, TextCorrected, json_parser
from inkwright.parsing.json_truncated import closed_word, parse_truncated
from tests.each import each

VALUES: tuple[Any, ...] = (
    {"level": "5", "name": "Tom", "ok": True},
    ["item 1", "item 2", "tru", "x", True, False, None],
    {"a": [1, 20, 300], "b": {"c": "d", "e": [{"f": 1.5}, {"f": -2e10}]}, "g": None},
    {"title": "Fractions, halves and more", "items": ["one", "two, three", "four: five"], "n": 12},
    {"q": 'He said "yes" and left', "r": "a\nb\tc", "s": "back\\slash", "t": "é 你好 😀"},
    {"path": "C:\\Users\\new\\table.txt", "tex": "$\\frac{1}{2}$ \\nabla", "re": "\\d+"},
    {"empty": "", "list": [], "obj": {}, "zero": 0, "neg": -1, "f": 3.14159, "exp": 1e-7, "big": 12345678901234567890},
    {"姓名": "小明", "年龄": 8, "爱好": ["游泳", "跑步，跳绳"], "说": "他说“好”"},
    [[1, 2], [3, [4, 5]], [], [[[["x"]]]]],
    {"k with space": "v", "k-dash": "v2", "": "empty key", "true": "x", "null": None},
    {"code": 'def f(x):\n    return {"a": x[0]}\n', "md": "# T\n\n- a\n```py\nx\n```", "think": "<think>hm</think> b"},
    {"url": "https://x.org/a?b=c#d", "time": "10:30", "price": "$5\nor $6", "label": "A:\nyes"},
    [0.1, -0.5, 100, 1e20, 5e-324, -0.0],
    {"s": "a, b", "t": "c]", "u": "d}", "v": "[e", "w": "{f", "x": "g: h"},
    {"surrogates": "😀😀é", "controls": "\u0001\u001f\u0000", "separator": "\u2028"},
    [{"role": "user", "content": "Hi, I'm Ann. What's \"JSON\"?"}, {"role": "bot", "content": 'A format: {"a": 1}.'}],
)
DOCUMENTS = [
    *(json.dumps(value) for value in VALUES),
    *(json.dumps(value, ensure_ascii=False, indent=2) for value in VALUES),
    *(json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in VALUES),
    '{"a":1E5,"b":-1.5e+3,"c":[1e5,2E-2],"d":0e0}',
    '  {\t"a" :\r\n [ 1 , 2 ] , "b" : "\\u00e9\\ud83d\\ude00\\/\\b\\f"  }  ',
]


def is_prefix(part: Any, whole: Any, *, is_last: bool = True) -> bool:
    """A text may be shorter, a list or an object may have fewer members; only the last member may be cut."""
    if isinstance(whole, str) and isinstance(part, str) and is_last:
        return whole.startswith(part)
    if isinstance(whole, dict) and isinstance(part, dict):
        is_start = list(whole)[: len(part)] == list(part)
        return is_start and is_prefix(list(part.values()), list(whole.values()), is_last=is_last)
    if isinstance(whole, list) and isinstance(part, list):
        last = len(part) - 1
        pairs = enumerate(zip(part, whole, strict=False))
        return len(part) <= len(whole) and all(is_prefix(p, w, is_last=is_last and n == last) for n, (p, w) in pairs)
    return repr(part) == repr(whole)


@each("document", DOCUMENTS)
@pytest.mark.parametrize("before", ["", "Here you are:\n```json\n", "Sure: "])
def test_every_cut_of_a_valid_document_gives_a_prefix(document: str, before: str) -> None:
    whole = json_parser(document)["content"]
    for end in range(1, len(document.rstrip())):
        result = json_parser(before + document[:end], allow_partial=True)
        if result["status"] == "success":
            assert result.get("partial"), document[:end]
            assert is_prefix(result["content"], whole), (document[:end], result["content"])
        else:
            assert result["reason"] in ("empty", "no_json"), document[:end]


STRINGS = (
    "He said: [1, 2] and {x: 3}",
    '{"a": [1, 2], "b": "c"}',
    'list: ["a", "b"]',
    "{name: Ann}",
    "<think>{1}</think> x",
)


@each("whole", STRINGS)
@each("before", ["", "Here you are:\n```json\n", "Sure: ", "<think>hm</think>\n", "1. "])
def test_what_is_in_a_string_that_is_cut_is_no_value(before: str, whole: str) -> None:
    written = json.dumps(whole)
    for end in range(1, len(written)):
        result = json_parser(before + written[:end], allow_partial=True)
        part = result.get("content", "")
        is_decoded = whole.startswith('{"') and is_prefix(part, json.loads(whole))
        assert is_decoded or is_prefix(part, whole), (written[:end], part)


@each("document", DOCUMENTS)
def test_a_stream_reports_prefixes_and_complete_items_alone(document: str) -> None:
    whole = json_parser(document)["content"]
    stream = JsonStream()
    texts: dict[Any, str] = {}
    for event in (event for character in document for event in stream.feed(character)):
        said = whole
        for step in event.path:
            said = said[step]
        if isinstance(event, ItemDone):
            assert repr(event.value) == repr(said)
            continue
        assert not isinstance(event, TextCorrected)
        texts[event.path] = texts.get(event.path, "") + event.text
        assert said.startswith(texts[event.path])


@each(
    ("text", "value"),
    [
        ('{"a": 1, "b": 2', {"a": 1}),
        ('{"a": 1, "b": 2 ', {"a": 1, "b": 2}),
        ("[1, -", [1]),
        ("[1, 2.", [1]),
        ("[1, 2e", [1]),
        ("[true, fal", [True, False]),
        (r'["x\ud83d', ["x"]),
        (r'["x\ud83d\ude', ["x"]),
        (r'["x\u12', ["x"]),
        (r'["$x \neat', ["$x "]),
        (r'["C:\new', ["C:"]),
        ('["trailing ', ["trailing "]),
        ('[{"a": 1}, {"b"', [{"a": 1}, {}]),
    ],
)
def test_what_may_go_on_differently_is_left_out(text: str, value: object) -> None:
    found = parse_truncated(text)
    assert found is not None
    assert repr(found.value) == repr(value)


@each("text", ["[1 2", '{"a" "b', '{"a": 1 "b', "[,", "[1,,", '{"a": tru"', '["a" b', "[1}", "[1]", '["\\q', "[x"])
def test_damaged_json_is_left_to_the_repair(text: str) -> None:
    assert parse_truncated(text) is None


def test_a_number_before_a_new_line_is_complete() -> None:
    found = parse_truncated('{"a": [1, 2', ends_line=True)
    assert found is not None
    assert found.value == {"a": [1, 2]}


@each(
    ("word", "closed"), [("t", "true"), ("nul", "null"), ("1", ""), ("-", ""), ("1.5e-", ""), ("x", None), ("01", None)]
)
def test_a_word_is_completed_dropped_or_not_json(word: str, closed: str | None) -> None:
    assert closed_word(word) == closed


def test_damaged_json_that_is_cut_off_keeps_its_closed_strings() -> None:
    assert json_parser("['x', tru", allow_partial=True)["content"] == ["x", True]
    assert json_parser("{a: 'x', b: blue", allow_partial=True)["content"] == {"a": "x", "b": "blue"}
    assert json_parser("{a: 'x', b: 12", allow_partial=True)["content"] == {"a": "x"}
