"""One fact, many cases, one test: every case is tried, and all that fail are told together."""

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

_LONGEST = 300


def each(names: str | Sequence[str], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try the test with each case, as `pytest.mark.parametrize` would, but as one test.

    Every case has a folder, patches and captured output of its own, where the test asks for `tmp_path`, `monkeypatch`
    or `capsys`; other fixtures are shared.
    """
    argnames = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given = [dict(zip(argnames, _values(case, len(argnames)), strict=True)) for case in cases]
    assert given, "there is no case"

    def of(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def test(**fixtures: Any) -> None:
            failures: list[BaseException] = []
            skips: list[BaseException] = []
            for number, case in enumerate(given):
                try:
                    with _own(fixtures, number) as own:
                        function(**own, **case)
                except pytest.skip.Exception as skip:
                    skips.append(skip)
                except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001 - whatever fails is told
                    failure.add_note(f"in the case {number}: {_told(case)}")
                    failures.append(failure)
            _judge(failures, skips, len(given))

        signature = inspect.signature(function)
        kept = [parameter for name, parameter in signature.parameters.items() if name not in argnames]
        assert len(kept) + len(argnames) == len(signature.parameters), f"{argnames} are not all taken"
        test.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return test

    return of


def _values(case: Any, count: int) -> Sequence[Any]:
    if isinstance(case, type(pytest.param())):
        assert not case.marks, "a case that is marked is a test of its own"
        return case.values
    return (case,) if count == 1 else tuple(case)


@contextlib.contextmanager
def _own(fixtures: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    own = dict(fixtures)
    if "tmp_path" in own:
        own["tmp_path"] = Path(own["tmp_path"], str(number))
        own["tmp_path"].mkdir()
    if "capsys" in own:
        own["capsys"].readouterr()
    with pytest.MonkeyPatch.context() as patches:
        if "monkeypatch" in own:
            own["monkeypatch"] = patches
        yield own


def _told(case: dict[str, Any]) -> str:
    said = ", ".join(f"{name}={value!r}" for name, value in case.items())
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


def _judge(failures: Sequence[BaseException], skips: Sequence[BaseException], total: int) -> None:
    if len(failures) == 1:
        raise failures[0]
    if failures:
        raise BaseExceptionGroup(f"{len(failures)} of {total} cases failed", failures)
    if len(skips) == total:
        raise skips[0]
