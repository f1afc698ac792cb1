"""The protocol between the program and the worker process, tested with an engine without weights."""

import json
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

import pytest

from inkwright.llm.local_loader import LoadedModel
from inkwright.llm.local_worker import LocalWorker

PATIENCE = 300.0
PROBLEMS = {"value": ValueError("no such schema"), "run": RuntimeError("x" * 900), "type": TypeError("no list")}
Piece = Callable[[Any], bool]


class Answering:
    """Replaces the native library: it sends the words of a request piece by piece, until it is stopped."""

    def __init__(self) -> None:
        self.bodies: list[Any] = []
        self.said: dict[str, int] = {}
        self.go_on = threading.Semaphore(0)

    def handle_chat_completions(self, body: dict[str, Any], piece: Piece) -> None:
        self.bodies.append(body)
        if "problem" in body:
            raise PROBLEMS[body["problem"]]
        for word in body["words"]:
            self.said[word] = self.said.get(word, 0) + 1
            if body.get("waits"):
                assert self.go_on.acquire(timeout=PATIENCE)
            if piece({"word": word}):
                return


class Lines:
    """What a worker writes, line by line."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._written = ""
        self.flushed = True

    def write(self, text: str) -> int:
        self._written += text
        self.flushed = False
        return len(text)

    def flush(self) -> None:
        *lines, self._written = self._written.split("\n")
        for line in lines:
            self._lines.put(line)
        self.flushed = True

    def next(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._lines.get(timeout=PATIENCE))
        return found

    def until(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Everything up to and with this message."""
        heard = [self.next()]
        while heard[-1] != message:
            heard.append(self.next())
        return heard


class Talk:
    """A worker that runs, and the two ends of its pipes."""

    def __init__(self) -> None:
        self.server = Answering()
        self.out = Lines()
        self.worker = LocalWorker(LoadedModel(self.server, threads=1), self.out)  # type: ignore[arg-type]
        self._orders: SimpleQueue[str | None] = SimpleQueue()
        self._taken = threading.Semaphore(0)
        self._thread = threading.Thread(target=self.worker.serve, args=(self._lines(),))

    def _lines(self) -> Iterator[str]:
        while (order := self._orders.get()) is not None:
            yield order
            self._taken.release()

    def send(self, **order: Any) -> None:
        """Give one order, and wait until the worker asks for the next."""
        self._orders.put(json.dumps(order) + "\n")
        assert self._taken.acquire(timeout=PATIENCE)

    def __enter__(self) -> "Talk":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._orders.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "it ends when its input does"


def chunk(number: int, word: str) -> dict[str, Any]:
    return {"id": number, "chunk": {"word": word}}


def done(number: int) -> dict[str, Any]:
    return {"id": number, "done": True}


def test_each_piece_is_a_line_and_the_last_says_that_it_is_done() -> None:
    with Talk() as talk:
        talk.send(id=1, body={"words": ["one", "two"]})
        assert talk.out.until(done(1)) == [chunk(1, "one"), chunk(1, "two"), done(1)]
    assert talk.server.bodies == [{"words": ["one", "two"]}]
    assert talk.out.flushed


def test_every_piece_is_written_on_one_line() -> None:
    word = "你好\n“a”\u2028\ud800\x00"
    with Talk() as talk:
        talk.send(id=1, body={"words": [word]})
        assert talk.out.until(done(1)) == [chunk(1, word), done(1)]


def test_requests_are_answered_one_after_another_in_their_order() -> None:
    with Talk() as talk:
        for number in (7, 3, 5):
            talk.send(id=number, body={"words": ["a", "b"]})
        heard = talk.out.until(done(5))
    assert [message["id"] for message in heard] == [7, 7, 7, 3, 3, 3, 5, 5, 5]


def test_the_running_request_stops_at_its_next_piece_and_the_next_one_is_answered() -> None:
    with Talk() as talk:
        talk.send(id=1, body={"words": ["one", "two", "three"], "waits": True})
        talk.server.go_on.release()
        assert talk.out.next() == chunk(1, "one")
        talk.send(stop=1)
        talk.send(id=2, body={"words": ["four"]})
        talk.server.go_on.release()
        assert talk.out.until(done(2)) == [chunk(1, "two"), done(1), chunk(2, "four"), done(2)]
    assert "three" not in talk.server.said


def test_a_request_that_waits_is_never_begun_once_it_is_stopped() -> None:
    with Talk() as talk:
        talk.send(id=1, body={"words": ["one"], "waits": True})
        talk.send(id=2, body={"words": ["two"]})
        talk.send(stop=2)
        talk.send(id=3, body={"words": ["three"]})
        talk.server.go_on.release()
        assert talk.out.until(done(3)) == [chunk(1, "one"), done(1), chunk(3, "three"), done(3)]
    assert "two" not in talk.server.said


def test_a_stop_that_comes_too_late_stops_nothing_else() -> None:
    with Talk() as talk:
        talk.send(id=1, body={"words": ["one"]})
        talk.out.until(done(1))
        talk.send(stop=1)
        talk.send(id=2, body={"words": ["two", "three"]})
        assert talk.out.until(done(2)) == [chunk(2, "two"), chunk(2, "three"), done(2)]


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_rejected_request_is_reported_and_the_next_one_is_answered(problem: str) -> None:
    with Talk() as talk:
        talk.send(id=1, body={"problem": problem})
        talk.send(id=2, body={"words": ["two"]})
        assert talk.out.until(done(2)) == [
            {"id": 1, "problem": str(PROBLEMS[problem])[:500]},
            done(1),
            chunk(2, "two"),
            done(2),
        ]
