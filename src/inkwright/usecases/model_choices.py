"""Choose the models of a tier from names, settings and what was discovered, and save such a choice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from inkwright.errors import (
    InvalidSetting,
    ModelUnknown,
)
from inkwright.i18n import Reason
from inkwright.llm.discovery import Discovery, KeyProposal
from inkwright.llm.model_names import HOSTED, ModelName, chain_text, parse_chain
from inkwright.llm.models import Abilities
from inkwright.llm.providers import (
    Tier,
    find_provider,
    with_default_model,
)
from inkwright.setting_values import WordList
from inkwright.settings import (
    IGNORED_KEYS,
    MODEL,
    MODEL_FAST,
    MODEL_STANDARD,
    MODEL_STRONG,
    MODEL_VISION,
    Setting,
    Settings,
    load_settings,
    save_setting,
)

AUTO: Final = "auto"
TIER_SETTINGS: Final[Mapping[Tier, Setting[str]]] = {
    "fast": MODEL_FAST,
    "standard": MODEL_STANDARD,
    "strong": MODEL_STRONG,
    "vision": MODEL_VISION,
}
NEAREST_TIERS: Final[Mapping[Tier, tuple[Tier, ...]]] = {
    "fast": ("standard", "strong"),
    "standard": ("strong", "fast"),
    "strong": ("standard", "fast"),
    "vision": ("standard", "strong", "fast"),
}


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The members of a chain. `why` selects a message (`models.why.…`), `fields` fill it."""

    names: tuple[ModelName, ...]
    why: str
    fields: Mapping[str, object] = field(default_factory=dict)


def choose_by_name(written: str, tier: Tier) -> ModelChoice:
    """Choose models by name."""
    return ModelChoice(tuple(with_default_model(name, tier) for name in parse_chain(written)), "name")


def choose_by_settings(
    settings: Settings, tier: Tier, abilities_of: Callable[[ModelName], Abilities]
) -> ModelChoice | None:
    """Choose the models set for this tier, for all, or for the nearest tier. Images go only to models that can see."""
    for setting in (TIER_SETTINGS[tier], MODEL, *(TIER_SETTINGS[near] for near in NEAREST_TIERS[tier])):
        if settings.get(setting) == AUTO:
            continue
        names = tuple(with_default_model(name, tier) for name in _chain_from(settings, setting))
        if tier == "vision" and setting is not MODEL_VISION:
            names = tuple(name for name in names if abilities_of(name).can_see)
        if names:
            return ModelChoice(names, "setting", {"setting": setting.name, "origin": settings.origin(setting)})
    return None


def choose_by_discovery(
    found: Discovery, tier: Tier, abilities_of: Callable[[ModelName], Abilities]
) -> ModelChoice | None:
    """Choose discovered models that need no consent."""
    names = tuple(name for name in found.chosen if tier != "vision" or abilities_of(name).can_see)
    return ModelChoice(names, found.why, found.fields) if names else None


def save_consent(settings: Settings, proposal: KeyProposal, tier: Tier, *, is_yes: bool) -> None:
    """Store the person's answer about a provider's key, so that they are not asked again.

    A yes to a model for images does not change the settings of other tiers.
    """
    if is_yes:
        is_set = any(settings.get(setting) != AUTO for setting in (MODEL, *TIER_SETTINGS.values()))
        save_setting(settings.home, setting_for(tier if is_set else None).name, str(proposal.name))
    else:
        _save_ignored_keys(settings, (*_ignored_keys(settings), proposal.variable))


def set_chain(settings: Settings, names: tuple[ModelName, ...], tier: Tier | None) -> Setting[str]:
    """Save a chain. Naming a provider allows its key, also after an earlier refusal."""
    hosted = [name.provider for name in names if name.provider in HOSTED]
    allowed = {variable for provider in hosted for variable in find_provider(provider).key_variables}
    ignored = _ignored_keys(settings)
    if allowed & set(ignored):
        _save_ignored_keys(settings, tuple(variable for variable in ignored if variable not in allowed))
    setting = setting_for(tier)
    save_setting(settings.home, setting.name, chain_text(names))
    return setting


def unset_chain(settings: Settings, tier: Tier | None) -> Setting[str]:
    """Remove a chain from the settings in the home folder."""
    setting = setting_for(tier)
    save_setting(settings.home, setting.name, None)
    return setting


def setting_for(tier: Tier | None) -> Setting[str]:
    """Return the setting of a tier, or the one for all."""
    return MODEL if tier is None else TIER_SETTINGS[tier]


def _ignored_keys(settings: Settings) -> WordList:
    """Return the keys ignored by the settings in the home folder, without overrides."""
    return load_settings(flags={}, environ={}, folder=settings.home, home=settings.home).get(IGNORED_KEYS)


def _save_ignored_keys(settings: Settings, variables: tuple[str, ...]) -> None:
    save_setting(settings.home, IGNORED_KEYS.name, str(WordList(variables)) if variables else None)


def _chain_from(settings: Settings, setting: Setting[str]) -> tuple[ModelName, ...]:
    try:
        return parse_chain(settings.get(setting))
    except ModelUnknown as error:
        problem = Reason("reason.settings.no_model", **error.fields)
        raise InvalidSetting(name=setting.name, origin=settings.origin(setting), problem=problem) from error
