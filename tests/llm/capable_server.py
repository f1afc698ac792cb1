"""Replies that pass every check of a probe, for `FakeProvider`."""

import json
from collections.abc import Callable

from tests.llm.fake_provider import Answer, Received, openai_reply, openai_stream, texts

_RESULT = {"status": "artifact_ready", "message": "Here.", "artifacts": [{"id": "a1", "kind": "slides"}]}
_CITY = {"city": "Paris", "letters": 5}


def able(*, tools: bool = True) -> Callable[[Received], Answer]:
    """Counts when asked plainly, follows schemas, and calls tools unless it cannot."""

    def answer(received: Received) -> Answer:
        body = received.body
        asked = str(body["messages"][-1]["content"])
        if body.get("tools") and tools:
            name = body["tools"][0]["function"]["name"]
            return _said(body, calls=[("c1", name, json.dumps({"city": "Paris", "days": 2}))])
        if "JSON" in asked:
            return _said(body, json.dumps(_RESULT if "slides" in asked else _CITY))
        return _said(body, "one, two, three")

    return answer


def _said(body: dict[str, object], said: str = "", calls: list[tuple[str, str, str]] | None = None) -> Answer:
    if not body.get("stream"):
        return openai_reply(said or None, calls or ())
    if calls:
        told = [
            {"index": index, "id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
            for index, (id_, name, arguments) in enumerate(calls)
        ]
        return openai_stream([{"role": "assistant", "tool_calls": told}], finish="tool_calls")
    return openai_stream(texts(*[said[start : start + 8] for start in range(0, len(said), 8)]))
