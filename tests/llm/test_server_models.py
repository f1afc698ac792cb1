"""A server that is named alone is asked what it has."""

import asyncio
import json
import socket

import pytest

from inkwright.errors import ModelDenied, ModelError, ModelUnavailable, ModelUnknown
from inkwright.llm.hosted import Address
from inkwright.llm.server_models import first_model
from tests.listings import listing


def first(base_url: str, key: str | None = None) -> str:
    return asyncio.run(first_model(Address("openai-compatible", "", base_url, key)))


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


def test_a_server_that_is_not_there_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(ModelUnavailable):
        first(f"http://127.0.0.1:{port}/v1")
