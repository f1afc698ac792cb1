"""Hosted models: an error for every failure, secret keys, event loops, timeouts and cancellation."""

import asyncio
import itertools
import subprocess
import sys
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from inkwright.errors import (
    InkwrightError,
    ModelBusy,
    ModelDenied,
    ModelError,
    ModelRefused,
    ModelTimedOut,
    ModelUnavailable,
    ModelUnknown,
    ReplyCut,
    ReplyMalformed,
    RequestInvalid,
    RequestTooLong,
    ServerFailed,
)
from inkwright.i18n import Reason
from inkwright.llm.hosted import HostedModel, ModelEndpoint
from inkwright.llm.models import Piece, Request, ignore_piece
from tests.each import each
from tests.llm.fake_provider import (
    Answer,
    FakeProvider,
    Received,
    anthropic_error,
    anthropic_reply,
    anthropic_stream,
    events,
    google_error,
    google_reply,
    google_stream,
    openai_error,
    openai_reply,
    openai_stream,
    texts,
)
from tests.llm.hosted_requests import ASK, KEY, MODELS, PROVIDERS, USER, ask, failure, listen, model_at

PAGE = {"content-type": "text/html"}
NO_CHOICES = '{"id": "1", "object": "chat.completion", "created": 1, "model": "tiny", "choices": []}'
FAILURES: dict[str, tuple[Answer, type[ModelError]]] = {
    "400": (openai_error(400, "no such field"), RequestInvalid),
    "401": (openai_error(401, "wrong key"), ModelDenied),
    "402": (openai_error(402, "pay first"), ModelBusy),
    "403": (openai_error(403, "not for you"), ModelDenied),
    "404": (openai_error(404, "no such model", code="model_not_found"), ModelUnknown),
    "408": (openai_error(408, "too slow"), ModelTimedOut),
    "413": (openai_error(413, "too large"), RequestTooLong),
    "418": (openai_error(418, "a teapot"), RequestInvalid),
    "429": (openai_error(429, "slow down"), ModelBusy),
    "429, no quota": (openai_error(429, "no credit", code="insufficient_quota"), ModelBusy),
    "500": (Answer(500, ""), ServerFailed),
    "502, a page": (Answer(502, "<html>Bad gateway</html>", headers=PAGE), ServerFailed),
    "503": (openai_error(503, "overloaded"), ServerFailed),
    "302": (Answer(302, "", headers={"location": "http://127.0.0.1:1/"}), ReplyMalformed),
    "too long, by its code": (openai_error(400, "no", code="context_length_exceeded"), RequestTooLong),
    "too long, in words": (openai_error(400, "exceeds the available context size"), RequestTooLong),
    "filtered": (openai_error(400, "no", code="content_filter"), ModelRefused),
    "a page": (Answer(body="<html>Welcome</html>", headers=PAGE), ReplyMalformed),
    "other JSON": (Answer(body='{"hello": 1}'), ReplyMalformed),
    "a list": (Answer(body="[1]"), ReplyMalformed),
    "half JSON": (Answer(body='{"id":'), ReplyMalformed),
    "nothing": (Answer(body=""), ReplyMalformed),
    "no choices": (Answer(body=NO_CHOICES), ReplyMalformed),
    "cut": (Answer(body='{"id":', cut=True), ReplyCut),
}


@each("heard", [False, True])
@each("case", FAILURES)
def test_every_failure_has_its_error_and_nothing_is_asked_twice(case: str, heard: bool) -> None:
    answer, expected = FAILURES[case]
    with FakeProvider([answer]) as server, pytest.raises(InkwrightError) as caught:
        asyncio.run(model_at(server).reply(ASK, listen if heard else ignore_piece))
    assert type(caught.value) is expected
    problem = str(caught.value.fields["problem"])
    assert (0 < len(problem) <= 200, problem.splitlines(), problem.endswith(".")) == (True, [problem], False)
    assert len(server.received) == 1


STREAM_FAILURES: dict[str, tuple[Answer, type[ModelError]]] = {
    "dropped": (openai_stream(texts("Hel"), finish=None, cut=True), ReplyCut),
    "without an end": (openai_stream(texts("Hel"), finish=None), ReplyCut),
    "begun and left": (openai_stream([{"role": "assistant"}], finish=None), ReplyCut),
    "an error inside": (Answer(chunks=events([{"error": {"message": "boom"}}])), ReplyCut),
    "busy inside": (Answer(chunks=events([{"error": {"message": "no", "code": "rate_limit_exceeded"}}])), ModelBusy),
    "of another kind": (Answer(chunks=events([{"hello": 1}])), ReplyMalformed),
    "of half JSON": (Answer(chunks=['data: {"hello":\n\n']), ReplyMalformed),
    "empty": (Answer(chunks=[]), ReplyMalformed),
    "filtered": (openai_stream(texts("Hel"), finish="content_filter"), ModelRefused),
    "refused": (openai_stream([{"refusal": "I "}, {"refusal": "will not."}]), ModelRefused),
}


@pytest.mark.parametrize("case", STREAM_FAILURES)
def test_every_failure_of_a_stream_has_its_error(case: str) -> None:
    answer, expected = STREAM_FAILURES[case]
    assert type(failure([answer], heard=[])) is expected


def test_a_refusal_contains_the_words_of_the_model() -> None:
    error = failure([openai_reply(None, refusal="I will not.")])
    assert (type(error), error.fields) == (ModelRefused, {"model": "my:model", "problem": "I will not"})
    assert type(failure([openai_reply("Hel", finish="content_filter")])) is ModelRefused


@pytest.mark.parametrize(("status", "kind"), [(429, ModelBusy), (503, ServerFailed)])
def test_the_wait_that_a_server_asks_for_is_reported(status: int, kind: type[ModelUnavailable]) -> None:
    error = failure([openai_error(status, "Slow down.", headers={"Retry-After": "7"})])
    assert type(error) is kind
    assert error.fields == {"model": "my:model", "problem": f"Slow down. (HTTP {status})", "retry_after": 7.0}


@pytest.mark.parametrize("heard", [False, True], ids=["plain", "heard"])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_libraries_do_not_retry(provider: str, heard: bool) -> None:
    with FakeProvider([Answer(503, "{}"), Answer(503, "{}")]) as server, pytest.raises(ModelUnavailable):
        asyncio.run(model_at(server, provider).reply(ASK, listen if heard else ignore_piece))
    assert len(server.received) == 1


def test_a_server_that_is_not_there_is_unavailable() -> None:
    with FakeProvider([]) as server:
        model = model_at(server)
    with pytest.raises(ModelUnavailable) as caught:
        asyncio.run(model.reply(ASK))
    assert type(caught.value) is ModelUnavailable


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/v1", "http://", "nowhere", "http://[1"])
def test_an_invalid_address_is_unavailable(url: str) -> None:
    with pytest.raises(ModelUnavailable):
        asyncio.run(HostedModel("my:model", ModelEndpoint("openai-compatible", "tiny", url, KEY)).reply(ASK))


@pytest.mark.parametrize("answer", [openai_stream(texts("Hel"), finish=None, hold=True), Answer(body="{", hold=True)])
def test_a_reply_that_stalls_times_out_and_its_connection_is_closed(answer: Answer) -> None:
    async def stalled(model: HostedModel, server: FakeProvider) -> bool:
        with pytest.raises(ModelTimedOut) as caught:
            await model.reply(ASK, listen)
        problem = Reason("reason.llm.reply_timeout", seconds="0.5")
        assert caught.value.fields == {"model": "my:model", "problem": problem}
        return await asyncio.to_thread(server.left.wait, 10)

    with FakeProvider([answer]) as server:
        assert asyncio.run(stalled(model_at(server, timeout=0.5), server))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_cancelled_reply_stays_cancelled_and_its_connection_is_closed(provider: str) -> None:
    begun = {
        "openai-compatible": openai_stream(texts("Hel"), finish=None),
        "anthropic": anthropic_stream([SAYS_HEL]),
        "google": google_stream([[{"text": "Hel"}], []]),
    }[provider]
    answer = Answer(chunks=list(begun.chunks or [])[:3], hold=True)

    async def cancelled(model: HostedModel, server: FakeProvider) -> bool:
        heard = asyncio.Event()
        task = asyncio.create_task(model.reply(ASK, lambda _: heard.set()))
        await heard.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await asyncio.to_thread(server.left.wait, 10)

    with FakeProvider([answer]) as server:
        assert asyncio.run(cancelled(model_at(server, provider), server))


def test_a_time_limit_of_the_caller_is_the_callers() -> None:
    async def limited(model: HostedModel) -> None:
        async with asyncio.timeout(0.5):
            await model.reply(ASK, listen)

    with FakeProvider([openai_stream([], finish=None, hold=True)] * 2) as server:
        model = model_at(server)
        with pytest.raises(TimeoutError):
            asyncio.run(limited(model))


@pytest.mark.parametrize("kind", [ValueError, TimeoutError])
def test_a_mistake_of_the_listener_is_the_listeners(kind: type[Exception]) -> None:
    def stumble(_: Piece) -> None:
        raise kind("a mistake of the listener")

    with FakeProvider([openai_stream(texts("Hel"))]) as server, pytest.raises(kind, match="of the listener"):
        asyncio.run(model_at(server).reply(ASK, stumble))


def test_one_model_serves_many_loops_and_keeps_its_connection_within_each() -> None:
    async def twice(model: HostedModel) -> list[str]:
        return [(await model.reply(ASK)).text for _ in range(2)]

    with FakeProvider(lambda _: openai_reply("Hello")) as server:
        model = model_at(server)
        assert [asyncio.run(twice(model)) for _ in range(3)] == [["Hello"] * 2] * 3
    assert [len(list(same)) for _, same in itertools.groupby(one.connection for one in server.received)] == [2, 2, 2]


def test_a_model_may_be_asked_many_things_at_once() -> None:
    async def many(model: HostedModel) -> set[str]:
        return {reply.text for reply in await asyncio.gather(*(model.reply(ASK, listen) for _ in range(8)))}

    with FakeProvider(lambda _: openai_stream(texts("Hello"))) as server:
        assert asyncio.run(many(model_at(server))) == {"Hello"}
    assert len(server.received) == 8


@pytest.mark.parametrize("heard", [False, True], ids=["plain", "heard"])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_server_that_echoes_the_key_does_not_leak_it(provider: str, heard: bool) -> None:
    def echo(received: Received) -> Answer:
        return openai_error(401, f"These were sent: {dict(received.headers)}")

    with FakeProvider(echo) as server:
        model = model_at(server, provider)
        with pytest.raises(ModelDenied) as caught:
            asyncio.run(model.reply(ASK, listen if heard else ignore_piece))
    assert KEY in str(server.received[0].headers)
    shown = [
        str(caught.value),
        repr(caught.value),
        "".join(traceback.format_exception(caught.value)),
        repr(vars(model)),
    ]
    assert [KEY in text for text in shown] == [False] * 4


@pytest.mark.parametrize(
    ("provider", "variable"),
    [("openai", "OPENAI_API_KEY"), ("anthropic", "ANTHROPIC_API_KEY"), ("google", "GEMINI_API_KEY")],
)
def test_without_a_key_nothing_is_sent_and_the_variable_is_named(provider: str, variable: str) -> None:
    with pytest.raises(ModelDenied) as caught:
        asyncio.run(HostedModel("my:model", ModelEndpoint(provider, "any", api_key=" \n")).reply(ASK))
    assert caught.value.fields == {
        "model": "my:model",
        "problem": Reason("reason.llm.key_missing"),
        "variable": variable,
    }


def test_an_impossible_key_is_an_error_before_it_is_sent() -> None:
    model = HostedModel("my:model", ModelEndpoint("openai", "any", api_key="sk-秘密\n0123"))
    with pytest.raises(ModelDenied) as caught:
        asyncio.run(model.reply(ASK))
    assert "秘密" not in str(caught.value)


@pytest.mark.parametrize("provider", ["openai", "ollama", *PROVIDERS])
def test_no_key_and_no_proxy_of_the_environment_reaches_a_server_of_ones_own(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(variable, KEY)
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    answers = {"anthropic": anthropic_reply({"type": "text", "text": "Hi"}), "google": google_reply({"text": "Hi"})}
    with FakeProvider([answers.get(provider, openai_reply("Hi"))]) as server:
        path = "" if provider in MODELS else "/v1"
        address = ModelEndpoint(provider, MODELS.get(provider, "tiny"), server.url + path)
        assert asyncio.run(HostedModel("my:model", address).reply(ASK)).text == "Hi"
    assert KEY not in str(server.received)


def price_at_a_host(provider: str, body: str, monkeypatch: pytest.MonkeyPatch) -> float | None:
    """The price of a reply of a host that is not this machine: the scripted provider is the way there."""
    with FakeProvider([Answer(body=body.replace('"tiny"', '"gpt-4o"'))]) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("no_proxy", "")
        address = ModelEndpoint(provider, "gpt-4o", "http://models.example/v1", KEY)
        reply = asyncio.run(HostedModel("my:model", address).reply(ASK))
    assert proxy.received[0].path == "http://models.example/v1/chat/completions"
    return reply.usage.dollars


def test_a_price_is_reported_where_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    body = openai_reply("Hi").text
    assert price_at_a_host("openai", body, monkeypatch) == pytest.approx(7 * 2.5e-6 + 3 * 10e-6)
    assert price_at_a_host("openai-compatible", body, monkeypatch) is None
    assert price_at_a_host("server", body, monkeypatch) is None
    assert price_at_a_host("ollama", body, monkeypatch) == 0.0


@pytest.mark.parametrize("provider", ["openai", "openai-compatible"])
def test_what_was_not_counted_has_no_price(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = openai_reply("Hi").text.replace('"usage"', '"unused"')
    assert price_at_a_host(provider, body, monkeypatch) is None


SAYS_HEL = ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "Hel"}])
BLOCKED = {"promptFeedback": {"blockReason": "SAFETY"}}
OTHERS: dict[str, tuple[str, Answer, type[ModelError]]] = {
    "anthropic 401": ("anthropic", anthropic_error(401, "authentication_error", "wrong key"), ModelDenied),
    "anthropic 404": ("anthropic", anthropic_error(404, "not_found_error", "no such model"), ModelUnknown),
    "anthropic 429": ("anthropic", anthropic_error(429, "rate_limit_error", "slow down"), ModelBusy),
    "anthropic 500": ("anthropic", anthropic_error(500, "api_error", "it broke"), ServerFailed),
    "anthropic 529": ("anthropic", anthropic_error(529, "overloaded_error", "too busy"), ServerFailed),
    "anthropic, too long": (
        "anthropic",
        anthropic_error(400, "invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"),
        RequestTooLong,
    ),
    "anthropic refuses": ("anthropic", anthropic_reply(stop="refusal"), ModelRefused),
    "anthropic pauses": ("anthropic", anthropic_reply({"type": "text", "text": "Hel"}, stop="pause_turn"), ReplyCut),
    "anthropic, other JSON": ("anthropic", Answer(body='{"hello": 1}'), ReplyMalformed),
    "anthropic, cut": ("anthropic", Answer(body='{"id":', cut=True), ReplyCut),
    "google 401": ("google", google_error(401, "UNAUTHENTICATED", "wrong key"), ModelDenied),
    "google 404": ("google", google_error(404, "NOT_FOUND", "no such model"), ModelUnknown),
    "google 429": ("google", google_error(429, "RESOURCE_EXHAUSTED", "slow down"), ModelBusy),
    "google 500": ("google", google_error(500, "INTERNAL", "it broke"), ServerFailed),
    "google refuses": ("google", google_reply({"text": "Hel"}, finish="SAFETY"), ModelRefused),
    "google blocks": ("google", Answer(body='{"promptFeedback": {"blockReason": "SAFETY"}}'), ModelRefused),
    "google stumbles": ("google", google_reply(finish="MALFORMED_FUNCTION_CALL"), ReplyMalformed),
    "google, other JSON": ("google", Answer(body='{"hello": 1}'), ReplyMalformed),
    "google, cut": ("google", Answer(body='{"id":', cut=True), ReplyCut),
}
OTHER_STREAMS: dict[str, tuple[str, Answer, type[ModelError]]] = {
    "anthropic refuses": ("anthropic", anthropic_stream([], stop="refusal"), ModelRefused),
    "anthropic, no end": ("anthropic", anthropic_stream([SAYS_HEL], stop=None), ReplyCut),
    "anthropic, busy inside": (
        "anthropic",
        Answer(chunks=events([{"type": "error", "error": {"type": "overloaded_error", "message": "no"}}], named=True)),
        ServerFailed,
    ),
    "google refuses": ("google", google_stream([[{"text": "Hel"}]], finish="SAFETY"), ModelRefused),
    "google blocks": ("google", Answer(chunks=events([BLOCKED])), ModelRefused),
    "google, no end": ("google", google_stream([[{"text": "Hel"}]], finish=None), ReplyCut),
    "google, dropped": (
        "google",
        Answer(chunks=google_stream([[{"text": "Hel"}], []]).chunks, cut=True),
        ReplyCut,
    ),
    "google, 429": ("google", google_error(429, "RESOURCE_EXHAUSTED", "slow down"), ModelBusy),
}


@each("case", OTHERS)
def test_every_failure_of_the_other_providers_has_its_error(case: str) -> None:
    provider, answer, expected = OTHERS[case]
    assert type(failure([answer], provider=provider)) is expected


@pytest.mark.parametrize("case", OTHER_STREAMS)
def test_every_failure_of_the_other_providers_streams_has_its_error(case: str) -> None:
    provider, answer, expected = OTHER_STREAMS[case]
    assert type(failure([answer], heard=[], provider=provider)) is expected


def test_a_long_reply_that_anthropic_streams_unasked_needs_its_end() -> None:
    long = Request(USER)
    reply, received = ask([anthropic_stream([SAYS_HEL])], long, provider="anthropic")
    assert (reply.text, received[0].body["stream"]) == ("Hel", True)
    assert type(failure([anthropic_stream([SAYS_HEL], stop=None)], long, provider="anthropic")) is ReplyCut


def run_python(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_nothing_heavy_is_imported_before_a_reply_is_asked_for() -> None:
    program = """
import sys
from inkwright.llm.hosted import HostedModel, ModelEndpoint
HostedModel("my:model", ModelEndpoint("openai", "gpt-5", api_key="key"))
print(sorted({name.partition(".")[0] for name in sys.modules} & {"pydantic_ai", "openai", "httpx2", "anthropic"}))
"""
    assert run_python(program) == "[]"


@pytest.mark.parametrize(("provider", "library"), [("anthropic", "anthropic"), ("google", "google.genai")])
def test_a_missing_library_is_reported_with_the_command_that_installs_it(provider: str, library: str) -> None:
    program = f"""
import asyncio, sys
sys.modules[{library!r}] = None
from inkwright.errors import ModelNotInstalled
from inkwright.llm.hosted import HostedModel, ModelEndpoint
from inkwright.llm.models import Request
try:
    asyncio.run(HostedModel("my:model", ModelEndpoint({provider!r}, "any", api_key="key")).reply(Request([])))
except ModelNotInstalled as error:
    print(error)
"""
    assert run_python(program) == (
        f"The model my:model needs a component that is not installed: the library for {provider} is missing. "
        "Install it: inkwright doctor"
    )


class Endless:
    """A line that never ends."""

    def __iter__(self) -> Iterator[str]:
        return itertools.repeat("x" * 100_000, 5_000)


@pytest.mark.parametrize("hear", [ignore_piece, lambda _: None], ids=["plain", "streamed"])
def test_an_endless_body_is_not_a_reply_and_takes_no_memory(hear: Any) -> None:
    with FakeProvider([Answer(chunks=Endless())]) as server:
        model = HostedModel("m", ModelEndpoint("openai-compatible", "m", f"{server.url}/v1"), timeout=60)
        with pytest.raises(ReplyMalformed, match="larger than 32 MB"):
            asyncio.run(model.reply(Request([{"role": "user", "content": "x"}]), hear))
