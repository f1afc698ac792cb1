"""Choose, open and list the models of each tier, and remember what tests showed of them."""

import asyncio
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from inkwright.errors import (
    InvalidSetting,
    ModelError,
    ModelNotInstalled,
    ModelUnavailable,
    ModelUnknown,
    UnwritableOutput,
)
from inkwright.i18n import Language, Reason, error_text, language_from_environment, text
from inkwright.llm.discovery import Discovery, DiscoveryScope, KeyProposal, discover, first_model
from inkwright.llm.fallback import Chain
from inkwright.llm.hosted import HostedModel, ModelEndpoint
from inkwright.llm.local import INSTALL_COMMAND, LocalModel, is_installed
from inkwright.llm.model_names import HOSTED, LOCAL, OLLAMA, SERVER, ModelName, chain_text, parse_chain
from inkwright.llm.models import Abilities, Model
from inkwright.llm.providers import (
    TIERS,
    Tier,
    base_url_of,
    expected_abilities,
    find_provider,
    key_variable_of,
    with_default_model,
)
from inkwright.llm.tool_emulation import with_tools
from inkwright.settings import (
    IGNORED_KEYS,
    LANGUAGE,
    MODEL,
    MODEL_FAST,
    MODEL_STANDARD,
    MODEL_STRONG,
    MODEL_TIMEOUT,
    MODEL_VISION,
    Setting,
    Settings,
    WordList,
    load_settings,
    save_setting,
    write_private_file,
)
from inkwright.store.calls import WayCount
from inkwright.usecases.store import open_call_log, open_store

MEMORY_FILE: Final = "models.json"
_TESTED_ABILITIES: Final = ("can_call_tools", "can_follow_schema", "can_stream")


class ModelMemory:
    """Abilities by the name of the model. A file that is broken counts as empty."""

    def __init__(self, home: Path) -> None:
        self._path = home / MEMORY_FILE
        self._models = _read_memory(self._path)

    def is_tested(self, name: ModelName) -> bool:
        """Whether this model was ever tested here."""
        return str(name) in self._models

    def abilities(self, name: ModelName) -> Abilities:
        """What is expected of the model, corrected by what was seen of it."""
        seen = self._models.get(str(name), {})
        known = {key: seen[key] for key in _TESTED_ABILITIES if isinstance(seen.get(key), bool)}
        return replace(expected_abilities(name), **known)

    def remember(self, name: ModelName, abilities: Abilities, when: datetime) -> None:
        """Keep what was seen. The embedded model is known, and is not remembered."""
        if name.provider == LOCAL:
            return
        seen = {key: getattr(abilities, key) for key in _TESTED_ABILITIES}
        self._models = {**self._models, str(name): {**seen, "tested": when.isoformat(timespec="seconds")}}
        write_private_file(self._path, json.dumps(self._models, ensure_ascii=False, indent=2) + "\n")


def _read_memory(path: Path) -> Mapping[str, Mapping[str, Any]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: seen for name, seen in found.items() if isinstance(seen, dict)}


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

AskConsent = Callable[[KeyProposal], bool | None]
"""Asks the person whether a provider may be used: yes, no, or None where no answer came."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The members of a chain. `why` names a message (`models.why.…`), `fields` fill it."""

    names: tuple[ModelName, ...]
    why: str
    fields: Mapping[str, object] = field(default_factory=dict)


def choose_by_name(written: str, tier: Tier) -> ModelChoice:
    """What was asked for by name."""
    return ModelChoice(tuple(with_default_model(name, tier) for name in parse_chain(written)), "name")


def choose_by_settings(
    settings: Settings, tier: Tier, abilities_of: Callable[[ModelName], Abilities]
) -> ModelChoice | None:
    """What is set: for this tier, for all, or for the nearest tier. Pictures go only to models that can see."""
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
    """What was found and needs no consent."""
    names = tuple(name for name in found.chosen if tier != "vision" or abilities_of(name).can_see)
    return ModelChoice(names, found.why, found.fields) if names else None


def save_consent(settings: Settings, proposal: KeyProposal, tier: Tier, *, is_yes: bool) -> None:
    """Keep what the person said of a provider's key, so that nobody is asked the same thing twice.

    A yes to a model for pictures leaves alone what is set for everything else.
    """
    if is_yes:
        is_set = any(settings.get(setting) != AUTO for setting in (MODEL, *TIER_SETTINGS.values()))
        save_setting(settings.home, setting_for(tier if is_set else None).name, str(proposal.name))
    else:
        _save_ignored_keys(settings, (*_ignored_keys(settings), proposal.variable))


def set_chain(settings: Settings, names: tuple[ModelName, ...], tier: Tier | None) -> Setting[str]:
    """Save a chain. Who names a provider allows its key, whatever was said before."""
    hosted = [name.provider for name in names if name.provider in HOSTED]
    allowed = {variable for provider in hosted for variable in find_provider(provider).key_variables}
    ignored = _ignored_keys(settings)
    if allowed & set(ignored):
        _save_ignored_keys(settings, tuple(variable for variable in ignored if variable not in allowed))
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
    return MODEL if tier is None else TIER_SETTINGS[tier]


def _ignored_keys(settings: Settings) -> WordList:
    """What the home folder's file says, whatever comes before it."""
    return load_settings(flags={}, environ={}, folder=settings.home, home=settings.home).get(IGNORED_KEYS)


def _save_ignored_keys(settings: Settings, variables: tuple[str, ...]) -> None:
    save_setting(settings.home, IGNORED_KEYS.name, str(WordList(variables)) if variables else None)


def _chain_from(settings: Settings, setting: Setting[str]) -> tuple[ModelName, ...]:
    try:
        return parse_chain(settings.get(setting))
    except ModelUnknown as error:
        problem = Reason("reason.settings.no_model", **error.fields)
        raise InvalidSetting(name=setting.name, origin=settings.origin(setting), problem=problem) from error


Notify = Callable[[str], None]


def current_environment() -> DiscoveryScope:
    """This process, this machine."""
    return DiscoveryScope(os.environ, has_local=is_installed())


def open_model(
    settings: Settings,
    *,
    name: str | None = None,
    tier: Tier = "standard",
    note: Notify,
    ask: AskConsent | None = None,
    around: DiscoveryScope | None = None,
) -> Model:
    """The model to ask; `note` is told which it is and why.

    A name wins over the tier's setting, that over `model`, that over the neighbouring tiers, that over what is found.
    A provider that was found by its key alone is used when `ask` says so; where nobody can be asked it is not used.
    It may ask a person and look for servers, so it is called outside of a running loop, or in a thread.
    """
    opening = ModelOpener(settings, around or current_environment())
    say = Notifier(note, opening.language)
    choice = _choose(opening, name, tier, ask, say)
    _warn_if_tiny(choice, say)
    return _chain_of(opening, choice, tier)


def _warn_if_tiny(choice: ModelChoice, say: "Notifier") -> None:
    if any(member.provider == LOCAL for member in choice.names):
        say("models.local_is_tiny")


def _chain_of(opening: "ModelOpener", choice: ModelChoice, tier: Tier) -> Model:
    members = [opening.member(member, can_see=tier == "vision") for member in choice.names]
    return Chain(members, call_log=open_call_log(opening.settings, opening.around.environ))


@dataclass(frozen=True, slots=True)
class Notifier:
    """Says messages in the person's language."""

    note: Notify
    language: Language

    def __call__(self, key: str, **fields: object) -> None:
        self.note(Note(key, text(self.language, key, **fields)))


class Note(str):
    """A message that knows its key, so that a caller can recognise it in any language."""

    key: str

    def __new__(cls, key: str, message: str) -> "Note":
        note = super().__new__(cls, message)
        note.key = key
        return note


class ModelOpener:
    """What is needed to make models out of names: settings, environment, and what is remembered of models."""

    def __init__(self, settings: Settings, around: DiscoveryScope) -> None:
        self.settings = settings
        self.around = around
        self.memory = ModelMemory(settings.home)

    @property
    def language(self) -> Language:
        """The language of messages."""
        chosen = self.settings.get(LANGUAGE)
        return language_from_environment(self.around.environ) if chosen == "auto" else cast("Language", chosen)

    def why(self, choice: ModelChoice) -> str:
        """Why it was chosen, in words."""
        return text(self.language, f"models.why.{choice.why}", **choice.fields)

    def member(self, name: ModelName, *, can_see: bool = False) -> Model:
        """A model that can be asked, with tools in any case; whoever names a model for pictures says that it sees."""
        abilities = self.memory.abilities(name)
        model = self.bare(name, replace(abilities, can_see=abilities.can_see or can_see))
        return with_tools(model)

    def bare(self, name: ModelName, abilities: Abilities) -> Model:
        """The model as it is. Its key comes from the environment, and goes to no server that it is not for."""
        if name.provider == LOCAL:
            return LocalModel(memory=self.settings.home / "local.json")
        address = self.address(name)
        return HostedModel(str(name), address, abilities=abilities, timeout=self.settings.get(MODEL_TIMEOUT))

    def address(self, name: ModelName) -> ModelEndpoint:
        """Where to ask for this model, and with which key."""
        environ = self.around.environ
        ignored = self.settings.get(IGNORED_KEYS)
        variable = key_variable_of(name, environ, ignored)
        key = environ.get(variable, "").strip() if variable else ""
        return ModelEndpoint(name.provider, name.model, base_url_of(name, environ), key or None)

    def completed(self, name: ModelName, tier: Tier) -> ModelName:
        """The name with a model in it; a server that was named alone is asked what it has."""
        name = with_default_model(name, tier)
        if name.model or name.provider not in (OLLAMA, SERVER):
            return name
        return replace(name, model=asyncio.run(first_model(self.address(name))))


def _choose(opening: ModelOpener, name: str | None, tier: Tier, ask: AskConsent | None, say: Notifier) -> ModelChoice:
    abilities_of = opening.memory.abilities
    choice = choose_by_name(name, tier) if name else choose_by_settings(opening.settings, tier, abilities_of)
    choice = choice or _discovered_choice(opening, tier, ask, say)
    choice = replace(choice, names=_resolved_names(opening, choice.names, tier, say))
    say("models.using", chain=chain_text(choice.names), why=opening.why(choice))
    return choice


def _resolved_names(
    opening: ModelOpener, names: Sequence[ModelName], tier: Tier, say: Notifier
) -> tuple[ModelName, ...]:
    """The names with models in them. A server that cannot be asked for its models is left out while others remain."""
    done: list[ModelName] = []
    failures: list[ModelUnavailable] = []
    for name in names:
        try:
            done.append(opening.completed(name, tier))
        except ModelUnavailable as error:
            failures.append(error)
    if not done:
        raise failures[0]
    for failure in failures:
        say.note(error_text(opening.language, failure)[0])
    return tuple(done)


def _discovered_choice(opening: ModelOpener, tier: Tier, ask: AskConsent | None, say: Notifier) -> ModelChoice:
    ignored = opening.settings.get(IGNORED_KEYS)
    found = asyncio.run(discover(opening.around, ignored))
    if ask is None:
        for proposal in found.proposals:
            say("models.key_unused", variable=proposal.variable, provider=proposal.name)
    else:
        accepted = _accepted_proposal(opening, found.proposals, tier, ask, say)
        if accepted is not None:
            return ModelChoice((accepted.name,), "agreed", {"variable": accepted.variable})
    choice = choose_by_discovery(found, tier, opening.memory.abilities)
    if choice is None:
        raise _no_model_error(found, tier)
    return choice


def _accepted_proposal(
    opening: ModelOpener, proposals: Sequence[KeyProposal], tier: Tier, ask: AskConsent, say: Notifier
) -> KeyProposal | None:
    """What the person accepts. An answer that cannot be kept still counts this time."""
    for proposal in proposals:
        answer = ask(proposal)
        if answer is None:
            return None
        try:
            save_consent(opening.settings, proposal, tier, is_yes=answer)
        except UnwritableOutput as error:
            say.note(error_text(opening.language, error)[0])
        if answer:
            return proposal
    return None


def _no_model_error(found: Discovery, tier: Tier) -> ModelError:
    """The error for a machine without a model, or without one that fits."""
    if found.chosen:
        problem = "none of the models here is known to see; name one with `inkwright models set --tier vision`"
        return ModelUnknown(model=f"for the tier {tier}", problem=problem)
    problem = "no model is set, none was found on this machine, and the embedded one is not there"
    return ModelNotInstalled(model=LOCAL, problem=problem, command=INSTALL_COMMAND)


TierModels = Callable[[Tier], Model]


def open_tiers(
    settings: Settings,
    *,
    name: str | None = None,
    note: Notify,
    ask: AskConsent | None = None,
    warn_if_tiny: bool = True,
) -> TierModels:
    """The model of each tier. A name, and a model too weak to share the work, serve them all.

    `warn_if_tiny=False` leaves out the note about the embedded model, for callers with a warning of their own.
    It may ask a person and look for servers, so it is called outside of a running loop, or in a thread.
    """
    opening = ModelOpener(settings, current_environment())
    say = Notifier(note, opening.language)
    choice = _choose(opening, name, "standard", ask, say)
    if warn_if_tiny:
        _warn_if_tiny(choice, say)
    standard = _chain_of(opening, choice, "standard")
    models: dict[Tier, Model] = dict.fromkeys(("fast", "standard", "strong", "vision"), standard)
    if name is None and not standard.abilities.is_weak:
        for tier in ("fast", "strong"):
            model = open_model(settings, tier=tier, note=_silent)
            models[tier] = standard if model.name == standard.name else model
    return models.__getitem__


def _silent(_: str) -> None:
    """The person was told of the standard tier; `inkwright models` shows the others."""


@dataclass(frozen=True, slots=True)
class ChainMember:
    """One model of a chain and what it can do, as far as is known."""

    name: ModelName
    abilities: Abilities
    is_tested: bool


@dataclass(frozen=True, slots=True)
class TierRow:
    """A tier; without a choice nothing serves it."""

    tier: Tier
    choice: ModelChoice | None
    members: tuple[ChainMember, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelsOverview:
    """Every tier, what was found, and how each way of asking a model has fared so far."""

    tiers: tuple[TierRow, ...]
    found: Discovery
    ways: Mapping[str, Mapping[str, WayCount]]

    @property
    def names(self) -> tuple[ModelName, ...]:
        """Every model that serves a tier, once."""
        return tuple(dict.fromkeys(member.name for row in self.tiers for member in row.members))


def list_models(opening: ModelOpener) -> ModelsOverview:
    """Look at the settings and at this machine; nothing is sent anywhere else."""
    ignored = opening.settings.get(IGNORED_KEYS)
    found = asyncio.run(discover(opening.around, ignored))
    rows = tuple(_tier_row(opening, tier, found) for tier in TIERS)
    return ModelsOverview(rows, found, asyncio.run(_way_counts(opening)))


async def _way_counts(opening: ModelOpener) -> dict[str, dict[str, WayCount]]:
    async with open_store(opening.settings) as store:
        return await store.calls.ways()


def _tier_row(opening: ModelOpener, tier: Tier, found: Discovery) -> TierRow:
    memory = opening.memory
    choice = choose_by_settings(opening.settings, tier, memory.abilities)
    choice = choice or choose_by_discovery(found, tier, memory.abilities)
    names = choice.names if choice else ()
    return TierRow(
        tier, choice, tuple(ChainMember(name, memory.abilities(name), memory.is_tested(name)) for name in names)
    )
