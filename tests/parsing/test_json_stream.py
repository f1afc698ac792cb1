"""Streamed JSON: the events for any pieces, and the value at the end."""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from inkwright import ItemDone, JsonStream, ParserResult, TextCorrected, TextGrew, json_parser
from tests.each import each

Event = TextGrew | TextCorrected | ItemDone
Path = tuple[str | int, ...]

LESSON = r"""好的，我来写。
<think>first {"message": "no"}
or so</think>
```json
{"message": "You said \"hi\"\n😀 \ud83d\ude00 你好", "meta": {"note": "a\tb", "n": -1.5e3},
 "questions": [{"stem": "$\frac{1}{2}$ 是？", "options": ["0.5", "[2]", "}"]}, 7, "three", [true, null], {}], "end": ""}
```
Done: [1] {"message": "not this"}"""


class Card(BaseModel):
    name: str
    tags: list[str]


def told(pieces: Iterable[str]) -> list[Event]:
    stream = JsonStream()
    return [event for piece in pieces for event in stream.feed(piece)]


def summary(events: list[Event]) -> tuple[dict[Path, str], list[ItemDone]]:
    """The texts as a listener has them in the end, and the items in order."""
    texts: dict[Path, str] = {}
    items: list[ItemDone] = []
    for event in events:
        match event:
            case TextGrew(path, text):
                texts[path] = texts.get(path, "") + text
            case TextCorrected(path, text):
                texts[path] = text
            case ItemDone():
                items.append(event)
    return texts, items


def split(text: str, cuts: Iterable[int]) -> list[str]:
    places = [0, *sorted(cuts), len(text)]
    return [text[start:end] for start, end in pairwise(places)]


def texts_outside_lists(value: object, path: Path = ()) -> dict[Path, str]:
    if isinstance(value, str):
        return {path: value} if value else {}
    if not isinstance(value, dict):
        return {}
    return {
        place: text for key, item in value.items() for place, text in texts_outside_lists(item, (*path, key)).items()
    }


def closed(text: str, schema: Any = None, *, allow_partial: bool = False) -> ParserResult:
    stream = JsonStream(schema)
    for character in text:
        stream.feed(character)
    return stream.close(allow_partial=allow_partial)


LESSON_TEXTS = {("message",): 'You said "hi"\n😀 😀 你好', ("meta", "note"): "a\tb"}
LESSON_ITEMS = [
    ItemDone(("questions", 0), {"stem": r"$\frac{1}{2}$ 是？", "options": ["0.5", "[2]", "}"]}),
    ItemDone(("questions", 1), 7),
    ItemDone(("questions", 2), "three"),
    ItemDone(("questions", 3), [True, None]),
    ItemDone(("questions", 4), {}),
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10_000])
def test_pieces_of_any_size_report_the_same(size: int) -> None:
    pieces = [LESSON[start : start + size] for start in range(0, len(LESSON), size)]

    assert summary(told(pieces)) == (LESSON_TEXTS, LESSON_ITEMS)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.lists(st.integers(0, len(LESSON)), max_size=40))
def test_any_split_reports_the_same(cuts: list[int]) -> None:
    assert summary(told(split(LESSON, cuts))) == (LESSON_TEXTS, LESSON_ITEMS)


JSON_TEXTS = st.text(st.sampled_from('ab"\n\t{}[],: 你😀/'), max_size=12)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | JSON_TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(JSON_TEXTS, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.dictionaries(JSON_TEXTS, JSON_VALUES, max_size=4), st.data())
def test_any_split_of_any_object_reports_the_values_of_the_whole(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value, ensure_ascii=False)
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=10))
    stream = JsonStream()
    events = [event for piece in split(text, cuts) for event in stream.feed(piece)]

    assert stream.close() == {"status": "success", "content": value}
    assert summary(events) == summary(told([text]))
    assert summary(events)[0] == texts_outside_lists(value)


def test_text_is_reported_as_it_grows() -> None:
    stream = JsonStream()

    assert stream.feed('{"mess') == []
    assert stream.feed('age": "He') == [TextGrew(("message",), "He")]
    assert stream.feed("llo") == [TextGrew(("message",), "llo")]
    assert stream.feed(', 世界"') == [TextGrew(("message",), ", 世界")]
    assert stream.feed("}") == []
    assert stream.close() == {"status": "success", "content": {"message": "Hello, 世界"}}


def test_an_item_is_reported_when_it_is_complete_and_not_before() -> None:
    stream = JsonStream()

    assert stream.feed('{"cards": [{"name": "甲", "tags": ["x"') == []
    assert stream.feed("]}") == [ItemDone(("cards", 0), {"name": "甲", "tags": ["x"]})]
    assert stream.feed(", 1") == []
    assert stream.feed("2") == []
    assert stream.feed(", [3]") == [ItemDone(("cards", 1), 12), ItemDone(("cards", 2), [3])]
    assert stream.feed("]}") == []


@pytest.mark.parametrize(
    ("text", "items"),
    [
        pytest.param('["a", "b"]', [ItemDone((0,), "a"), ItemDone((1,), "b")], id="a list alone"),
        pytest.param("[[1, 2], [3]]", [ItemDone((0,), [1, 2]), ItemDone((1,), [3])], id="lists in a list"),
        pytest.param('{"a": {"b": [1]}}', [ItemDone(("a", "b", 0), 1)], id="a list below"),
        pytest.param('{"a": [], "b": [[]]}', [ItemDone(("b", 0), [])], id="empty lists"),
        pytest.param('{"a": [1], "b": [2]}', [ItemDone(("a", 0), 1), ItemDone(("b", 0), 2)], id="two lists"),
    ],
)
def test_items_are_those_of_the_outermost_lists(text: str, items: list[ItemDone]) -> None:
    assert told(text) == items


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(r'{"m": "a\nb"}', "a\nb", id="a line break"),
        pytest.param(r'{"m": "\u4f60\u597d"}', "你好", id="code points"),
        pytest.param(r'{"m": "\ud83d\ude00!"}', "😀!", id="a surrogate pair"),
        pytest.param(r'{"m": "\ud83d!"}', "\ufffd!", id="half a surrogate pair"),
        pytest.param(r'{"m": "\\\""}', '\\"', id="a backslash and a quote"),
        pytest.param(r'{"m": "\d \alpha"}', r"\d \alpha", id="unknown escapes"),
        pytest.param(r'{"m": "3 \times 4 = \frac{24}{2}"}', r"3 \times 4 = \frac{24}{2}", id="TeX"),
    ],
)
def test_an_escape_cut_anywhere_is_reported_as_one_character(text: str, message: str) -> None:
    for cut in range(len(text)):
        assert summary(told([text[:cut], text[cut:]])) == ({("m",): message}, [])
    assert summary(told(text)) == ({("m",): message}, [])


def test_text_is_corrected_when_a_backslash_turns_out_to_be_meant() -> None:
    stream = JsonStream()

    assert stream.feed(r'{"m": "$x \neat ') == [TextGrew(("m",), "$x \neat ")]
    assert stream.feed(r"y$ 完") == [TextGrew(("m",), "y$ 完")]
    assert stream.feed('"}') == [TextCorrected(("m",), r"$x \neat y$ 完")]
    assert stream.close() == {"status": "success", "content": {"m": r"$x \neat y$ 完"}}


DAMAGED = [
    pytest.param('{"m": "a", n: 1, "k": "z"}', {"m": "a", "n": 1, "k": "z"}, id="a bare key"),
    pytest.param("{\"m\": \"a\", 'k': 'z'}", {"m": "a", "k": "z"}, id="single quotes"),
    pytest.param('{"m": "a" "k": "z"}', {"m": "a", "k": "z"}, id="a missing comma"),
    pytest.param('{"m": "a", "n": True, "k": "z",}', {"m": "a", "n": True, "k": "z"}, id="a Python literal"),
    pytest.param('{"m": "a", // c\n "k": "z"}', {"m": "a", "k": "z"}, id="a comment"),
    pytest.param('{"m": "a"， "k"： "z"}', {"m": "a", "k": "z"}, id="full-width punctuation"),
    pytest.param('{"m": "a", "l": [1, 2}', {"m": "a", "l": [1, 2]}, id="a wrong bracket"),
]


@pytest.mark.parametrize(("text", "value"), DAMAGED)
def test_damaged_json_is_repaired_at_the_end(text: str, value: object) -> None:
    assert closed(text) == {"status": "success", "content": value}


@pytest.mark.parametrize(("text", "value"), DAMAGED)
def test_damaged_json_goes_silent_where_the_damage_is(text: str, value: dict[str, Any]) -> None:
    texts, items = summary(told(text))

    assert texts == {("m",): "a"}
    assert [item.value for item in items] == value.get("l", [])[: len(items)]


def test_nothing_is_reported_for_text_that_is_not_json() -> None:
    assert told("你好！See [1] and {name}, or f(x) { return 1 }.") == []


@pytest.mark.parametrize(
    "thoughts",
    [
        pytest.param('<think>{"m": "no"}</think>', id="on one line"),
        pytest.param('<think>\n{"m": "no"}\n[1, 2]\n</think>\n', id="on lines of their own"),
        pytest.param('<thinking>\n```json\n{"m": "不"}\n```\n</thinking>\n\n', id="with a fence"),
        pytest.param("<THINK>\n{\n</THINK>\n", id="in upper case"),
        pytest.param("<think>\n" + '{"m": "no"}\n' * 50 + "</think>\n", id="long"),
    ],
)
def test_thinking_is_passed_over(thoughts: str) -> None:
    text = thoughts + '\n{"m": "yes", "l": [1]}'

    assert summary(told(text)) == ({("m",): "yes"}, [ItemDone(("l", 0), 1)])
    assert told([text]) == [TextGrew(("m",), "yes"), ItemDone(("l", 0), 1)]
    assert closed(text) == {"status": "success", "content": {"m": "yes", "l": [1]}}


def test_preface_and_fence_are_passed_over() -> None:
    text = 'Sure, here it is [1]:\n\n```json\n{"m": "yes"}\n```\n{"m": "no"}'

    assert summary(told(text)) == ({("m",): "yes"}, [])
    assert told([text]) == [TextGrew(("m",), "yes")]


def test_deep_nesting_is_followed_to_two_hundred_containers() -> None:
    deep = "[" * 199 + "1" + "]" * 199
    expected = json_parser(f"[{deep}]")["content"][0]

    assert told(f"[{deep}]") == [ItemDone((0,), expected)]


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_deeper_nesting_goes_silent_and_is_refused_at_the_end(opening: str) -> None:
    stream = JsonStream()

    assert [event for _ in range(5_000) for event in stream.feed(opening)] == []
    assert stream.close().get("reason") == "too_deep"


def test_a_long_text_in_many_pieces_is_reported_completely() -> None:
    stream = JsonStream()
    stream.feed('{"m": "')
    grown = [event for _ in range(50_000) for event in stream.feed("字")]

    assert grown == [TextGrew(("m",), "字")] * 50_000


def test_a_stream_that_breaks_off_is_truncated_unless_a_part_is_allowed() -> None:
    text = '{"m": "Hel'

    assert closed(text) == json_parser(text)
    assert closed(text).get("reason") == "truncated"
    assert closed(text, allow_partial=True) == {"status": "success", "content": {"m": "Hel"}, "partial": True}


def test_the_end_is_checked_against_the_schema() -> None:
    assert closed('{"name": "甲", "tags": ["x"]}', Card) == {
        "status": "success",
        "content": Card(name="甲", tags=["x"]),
    }
    assert closed('{"name": "甲", "tags": "x"}', Card).get("reason") == "schema"


def test_a_piece_without_text_adds_nothing() -> None:
    stream = JsonStream()

    assert [*stream.feed(None), *stream.feed('{"m": "a'), *stream.feed(None)] == [TextGrew(("m",), "a")]
    assert JsonStream().close() == json_parser(None)


def test_a_stream_that_said_nothing_is_empty() -> None:
    assert JsonStream().close().get("reason") == "empty"
    assert told(["", "", ""]) == []


@each("mark", "\u200b\u200e\u2060\xad\x00\x1f\x85\ufeff\xa0")
def test_invisible_characters_between_tokens_do_not_stop_the_events(mark: str) -> None:
    stream = JsonStream()
    text = f'{mark}{{"title":{mark} "a{mark}b",{mark} "items": [{mark}1{mark},{mark}{{"x"{mark}: true{mark}}}]}}'
    events = [event for character in text for event in stream.feed(character)]

    grown = "".join(event.text for event in events if isinstance(event, TextGrew))
    assert grown == f"a{mark}b"
    assert [event.value for event in events if isinstance(event, ItemDone)] == [1, {"x": True}]
    assert stream.close()["content"] == {"title": f"a{mark}b", "items": [1, {"x": True}]}
