"""Model settings over HTTP: providers, models and their abilities, which model is used, keys, and tests.

They are settings of this machine, so only its own owner reaches them. A key is written, never returned.
"""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason, error_text
from inkwright.llm.key_store import ENVIRONMENT_FILE, KeyPlace, KeyStore, read_environment_file
from inkwright.llm.model_names import LOCAL, ModelName, parse_model_name
from inkwright.llm.models import Abilities
from inkwright.llm.providers import HOSTED_PROVIDERS, Provider, Tier, key_variable_of
from inkwright.server.problems import Problem
from inkwright.server.requests import MachineInkwright, RequestLanguage
from inkwright.server.wire import WireModel
from inkwright.usecases.model_choices import set_chain, unset_chain
from inkwright.usecases.model_overview import ModelsOverview, TierRow, models_overview
from inkwright.usecases.model_tests import CheckKind, ProbeResult, try_model
from inkwright.usecases.models import ModelOpener, current_environment

KeySource = Literal["keyring", "file", "home_file", "environment"]
TierName = Literal["all", "fast", "standard", "strong", "vision"]
_MAX_NAME: Final = 300
_MAX_CHAIN: Final = 10
ModelText = Annotated[str, Field(min_length=1, max_length=_MAX_NAME)]

router = APIRouter(prefix="/api/models", tags=["models"], responses={401: {"model": Problem}, 403: {"model": Problem}})


class ModelAbilities(WireModel):
    """What a model can do, as far as it is known."""

    can_call_tools: bool
    can_follow_schema: bool
    can_stream: bool
    can_see: bool
    is_weak: bool = Field(description="Whether it copies examples and loses track of long prompts.")
    is_english_only: bool
    leaves_machine: bool = Field(description="Whether texts are sent to another machine.")
    context_tokens: int | None = Field(default=None, description="The size of its context, if it is known.")

    @classmethod
    def of(cls, abilities: Abilities) -> "ModelAbilities":
        """Return the abilities of a model."""
        return cls.model_validate(asdict(abilities))


class ModelItem(WireModel):
    """A model of a chain."""

    name: str
    is_tested: bool = Field(description="Whether it was tested on this machine.")
    abilities: ModelAbilities


class TierItem(WireModel):
    """The models of one tier, in the order in which they are tried."""

    tier: Tier
    models: list[ModelItem]
    why: str = Field(description="Why these are used, in words; empty without any.")


class ProviderItem(WireModel):
    """A hosted provider. Its key is never returned."""

    name: str
    title: str
    docs: str = Field(description="The page where a person gets a key.")
    host: str = Field(description="Where texts are sent.")
    key_variable: str
    key_source: KeySource | None = Field(default=None, description="Where its key is; null without one.")
    models: dict[str, str] = Field(description="The usual model of each tier.")


class ModelServerItem(WireModel):
    """A model server that runs on this machine."""

    name: str
    address: str
    models: list[str]


class ModelSettings(WireModel):
    """Everything about models on this machine."""

    tiers: list[TierItem]
    providers: list[ProviderItem]
    servers: list[ModelServerItem]
    installed: list[str] = Field(description="Models on this machine, the one installed last first.")
    has_embedded: bool = Field(description="Whether the embedded model is installed.")
    started_with: str | None = Field(
        default=None, description="The model that the service was started with; it counts before the settings."
    )


class ModelChoiceRequest(WireModel):
    """The models to use, in the order in which they are tried."""

    models: list[ModelText] = Field(
        min_length=1, max_length=_MAX_CHAIN, examples=[["openai:gpt-6.1-terra", "ollama:qwen3:4b"]]
    )


class KeyRequest(WireModel):
    """A key to store. It is never returned."""

    provider: ModelText = Field(description="A provider, or the address of a server.", examples=["openai"])
    key: str = Field(
        min_length=1,
        max_length=4_096,
        description="The key.",
        examples=["sk-…"],
        json_schema_extra={"writeOnly": True, "format": "password"},
    )


class StoredKey(WireModel):
    """Where a key was stored."""

    variable: str
    place: KeyPlace
    is_hidden: bool = Field(description="Whether a variable of the environment counts before it.")


class ModelTestRequest(WireModel):
    """A model to test."""

    model: ModelText = Field(examples=["ollama:qwen3:4b"])


class ModelTestCheck(WireModel):
    """One test of a model."""

    kind: CheckKind
    worked: bool
    seconds: float
    problem: str = Field(default="", description="Why it failed.")


class ModelTestReport(WireModel):
    """What a model could do."""

    model: str
    is_well: bool = Field(description="Whether it answers.")
    seconds: float
    prompt_tokens: int
    completion_tokens: int
    checks: list[ModelTestCheck]
    problem: str = Field(default="", description="Why it could not be asked.")
    todo: str = Field(default="", description="What to do then.")


@router.get("")
async def show_models(inkwright: MachineInkwright, language: RequestLanguage) -> ModelSettings:
    """List providers and models, which of them are used, and what they can do. Nothing is sent anywhere."""
    opener = _opener(inkwright)
    overview = await asyncio.to_thread(models_overview, opener)
    return ModelSettings(
        tiers=[_tier_item(row, opener) for row in overview.tiers],
        providers=_provider_items(inkwright),
        servers=_server_items(overview),
        installed=[str(name) for name in overview.found.installed],
        has_embedded=overview.found.has_local,
        started_with=inkwright.named_model,
    )


@router.put("/tiers/{tier}", status_code=204)
async def set_models(tier: TierName, body: ModelChoiceRequest, inkwright: MachineInkwright) -> Response:
    """Set the models of a tier, or those for all. Turns that begin from now on use them."""
    names = tuple(dict.fromkeys(parse_model_name(name) for name in body.models))
    await asyncio.to_thread(set_chain, inkwright.settings, names, _tier(tier))
    inkwright.reload_settings()
    return Response(status_code=204)


@router.delete("/tiers/{tier}", status_code=204)
async def unset_models(tier: TierName, inkwright: MachineInkwright) -> Response:
    """Remove the models of a tier from the settings: then the others, or this machine, decide."""
    await asyncio.to_thread(unset_chain, inkwright.settings, _tier(tier))
    inkwright.reload_settings()
    return Response(status_code=204)


@router.put("/keys")
async def store_key(body: KeyRequest, inkwright: MachineInkwright) -> StoredKey:
    """Store the key of a provider or a server: in the keyring, or in a file that only you can read."""
    variable = _key_variable(body.provider)
    place = await asyncio.to_thread(KeyStore(inkwright.settings.home).save, variable, body.key)
    inkwright.reload_settings()
    return StoredKey(variable=variable, place=place, is_hidden=bool(os.environ.get(variable, "").strip()))


@router.delete("/keys", status_code=204, responses={404: {"model": Problem}})
async def remove_key(
    provider: Annotated[str, Query(min_length=1, max_length=_MAX_NAME)], inkwright: MachineInkwright
) -> Response:
    """Remove a stored key."""
    if not await asyncio.to_thread(KeyStore(inkwright.settings.home).remove, _key_variable(provider)):
        raise NotFound(what_kind=Reason("reason.cli.key_word"), id=provider[:100])
    inkwright.reload_settings()
    return Response(status_code=204)


@router.post("/test")
async def test_model(body: ModelTestRequest, inkwright: MachineInkwright, language: RequestLanguage) -> ModelTestReport:
    """Ask a model a few short questions, and remember what it can do."""
    probe = await asyncio.to_thread(try_model, _opener(inkwright), parse_model_name(body.model))
    return _test_report(probe, language)


def _opener(inkwright: Inkwright) -> ModelOpener:
    return ModelOpener(inkwright.settings, current_environment(inkwright.settings.home))


def _tier(name: TierName) -> Tier | None:
    return None if name == "all" else name


def _key_variable(written: str) -> str:
    """Return the variable of a provider's or a server's key; InvalidOption if it needs none."""
    name = parse_model_name(written)
    variable = key_variable_of(ModelName(name.provider, base_url=name.base_url), {})
    if variable is None or name.provider == LOCAL:
        raise InvalidOption(option="provider", value=written[:100], allowed=Reason("reason.cli.key_not_needed"))
    return variable


def _tier_item(row: TierRow, opener: ModelOpener) -> TierItem:
    models = [
        ModelItem(name=str(each.name), is_tested=each.is_tested, abilities=ModelAbilities.of(each.abilities))
        for each in row.members
    ]
    return TierItem(tier=row.tier, models=models, why=opener.why(row.choice) if row.choice else "")


def _provider_items(inkwright: Inkwright) -> list[ProviderItem]:
    home = inkwright.settings.home
    stored: dict[str, Any] = dict(KeyStore(home).places())
    written = read_environment_file(home / ENVIRONMENT_FILE)
    return [_provider_item(provider, stored, written) for provider in HOSTED_PROVIDERS]


def _provider_item(provider: Provider, stored: Mapping[str, Any], written: Mapping[str, str]) -> ProviderItem:
    variables = provider.key_variables
    source: KeySource | None = next((stored[each] for each in variables if each in stored), None)
    if any(written.get(each, "").strip() for each in variables):
        source = "home_file"
    if any(os.environ.get(each, "").strip() for each in variables):
        source = "environment"
    return ProviderItem(
        name=provider.name,
        title=provider.title,
        docs=provider.docs,
        host=provider.host_in(os.environ),
        key_variable=variables[0],
        key_source=source,
        models={str(tier): model for tier, model in provider.defaults.items()},
    )


def _server_items(overview: ModelsOverview) -> list[ModelServerItem]:
    return [
        ModelServerItem(name=each.name, address=each.base_url, models=[str(name) for name in each.models])
        for each in overview.found.servers
    ]


def _test_report(probe: ProbeResult, language: Language) -> ModelTestReport:
    problem, todo = error_text(language, probe.error) if probe.error else ("", "")
    checks = [
        ModelTestCheck(
            kind=each.kind,
            worked=each.worked,
            seconds=round(each.seconds, 3),
            problem=each.problem.text(language) if isinstance(each.problem, Reason) else each.problem,
        )
        for each in probe.checks
    ]
    return ModelTestReport(
        model=probe.model,
        is_well=probe.is_well,
        seconds=round(probe.seconds, 3),
        prompt_tokens=probe.usage.prompt_tokens,
        completion_tokens=probe.usage.completion_tokens,
        checks=checks,
        problem=problem,
        todo=todo,
    )
