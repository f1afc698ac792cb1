"""Vectors from a server over HTTP."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from inkwright.errors import InvalidOption, ServiceFailed
from inkwright.llm.embeddings import EmbeddingModel, open_embedding_model
from tests.each import each


@contextmanager
def answering(answer: object) -> Iterator[tuple[str, list[object]]]:
    asked: list[object] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, self.headers.get("Authorization"), body["model"], len(body["input"])))
            rows = [{"index": place, "embedding": [1.0, place]} for place in range(len(body["input"]))]
            content = json.dumps({"data": rows[::-1]} if answer is None else answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_texts_are_sent_in_bounded_requests_and_keep_their_order() -> None:
    with answering(None) as (url, asked):
        vectors = asyncio.run(EmbeddingModel("m", "mini", url, "key").embed(["text"] * 40))
    assert asked == [("/v1/embeddings", "Bearer key", "mini", 32), ("/v1/embeddings", "Bearer key", "mini", 8)]
    assert vectors[31:34] == [[1.0, 31], [1.0, 0], [1.0, 1]]


@each(
    "answer",
    [
        [],
        {"data": []},
        {"data": [{"index": 0, "embedding": []}]},
        {"data": [{"index": 0, "embedding": [0.0, 0.0]}]},
        {"data": [{"index": 0, "embedding": ["a"]}]},
        {"data": [{"index": 7, "embedding": [1.0]}]},
        {"data": [{"index": [], "embedding": [1.0]}]},
    ],
)
def test_an_answer_that_is_not_vectors_is_a_failure(answer: object) -> None:
    with answering(answer) as (url, _), pytest.raises(ServiceFailed):
        asyncio.run(EmbeddingModel("m", "mini", url).embed(["text"]))


def test_a_name_says_where_the_model_is() -> None:
    openai = open_embedding_model("openai:text-embedding-3-small", {"OPENAI_API_KEY": "k"})
    assert (openai.url, openai.model, openai.key) == ("https://api.openai.com/v1", "text-embedding-3-small", "k")
    assert open_embedding_model("ollama:nomic-embed-text", {}).url == "http://127.0.0.1:11434/v1"
    for written in ("local", "openai"):
        with pytest.raises(InvalidOption):
            open_embedding_model(written, {})
