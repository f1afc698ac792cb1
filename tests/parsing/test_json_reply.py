"""The JSON value of a reply: which of several is chosen, and the feedback when there is none."""

import re
from typing import Any

import pytest
from pydantic import BaseModel

from inkwright import ParserResult, json_parser
from inkwright.errors import InvalidOption
from tests.each import each

POINT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
    "required": ["x", "y"],
    "additionalProperties": False,
}


class Question(BaseModel):
    text: str
    options: list[str]


class Quiz(BaseModel):
    title: str
    questions: list[Question]


def found(value: object) -> ParserResult:
    return {"status": "success", "content": value}


def cut(value: object) -> ParserResult:
    return {"status": "success", "content": value, "partial": True}


def reason_of(result: ParserResult) -> str:
    assert result["status"] == "error"
    assert "content" not in result
    assert result["feedback"]
    return result["reason"]


def test_a_reply_that_is_not_text_is_an_error_of_the_caller() -> None:
    with pytest.raises(InvalidOption, match="raw_reply"):
        json_parser({"a": 1})  # type: ignore[arg-type]


def test_no_reply_at_all_is_empty() -> None:
    assert json_parser(None) == json_parser("")
    assert json_parser(None, POINT_SCHEMA, allow_partial=True)["reason"] == "empty"


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \r\n\t\u3000 ", id="white space"),
        pytest.param("\ufeff", id="a byte order mark"),
        pytest.param('<think>{"a": 1} or {"a": 2}?</think>\n', id="thinking alone"),
        pytest.param("<thinking>先想一想</thinking>", id="Chinese thinking alone"),
        pytest.param("\ufeff\n<think>hm", id="thinking that never ends"),
    ],
)
def test_a_reply_that_says_nothing_is_empty(reply: str) -> None:
    assert reason_of(json_parser(reply)) == "empty"


@each(
    "reply",
    [
        pytest.param("This was shown before [1] and again [2, 3].", id="citations"),
        pytest.param("正如文献 [1] 和 [2, 3] 所示。", id="Chinese citations"),
        pytest.param("See [the docs](https://example.org/a) and ![a picture](p.png).", id="Markdown links"),
        pytest.param("- [ ] write\n- [x] test\n- [X] ship", id="check boxes"),
        pytest.param("All is finished.\n[[DONE]]", id="a tag"),
        pytest.param("Dear {name}, your order {{ order_id }} is on its way.", id="placeholders"),
        pytest.param("你好，{姓名}！", id="a Chinese placeholder"),
        pytest.param("The value is \\frac{a}{b} + \\sqrt{c}.", id="LaTeX groups"),
        pytest.param("Let S be the set {1, 2, 3}.", id="a set"),
        pytest.param("```python\ndef add(a, b):\n    return {a: b}[a]\n```", id="Python"),
        pytest.param("```js\nfunction f(a) { return a + 1; }\n```", id="a function body"),
        pytest.param("```css\nbody { color: red; margin: 0 }\n```", id="a CSS rule"),
        pytest.param("I cannot do that.", id="a refusal"),
        pytest.param("抱歉，我无法回答这个问题。", id="a Chinese refusal"),
    ],
)
def test_brackets_of_prose_are_not_json(reply: str) -> None:
    assert reason_of(json_parser(reply)) == "no_json"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param("42", 42, id="integer"),
        pytest.param(" -1.5e3\n", -1500.0, id="float"),
        pytest.param('"hi"', "hi", id="string"),
        pytest.param('"你好"', "你好", id="Chinese string"),
        pytest.param("null", None, id="null"),
        pytest.param("true", True, id="true"),
        pytest.param("True", True, id="Python true"),
        pytest.param("None", None, id="Python none"),
        pytest.param("NaN", None, id="not a number"),
        pytest.param("<think>forty, or so</think>\n42", 42, id="behind thinking"),
    ],
)
def test_a_reply_that_is_one_scalar_is_that_scalar(reply: str, value: object) -> None:
    assert json_parser(reply) == found(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param(r'"{\"a\": 1}"', {"a": 1}, id="object"),
        pytest.param(r'"[1, {\"名\": \"值\"}]"', [1, {"名": "值"}], id="list"),
        pytest.param(r'"{\"a\": \"{\\\"b\\\": 1}\"}"', {"a": '{"b": 1}'}, id="decoded once, not twice"),
        pytest.param(r"{\"a\": 1, \"b\": [\"x\"]}", {"a": 1, "b": ["x"]}, id="outer quotes lost"),
        pytest.param('"{not json}"', "{not json}", id="a string that only begins with a brace"),
        pytest.param('"{a: 1,}"', "{a: 1,}", id="a string that is almost JSON"),
    ],
)
def test_an_encoded_value_is_decoded_once(reply: str, value: object) -> None:
    assert json_parser(reply) == found(value)


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        pytest.param("[", "]", id="lists"),
        pytest.param('{"a":', "}", id="objects"),
        pytest.param('[{"a":', "}]", id="both"),
    ],
)
def test_nesting_is_read_to_two_hundred_containers_and_no_deeper(opening: str, closing: str) -> None:
    each = len(re.findall(r"[\[{]", opening))
    deepest = opening * (200 // each) + "1" + closing * (200 // each)

    assert json_parser(deepest)["status"] == "success"
    assert reason_of(json_parser(f"[{deepest}]")) == "too_deep"
    assert reason_of(json_parser(f"[{deepest},]")) == "too_deep"


def test_nesting_that_never_closes_is_refused_for_its_depth() -> None:
    assert reason_of(json_parser("[" * 100_000)) == "too_deep"


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param('<think>{"a": 0}?</think>{"a": 1}', id="think"),
        pytest.param('<thinking>\n```json\n{"a": 0}\n```\n</thinking>\n{"a": 1}', id="thinking with a fence"),
        pytest.param('<THINK>{"a": 0}</THINK>\n{"a": 1}', id="upper case"),
        pytest.param('Maybe {"a": 0, "b": "longer"}.\n</think>\n{"a": 1}', id="a lone closing tag"),
        pytest.param('<think>先看 {"a": 0}</think>\n答案：{"a": 1}', id="Chinese"),
    ],
)
def test_thinking_is_ignored(reply: str) -> None:
    assert json_parser(reply) == found({"a": 1})


def test_a_thinking_tag_inside_a_string_is_content() -> None:
    reply = '{"a": "write <think>hm</think> first"}'

    assert json_parser(reply) == found({"a": "write <think>hm</think> first"})


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param(
            'A draft {"a": 1, "b": "a long one"}.\n```json\n{"a": 2}\n```', {"a": 2}, id="a fence beats bare text"
        ),
        pytest.param("```json\n{'a': 1, 'b': 2,}\n```\n{\"a\": 2}", {"a": 1, "b": 2}, id="even a mended one"),
        pytest.param("{'a': 1, 'b': 'a long one',}\n\n{\"a\": 2}", {"a": 2}, id="strict beats mended"),
        pytest.param('{"a": 1, "b": 2}\n\n{"a": 3}', {"a": 1, "b": 2}, id="the longer"),
        pytest.param('{"a": 1}\n\n{"a": 2}', {"a": 2}, id="then the later"),
        pytest.param('{"a": 1}\n{"a": 2}\n{"a": 3}', {"a": 3}, id="lines are candidates and no list"),
        pytest.param('初稿：{"甲": 1}\n定稿：\n```json\n{"甲": 2}\n```\n完。', {"甲": 2}, id="Chinese"),
    ],
)
def test_without_a_schema_place_and_form_choose(reply: str, value: object) -> None:
    assert json_parser(reply) == found(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param(
            '{"md": "```py\\nprint(1)\\n```", "n": 1}', {"md": "```py\nprint(1)\n```", "n": 1}, id="escaped newlines"
        ),
        pytest.param(
            '```json\n{"md": "x\n```py\nprint(1)\n```\ny", "n": 1}\n```',
            {"md": "x\n```py\nprint(1)\n```\ny", "n": 1},
            id="raw newlines",
        ),
    ],
)
def test_a_fence_inside_a_string_is_part_of_it(reply: str, value: object) -> None:
    assert json_parser(reply) == found(value)


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param("Here you are:\n[5]\nThat is all.", [5], id="on its own line"),
        pytest.param("Here you are:\n[\n  1,\n  2\n]\nThat is all.", [1, 2], id="on its own lines"),
        pytest.param('The answer is [{"a": 1}] as asked.', [{"a": 1}], id="holds an object"),
        pytest.param('答案是 ["甲"]，请查收。', ["甲"], id="holds a quoted string"),
        pytest.param("The numbers are: [4, 8, 15]", [4, 8, 15], id="at least two elements"),
    ],
)
def test_a_list_in_prose_counts_where_it_cannot_be_a_citation(reply: str, value: object) -> None:
    assert json_parser(reply) == found(value)


@each(
    ("reply", "partial"),
    [
        pytest.param('{"a": "hel', {"a": "hel"}, id="an open string is closed"),
        pytest.param('{"a": "你好', {"a": "你好"}, id="a Chinese string is closed"),
        pytest.param('{"a": 1, "b": "x\\', {"a": 1, "b": "x"}, id="half an escape is dropped"),
        pytest.param('{"a": 1, "b": "x\\u4f', {"a": 1, "b": "x"}, id="half a code point is dropped"),
        pytest.param('{"a": 1, "b":', {"a": 1}, id="a key without a value is dropped"),
        pytest.param('{"a": 1, "b"', {"a": 1}, id="a key without a colon is dropped"),
        pytest.param('{"a": 1, "b', {"a": 1}, id="half a key is dropped"),
        pytest.param('{"a": 1,', {"a": 1}, id="a comma is dropped"),
        pytest.param('{"a": tr', {"a": True}, id="true is completed"),
        pytest.param('{"a": f', {"a": False}, id="false is completed"),
        pytest.param("[1, nul", [1, None], id="null is completed"),
        pytest.param('{"a": 1, "b": 12', {"a": 1}, id="a number that may go on is dropped"),
        pytest.param('[{"a": [1, {"b": "c"', [{"a": [1, {"b": "c"}]}], id="every bracket is closed"),
        pytest.param('{"a": 1, "b": [2]', {"a": 1, "b": [2]}, id="only the closing bracket is lost"),
        pytest.param('Sure:\n```json\n{"a": [1, "x', {"a": [1, "x"]}, id="in an open fence"),
        pytest.param('```json\n{"a": "x", "b": [1\n```\nDone!', {"a": "x", "b": [1]}, id="in a closed fence"),
    ],
)
def test_a_truncated_value_is_an_error_unless_a_part_is_allowed(reply: str, partial: object) -> None:
    assert reason_of(json_parser(reply)) == "truncated"
    assert json_parser(reply, allow_partial=True) == cut(partial)


def test_a_complete_value_before_a_truncated_one_is_not_taken_for_the_answer() -> None:
    reply = 'First {"a": 1, "b": 2}, and corrected:\n{"a": 3, "b": '

    assert reason_of(json_parser(reply)) == "truncated"


@each(
    "reply",
    [
        '{"a": 1, "b": [1, 2\n\nSorry, again:\n\n{"a": 1, "b": [1, 2]}',
        '{"a": 1, "b"\n\nSorry, again:\n\n{"a": 1, "b": [1, 2]}',
        '{"a": 1, "b": [1, 2\n\n{"a": 1, "b": [1, 2]}',
        'Draft: {"a": 1, "b": [{"c": "Sta\n\nI got cut off. Here it is:\n\n{"a": 1, "b": [1, 2]}',
        '```json\n{"a": 1, "b": [1, \n```\nOops, here:\n```json\n{"a": 1, "b": [1, 2]}\n```',
        '```json\n{"a": 1, "b": "x\n\nLet me redo it:\n```json\n{"a": 1, "b": [1, 2]}\n```',
        '{"a": 1,, "b" 2 "c", "d": "a long one"}\n\nHere is the valid version:\n{"a": 1, "b": [1, 2]}',
    ],
)
def test_a_complete_value_wins_over_a_broken_draft_before_it(reply: str) -> None:
    assert json_parser(reply) == found({"a": 1, "b": [1, 2]})


@each("reply", ['[\n{"a": 1}\n{"b": 2}\n', '{"items": [\n{"a": 1},\n{"b": 2}\n', '[{"a": 1},\n\n{"a": 2}\n'])
def test_an_element_of_an_open_list_is_not_a_new_value(reply: str) -> None:
    assert reason_of(json_parser(reply)) == "truncated"


@each(
    ("reply", "value"),
    [
        ("Here you go: {}", {}),
        ("callback({});", {}),
        ("/* none */ callback ({})", {}),
        ("Result: []", []),
        ("const x = {};", {}),
    ],
)
def test_an_empty_value_counts_where_it_is_given(reply: str, value: object) -> None:
    assert json_parser(reply) == found(value)


@each("reply", ["Use {} braces.", "f() {}", "a[0] = b[1]; c = {};", "() => {}", "The array a[] is empty."])
def test_empty_brackets_of_code_and_prose_are_not_json(reply: str) -> None:
    assert reason_of(json_parser(reply)) == "no_json"


def test_a_value_is_found_behind_many_citations() -> None:
    prose = "This was shown before [1] and again [2, 3], as in [12].\n" * 3_000

    assert json_parser(prose + '{"a": [1]}') == found({"a": [1]})


def test_a_complete_value_is_not_marked_as_a_part() -> None:
    assert json_parser('{"a": 1}', allow_partial=True) == found({"a": 1})


def test_with_a_schema_the_candidate_that_fits_is_chosen() -> None:
    reply = 'Example: {"x": "…", "y": "…", "z": "much longer"}\n{"x": 1, "y": 2}\n```json\n{"done": true}\n```'

    assert json_parser(reply, POINT_SCHEMA) == found({"x": 1, "y": 2})


def test_of_several_that_fit_the_later_is_chosen() -> None:
    reply = '```json\n{"x": 1000, "y": 1000}\n```\nNo, better:\n{"x": 1, "y": 2}'

    assert json_parser(reply, POINT_SCHEMA) == found({"x": 1, "y": 2})


def test_a_pydantic_model_gives_an_instance() -> None:
    reply = '好的：\n```json\n{"title": "分数", "questions": [{"text": "½ = ?", "options": ["0.5", "2"],},]}\n```'
    quiz = Quiz(title="分数", questions=[Question(text="½ = ?", options=["0.5", "2"])])

    assert json_parser(reply, Quiz) == found(quiz)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param('{"x": "1", "y": 2}', id="not converted"),
        pytest.param('[{"x": 1, "y": 2}]', id="not taken out of a list"),
        pytest.param('{"point": {"x": 1, "y": 2}}', id="not taken out of an object"),
        pytest.param('{"x": 1}', id="not filled in"),
    ],
)
def test_no_value_is_bent_to_fit_the_schema(reply: str) -> None:
    assert reason_of(json_parser(reply, POINT_SCHEMA)) == "schema"


def test_a_reply_without_json_gets_the_smallest_valid_example_with_the_feedback() -> None:
    assert json_parser("Sorry, no.", POINT_SCHEMA) == {
        "status": "error",
        "reason": "no_json",
        "feedback": "The reply contains no JSON. Answer with one JSON value and nothing else.",
        "example": '{"x": 0, "y": 0}',
    }


def test_the_example_of_a_model_fits_the_model() -> None:
    result = json_parser("", Quiz)

    assert result["example"] == '{"title": "…", "questions": []}'
    assert json_parser(result["example"], Quiz) == found(Quiz(title="…", questions=[]))


def test_without_a_schema_no_example_is_given() -> None:
    assert json_parser("") == {
        "status": "error",
        "reason": "empty",
        "feedback": "The reply is empty. Answer with one JSON value.",
    }


def test_feedback_on_an_invalid_value_names_the_missing_part_and_its_path() -> None:
    result = json_parser('{"title": "Fractions", "questions": [{"text": "?", "options": ["a"]}, {"text": "?"}]}', Quiz)

    assert reason_of(result) == "schema"
    assert "- questions[1].options: Field required" in result["feedback"].splitlines()
    assert result["example"] == '{"title": "…", "questions": []}'


def test_feedback_on_a_truncated_reply_shows_where_it_was_cut() -> None:
    result = json_parser('{"title": "Fractions", "questions": [{"text": "What is a ha', Quiz)

    assert reason_of(result) == "truncated"
    assert '{"text": "What is a ha' in result["feedback"]
    assert result["example"] == '{"title": "…", "questions": []}'


def test_feedback_on_an_ambiguous_value_shows_the_place() -> None:
    result = json_parser('Well: {"a": 1, "b"}', POINT_SCHEMA)

    assert reason_of(result) == "ambiguous"
    assert 'near: …{"a": 1, "b"}' in result["feedback"]
    assert result["example"] == '{"x": 0, "y": 0}'


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        pytest.param("抱歉，我做不到。", "no_json", id="no JSON"),
        pytest.param('{"x": "一", "y": 2}', "schema", id="a wrong value"),
        pytest.param('{"x": 1, "z": "没写完', "truncated", id="truncated"),
        pytest.param('{"x": 1, "乙"}', "ambiguous", id="ambiguous"),
        pytest.param("<think>想一想</think>", "empty", id="empty"),
    ],
)
def test_feedback_on_a_chinese_reply_is_chinese(reply: str, reason: str) -> None:
    result = json_parser(reply, POINT_SCHEMA)
    first_sentence = re.split("[。，：:…]", result["feedback"])[0]

    assert reason_of(result) == reason
    assert re.search("[\u4e00-\u9fff]", first_sentence)


def test_feedback_on_an_english_reply_is_english() -> None:
    assert json_parser("No.", POINT_SCHEMA)["feedback"].isascii()


def test_a_quote_around_the_whole_reply_is_not_part_of_it() -> None:
    assert json_parser('> {"a": [1,\n> 2],\n> "b": ">"}') == found({"a": [1, 2], "b": ">"})
    assert json_parser('> Here:\n>\n> {"a": [1,\n> 2]}') == found({"a": [1, 2]})
    for depth in (2, 3_000):
        assert json_parser(">" * depth)["reason"] == "no_json"
