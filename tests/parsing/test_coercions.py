"""Lossless coercions: each one is made and reported, and there are no others."""

import json
from typing import Any

from inkwright.parsing.coercions import coerce_request
from tests.each import each


def read(payload: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    notes: list[str] = []
    return coerce_request(payload, "type", notes.append), notes


def asked(*questions: Any, **changes: Any) -> dict[str, Any]:
    return {"type": "clarification", "title": "T", "questions": list(questions), **changes}


def question(**changes: Any) -> dict[str, Any]:
    return {"id": "q1", "question": "Which?", "options": [{"label": "红", "value": "red"}], **changes}


OTHER = [
    (
        {"response_type": "clarification", "title": "T"},
        {"type": "clarification", "title": "T"},
        ["response_type → type"],
    ),
    (
        {"type": "clarification", "response_type": "clarification"},
        {"type": "clarification"},
        ["response_type → type"],
    ),
    (asked(question(id=7)), asked(question(id="7")), ["questions[0].id: number → text"]),
    (
        asked({"id": "q1", "prompt": "Which?"}),
        asked({"id": "q1", "question": "Which?"}),
        ["questions[0].prompt → question"],
    ),
    (
        asked(question(options='["红", "蓝"]')),
        asked(question(options=[{"label": "红", "value": "红"}, {"label": "蓝", "value": "蓝"}])),
        [
            "questions[0].options: JSON text → list",
            "questions[0].options[0]: text → label and value",
            "questions[0].options[1]: text → label and value",
        ],
    ),
    (asked(question(recommended=0)), asked(question(recommended="red")), ["questions[0].recommended: index → value"]),
    (
        asked(question(recommended="红")),
        asked(question(recommended="red")),
        ["questions[0].recommended: label → value"],
    ),
    (asked(questions=json.dumps([question()])), asked(question()), ["questions: JSON text → list"]),
    (asked(json.dumps(question())), asked(question()), ["questions[0]: JSON text → object"]),
    ({"outline_text": "a\n b"}, {"outline_lines": ["a", " b"]}, ["outline_text → outline_lines"]),
    (
        {"outline_text": "a", "outline_lines": []},
        {"outline_lines": ["a"]},
        ["outline_text → outline_lines"],
    ),
    (
        {"outline": [{"id": 1, "title": "A", "children": [{"id": 2, "title": "B"}]}]},
        {"outline_lines": ["1 A", "  2 B"]},
        [
            "outline[0].id: number → text",
            "outline[0].children[0].id: number → text",
            "outline → outline_lines",
        ],
    ),
    ({"outline": [{"level": 2, "title": "A"}]}, {"outline_lines": ["## A"]}, ["outline → outline_lines"]),
]


@each(("given", "meant", "notes"), OTHER)
def test_each_coercion_is_made_and_reported(given: dict[str, Any], meant: dict[str, Any], notes: list[str]) -> None:
    before = json.dumps(given)
    assert read(given) == (meant, notes)
    assert json.dumps(given) == before


ASK_USER_QUESTION = {
    "questions": [
        {
            "question": "Which library should we use?",
            "header": "Library",
            "options": [{"label": "Day.js", "description": "Small"}, {"label": "Luxon", "description": ""}],
            "multiSelect": False,
        },
        {"question": "哪种风格？", "header": "风格", "options": [{"label": "简洁"}], "multiSelect": False},
    ]
}


def test_the_shape_of_ask_user_question_is_a_clarification_in_which_other_words_are_allowed() -> None:
    meant = {
        "type": "clarification",
        "title": "Library · 风格",
        "questions": [
            {
                "id": "q1",
                "question": "Which library should we use?",
                "options": [
                    {"label": "Day.js", "value": "Day.js", "description": "Small"},
                    {"label": "Luxon", "value": "Luxon"},
                ],
                "allow_freeform": True,
            },
            {
                "id": "q2",
                "question": "哪种风格？",
                "options": [{"label": "简洁", "value": "简洁"}],
                "allow_freeform": True,
            },
        ],
    }
    assert read(ASK_USER_QUESTION) == (meant, ["AskUserQuestion → clarification"])


def test_without_headers_the_first_question_is_the_title_too() -> None:
    payload, _ = read({"questions": [{"question": "Which?\nSay.", "options": [], "multiSelect": False}]})
    assert payload["title"] == "Which?"


def test_what_that_shape_does_not_allow_stays_in_its_place() -> None:
    shape = {"questions": [{"question": "Which?", "header": 3, "options": "A, B"}]}
    (question,) = read(shape)[0]["questions"]
    assert question == {"id": "q1", "question": "Which?", "header": 3, "options": "A, B", "allow_freeform": True}
    plain = {"questions": [{"question": "Which?", "header": "H", "options": ["A", {"name": "B"}]}]}
    assert read(plain)[0]["questions"][0]["options"] == [{"label": "A", "value": "A"}, {"name": "B"}]


def test_several_choices_keep_their_switch_under_the_name_of_the_schema() -> None:
    shape = {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}], "multiSelect": True}]}
    payload, log = read(shape)
    assert payload["questions"][0]["multi_select"] is True
    assert "questions[0].multiSelect → multi_select" in log


PAYLOADS = [
    ({"type": "clarification", "payload": {"title": "T", "questions": []}}, {"title": "T", "questions": []}),
    ({"type": "clarification", "payload": '{"title": "T"}'}, {"title": "T"}),
    ({"type": "clarification", "title": "T", "payload": []}, {"title": "T", "payload": []}),
    ({"type": "clarification", "title": "T", "payload": [{"id": "1"}]}, {"title": "T", "questions": [{"id": "1"}]}),
    ({"type": "outline_edit", "payload": {"outline_text": "a\nb"}}, {"outline_lines": ["a", "b"]}),
    ({"type": "outline_edit", "payload": "a\nb"}, {"outline_lines": ["a", "b"]}),
    ({"type": "outline_edit", "payload": ["a"]}, {"outline_lines": ["a"]}),
    ({"type": "normal", "payload": {"content": "Hi"}}, {"content": "Hi"}),
    ({"type": "normal", "payload": "Hi"}, {"content": "Hi"}),
    ({"type": "error", "error": {"reason": "No."}}, {"reason": "No."}),
    ({"type": "error", "error": "No."}, {"reason": "No."}),
]


@each(("given", "meant"), PAYLOADS)
def test_a_payload_is_the_fields_of_its_message(given: dict[str, Any], meant: dict[str, Any]) -> None:
    assert read(given)[0] == {"type": given["type"], **meant}


def test_a_field_that_a_payload_contradicts_is_left_to_be_refused() -> None:
    given = {"type": "clarification", "title": "One", "payload": {"title": "Two"}}
    assert read(given)[0] == given


def test_the_content_of_a_request_is_its_preface() -> None:
    assert read({"type": "clarification", "content": "First."})[0]["preface"] == "First."
    both = {"type": "outline_edit", "preface": "One.", "content": "Two."}
    assert read(both)[0]["preface"] == "One.\n\nTwo."


LEFT = [
    {},
    {"type": "form", "response_type": "clarification"},
    {"type": "outline_edit", "response_type": "clarification"},
    {"response_type": "form"},
    {"response_type": ["clarification"]},
    asked(question(id=1.1)),
    asked(question(id=True)),
    asked(question(id=None)),
    asked(question(header="H")),
    asked({"id": "q1", "question": "Which?", "prompt": "Which?"}),
    asked({"question": "Which?", "options": []}),
    asked("Which?", 3, None),
    asked(question(options="Red, Blue")),
    asked(question(options='{"red": "Red"}')),
    asked(question(options='["cut')),
    asked(question(options=[1])),
    asked(question(recommended=1)),
    asked(question(recommended=True)),
    asked(question(recommended="green")),
    asked(question(options=[{"label": "A", "value": "1"}, {"label": "A", "value": "2"}], recommended="A")),
    asked(questions='{"id": "q1"}'),
    asked(questions="Which?"),
    {"questions": [{"question": "Which?", "options": []}]},
    {"questions": [{"question": "Which?", "header": "H", "options": [], "id": "q1"}], "title": "T"},
    {"outline_text": 3},
    {"outline_text": "a", "outline_lines": ["a"]},
    {"outline": "a\nb"},
    {"outline_lines": "a\nb"},
    {"outline": [{"id": 1.1, "title": "A"}]},
    {"outline": [{"level": "1", "title": "A"}]},
]


@each("payload", LEFT)
def test_everything_else_stays_unchanged(payload: dict[str, Any]) -> None:
    assert read(payload) == (payload, [])
