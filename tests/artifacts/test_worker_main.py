"""The process of a worker: calls in, answers out, until its input ends."""

import io
import pickle
import resource
import struct
from collections.abc import Iterator

import pytest

from inkwright.artifacts.worker_main import answer_call, serve
from inkwright.artifacts.workers import MEGABYTE, load_answer

MEMORY = 4096 * MEGABYTE


@pytest.fixture(autouse=True)
def unlimited() -> Iterator[None]:
    """A call limits the computing time of its process, which is the one of the tests here."""
    before = resource.getrlimit(resource.RLIMIT_CPU)
    yield
    resource.setrlimit(resource.RLIMIT_CPU, before)


def call(module: str, name: str, *arguments: object) -> bytes:
    return pickle.dumps(((module, name), arguments, {}, 20.0))


def test_an_answer_is_what_the_function_returned_or_raised() -> None:
    assert load_answer(answer_call(call("builtins", "abs", -3), MEMORY)) == ("returned", 3, False)
    kind, value, _ = load_answer(answer_call(call("json", "loads", "{"), MEMORY))
    assert (kind, type(value), str(value).split(":")[0]) == ("raised", RuntimeError, "JSONDecodeError")


def test_a_process_that_occupies_too_much_announces_its_end() -> None:
    assert load_answer(answer_call(call("builtins", "abs", -3), MEGABYTE)) == ("returned", 3, True)


def test_calls_are_answered_in_order_until_the_input_ends() -> None:
    messages = [call("builtins", "abs", number) for number in (-1, -2)]
    given = io.BytesIO(b"".join(struct.pack(">Q", len(message)) + message for message in messages) + b"\0\0")
    answers = io.BytesIO()
    serve(given, answers, MEMORY)
    written, found = answers.getvalue(), []
    while written:
        (length,) = struct.unpack_from(">Q", written)
        found.append(load_answer(written[8 : 8 + length])[1])
        written = written[8 + length :]
    assert found == [1, 2]
