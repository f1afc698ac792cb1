"""Plan by rule: where no model can, the headings and lists of the person's own file decide."""

import json
from collections.abc import Callable
from typing import Any, Final

from inkwright.artifacts.documents.sources import read_document
from inkwright.artifacts.slides.reading import deck_from_markdown
from inkwright.conversation.protocols import Attachments
from inkwright.i18n import language_of, text
from inkwright.llm.models import Abilities, CallPiece, Hear, Reply, Request, ToolCall, unheard
from inkwright.usecases.make_thing import Order, Thing
from inkwright.usecases.open_store import OWNER

NAME: Final = "rule"


async def plan_by_rule(attachments: Attachments, order: Order) -> "RulePlanner | None":
    """The planner for the files of an order; None where there are none, because words alone have no structure, and
    for what no rule can make.
    """
    if order.thing not in _PLANS:
        return None
    known = await attachments.of(order.conversation_id, owner=OWNER)
    texts = [await attachments.read(order.conversation_id, each.name, owner=OWNER) for each in known]
    note = "\n\n".join(written for written in texts if written and written.strip())
    return RulePlanner(note, order.thing) if note else None


class RulePlanner:
    """Stands where a model stands, and is none: it calls the tool with the note's own words, and delivers what it made.

    So the turn, its proof and its events are the same with and without a model.
    """

    def __init__(self, note: str, thing: Thing = "slides") -> None:
        self.name = NAME
        self.abilities = Abilities()
        self._note = note
        self._thing: Thing = thing

    async def reply(self, request: Request, hear: Hear = unheard) -> Reply:
        last = request.messages[-1]
        made = _verified(str(last.get("content"))) if last["role"] == "tool" else []
        call = self._delivery(made) if made else self._plan(str(last.get("content")), last["role"] == "tool")
        hear(CallPiece(0, call.name, call.arguments))
        return Reply("", calls=(call,), finish="calls", model=self.name)

    def _plan(self, told: str, has_failed: bool) -> ToolCall:
        if has_failed:
            return ToolCall("rule_answer", "answer", _json({"message": told}))
        tool, arguments = _PLANS[self._thing](self._note)
        return ToolCall("rule_plan", tool, _json(arguments))

    def _delivery(self, made: list[str]) -> ToolCall:
        message = text(language_of(self._note), f"make.by_rule.{self._thing}")
        return ToolCall("rule_delivery", "deliver", _json({"message": message, "artifacts": made}))


def _deck(note: str) -> tuple[str, dict[str, Any]]:
    # The note comes without files: pictures that it names stay words.
    return "generate_pptx", deck_from_markdown(note, files=()).model_dump(mode="json", exclude_none=True)


def _word(note: str) -> tuple[str, dict[str, Any]]:
    spec = read_document(note)
    return "generate_docx", {"title": spec.title, "content": note, "format": spec.kind}


def _pdf(note: str) -> tuple[str, dict[str, Any]]:
    spec = read_document(note)
    template = spec.kind if spec.kind in ("worksheet", "report") else "default"
    return "render_pdf", {"title": spec.title, "markdown": note, "css_template": template}


_PLANS: Final[dict[Thing, Callable[[str], tuple[str, dict[str, Any]]]]] = {"slides": _deck, "doc": _word, "pdf": _pdf}


def _json(arguments: dict[str, Any]) -> str:
    return json.dumps(arguments, ensure_ascii=False)


def _verified(told: str) -> list[str]:
    try:
        return [artifact["id"] for artifact in json.loads(told)["verified_artifacts"]]
    except (ValueError, KeyError, TypeError):
        return []
