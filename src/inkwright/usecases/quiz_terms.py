"""The terms on which students take a shared quiz: who they are, how often, until when, and whether they see the key."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, get_args

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.store.shares import Share

Identification = Literal["name", "number", "both"]
"""What a student enters: a name, a number, or both. The number is who the student is if there is one."""

IDENTIFICATIONS: Final = get_args(Identification)
MAX_ATTEMPTS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizTerms:
    """How a quiz is taken. `shows_answers`: students see the key after they have handed in."""

    asks_for: Identification = "name"
    attempts: int = 1
    closes_at: datetime | None = None
    shows_answers: bool = False

    def as_options(self) -> dict[str, Any]:
        """Return the terms as options of a share."""
        return {
            "asks_for": self.asks_for,
            "attempts": self.attempts,
            "closes_at": self.closes_at.isoformat() if self.closes_at else None,
            "shows_answers": self.shows_answers,
        }

    def is_closed(self, now: datetime) -> bool:
        """Whether the deadline is over."""
        return self.closes_at is not None and now >= self.closes_at


def terms_of(share: Share) -> QuizTerms:
    """Return how the quiz of a share is taken."""
    options = share.options.get("quiz") or {}
    closes = options.get("closes_at")
    return QuizTerms(
        asks_for=options.get("asks_for", "name"),
        attempts=options.get("attempts", 1),
        closes_at=datetime.fromisoformat(closes) if closes else None,
        shows_answers=bool(options.get("shows_answers")),
    )


def check_terms(terms: QuizTerms, now: datetime) -> None:
    """Raise InvalidOption for terms that make no sense."""
    if not 1 <= terms.attempts <= MAX_ATTEMPTS:
        allowed = Reason("share.attempts_allowed", most=MAX_ATTEMPTS)
        raise InvalidOption(option="attempts", value=str(terms.attempts), allowed=allowed)
    if terms.closes_at is not None and (terms.closes_at.tzinfo is None or terms.is_closed(now)):
        raise InvalidOption(option="closes", value=str(terms.closes_at), allowed=Reason("share.closes_allowed"))
