"""Export a conversation: as Markdown for people, or as JSON for programs."""

import json
from pathlib import Path
from typing import Any, Final

from inkwright.conversation.events import EVENTS
from inkwright.conversation.messages import Message
from inkwright.conversation.outcomes import Delivered, Failed
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text
from inkwright.usecases.keep_file import keep_file
from inkwright.usecases.read_conversation import Exchange, Talk

_FORMS: Final = (".md", ".json")


def check_form(path: Path) -> None:
    """Refuse a file that is neither, before anything is read."""
    if path.suffix.lower() not in _FORMS:
        raise InvalidOption(option="--output", value=str(path), allowed="Its name ends in .md or .json.")


def export_conversation(talk: Talk, path: Path, language: Language, *, overwrite: bool = False) -> Path:
    """Where it was written; the name says in which form."""
    check_form(path)
    if path.suffix.lower() == ".json":
        written = json.dumps(as_json(talk), ensure_ascii=False, indent=2) + "\n"
    else:
        written = as_markdown(talk, language)
    return keep_file(path.parent, path.name, written, overwrite=overwrite)


def as_json(talk: Talk) -> dict[str, Any]:
    """For programs. The engine's own messages are left out: they are nobody else's business."""
    return {
        "id": talk.row.id,
        "title": talk.row.title,
        "started_at": talk.row.started_at,
        "summary": talk.summary,
        "exchanges": [_exchange_as_json(exchange) for exchange in talk.exchanges],
    }


def as_markdown(talk: Talk, language: Language) -> str:
    """For people: each message under who said it, then how the turn ended."""
    parts = [f"# {talk.row.title or talk.row.id}", f"{talk.row.started_at[:16].replace('T', ' ')} · `{talk.row.id}`"]
    for exchange in talk.exchanges:
        for message in exchange.messages:
            parts += [f"## {who_said(message, exchange, language)}", message.text.strip()]
        parts.append(f"*{outcome_text(exchange, language)}*")
        parts.append("\n".join(f"- {made}" for made in made_in(exchange)))
    return "\n\n".join(filter(None, parts)) + "\n"


def who_said(message: Message, exchange: Exchange, language: Language) -> str:
    """Who said it, and whether it was replaced since."""
    who = text(language, f"history.{message.role}")
    return text(language, "history.replaced", who=who) if message.id in exchange.replaced else who


def outcome_text(exchange: Exchange, language: Language) -> str:
    """How the turn ended, in words."""
    turn = exchange.turn
    if turn is None or turn.outcome is None:
        return text(language, "history.outcome.none")
    code = turn.outcome.code if isinstance(turn.outcome, Failed) else ""
    return text(language, f"history.outcome.{turn.outcome.kind}", code=code)


def made_in(exchange: Exchange) -> list[str]:
    """What was made in the turn, each by its name and id."""
    outcome = exchange.turn.outcome if exchange.turn else None
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    return [f"{artifact.name} (v{artifact.artifact_version}, {artifact.id})" for artifact in made]


def _exchange_as_json(exchange: Exchange) -> dict[str, Any]:
    turn = exchange.turn
    told: dict[str, Any] = {
        "messages": [
            {
                "id": each.id,
                "role": each.role,
                "text": each.text,
                "artifacts": list(each.artifact_ids),
                **({"replaced": True} if each.id in exchange.replaced else {}),
            }
            for each in exchange.messages
        ],
        "turn": turn.id if turn else None,
        "status": turn.status if turn else None,
        "outcome": turn.outcome.model_dump(mode="json") if turn and turn.outcome else None,
    }
    if exchange.events:
        told["events"] = [
            {"number": number, **EVENTS.dump_python(event, mode="json")} for number, event in exchange.events
        ]
    return told
