"""Lossless coercions of requests to the user. Each one is reported; everything else stays unchanged."""

from collections.abc import Callable
from typing import Any, Final

from inkwright.parsing.json_strict import parse_strict
from inkwright.parsing.outlines import lines_from_outline

CoercionListener = Callable[[str], None]
_OTHER_TYPE_KEY: Final = {"type": "response_type", "response_type": "type"}
_REQUEST_TYPES: Final = ("clarification", "outline_edit", "normal", "error")
_ASK_USER_QUESTION: Final = frozenset({"question", "header", "options", "multiSelect"})


def coerce_request(payload: dict[str, Any], type_key: str, report: CoercionListener) -> dict[str, Any]:
    """Return the payload with its type under `type_key`, normalised questions, and its outline as lines."""
    payload = _with_type(_unwrap_payload(dict(payload), report), type_key, report)
    payload = _with_reason(_with_preface(payload, payload.get(type_key), report), payload.get(type_key), report)
    questions = parse_embedded_json(payload.get("questions"), "questions", list, report)
    if isinstance(questions, list):
        questions = [
            parse_embedded_json(item, f"questions[{index}]", dict, report) for index, item in enumerate(questions)
        ]
        payload["questions"] = questions
        if _is_ask_user_question(payload):
            payload = _from_ask_user_question(payload, type_key, report)
        payload["questions"] = [
            _coerce_question(item, f"questions[{index}]", report) for index, item in enumerate(payload["questions"])
        ]
    return _coerce_outline(payload, report)


def parse_embedded_json(value: Any, path: str, kind: type, report: CoercionListener) -> Any:
    """Parse a JSON text that was given instead of an object or a list."""
    found = parse_strict(value) if isinstance(value, str) else None
    if found is None or not isinstance(found.value, kind):
        return value
    report(f"{path}: JSON text → {'object' if kind is dict else 'list'}")
    return found.value


def _unwrap_payload(payload: dict[str, Any], report: CoercionListener) -> dict[str, Any]:
    """Move the fields of `{response_type, payload}` up, unless a field is given twice with different values."""
    inner = parse_embedded_json(payload.get("payload"), "payload", dict, report)
    inner = parse_embedded_json(inner, "payload", list, report)
    outer = {name: value for name, value in payload.items() if name != "payload"}
    if inner and not isinstance(inner, dict):
        name = _payload_field(outer.get("response_type") or outer.get("type"), inner)
        inner = {name: inner} if name else None
    if not inner or any(outer.get(name) not in (None, "", [], value) for name, value in inner.items()):
        return payload
    report("payload → fields")
    return {**outer, **inner}


def _payload_field(kind: Any, value: Any) -> str | None:
    """Return the field that a payload which is a text or a list means."""
    if isinstance(value, str):
        return {"normal": "content", "error": "reason", "outline_edit": "outline_text"}.get(kind)
    if not isinstance(value, list):
        return None
    if kind == "outline_edit":
        return "outline_lines" if all(isinstance(item, str) for item in value) else "outline"
    return "questions" if kind == "clarification" else None


def _with_preface(payload: dict[str, Any], kind: Any, report: CoercionListener) -> dict[str, Any]:
    """Convert the `content` of a request to its preface: both are text to show first."""
    content, preface = payload.get("content"), payload.get("preface") or ""
    if kind not in ("clarification", "outline_edit") or not isinstance(content, str) or not content.strip():
        return payload
    if not isinstance(preface, str):
        return payload
    report("content → preface")
    rest = {name: value for name, value in payload.items() if name != "content"}
    said = [preface] if preface.strip() == content.strip() else [preface, content]
    return {**rest, "preface": "\n\n".join(filter(None, said))}


def _with_reason(payload: dict[str, Any], kind: Any, report: CoercionListener) -> dict[str, Any]:
    """Convert the `error` of an error, a text or an object with a reason, to its reason."""
    error = payload.get("error")
    given = error.get("reason") or error.get("message") if isinstance(error, dict) else error
    if kind != "error" or payload.get("reason") or not isinstance(given, str):
        return payload
    report("error → reason")
    return {**{name: value for name, value in payload.items() if name != "error"}, "reason": given}


def _with_type(payload: dict[str, Any], key: str, report: CoercionListener) -> dict[str, Any]:
    other = _OTHER_TYPE_KEY[key]
    if payload.get(other) not in _REQUEST_TYPES or payload.get(key, payload[other]) != payload[other]:
        return payload
    payload[key] = payload.pop(other)
    report(f"{other} → {key}")
    return payload


def _is_ask_user_question(payload: dict[str, Any]) -> bool:
    """Whether the questions have the format of the tool AskUserQuestion: headers, but no title and no ids."""
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


def _from_ask_user_question(payload: dict[str, Any], type_key: str, report: CoercionListener) -> dict[str, Any]:
    """Convert that format: headers become the title, labels the values, and free answers are allowed."""
    questions = payload["questions"]
    headers = [item["header"] for item in questions if isinstance(item.get("header"), str) and item["header"].strip()]
    report("AskUserQuestion → clarification")
    return {
        type_key: "clarification",
        **payload,
        "title": " · ".join(headers) or str(questions[0]["question"]).strip().split("\n", 1)[0][:200],
        "questions": [_without_header(item, f"q{number}") for number, item in enumerate(questions, start=1)],
    }


def _without_header(item: dict[str, Any], id_: str) -> dict[str, Any]:
    """Convert one question."""
    question = dict(item)
    if isinstance(item.get("header"), str):
        del question["header"]
    if isinstance(item.get("options"), list):
        question["options"] = [_labelled_option(option) for option in item["options"]]
    return {"id": id_, **question, "allow_freeform": True}


def _labelled_option(option: Any) -> Any:
    if not isinstance(option, dict) or "label" not in option:
        return option
    option_fields = {key: value for key, value in option.items() if (key, value) != ("description", "")}
    return {"value": option["label"], **option_fields}


def _coerce_question(question: Any, path: str, report: CoercionListener) -> Any:
    if not isinstance(question, dict):
        return question
    question = _with_text_id(dict(question), path, report)
    for other in ("prompt", "header"):
        if "question" not in question and isinstance(question.get(other), str):
            question["question"] = question.pop(other)
            report(f"{path}.{other} → question")
    if "multiSelect" in question and "multi_select" not in question:
        is_multiple = question.pop("multiSelect")
        if is_multiple is not False:
            question["multi_select"] = is_multiple
            report(f"{path}.multiSelect → multi_select")
    options = parse_embedded_json(question.get("options"), f"{path}.options", list, report)
    if isinstance(options, list):
        question["options"] = [
            _coerce_option(option, f"{path}.options[{index}]", report) for index, option in enumerate(options)
        ]
    return _coerce_recommended(question, path, report)


def _with_text_id(item: dict[str, Any], path: str, report: CoercionListener) -> dict[str, Any]:
    """Convert an integer id to text. A fraction stays: 1.10 was already read as 1.1."""
    if isinstance(item.get("id"), int) and not isinstance(item["id"], bool):
        item["id"] = str(item["id"])
        report(f"{path}.id: number → text")
    return item


def _coerce_option(option: Any, path: str, report: CoercionListener) -> Any:
    if isinstance(option, str):
        report(f"{path}: text → label and value")
        return {"label": option, "value": option}
    return option


def _coerce_recommended(question: dict[str, Any], path: str, report: CoercionListener) -> dict[str, Any]:
    """Replace the index or the label of an option in `recommended` by its value."""
    recommended, options = question.get("recommended"), question.get("options")
    if not isinstance(options, list) or not all(isinstance(option, dict) for option in options):
        return question
    if isinstance(recommended, int) and not isinstance(recommended, bool) and 0 <= recommended < len(options):
        question["recommended"] = options[recommended].get("value")
        report(f"{path}.recommended: index → value")
    elif isinstance(recommended, str) and recommended not in [option.get("value") for option in options]:
        labelled = [option.get("value") for option in options if option.get("label") == recommended]
        if len(labelled) == 1:
            question["recommended"] = labelled[0]
            report(f"{path}.recommended: label → value")
    return question


def _coerce_outline(payload: dict[str, Any], report: CoercionListener) -> dict[str, Any]:
    """Convert the outline to lines; if it is given in two formats, neither is chosen."""
    given = [name for name in ("outline_lines", "outline_text", "outline") if payload.get(name)]
    if len(given) != 1 or given == ["outline_lines"]:
        return payload
    outline = payload[given[0]]
    if isinstance(outline, list):
        outline = _with_text_ids(outline, "outline", report)
    lines = lines_from_outline(outline) if isinstance(outline, str) == (given == ["outline_text"]) else None
    if lines is None:
        return payload
    report(f"{given[0]} → outline_lines")
    rest = {name: value for name, value in payload.items() if name != given[0]}
    return {**rest, "outline_lines": lines}


def _with_text_ids(nodes: list[Any], path: str, report: CoercionListener) -> list[Any]:
    found = []
    for index, node in enumerate(nodes):
        if isinstance(node, dict):
            node = _with_text_id(dict(node), f"{path}[{index}]", report)
            if isinstance(node.get("children"), list):
                node["children"] = _with_text_ids(node["children"], f"{path}[{index}].children", report)
        found.append(node)
    return found
