"""Runs long work on text in a thread, so that the event loop stays free for everything else."""

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")

MAX_INLINE: Final = 20_000
"""Characters that our slowest reader of text reads in a few milliseconds: a thread would not be worth its start."""


async def run_by_size(size: int, function: Callable[_P, _T], /, *arguments: _P.args, **named: _P.kwargs) -> _T:
    """Call a function that takes time in proportion to a size in characters: at once if it is small, else in a thread.

    A thread does not make it faster, but it gives way every few milliseconds.
    """
    if size <= MAX_INLINE:
        return function(*arguments, **named)
    return await asyncio.to_thread(function, *arguments, **named)
