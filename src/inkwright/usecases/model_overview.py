"""What models each tier has, what was discovered, and how their calls went."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from inkwright.llm.discovery import Discovery, discover
from inkwright.llm.model_names import ModelName
from inkwright.llm.models import Abilities
from inkwright.llm.providers import (
    TIERS,
    Tier,
)
from inkwright.settings import (
    IGNORED_KEYS,
)
from inkwright.usecases.model_choices import ModelChoice, choose_by_discovery, choose_by_settings
from inkwright.usecases.models import ModelOpener
from inkwright.usecases.store import open_store


@dataclass(frozen=True, slots=True)
class ChainMember:
    """One model of a chain and its known abilities."""

    name: ModelName
    abilities: Abilities
    is_tested: bool


@dataclass(frozen=True, slots=True)
class TierRow:
    """A tier, and its models if there are any."""

    tier: Tier
    choice: ModelChoice | None
    members: tuple[ChainMember, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelsOverview:
    """Every tier, the discovered models, and what became of the calls of each model, by the method of asking."""

    tiers: tuple[TierRow, ...]
    found: Discovery
    ways: Mapping[str, Mapping[str, Mapping[str, int]]]

    @property
    def names(self) -> tuple[ModelName, ...]:
        """Every model that is used for a tier, once."""
        return tuple(dict.fromkeys(member.name for row in self.tiers for member in row.members))

    @property
    def is_capable(self) -> bool:
        """Whether the first model for ordinary work can write and answer."""
        members = next((row.members for row in self.tiers if row.tier == "standard"), ())
        return bool(members) and not members[0].abilities.is_weak


def list_models(opener: ModelOpener) -> ModelsOverview:
    """Read the settings and the log of calls, and look at this machine; nothing is sent anywhere else."""
    return models_overview(opener, asyncio.run(_way_counts(opener)))


def models_overview(
    opener: ModelOpener, ways: Mapping[str, Mapping[str, Mapping[str, int]]] | None = None
) -> ModelsOverview:
    """Return the same with what became of calls as it is given. It looks for servers: call it in a thread."""
    ignored = opener.settings.get(IGNORED_KEYS)
    found = asyncio.run(discover(opener.around, ignored))
    return ModelsOverview(tuple(_tier_row(opener, tier, found) for tier in TIERS), found, ways or {})


def model_in_use(opener: ModelOpener) -> TierRow:
    """Return the model for ordinary work, without asking the person and without opening the database."""
    ignored = opener.settings.get(IGNORED_KEYS)
    return _tier_row(opener, "standard", asyncio.run(discover(opener.around, ignored)))


async def _way_counts(opener: ModelOpener) -> dict[str, dict[str, dict[str, int]]]:
    async with open_store(opener.settings) as store:
        return await store.calls.ways()


def _tier_row(opener: ModelOpener, tier: Tier, found: Discovery) -> TierRow:
    memory = opener.memory
    choice = choose_by_settings(opener.settings, tier, memory.abilities)
    choice = choice or choose_by_discovery(found, tier, memory.abilities)
    names = choice.names if choice else ()
    return TierRow(
        tier, choice, tuple(ChainMember(name, memory.abilities(name), memory.is_tested(name)) for name in names)
    )
