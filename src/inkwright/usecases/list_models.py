"""Show which models serve which tier, what is known of them, and what else is on this machine."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from inkwright.llm.discovery import Discovery, discover
from inkwright.llm.models import Abilities
from inkwright.llm.names import ModelName
from inkwright.llm.providers import TIERS, Tier
from inkwright.settings import IGNORED_KEYS
from inkwright.store.calls import WayCount
from inkwright.usecases.choose_model import Choice, chosen_by_discovery, chosen_by_settings
from inkwright.usecases.open_model import Opening
from inkwright.usecases.open_store import open_store


@dataclass(frozen=True, slots=True)
class Member:
    """One model of a chain and what it can do, as far as is known."""

    name: ModelName
    abilities: Abilities
    is_tested: bool


@dataclass(frozen=True, slots=True)
class TierRow:
    """A tier; without a choice nothing serves it."""

    tier: Tier
    choice: Choice | None
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """Every tier, what was found, and how each way of asking a model has fared so far."""

    tiers: tuple[TierRow, ...]
    found: Discovery
    ways: Mapping[str, Mapping[str, WayCount]]

    @property
    def names(self) -> tuple[ModelName, ...]:
        """Every model that serves a tier, once."""
        return tuple(dict.fromkeys(member.name for row in self.tiers for member in row.members))


def list_models(opening: Opening) -> Overview:
    """Look at the settings and at this machine; nothing is sent anywhere else."""
    ignored = opening.settings.get(IGNORED_KEYS)
    found = asyncio.run(discover(opening.around, ignored))
    rows = tuple(_row(opening, tier, found) for tier in TIERS)
    return Overview(rows, found, asyncio.run(_ways(opening)))


async def _ways(opening: Opening) -> dict[str, dict[str, WayCount]]:
    async with open_store(opening.settings) as store:
        return await store.calls.ways()


def _row(opening: Opening, tier: Tier, found: Discovery) -> TierRow:
    memory = opening.memory
    choice = chosen_by_settings(opening.settings, tier, memory.abilities)
    choice = choice or chosen_by_discovery(found, tier, memory.abilities)
    names = choice.names if choice else ()
    return TierRow(tier, choice, tuple(Member(name, memory.abilities(name), memory.is_tested(name)) for name in names))
