"""The reason for a failed connection, taken from the system error that caused it."""

import socket
from collections.abc import Iterator
from typing import Final

from inkwright.i18n import Reason, system_reason

_ENDED: Final = ("RemoteProtocolError", "ReadError", "WriteError", "CloseError")
"""Errors of the HTTP library, which is slow to import: the server ended the connection, or did not speak HTTP."""


def connection_problem(error: BaseException) -> Reason | str:
    """Return why a connection failed: the system error at the root, else the text of the error itself."""
    *_, root = _causes(error)
    if isinstance(root, socket.gaierror):
        is_temporary = root.errno == socket.EAI_AGAIN
        return Reason("reason.llm.host_unresolved" if is_temporary else "reason.llm.host_unknown")
    if isinstance(root, OSError) and root.errno:
        return system_reason(root)
    if type(root).__name__ in _ENDED:
        return Reason("reason.llm.connection_ended")
    if isinstance(root, TimeoutError):
        return Reason("reason.llm.no_answer_in_time")
    return str(error) or type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error, its cause, the cause of that, and so on. Of several causes only the first counts."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.exceptions[0] if isinstance(cause, BaseExceptionGroup) else cause.__cause__
