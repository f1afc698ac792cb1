"""Open the models of all tiers for a turn: the standard one aloud, its neighbours quietly."""

from collections.abc import Callable

from inkwright.llm.models import Model
from inkwright.llm.providers import Tier
from inkwright.settings import Settings
from inkwright.usecases.choose_model import Ask
from inkwright.usecases.open_model import Note, open_model

Tiers = Callable[[Tier], Model]


def open_tiers(settings: Settings, *, name: str | None = None, note: Note, ask: Ask | None = None) -> Tiers:
    """The model of each tier. A name, and a model too weak to share the work, serve them all.

    It may ask a person and look for servers, so it is called outside of a running loop, or in a thread.
    """
    standard = open_model(settings, name=name, note=note, ask=ask)
    models: dict[Tier, Model] = dict.fromkeys(("fast", "standard", "strong", "vision"), standard)
    if name is None and not standard.abilities.is_weak:
        for tier in ("fast", "strong"):
            model = open_model(settings, tier=tier, note=_unsaid)
            models[tier] = standard if model.name == standard.name else model
    return models.__getitem__


def _unsaid(_: str) -> None:
    """The person was told of the standard tier; `inkwright models` shows the others."""
