"""Open the models of each tier."""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, cast

from inkwright.agent.rule_planner import RULE_MODEL_NAME, NoModel
from inkwright.errors import (
    ModelError,
    ModelNotChosen,
    ModelNotInstalled,
    ModelUnavailable,
    ModelUnknown,
    UnwritableOutput,
)
from inkwright.i18n import Language, Reason, error_text, language_from_environment, text
from inkwright.llm.call_log import LoggedModel
from inkwright.llm.discovery import AskConsent, Discovery, DiscoveryScope, KeyProposal, discover, first_model
from inkwright.llm.fallback import Chain
from inkwright.llm.hosted import HostedModel, ModelEndpoint
from inkwright.llm.key_store import KeyEnvironment
from inkwright.llm.local import INSTALL_COMMAND, LOCAL_ABILITIES, LocalModel, LocalWeights, is_installed
from inkwright.llm.local_models import LocalModels
from inkwright.llm.model_names import LOCAL, NAMED_SERVERS, SERVER, ModelName, chain_text
from inkwright.llm.models import Abilities, Model
from inkwright.llm.providers import (
    Tier,
    base_url_of,
    key_variable_of,
    with_default_model,
)
from inkwright.llm.tool_emulation import with_tools
from inkwright.settings import (
    IGNORED_KEYS,
    LANGUAGE,
    MODEL_TIMEOUT,
    TRADITIONAL,
    Settings,
)
from inkwright.usecases.model_choices import (
    ModelChoice,
    choose_by_discovery,
    choose_by_name,
    choose_by_settings,
    save_consent,
)
from inkwright.usecases.model_memory import ModelMemory
from inkwright.usecases.store import open_call_log

_REPLY_BUDGET: Final = 2
"""One reply takes at most this many times `model_timeout`, over all tries and all models of a chain."""
Notify = Callable[[str], None]


def current_environment(home: Path) -> DiscoveryScope:
    """Return the environment of this process, with the keys and the models in the home folder."""
    environ = KeyEnvironment(os.environ, home)
    installed = [ModelName(LOCAL, model.name) for model in LocalModels(home).all() if model.is_here]
    return DiscoveryScope(environ, has_local=is_installed(), installed=installed, stored=environ.stored)


def open_model(
    settings: Settings,
    *,
    name: str | None = None,
    tier: Tier = "standard",
    note: Notify,
    ask: AskConsent | None = None,
    scope: DiscoveryScope | None = None,
) -> Model:
    """Open the model to use; `note` is called with which one and why.

    A name takes precedence over the setting of the tier, then `model`, then neighbouring tiers, then discovered models.
    A provider that was discovered by its key only is used if `ask` agrees; without `ask` it is not used. This may ask
    the person and look for servers, so call it outside a running loop, or in a thread.
    """
    opener = ModelOpener(settings, scope or current_environment(settings.home))
    notify = Notifier(note, opener.language)
    choice = _choose(opener, name, tier, ask, notify)
    _warn_if_tiny(choice, notify)
    return _chain_of(opener, choice, tier)


def _warn_if_tiny(choice: ModelChoice, notify: "Notifier") -> None:
    if ModelName(LOCAL) in choice.names:
        notify("models.local_is_tiny")


def _chain_of(opener: "ModelOpener", choice: ModelChoice, tier: Tier) -> Model:
    members = [opener.member(member, can_see=tier == "vision") for member in choice.names]
    return Chain(members, seconds=_REPLY_BUDGET * opener.settings.get(MODEL_TIMEOUT))


@dataclass(frozen=True, slots=True)
class Notifier:
    """Sends messages in the person's language."""

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
    """Makes models from names, with the settings, the environment and the results of tests."""

    def __init__(self, settings: Settings, scope: DiscoveryScope, language: Language | None = None) -> None:
        self._language = language
        self.settings = settings
        self.around = scope
        self.memory = ModelMemory(settings.home)

    @property
    def language(self) -> Language:
        """The language of messages."""
        chosen = self.settings.get(LANGUAGE)
        if self._language is not None:
            return self._language
        if chosen == "auto":
            return language_from_environment(self.around.environ)
        return "zh" if chosen == TRADITIONAL else cast("Language", chosen)

    def why(self, choice: ModelChoice) -> str:
        """Return why it was chosen, in words."""
        return text(self.language, f"models.why.{choice.why}", **choice.fields)

    def member(self, name: ModelName, *, can_see: bool = False) -> Model:
        """Return a model that supports tools, emulated if necessary; a model named for images can see."""
        abilities = self.memory.abilities(name)
        model = self.bare(name, replace(abilities, can_see=abilities.can_see or can_see))
        return with_tools(self.logged(model))

    def logged(self, model: Model) -> Model:
        """Return the model with every call logged, as the settings ask for it."""
        return LoggedModel(model, open_call_log(self.settings, self.around.environ))

    def bare(self, name: ModelName, abilities: Abilities) -> Model:
        """Return the model without a wrapper. Its key comes from the environment, and goes only to the server it is
        for.
        """
        if name.provider == LOCAL:
            return LocalModel(self.weights(name), abilities if name.model else LOCAL_ABILITIES)
        address = self.address(name)
        return HostedModel(str(name), address, abilities=abilities, timeout=self.settings.get(MODEL_TIMEOUT))

    def weights(self, name: ModelName) -> LocalWeights:
        """Return the weights of a local model; for one that is not installed, opening them fails and says so."""
        home = self.settings.home
        if not name.model:
            return LocalWeights(memory=home / "local.json")
        models = LocalModels(home)
        record, command = models.get(name.model), f"inkwright models install {name.model}"
        if record is None:
            return LocalWeights(str(name), models.folder / f"{name.model}.gguf", command=command)
        threads = models.threads_path(name.model)
        return LocalWeights(str(name), Path(record.path), record.context_tokens, threads, command)

    def address(self, name: ModelName) -> ModelEndpoint:
        """Return the address of this model, and its key."""
        environ = self.around.environ
        ignored = self.settings.get(IGNORED_KEYS)
        variable = key_variable_of(name, environ, ignored)
        key = environ.get(variable, "").strip() if variable else ""
        return ModelEndpoint(name.provider, name.model, base_url_of(name, environ), key or None)

    def completed(self, name: ModelName, tier: Tier) -> ModelName:
        """Return the name with a model; a server without a model name is asked which models it has."""
        name = with_default_model(name, tier)
        if name.model or name.provider not in (*NAMED_SERVERS, SERVER):
            return name
        return replace(name, model=asyncio.run(first_model(self.address(name))))


def _choose(opener: ModelOpener, name: str | None, tier: Tier, ask: AskConsent | None, notify: Notifier) -> ModelChoice:
    abilities_of = opener.memory.abilities
    choice = choose_by_name(name, tier) if name else choose_by_settings(opener.settings, tier, abilities_of)
    choice = choice or _discovered_choice(opener, tier, ask, notify)
    choice = replace(choice, names=_resolved_names(opener, choice.names, tier, notify))
    notify("models.using", chain=chain_text(choice.names), why=opener.why(choice))
    return choice


def _resolved_names(
    opener: ModelOpener, names: Sequence[ModelName], tier: Tier, notify: Notifier
) -> tuple[ModelName, ...]:
    """Return the names with models. A server that cannot list its models is left out, unless it is the only one."""
    done: list[ModelName] = []
    failures: list[ModelUnavailable] = []
    for name in names:
        try:
            done.append(opener.completed(name, tier))
        except ModelUnavailable as error:
            failures.append(error)
    if not done:
        raise failures[0]
    for failure in failures:
        notify.note(error_text(opener.language, failure)[0])
    return tuple(done)


def _discovered_choice(opener: ModelOpener, tier: Tier, ask: AskConsent | None, notify: Notifier) -> ModelChoice:
    ignored = opener.settings.get(IGNORED_KEYS)
    found = asyncio.run(discover(opener.around, ignored))
    is_capable = found.chosen not in ((), (ModelName(LOCAL),))
    if ask is None:
        for proposal in found.proposals if is_capable else ():
            notify("models.key_unused", variable=proposal.variable, provider=proposal.name)
    else:
        accepted = _accepted_proposal(opener, found.proposals, tier, ask, notify)
        if accepted is not None:
            return ModelChoice((accepted.name,), "agreed", {"variable": accepted.variable})
    if ask is None and found.proposals and not is_capable:
        # A person with a key expects a capable model, not refusals by a tiny one or by none.
        proposal = found.proposals[0]
        raise ModelNotChosen(model=proposal.name, variable=proposal.variable, provider=proposal.name)
    choice = choose_by_discovery(found, tier, opener.memory.abilities)
    if choice is None:
        raise _no_model_error(found, tier)
    return choice


def _accepted_proposal(
    opener: ModelOpener, proposals: Sequence[KeyProposal], tier: Tier, ask: AskConsent, notify: Notifier
) -> KeyProposal | None:
    """Return the proposal that the person accepts. An answer that cannot be stored counts this time."""
    for proposal in proposals:
        answer = ask(proposal)
        if answer is None:
            return None
        try:
            save_consent(opener.settings, proposal, tier, is_yes=answer)
        except UnwritableOutput as error:
            notify.note(error_text(opener.language, error)[0])
        if answer:
            return proposal
    return None


def _no_model_error(found: Discovery, tier: Tier) -> ModelError:
    """Return the error for a machine without a suitable model."""
    if found.chosen:
        problem = Reason("reason.usecases.no_vision")
        return ModelUnknown(model=Reason("reason.usecases.for_tier", tier=tier), problem=problem)
    problem = Reason("reason.usecases.no_model_found")
    return ModelNotInstalled(model=LOCAL, problem=problem, command=INSTALL_COMMAND)


TierModels = Callable[[Tier], Model]


def open_tiers(
    settings: Settings,
    *,
    name: str | None = None,
    note: Notify,
    ask: AskConsent | None = None,
    language: Language | None = None,
    scope: DiscoveryScope | None = None,
) -> TierModels:
    """Return the model of each tier. A name, and a model too weak to share the work, are used for all tiers. The name
    `rule` means no model: then rules answer and plan, as they do where no model is set or found.

    `language` is that of the notes, by default that of the settings. This may ask the person and look for servers, so
    call it outside a running loop, or in a thread.
    """
    opening = ModelOpener(settings, scope or current_environment(settings.home), language)
    say = Notifier(note, opening.language)
    if name == RULE_MODEL_NAME:
        say("models.using", chain=name, why=text(opening.language, "models.why.rule"))
        return lambda _: NoModel()
    try:
        choice = _choose(opening, name, "standard", ask, say)
    except ModelNotInstalled:
        say("models.none_found")
        return lambda _: NoModel()
    _warn_if_tiny(choice, say)
    standard = _chain_of(opening, choice, "standard")
    models: dict[Tier, Model] = dict.fromkeys(("fast", "standard", "strong", "vision"), standard)
    if name is None and not standard.abilities.is_weak:
        for tier in ("fast", "strong"):
            # A provider that the person has just agreed to is not in these settings yet.
            agreed = choice.names[0].provider if choice.why == "agreed" else None
            model = open_model(settings, name=agreed, tier=tier, note=_silent)
            models[tier] = standard if model.name == standard.name else model
    return models.__getitem__


def _silent(_: str) -> None:
    """Ignore messages: the person knows about the standard tier, and `inkwright models` shows the others."""


async def open_named_models(settings: Settings, model: Model | str | None) -> tuple[Model, TierModels | None]:
    """Open a model, the one with a name, or those of the settings."""
    if model is not None and not isinstance(model, str):
        return model, None
    tiers = await asyncio.to_thread(open_tiers, settings, name=model, note=logging.getLogger(__name__).info)
    return tiers("standard"), tiers
