"""Probe a model that is known by its name, and remember what was seen."""

import asyncio
import contextlib

from inkwright.clock import Clock, SystemClock
from inkwright.errors import ModelError, UnwritableOutput
from inkwright.llm.local import LocalModel
from inkwright.llm.models import Abilities, Model
from inkwright.llm.names import ModelName
from inkwright.llm.providers import Tier
from inkwright.usecases.open_model import Opening
from inkwright.usecases.probe_model import Check, Probe, probe


def try_model(opening: Opening, name: ModelName, *, tier: Tier = "standard", clock: Clock | None = None) -> Probe:
    """Ask the model itself, without the chain around it: what fails is to be seen, not to be mended."""
    clock = clock or SystemClock()
    try:
        name = opening.completed(name, tier)
        model = opening.bare(name, Abilities())
    except ModelError as error:
        return Probe(str(name), (Check("reply", False, problem=error.what.format(**error.fields)),), error)
    found = _probed(model, clock)
    if found.is_well:
        # What cannot be remembered was seen all the same.
        with contextlib.suppress(UnwritableOutput):
            opening.memory.remember(name, found.abilities(opening.memory.abilities(name)), clock.now())
    return found


def _probed(model: Model, clock: Clock) -> Probe:
    try:
        return asyncio.run(probe(model, clock=clock))
    finally:
        if isinstance(model, LocalModel):
            model.close()
