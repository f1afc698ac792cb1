"""Finding models: keys are proposals, real servers are probed, and other servers are ignored."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Sequence

import pytest

from inkwright.errors import ModelDenied, ModelError, ModelUnavailable, ModelUnknown
from inkwright.llm.discovery import (
    Discovery,
    DiscoveryScope,
    FoundServer,
    KeyProposal,
    discover,
    first_model,
)
from inkwright.llm.hosted import ModelEndpoint
from inkwright.llm.model_names import ModelName
from inkwright.llm.providers import Server
from tests.clocks import PATIENCE
from tests.model_servers import listing

_SHORT = 1.0


def found(servers: Sequence[Server] = (), environ: dict[str, str] | None = None, has_local: bool = False) -> Discovery:
    return asyncio.run(discover(DiscoveryScope(environ or {}, servers, has_local, probe_seconds=PATIENCE)))


def models(*ids: object, owner: str = "me") -> str:
    return json.dumps({"object": "list", "data": [{"id": each, "owned_by": owner} for each in ids]})


def test_a_key_alone_is_only_a_proposal() -> None:
    environ = {"OPENAI_API_KEY": "k", "GOOGLE_API_KEY": "k", "ANTHROPIC_API_KEY": " "}
    assert found(environ=environ, has_local=True) == Discovery(
        (ModelName("local"),),
        "local",
        proposals=(
            KeyProposal(ModelName("openai"), "OPENAI_API_KEY", "api.openai.com"),
            KeyProposal(ModelName("google"), "GOOGLE_API_KEY", "generativelanguage.googleapis.com"),
        ),
        has_local=True,
    )


def test_a_key_to_which_the_person_said_no_is_not_proposed_again() -> None:
    around = DiscoveryScope({"OPENAI_API_KEY": "k", "GEMINI_API_KEY": "k", "GOOGLE_API_KEY": "k"}, ())
    seen = asyncio.run(discover(around, ("OPENAI_API_KEY", "GEMINI_API_KEY")))
    assert [proposal.variable for proposal in seen.proposals] == ["GOOGLE_API_KEY"]


def test_where_an_address_is_set_only_the_key_of_that_server_counts() -> None:
    environ = {"OPENAI_BASE_URL": "https://proxy.example/v1", "OPENAI_API_KEY": "k", "INKWRIGHT_KEY_PROXY_EXAMPLE": "k"}
    proposal = KeyProposal(ModelName("openai"), "INKWRIGHT_KEY_PROXY_EXAMPLE", "proxy.example")
    assert found(environ=environ).proposals == (proposal,)
    ignored = asyncio.run(discover(DiscoveryScope(environ, ()), ("INKWRIGHT_KEY_PROXY_EXAMPLE",)))
    assert ignored.proposals == ()
    stored = {name: DiscoveryScope(environ, (), stored=frozenset({name})) for name in environ if "KEY" in name}
    chosen = {name: asyncio.run(discover(scope)).chosen for name, scope in stored.items()}
    assert chosen == {"OPENAI_API_KEY": (), "INKWRIGHT_KEY_PROXY_EXAMPLE": (ModelName("openai"),)}


def test_without_anything_there_is_nothing() -> None:
    assert found() == Discovery((), "nothing")


def test_a_server_on_this_machine_wins_over_the_embedded_model() -> None:
    with listing({"/v1/models": models("text-embedding-x", "qwen3-4b", "other")}) as port:
        seen = found([Server("LM Studio", port)], has_local=True)
    base_url = f"http://127.0.0.1:{port}/v1"
    names = tuple(ModelName("openai-compatible", model, base_url) for model in ("qwen3-4b", "other"))
    assert seen == Discovery(
        names[:1],
        "server",
        {"server": "LM Studio", "address": base_url},
        servers=(FoundServer("LM Studio", base_url, names),),
        has_local=True,
    )


def test_the_first_server_with_a_model_is_chosen_and_all_are_listed() -> None:
    with listing({"/v1/models": models()}) as empty, listing({"/v1/models": models("a")}) as full:
        seen = found([Server("one", empty), Server("two", full)])
    assert [str(name) for name in seen.chosen] == [f"http://127.0.0.1:{full}/v1#a"]
    assert [(server.name, len(server.models)) for server in seen.servers] == [("one", 0), ("two", 1)]


def test_ollama_models_that_only_embed_are_known_by_their_family() -> None:
    tags = {"models": [{"name": "mxbai:1", "details": {"family": "bert"}}, {"name": "qwen3:4b", "details": {}}]}
    pages = {"/v1/models": models("mxbai:1", "qwen3:4b", owner="library"), "/api/tags": json.dumps(tags)}
    with listing(pages) as port:
        (server,) = found([Server("Ollama", port, has_tags=True)]).servers
    assert [name.model for name in server.models] == ["qwen3:4b"]


def test_ollama_has_its_short_name_where_that_name_leads_to_it() -> None:
    with listing({"/v1/models": models("qwen3:4b"), "/api/tags": "{}"}) as port:
        here, ollama = f"http://127.0.0.1:{port}/v1", Server("Ollama", port, has_tags=True)
        assert [str(name) for name in found([ollama], {"OLLAMA_BASE_URL": here}).chosen] == ["ollama:qwen3:4b"]
        assert [str(name) for name in found([ollama]).chosen] == [f"{here}#qwen3:4b"]


def test_a_server_is_called_what_it_says_it_is() -> None:
    with listing({"/v1/models": models("m", owner="llamacpp")}) as port:
        (server,) = found([Server("vLLM", port)]).servers
    assert server.name == "llama.cpp"


@pytest.mark.parametrize(
    "page",
    [
        "<!doctype html><title>My app</title>",
        "",
        "[]",
        '{"data": "none"}',
        '{"models": []}',
        '{"data": {"id": "m"}}',
        "\xff{",
        "[" * 100_000,
        json.dumps({"data": [{"id": "x" * 1_500_000}]}),
    ],
    ids=["html", "empty", "list", "text", "other", "object", "bytes", "deep", "huge"],
)
def test_another_kind_of_server_is_not_a_model_server(page: str) -> None:
    with listing({"/v1/models": page}) as port:
        assert found([Server("vLLM", port)]) == Discovery((), "nothing")


def test_a_server_that_wants_a_key_or_has_no_such_page_is_passed_over() -> None:
    with listing({}) as missing, listing({"/v1/models": models("m")}, headers={"Authorization": "Bearer k"}) as closed:
        assert found([Server("a", missing), Server("b", closed)]).servers == ()


def test_names_that_could_not_be_written_or_shown_are_left_out() -> None:
    odd = ["", 7, None, ["x"], "a b", "a,b", "\x1b[2J", "x" * 300, "good"]
    page = models(*odd).replace('"me"', "[]")
    with listing({"/v1/models": page}) as port:
        (server,) = found([Server("vLLM", port)]).servers
    assert [name.model for name in server.models] == ["good"]


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.0 200 OK\r\n\r\n{", b"garbage\r\n\r\n", b"x" * 100_000])
def test_servers_that_are_silent_or_never_finish_cost_one_short_wait_for_all_of_them(answer: bytes) -> None:
    many = 20
    assert seconds_of(many, answer) < many / 2 * _SHORT


def seconds_of(count: int, answer: bytes) -> float:
    """How long it takes to find out that none of so many servers is one, each of which says this and nothing more."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        accepted: list[socket.socket] = []

        def accept() -> None:
            for _ in range(count):
                connection, _ = silent.accept()
                connection.sendall(answer)
                accepted.append(connection)

        thread = threading.Thread(target=accept)
        thread.start()
        start = time.monotonic()
        servers = [Server(str(number), silent.getsockname()[1]) for number in range(count)]
        seen = asyncio.run(discover(DiscoveryScope({}, servers, probe_seconds=_SHORT)))
        took = time.monotonic() - start
        thread.join()
        for connection in accepted:
            connection.close()
    assert seen.servers == ()
    return took


def first(base_url: str, key: str | None = None) -> str:
    return asyncio.run(first_model(ModelEndpoint("openai-compatible", "", base_url, key)))


def test_the_first_model_that_can_be_talked_with_is_taken() -> None:
    page = json.dumps({"data": [{"id": "bge-m3"}, {"id": "qwen3-4b"}, {"id": "other"}]})
    with listing({"/v1/models": page}, headers={"Authorization": "Bearer abc"}) as port:
        assert first(f"http://127.0.0.1:{port}/v1", "abc\n") == "qwen3-4b"


@pytest.mark.parametrize(
    ("pages", "headers", "error"),
    [
        ({"/v1/models": '{"data": []}'}, {}, ModelUnknown),
        ({"/v1/models": "<html>"}, {}, ModelUnknown),
        ({}, {}, ModelUnavailable),
        ({"/v1/models": "{}"}, {"Authorization": "Bearer other"}, ModelDenied),
    ],
)
def test_a_server_without_a_model_is_an_error_that_names_it(
    pages: dict[str, str], headers: dict[str, str], error: type[ModelError]
) -> None:
    with listing(pages, headers=headers) as port, pytest.raises(error) as caught:
        first(f"http://127.0.0.1:{port}/v1")
    assert f"http://127.0.0.1:{port}/v1" in str(caught.value)


def test_a_missing_server_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(ModelUnavailable):
        first(f"http://127.0.0.1:{port}/v1")
