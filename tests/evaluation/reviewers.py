"""A scripted model that judges: it quotes the texts that it is given, and can be made to fail or to lie."""

import json
import re
from collections.abc import Callable
from typing import Any

from inkwright.errors import ModelBusy
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedModel

BRIEFS = {
    "strategist": "coach",
    "editor": "editor",
    "expert": "expert",
    "view of a reader": "consumer",
    "sells": "seller",
}
BRIEFS |= {"教练": "coach", "编辑": "editor", "专家": "expert", "读者的角度": "consumer", "销售效果": "seller"}
_TEXT = re.compile(r"^(\d+)\. [^\n]*\n```\n(.*?)\n```", re.MULTILINE | re.DOTALL)
_DIMENSION = re.compile(r"^- (\w+) \(", re.MULTILINE)

Change = Callable[[str, dict[str, Any]], dict[str, Any]]


def prompt_of(request: Request) -> str:
    return str(request.messages[0]["content"])


def role_of(prompt: str) -> str:
    """Who is asked: a role, `line` for somebody in a dialogue, or `diagnosis`."""
    if "Several reviewers" in prompt or "几位评审" in prompt:
        return "diagnosis"
    head = prompt.partition("\n")[0]
    if "Write only what you say" in prompt or "只写你说的话" in prompt:
        return "line"
    return next(role for words, role in BRIEFS.items() if words in head)


class Reviewers:
    """Answers every request. `scores` are those of the roles; `failing` roles meet a busy model; `change` may change a
    report before it is sent. `asked` counts the requests.
    """

    def __init__(self, failing: tuple[str, ...] = (), change: Change | None = None, **scores: int) -> None:
        self.failing = failing
        self.change = change
        self.scores = scores
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Any:
        prompt = prompt_of(request)
        role = role_of(prompt)
        self.asked.append(role)
        if role in self.failing:
            return ModelBusy(model="scripted", problem="busy")
        if role == "line":
            return "这对我有什么用？"
        if role == "diagnosis":
            return json.dumps({"summary": "Good.", "strengths": ["Clear."], "weaknesses": [], "actions": ["Go on."]})
        report = self._report(role, prompt)
        return json.dumps(self.change(role, report) if self.change else report, ensure_ascii=False)

    def _report(self, role: str, prompt: str) -> dict[str, Any]:
        number, text = _TEXT.findall(prompt)[0]
        line = text.strip().splitlines()[0]
        quotes = [{"text": int(number), "quote": line}]
        dimensions = [
            {"dimension": each, "score": self.scores.get(role, 6), "reason": f"{role}: ok", "quotes": quotes}
            for each in _DIMENSION.findall(prompt)
        ]
        suggestion = {"text": int(number), "anchor": line, "replacement": f"{line}!", "reason": "livelier"}
        return {"dimensions": dimensions, "suggestions": [suggestion]}


def model_of(reviewers: Reviewers, **options: Any) -> ScriptedModel:
    return ScriptedModel(reviewers, **options)
