"""Replies with typed requests, and what is read from them."""

import json
from typing import Any

from inkwright import ParserResult

CLARIFY = "[[DOGENT_CLARIFICATION_JSON]]"
OUTLINE = "[[DOGENT_OUTLINE_EDIT_JSON]]"
STATUS = "[[DOGENT_STATUS:NEEDS_CLARIFICATION]]"


def question(**changes: Any) -> dict[str, Any]:
    options = [{"label": "Red", "value": "red"}, {"label": "蓝色", "value": "blue"}]
    return {"id": "q1", "question": "Which {colour}?", "options": options, **changes}


def clarification(*questions: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"response_type": "clarification", "title": "颜色", "questions": list(questions) or [question()], **changes}


def outline(**changes: Any) -> dict[str, Any]:
    return {"response_type": "outline_edit", "title": "Outline", **changes}


def written(payload: Any) -> str:
    return json.dumps(payload, ensure_ascii=False)


def normal(text: str) -> ParserResult:
    return {"status": "success", "content": {"response_type": "normal", "content": text, "coercions": []}}


def asked(*questions: dict[str, Any], coercions: tuple[str, ...] = ()) -> ParserResult:
    full = [{"allow_freeform": False, **item} for item in questions or [question()]]
    return {"status": "success", "content": {**clarification(*full), "coercions": list(coercions)}}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in question().items() if name != key}


PLAIN = written(clarification())
PRETTY = json.dumps(clarification(), indent=2)

OUTLINED = written(outline(outline_lines=["# 引言", "## 背景"]))
UNTYPED = written({"title": "颜色", "questions": [question()]})
