"""Schemas: an invalid one is the caller's error; a valid one converts nothing and names the path of each problem."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from enum import Enum
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from inkwright import CallerError, InvalidSchema, JsonStream, ParserResult, json_parser
from tests.each import each


class Option(BaseModel):
    model_config = ConfigDict(extra="forbid")

    label: str = Field(min_length=1)
    score: float = 0.0


class Question(BaseModel):
    kind: Literal["single", "multiple"]
    options: list[Option] = Field(min_length=1)


class Quiz(BaseModel):
    questions: list[Question]


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


def problems_of(result: ParserResult) -> list[str]:
    """The lines of the feedback that name a place, in order."""
    assert result["status"] == "error"
    assert result["reason"] == "schema"
    return [line.removeprefix("- ") for line in result["feedback"].splitlines() if line.startswith("- ")]


def paths_of(result: ParserResult) -> list[str]:
    return [problem.split(": ")[0] for problem in problems_of(result)]


@contextmanager
def listening_server() -> Iterator[tuple[str, list[str]]]:
    """The address of a server on this machine that offers a schema, and the paths it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"type": "integer"}')

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


WRONG_SCHEMAS = [
    pytest.param({"type": "no such type"}, id="an unknown type"),
    pytest.param({"type": 7}, id="a type that is a number"),
    pytest.param({"properties": ["a"]}, id="properties that are a list"),
    pytest.param({"required": "a"}, id="required that is a string"),
    pytest.param({"pattern": "("}, id="a broken pattern"),
    pytest.param({"$ref": "#/$defs/missing"}, id="a reference to nothing"),
    pytest.param(42, id="a number"),
    pytest.param("Quiz", id="a name"),
    pytest.param(object(), id="an object of no use"),
    pytest.param(socket.socket, id="a class that has no schema"),
]


@each("schema", WRONG_SCHEMAS)
@each("reply", ["", "no JSON", '{"a": 1}'])
def test_a_wrong_schema_is_refused_whatever_the_reply_says(schema: Any, reply: str) -> None:
    with pytest.raises(InvalidSchema):
        json_parser(reply, schema)


def test_a_wrong_schema_is_an_error_of_the_caller_that_says_what_to_do() -> None:
    with pytest.raises(CallerError) as raised:
        json_parser("{}", {"type": "no such type"})

    assert str(raised.value).startswith("Invalid schema: ")
    assert str(raised.value).endswith("Use a pydantic model, a type or a JSON schema.")
    assert not raised.value.retryable


def test_a_remote_reference_is_refused_and_nothing_is_fetched() -> None:
    with listening_server() as (address, asked):
        schema = {"type": "object", "properties": {"a": {"$ref": f"{address}/schema.json"}}}
        with pytest.raises(InvalidSchema, match="nothing is fetched"):
            json_parser('{"a": 1}', schema)

    assert asked == []


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("file:///etc/hostname", id="a file"),
        pytest.param("https://example.invalid/schema.json", id="a host that does not exist"),
        pytest.param("other.json", id="a relative address"),
    ],
)
def test_a_reference_outside_the_schema_is_refused(address: str) -> None:
    with pytest.raises(InvalidSchema):
        json_parser('{"a": 1}', {"properties": {"a": {"$ref": address}}})


def test_a_local_reference_is_followed_even_to_itself() -> None:
    schema = {
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "parts": {"type": "array", "items": {"$ref": "#/$defs/node"}},
                },
                "required": ["name", "parts"],
            }
        },
    }
    tree = {"name": "根", "parts": [{"name": "叶", "parts": []}]}

    assert json_parser('{"name": "根", "parts": [{"name": "叶", "parts": []}]}', schema) == {
        "status": "success",
        "content": tree,
    }
    assert paths_of(json_parser('{"name": "根", "parts": [{"name": 1, "parts": []}]}', schema)) == ["parts[0].name"]


@pytest.mark.parametrize(
    ("reply", "paths"),
    [
        pytest.param("{}", ["questions"], id="a missing field"),
        pytest.param('{"questions": {}}', ["questions"], id="a wrong type"),
        pytest.param(
            '{"questions": [{"kind": "single", "options": []}]}', ["questions[0].options"], id="a list too short"
        ),
        pytest.param(
            '{"questions": [{"kind": "single", "options": [{"label": "a"}, {"label": ""}]}]}',
            ["questions[0].options[1].label"],
            id="an empty string",
        ),
        pytest.param(
            '{"questions": [{"kind": "both", "options": [{"label": "a", "extra": 1}]}, {"kind": "single"}]}',
            ["questions[0].kind", "questions[0].options[0].extra", "questions[1].options"],
            id="several places",
        ),
        pytest.param("[]", ["(the whole value)"], id="the whole value"),
    ],
)
def test_problems_of_a_model_carry_their_paths(reply: str, paths: list[str]) -> None:
    assert paths_of(json_parser(reply, Quiz)) == paths


QUIZ_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "questions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"options": {"type": "array", "minItems": 1}, "题干": {"type": "string"}},
                "required": ["options"],
            },
        }
    },
    "required": ["questions"],
}


@pytest.mark.parametrize(
    ("reply", "paths"),
    [
        pytest.param('{"questions": [{"options": []}]}', ["questions[0].options"], id="a list too short"),
        pytest.param('{"questions": [{"options": [1]}, {"options": 1}]}', ["questions[1].options"], id="a wrong type"),
        pytest.param('{"questions": [{"options": [1], "题干": 1}]}', ["questions[0].题干"], id="a Chinese name"),
        pytest.param("3", ["(the whole value)"], id="the whole value"),
    ],
)
def test_problems_of_a_json_schema_carry_their_paths(reply: str, paths: list[str]) -> None:
    assert paths_of(json_parser(reply, QUIZ_SCHEMA)) == paths


def test_a_missing_property_of_a_json_schema_is_named() -> None:
    assert problems_of(json_parser('{"questions": [{}]}', QUIZ_SCHEMA)) == [
        'questions[0]: "options" is a required property'
    ]


def test_at_most_eight_problems_are_listed() -> None:
    reply = '{"questions": [' + ", ".join(["1"] * 50) + "]}"
    first_eight = [f"questions[{index}]" for index in range(8)]

    assert paths_of(json_parser(reply, Quiz)) == first_eight
    assert paths_of(json_parser(reply, QUIZ_SCHEMA)) == first_eight


@each(
    ("schema", "reply"),
    [
        pytest.param(int, '"1"', id="a string is no integer"),
        pytest.param(int, "1.5", id="a fraction is no integer"),
        pytest.param(int, "true", id="a boolean is no integer"),
        pytest.param(bool, "1", id="a number is no boolean"),
        pytest.param(bool, '"true"', id="a string is no boolean"),
        pytest.param(str, "1", id="a number is no string"),
        pytest.param(float, '"1.5"', id="a string is no number"),
        pytest.param(list[int], '{"0": 1}', id="an object is no list"),
        pytest.param(list[int], "[1, null]", id="null is no integer"),
        pytest.param(dict[str, int], "[]", id="a list is no object"),
        pytest.param(Option, '[{"label": "a"}]', id="a list of one is not the one"),
        pytest.param(Option, '{"label": "a", "Score": 1}', id="another case is another field"),
        pytest.param(Literal["a"], '"A"', id="another case is another literal"),
        pytest.param({"type": "integer"}, '"1"', id="a string is no integer of JSON schema"),
        pytest.param({"type": "integer"}, "true", id="a boolean is no integer of JSON schema"),
        pytest.param({"type": "boolean"}, "0", id="a number is no boolean of JSON schema"),
        pytest.param({"type": "string"}, "null", id="null is no string of JSON schema"),
        pytest.param(False, "1", id="nothing fits the schema that is false"),
    ],
)
def test_nothing_is_converted_to_fit(schema: Any, reply: str) -> None:
    assert json_parser(reply, schema).get("reason") == "schema"


@pytest.mark.parametrize(
    ("schema", "reply", "value"),
    [
        pytest.param(list[int], "[1, 2]", [1, 2], id="a list"),
        pytest.param(int | None, "null", None, id="a union"),
        pytest.param(float, "1", 1.0, id="an integer is a number"),
        pytest.param(date, '"2024-01-31"', date(2024, 1, 31), id="a date, which JSON can only write so"),
        pytest.param(Colour, '"blue"', Colour.BLUE, id="a member of an enumeration"),
        pytest.param(Option, '{"label": "甲"}', Option(label="甲"), id="a model with a default"),
        pytest.param({"type": "object"}, "{}", {}, id="a JSON schema"),
        pytest.param({"properties": {"n": {"default": 5}}}, "{}", {}, id="a JSON schema fills nothing in"),
        pytest.param({}, "[null]", [None], id="the schema that allows all"),
        pytest.param(True, "1", 1, id="the schema that is true"),
    ],
)
def test_a_value_that_fits_is_given_as_the_caller_wants_it(schema: Any, reply: str, value: object) -> None:
    assert json_parser(reply, schema) == {"status": "success", "content": value}


@pytest.mark.parametrize(
    ("schema", "example"),
    [
        pytest.param(Quiz, '{"questions": []}', id="a model"),
        pytest.param(Question, '{"kind": "single", "options": [{"label": "…"}]}', id="a model within a model"),
        pytest.param(Colour, '"red"', id="an enumeration"),
        pytest.param(QUIZ_SCHEMA, '{"questions": []}', id="a JSON schema"),
        pytest.param({"type": "integer", "minimum": 3}, "3", id="a least number"),
        pytest.param(
            {"type": "array", "minItems": 2, "items": {"type": "boolean"}}, "[false, false]", id="a least length"
        ),
        pytest.param({"const": "是"}, '"是"', id="a constant"),
    ],
)
def test_the_example_is_the_smallest_value_that_fits(schema: Any, example: str) -> None:
    assert json_parser("", schema).get("example") == example
    assert json_parser(example, schema)["status"] == "success"


def test_where_no_example_is_found_none_is_shown() -> None:
    result = json_parser("", {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"})

    assert result["reason"] == "empty"
    assert "example" not in result


@pytest.mark.parametrize("schema", WRONG_SCHEMAS)
def test_a_wrong_schema_is_refused_at_the_end_of_a_stream_at_the_latest(schema: Any) -> None:
    with pytest.raises(InvalidSchema):
        JsonStream(schema).close()
