"""Decide which models serve a tier, and why: what the person says, what is set, or what is found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from inkwright.errors import InvalidSetting, ModelUnknown
from inkwright.llm.discovery import Discovery, Proposal
from inkwright.llm.models import Abilities
from inkwright.llm.names import HOSTED, ModelName, chain_text, parse_chain
from inkwright.llm.providers import Tier, provider_named, with_default
from inkwright.settings import (
    IGNORED_KEYS,
    MODEL,
    MODEL_FAST,
    MODEL_STANDARD,
    MODEL_STRONG,
    MODEL_VISION,
    Setting,
    Settings,
    Words,
    load_settings,
    save_setting,
)

AUTO: Final = "auto"
SETTING_OF: Final[Mapping[Tier, Setting[str]]] = {
    "fast": MODEL_FAST,
    "standard": MODEL_STANDARD,
    "strong": MODEL_STRONG,
    "vision": MODEL_VISION,
}
NEIGHBOURS: Final[Mapping[Tier, tuple[Tier, ...]]] = {
    "fast": ("standard", "strong"),
    "standard": ("strong", "fast"),
    "strong": ("standard", "fast"),
    "vision": ("standard", "strong", "fast"),
}

Ask = Callable[[Proposal], bool | None]
"""Asks the person whether a provider may be used: yes, no, or None where no answer came."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The members of a chain. `why` names a message (`models.why.…`), `fields` fill it."""

    names: tuple[ModelName, ...]
    why: str
    fields: Mapping[str, str] = field(default_factory=dict)


def chosen_by_name(written: str, tier: Tier) -> Choice:
    """What was asked for by name."""
    return Choice(tuple(with_default(name, tier) for name in parse_chain(written)), "name")


def chosen_by_settings(settings: Settings, tier: Tier, abilities_of: Callable[[ModelName], Abilities]) -> Choice | None:
    """What is set: for this tier, for all, or for the nearest tier. Pictures go only to models that can see."""
    for setting in (SETTING_OF[tier], MODEL, *(SETTING_OF[near] for near in NEIGHBOURS[tier])):
        if settings.get(setting) == AUTO:
            continue
        names = tuple(with_default(name, tier) for name in _chain_in(settings, setting))
        if tier == "vision" and setting is not MODEL_VISION:
            names = tuple(name for name in names if abilities_of(name).can_see)
        if names:
            return Choice(names, "setting", {"setting": setting.name, "origin": settings.origin(setting)})
    return None


def chosen_by_discovery(found: Discovery, tier: Tier, abilities_of: Callable[[ModelName], Abilities]) -> Choice | None:
    """What was found and needs no consent."""
    names = tuple(name for name in found.chosen if tier != "vision" or abilities_of(name).can_see)
    return Choice(names, found.why, found.fields) if names else None


def keep_answer(settings: Settings, proposal: Proposal, tier: Tier, *, is_yes: bool) -> None:
    """Keep what the person said of a provider's key, so that nobody is asked the same thing twice.

    A yes to a model for pictures leaves alone what is set for everything else.
    """
    if is_yes:
        is_set = any(settings.get(setting) != AUTO for setting in (MODEL, *SETTING_OF.values()))
        save_setting(settings.home, setting_for(tier if is_set else None).name, str(proposal.name))
    else:
        _ignore(settings, (*_ignored(settings), proposal.variable))


def set_chain(settings: Settings, names: tuple[ModelName, ...], tier: Tier | None) -> Setting[str]:
    """Save a chain. Who names a provider allows its key, whatever was said before."""
    hosted = [name.provider for name in names if name.provider in HOSTED]
    allowed = {variable for provider in hosted for variable in provider_named(provider).key_variables}
    ignored = _ignored(settings)
    if allowed & set(ignored):
        _ignore(settings, tuple(variable for variable in ignored if variable not in allowed))
    setting = setting_for(tier)
    save_setting(settings.home, setting.name, chain_text(names))
    return setting


def unset_chain(settings: Settings, tier: Tier | None) -> Setting[str]:
    """Take a chain out of the home folder's settings."""
    setting = setting_for(tier)
    save_setting(settings.home, setting.name, None)
    return setting


def setting_for(tier: Tier | None) -> Setting[str]:
    """The setting of a tier, or the one of all."""
    return MODEL if tier is None else SETTING_OF[tier]


def _ignored(settings: Settings) -> Words:
    """What the home folder's file says, whatever comes before it."""
    return load_settings(flags={}, environ={}, folder=settings.home, home=settings.home).get(IGNORED_KEYS)


def _ignore(settings: Settings, variables: tuple[str, ...]) -> None:
    save_setting(settings.home, IGNORED_KEYS.name, str(Words(variables)) if variables else None)


def _chain_in(settings: Settings, setting: Setting[str]) -> tuple[ModelName, ...]:
    try:
        return parse_chain(settings.get(setting))
    except ModelUnknown as error:
        problem = f"there is no model {error.fields['model']}: {error.fields['problem']}"
        raise InvalidSetting(name=setting.name, origin=settings.origin(setting), problem=problem) from error
