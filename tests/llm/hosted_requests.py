"""Requests to a hosted model at a scripted provider, shared by several tests."""

import asyncio
from typing import Any

import pytest

from inkwright.errors import InkwrightError
from inkwright.llm.hosted import HostedModel, ModelEndpoint
from inkwright.llm.models import Piece, Reply, Request, Usage
from tests.llm.fake_provider import FakeProvider, Received, Script

KEY = "sk-very-secret-0123456789"
SPENT = Usage(7, 3, 0.0)
USER = [{"role": "user", "content": "Say hello."}]
ASK = Request(USER, max_tokens=100)
PROVIDERS = ("openai-compatible", "anthropic", "google")
MODELS = {"anthropic": "claude-haiku-4-5", "google": "gemini-2.5-flash"}


def model_at(server: FakeProvider, provider: str = "openai-compatible", **options: Any) -> HostedModel:
    """A model of this provider at the scripted one."""
    path = "" if provider in MODELS else "/v1"
    name = options.pop("model", MODELS.get(provider, "tiny"))
    options.setdefault("timeout", 15)
    return HostedModel("my:model", ModelEndpoint(provider, name, server.url + path, KEY), **options)


def ask(
    script: Script, request: Request = ASK, *, heard: list[Piece] | None = None, **options: Any
) -> tuple[Reply, list[Received]]:
    """One question: the reply, and what the provider received."""
    with FakeProvider(script) as server:
        model = model_at(server, **options)
        reply = model.reply(request) if heard is None else model.reply(request, heard.append)
        return asyncio.run(reply), server.received


def listen(_: Piece) -> None:
    """Makes the model speak piece by piece; what it says is not kept."""


def failure(script: Script, request: Request = ASK, **options: Any) -> InkwrightError:
    """One question that fails."""
    with pytest.raises(InkwrightError) as caught:
        ask(script, request, **options)
    return caught.value
