"""A failed connection is explained by the system error that caused it."""

import errno
import socket

import pytest

from inkwright.i18n import Reason
from inkwright.llm.connection_errors import connection_problem


def caused_by(cause: BaseException) -> Exception:
    """An error as libraries raise it: a text of their own, and the system error as its cause."""
    error = RuntimeError("All connection attempts failed")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("cause", "key"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed"), "reason.system.ECONNREFUSED"),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "reason.llm.host_unknown"),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure"), "reason.llm.host_unresolved"),
        (ExceptionGroup("many", [OSError(errno.EHOSTUNREACH, "no route")]), "reason.system.EHOSTUNREACH"),
        (TimeoutError("timed out"), "reason.llm.no_answer_in_time"),
    ],
)
def test_the_cause_of_an_error_is_its_reason(cause: BaseException, key: str) -> None:
    assert connection_problem(caused_by(cause)) == Reason(key)


def test_an_error_without_a_system_error_keeps_its_text_or_its_type() -> None:
    assert connection_problem(RuntimeError("odd")) == "odd"
    assert connection_problem(RuntimeError()) == "RuntimeError"
