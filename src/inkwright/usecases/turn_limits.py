"""How far a turn may go, by the settings."""

from inkwright.agent.desk import Limits
from inkwright.settings import TURN_CALLS, TURN_DOLLARS, TURN_SECONDS, TURN_TOKENS, Settings


def turn_limits(settings: Settings) -> Limits:
    """The limits of every turn."""
    return Limits(
        calls_in_all=settings.get(TURN_CALLS),
        tokens=settings.get(TURN_TOKENS),
        dollars=settings.get(TURN_DOLLARS),
        seconds=settings.get(TURN_SECONDS),
    )
