"""Plan a deck by rule: where no model can, the headings and lists of the note decide."""

import json
from typing import Final

from inkwright.artifacts.slides.reading import deck_from_markdown
from inkwright.i18n import language_of, text
from inkwright.llm.models import Abilities, CallPiece, Hear, Reply, Request, ToolCall, unheard

NAME: Final = "rule"


class RulePlanner:
    """Stands where a model stands, and is none: it calls the tool with the note's own words, and delivers what it made.

    So the turn, its proof and its events are the same with and without a model.
    """

    def __init__(self, note: str) -> None:
        self.name = NAME
        self.abilities = Abilities()
        self._note = note

    async def reply(self, request: Request, hear: Hear = unheard) -> Reply:
        last = request.messages[-1]
        made = _verified(str(last.get("content"))) if last["role"] == "tool" else []
        call = self._delivery(made) if made else self._plan(str(last.get("content")), last["role"] == "tool")
        hear(CallPiece(0, call.name, call.arguments))
        return Reply("", calls=(call,), finish="calls", model=self.name)

    def _plan(self, told: str, has_failed: bool) -> ToolCall:
        if has_failed:
            return ToolCall("rule_answer", "answer", json.dumps({"message": told}, ensure_ascii=False))
        # The note comes without files: pictures that it names stay words.
        deck = deck_from_markdown(self._note, files=())
        return ToolCall("rule_plan", "generate_pptx", deck.model_dump_json())

    def _delivery(self, made: list[str]) -> ToolCall:
        message = text(language_of(self._note), "make.by_rule")
        arguments = {"message": message, "artifacts": made}
        return ToolCall("rule_delivery", "deliver", json.dumps(arguments, ensure_ascii=False))


def _verified(told: str) -> list[str]:
    try:
        return [artifact["id"] for artifact in json.loads(told)["verified_artifacts"]]
    except (ValueError, KeyError, TypeError):
        return []
