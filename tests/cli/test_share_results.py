"""`inkwright share results`, `class` and `mark`: nothing controls the terminal, and nobody gets another's result."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from inkwright.cli.share_results import (
    ShareClassOptions,
    ShareMarkOptions,
    ShareResultsOptions,
    add_results_to_class,
    mark_one_answer,
    show_results,
)
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption, NotFound
from inkwright.usecases.school import import_school
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from tests.cli.commands.test_project import shell_of
from tests.usecases.shared_quizzes import LONG, accepted, shared_quiz, statement

ROSTER = "学号,姓名,班级,测验1\n满分,,,60\n1001,陈大文,1A,55\n1002,Ann Lee,1A,30\n".encode()
Command = Callable[[Any, Shell, Store], Awaitable[int]]


def in_store(folder: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    async def opened() -> None:
        async with open_store(shell_of(folder, "").settings) as store:
            assert (await import_school(store, ROSTER, "1A.csv", owner=LOCAL_OWNER)).imported
            await work(store)

    asyncio.run(opened())


async def said(folder: Path, store: Store, command: Command, options: Any) -> tuple[int, str]:
    """The exit code of a command, and what it printed."""
    shell = shell_of(folder, "")
    code = await command(options, shell, store)
    assert isinstance(shell.out, io.StringIO)
    return code, shell.out.getvalue()


def test_a_share_of_somebody_else_has_no_results_here(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        shared = await shared_quiz(store)
        foreign = await store.shares.new("you", shared.share)
        for identity in (foreign.id, "", "share_x"):
            for command, options in (
                (show_results, ShareResultsOptions(identity)),
                (add_results_to_class, ShareClassOptions(identity, "1A")),
                (mark_one_answer, ShareMarkOptions(identity, "answers_x", "1", "1")),
            ):
                with pytest.raises(NotFound):
                    await said(tmp_path, store, command, options)
        assert await said(tmp_path, store, show_results, ShareResultsOptions(shared.share.id)) == (
            0,
            "Nothing was handed in yet.\n",
        )

    in_store(tmp_path, work)


def test_a_hostile_name_controls_neither_the_terminal_nor_a_file_that_exists(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        shared = await shared_quiz(store)
        await accepted(store, shared, name="\x1b[2J\u202e陈\n大文", q0="true")
        _, table = await said(tmp_path, store, show_results, ShareResultsOptions(shared.share.id))
        assert "\x1b" not in table
        assert "\u202e" not in table
        assert len(table.splitlines()) == 2
        _, told = await said(tmp_path, store, show_results, ShareResultsOptions(shared.share.id, path))
        assert "results" in told

    path = tmp_path / "results.csv"
    path.write_text("mine", "utf-8")
    in_store(tmp_path, work)
    assert path.read_text("utf-8") == "mine"
    assert len(list(tmp_path.glob("results*.csv"))) == 2


def test_who_is_unknown_is_named_and_added_only_by_a_match_that_is_clear(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        shared = await shared_quiz(store, statement(1))
        share, done = shared.share.id, await accepted(store, shared, name="Ann", q0="true")
        await accepted(store, shared, name="陈大文", q0="true")
        code, told = await said(tmp_path, store, add_results_to_class, ShareClassOptions(share, "1A"))
        assert (code, "Ann: nobody in the class (possible: Ann Lee (1002))" in told) == (1, True)
        for wrong in ("", "=", f"{done.id}=", "=1002", "answers_=1002", f"{done.id}"):
            options = ShareClassOptions(share, "1A", match=(wrong,))
            with pytest.raises(InvalidOption):
                await said(tmp_path, store, add_results_to_class, options)
        match = (f"{done.id}=1002",)
        dry = ShareClassOptions(share, "1A", dry_run=True, match=match, json=True)
        code, told = await said(tmp_path, store, add_results_to_class, dry)
        assert (code, json.loads(told)["imported"], json.loads(told)["unmatched"]) == (0, None, [])
        code, told = await said(tmp_path, store, add_results_to_class, ShareClassOptions(share, "1A", match=match))
        assert (code, "Undo it with: inkwright school undo import_" in told) == (0, True)

    in_store(tmp_path, work)


def test_points_that_are_none_change_nothing_and_a_dash_takes_them_back(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        shared = await shared_quiz(store, LONG)
        share, done = shared.share.id, await accepted(store, shared, name="Ann", q0="So.")
        for points in ("", "many", "nan", "-nan", "inf", "-1", "4.01", "1e999", "--"):
            with pytest.raises(InvalidOption):
                await said(tmp_path, store, mark_one_answer, ShareMarkOptions(share, done.id, "1", points))
        for submission, number in ((done.id, "2"), (done.id, ""), ("", "1"), ("answers_x", "1")):
            with pytest.raises(NotFound):
                await said(tmp_path, store, mark_one_answer, ShareMarkOptions(share, submission, number, "1"))
        _, told = await said(tmp_path, store, mark_one_answer, ShareMarkOptions(share, done.id, "1", "3"))
        assert told == "Ann: 3 of 4 points.\n"
        _, told = await said(tmp_path, store, mark_one_answer, ShareMarkOptions(share, done.id, "1", "-", json=True))
        assert json.loads(told)["answers"] == [{"number": "1", "given": ["So."], "points": None, "of": 4}]

    in_store(tmp_path, work)
