"""Lossless coercions of requests to the user. Each is reported; anything else stays unchanged."""

from collections.abc import Callable
from typing import Any, Final

from inkwright.parsing.json_strict import parse_strict
from inkwright.parsing.outlines import lines_from_outline

CoercionListener = Callable[[str], None]
_OTHER_TYPE_KEY: Final = {"type": "response_type", "response_type": "type"}
_REQUEST_TYPES: Final = ("clarification", "outline_edit", "normal", "error")
_ASK_USER_QUESTION: Final = frozenset({"question", "header", "options", "multiSelect"})


def coerce_request(payload: dict[str, Any], type_key: str, tell: CoercionListener) -> dict[str, Any]:
    """The payload with its kind under `type_key`, its questions as they are asked and its outline as lines."""
    payload = _with_type(dict(payload), type_key, tell)
    questions = parse_embedded_json(payload.get("questions"), "questions", list, tell)
    if isinstance(questions, list):
        questions = [
            parse_embedded_json(item, f"questions[{index}]", dict, tell) for index, item in enumerate(questions)
        ]
        payload["questions"] = questions
        if _is_ask_user_question(payload):
            payload = _from_ask_user_question(payload, type_key, tell)
        payload["questions"] = [
            _coerce_question(item, f"questions[{index}]", tell) for index, item in enumerate(payload["questions"])
        ]
    return _coerce_outline(payload, tell)


def parse_embedded_json(value: Any, place: str, kind: type, tell: CoercionListener) -> Any:
    """What a JSON text holds that stands where an object or a list belongs."""
    found = parse_strict(value) if isinstance(value, str) else None
    if found is None or not isinstance(found.value, kind):
        return value
    tell(f"{place}: JSON text → {'object' if kind is dict else 'list'}")
    return found.value


def _with_type(payload: dict[str, Any], key: str, tell: CoercionListener) -> dict[str, Any]:
    other = _OTHER_TYPE_KEY[key]
    if payload.get(other) not in _REQUEST_TYPES or payload.get(key, payload[other]) != payload[other]:
        return payload
    payload[key] = payload.pop(other)
    tell(f"{other} → {key}")
    return payload


def _is_ask_user_question(payload: dict[str, Any]) -> bool:
    """Whether the questions are as in the tool AskUserQuestion of other programs: no title, no ids, but headers."""
    questions = payload["questions"]
    return (
        bool(questions)
        and payload.keys() <= {"questions", "type", "response_type"}
        and all(map(_is_ask_question, questions))
    )


def _is_ask_question(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and {"question", "options"} <= item.keys() <= _ASK_USER_QUESTION
        and not item.keys().isdisjoint({"header", "multiSelect"})
    )


def _from_ask_user_question(payload: dict[str, Any], type_key: str, tell: CoercionListener) -> dict[str, Any]:
    """The headers become the title, and a label is its own value. There "Other" may always be chosen."""
    questions = payload["questions"]
    headers = [item["header"] for item in questions if isinstance(item.get("header"), str) and item["header"].strip()]
    tell("AskUserQuestion → clarification")
    return {
        type_key: "clarification",
        **payload,
        "title": " · ".join(headers) or str(questions[0]["question"]).strip().split("\n", 1)[0][:200],
        "questions": [_without_header(item, f"q{number}") for number, item in enumerate(questions, start=1)],
    }


def _without_header(item: dict[str, Any], id_: str) -> dict[str, Any]:
    """One question of that tool. Several answers to one question are not possible here: that stays, and is refused."""
    question = dict(item)
    if isinstance(item.get("header"), str):
        del question["header"]
    if item.get("multiSelect") is False:
        del question["multiSelect"]
    if isinstance(item.get("options"), list):
        question["options"] = [_labelled_option(option) for option in item["options"]]
    return {"id": id_, **question, "allow_freeform": True}


def _labelled_option(option: Any) -> Any:
    if not isinstance(option, dict) or "label" not in option:
        return option
    said = {key: value for key, value in option.items() if (key, value) != ("description", "")}
    return {"value": option["label"], **said}


def _coerce_question(question: Any, place: str, tell: CoercionListener) -> Any:
    if not isinstance(question, dict):
        return question
    question = _with_text_id(dict(question), place, tell)
    for other in ("prompt", "header"):
        if "question" not in question and isinstance(question.get(other), str):
            question["question"] = question.pop(other)
            tell(f"{place}.{other} → question")
    options = parse_embedded_json(question.get("options"), f"{place}.options", list, tell)
    if isinstance(options, list):
        question["options"] = [
            _coerce_option(option, f"{place}.options[{index}]", tell) for index, option in enumerate(options)
        ]
    return _coerce_recommended(question, place, tell)


def _with_text_id(item: dict[str, Any], place: str, tell: CoercionListener) -> dict[str, Any]:
    """A whole number as text. A fraction stays: 1.10 is 1.1 by now."""
    if isinstance(item.get("id"), int) and not isinstance(item["id"], bool):
        item["id"] = str(item["id"])
        tell(f"{place}.id: number → text")
    return item


def _coerce_option(option: Any, place: str, tell: CoercionListener) -> Any:
    if isinstance(option, str):
        tell(f"{place}: text → label and value")
        return {"label": option, "value": option}
    return option


def _coerce_recommended(question: dict[str, Any], place: str, tell: CoercionListener) -> dict[str, Any]:
    """`recommended` given as the index or the label of an option becomes that option's value."""
    recommended, options = question.get("recommended"), question.get("options")
    if not isinstance(options, list) or not all(isinstance(option, dict) for option in options):
        return question
    if isinstance(recommended, int) and not isinstance(recommended, bool) and 0 <= recommended < len(options):
        question["recommended"] = options[recommended].get("value")
        tell(f"{place}.recommended: index → value")
    elif isinstance(recommended, str) and recommended not in [option.get("value") for option in options]:
        labelled = [option.get("value") for option in options if option.get("label") == recommended]
        if len(labelled) == 1:
            question["recommended"] = labelled[0]
            tell(f"{place}.recommended: label → value")
    return question


def _coerce_outline(payload: dict[str, Any], tell: CoercionListener) -> dict[str, Any]:
    """The one form in which the outline is given as lines; where it is given in two, neither is chosen."""
    given = [name for name in ("outline_lines", "outline_text", "outline") if payload.get(name)]
    if len(given) != 1 or given == ["outline_lines"]:
        return payload
    form = payload[given[0]]
    if isinstance(form, list):
        form = _with_text_ids(form, "outline", tell)
    lines = lines_from_outline(form) if isinstance(form, str) == (given == ["outline_text"]) else None
    if lines is None:
        return payload
    tell(f"{given[0]} → outline_lines")
    rest = {name: value for name, value in payload.items() if name != given[0]}
    return {**rest, "outline_lines": lines}


def _with_text_ids(nodes: list[Any], place: str, tell: CoercionListener) -> list[Any]:
    found = []
    for index, node in enumerate(nodes):
        if isinstance(node, dict):
            node = _with_text_id(dict(node), f"{place}[{index}]", tell)
            if isinstance(node.get("children"), list):
                node["children"] = _with_text_ids(node["children"], f"{place}[{index}].children", tell)
        found.append(node)
    return found
