"""Open the model that a tier is served by: chosen by name, by settings, or found; always a chain."""

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from inkwright.errors import ModelError, ModelNotInstalled, ModelUnavailable, ModelUnknown, UnwritableOutput
from inkwright.i18n import Language, error_text, language_from_environment, text
from inkwright.llm.chains import Chain
from inkwright.llm.discovery import Discovery, Proposal, Surroundings, discover
from inkwright.llm.hosted import Address, HostedModel
from inkwright.llm.local import INSTALL, LocalModel, is_installed
from inkwright.llm.models import Abilities, Model
from inkwright.llm.names import LOCAL, OLLAMA, SERVER, ModelName, chain_text
from inkwright.llm.providers import Tier, base_url_of, key_variable_of, with_default
from inkwright.llm.server_models import first_model
from inkwright.llm.tool_envelope import with_tools
from inkwright.settings import IGNORED_KEYS, LANGUAGE, MODEL_TIMEOUT, Settings
from inkwright.usecases.choose_model import (
    Ask,
    Choice,
    chosen_by_discovery,
    chosen_by_name,
    chosen_by_settings,
    keep_answer,
)
from inkwright.usecases.keep_calls import open_call_log
from inkwright.usecases.model_memory import ModelMemory

Note = Callable[[str], None]


def here() -> Surroundings:
    """This process, this machine."""
    return Surroundings(os.environ, has_local=is_installed())


def open_model(
    settings: Settings,
    *,
    name: str | None = None,
    tier: Tier = "standard",
    note: Note,
    ask: Ask | None = None,
    around: Surroundings | None = None,
) -> Model:
    """The model to ask; `note` is told which it is and why.

    A name wins over the tier's setting, that over `model`, that over the neighbouring tiers, that over what is found.
    A provider that was found by its key alone is used when `ask` says so; where nobody can be asked it is not used.
    It may ask a person and look for servers, so it is called outside of a running loop, or in a thread.
    """
    opening = Opening(settings, around or here())
    say = Speaker(note, opening.language)
    choice = _choice(opening, name, tier, ask, say)
    say("models.using", chain=chain_text(choice.names), why=opening.why(choice))
    if any(member.provider == LOCAL for member in choice.names):
        say("models.local_is_tiny")
    members = [opening.member(member, can_see=tier == "vision") for member in choice.names]
    return Chain(members, call_log=open_call_log(settings, opening.around.environ))


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says messages in the person's language."""

    note: Note
    language: Language

    def __call__(self, key: str, **fields: object) -> None:
        self.note(text(self.language, key, **fields))


class Opening:
    """What is needed to make models out of names: settings, environment, and what is remembered of models."""

    def __init__(self, settings: Settings, around: Surroundings) -> None:
        self.settings = settings
        self.around = around
        self.memory = ModelMemory(settings.home)

    @property
    def language(self) -> Language:
        """The language of messages."""
        chosen = self.settings.get(LANGUAGE)
        return language_from_environment(self.around.environ) if chosen == "auto" else cast("Language", chosen)

    def why(self, choice: Choice) -> str:
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

    def address(self, name: ModelName) -> Address:
        """Where to ask for this model, and with which key."""
        environ = self.around.environ
        ignored = self.settings.get(IGNORED_KEYS)
        variable = key_variable_of(name, environ, ignored)
        key = environ.get(variable, "").strip() if variable else ""
        return Address(name.provider, name.model, base_url_of(name, environ), key or None)

    def completed(self, name: ModelName, tier: Tier) -> ModelName:
        """The name with a model in it; a server that was named alone is asked what it has."""
        name = with_default(name, tier)
        if name.model or name.provider not in (OLLAMA, SERVER):
            return name
        return replace(name, model=asyncio.run(first_model(self.address(name))))


def _choice(opening: Opening, name: str | None, tier: Tier, ask: Ask | None, say: Speaker) -> Choice:
    abilities_of = opening.memory.abilities
    choice = chosen_by_name(name, tier) if name else chosen_by_settings(opening.settings, tier, abilities_of)
    choice = choice or _found(opening, tier, ask, say)
    return replace(choice, names=_completed(opening, choice.names, tier, say))


def _completed(opening: Opening, names: Sequence[ModelName], tier: Tier, say: Speaker) -> tuple[ModelName, ...]:
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


def _found(opening: Opening, tier: Tier, ask: Ask | None, say: Speaker) -> Choice:
    ignored = opening.settings.get(IGNORED_KEYS)
    found = asyncio.run(discover(opening.around, ignored))
    if ask is None:
        for proposal in found.proposals:
            say("models.key_unused", variable=proposal.variable, provider=proposal.name)
    else:
        accepted = _agreed(opening, found.proposals, tier, ask, say)
        if accepted is not None:
            return Choice((accepted.name,), "agreed", {"variable": accepted.variable})
    choice = chosen_by_discovery(found, tier, opening.memory.abilities)
    if choice is None:
        raise _nothing(found, tier)
    return choice


def _agreed(opening: Opening, proposals: Sequence[Proposal], tier: Tier, ask: Ask, say: Speaker) -> Proposal | None:
    """What the person accepts. An answer that cannot be kept still counts this time."""
    for proposal in proposals:
        answer = ask(proposal)
        if answer is None:
            return None
        try:
            keep_answer(opening.settings, proposal, tier, is_yes=answer)
        except UnwritableOutput as error:
            say.note(error_text(opening.language, error)[0])
        if answer:
            return proposal
    return None


def _nothing(found: Discovery, tier: Tier) -> ModelError:
    """The error for a machine without a model, or without one that fits."""
    if found.chosen:
        problem = "none of the models here is known to see; name one with `inkwright models set --tier vision`"
        return ModelUnknown(model=f"for the tier {tier}", problem=problem)
    problem = "no model is set, none was found on this machine, and the embedded one is not there"
    return ModelNotInstalled(model=LOCAL, problem=problem, command=INSTALL)
