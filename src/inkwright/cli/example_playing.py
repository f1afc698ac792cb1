"""Plays an example at the door: its turns, its files, what they have shown, and the exit code."""

import argparse
import asyncio
import contextlib
import json
import sys
from pathlib import Path
from typing import Final

from inkwright.artifacts.interactive.browser import Browser, find_chromium
from inkwright.cli.consent import can_ask
from inkwright.cli.example_stage import ExampleStage, Manners
from inkwright.cli.findings import show_findings
from inkwright.cli.shell import CLARIFY, FAILED, OK, PERMISSION, Shell
from inkwright.cli.talking.widths import fitted
from inkwright.cli.turns import permitted
from inkwright.conversation.outcomes import Asked, Delivered, Failed
from inkwright.examples.playing import PROMPT, READABLE
from inkwright.examples.reading import read_example
from inkwright.examples.shapes import Example
from inkwright.usecases.judge_file import judge_file
from inkwright.usecases.keep_file import ensure_folder
from inkwright.usecases.open_store import Store, open_store
from inkwright.usecases.play_example import Played, Playing, play_example
from inkwright.usecases.turn_limits import turn_limits

_PAGE: Final = ".html"


def play_in_store(arguments: argparse.Namespace, shell: Shell) -> int:
    """Play the example among what the person has, if its files may be written where they are wanted."""
    if not permitted(arguments, shell):
        return PERMISSION
    arguments.output = str(Path(arguments.output).resolve())
    ensure_folder(Path(arguments.output))
    return asyncio.run(_play(arguments, shell))


async def _play(arguments: argparse.Namespace, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        return await play(arguments, shell, store)


async def play(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    """Play the example, and tell what it has shown. The exit code is 0 where all of it ended as it is told."""
    example = read_example(arguments.name, shell.language)
    is_mute = arguments.json or arguments.quiet
    is_slow = shell.out.isatty() and not (is_mute or arguments.fast)
    may_ask = can_ask(shell) and not (is_mute or arguments.yes)
    stage = ExampleStage(
        shell, Manners(is_json=arguments.json, is_quiet=arguments.quiet, may_ask=may_ask, is_slow=is_slow)
    )
    limits = turn_limits(shell.settings)
    playing = Playing(shell.language, Path(arguments.output), limits, READABLE if is_slow else PROMPT)
    played: list[Played] = []
    async with contextlib.aclosing(play_example(store, example, stage, playing)) as turns:
        async for each in turns:
            played.append(each)
            await _tell_turn(arguments, shell, stage, each)
    _close(arguments, shell, example, played)
    return _code(played[-1])


async def _tell_turn(arguments: argparse.Namespace, shell: Shell, stage: ExampleStage, played: Played) -> None:
    """The files of a turn. A page is run as well, where there is a browser."""
    made = played.outcome.artifacts if isinstance(played.outcome, Delivered | Failed) else ()
    for path, artifact in zip(played.paths, made, strict=False):
        if not arguments.json:
            stage.show_file(path, artifact.artifact_kind)
        if path.suffix == _PAGE and not (arguments.json or arguments.quiet):
            await _run_page(shell, path)
    if isinstance(played.outcome, Failed) and not played.as_told:
        print(f"{shell.text('cli.error')}: {played.outcome.message}", file=sys.stderr)
    elif isinstance(played.outcome, Asked):
        print(shell.text("example.waits"), file=sys.stderr)


async def _run_page(shell: Shell, path: Path) -> None:
    program = find_chromium()
    if program is None:
        shell.say(fitted(shell, shell.text("check.not_run")))
        return
    shell.say(shell.styled(shell.text("render.looking"), "dim"))
    content = await asyncio.to_thread(path.read_bytes)
    judged = await judge_file(path.name, content, shell.language, office=None, browser=Browser(program))
    show_findings(shell, judged.findings)
    if judged.is_good:
        shell.say(f"{shell.styled('✓', 'green')} {shell.text('example.page_run')}")


def _close(arguments: argparse.Namespace, shell: Shell, example: Example, played: list[Played]) -> None:
    """What one has seen, what one may try next, and once more what was scripted."""
    last, told = played[-1], shell.text("example.scripted_last")
    if arguments.json:
        paths = [str(path) for each in played for path in each.paths]
        ended = {"outcome": last.outcome.kind, "as_told": last.as_told, "paths": paths, "seen": example.seen}
        shell.say(json.dumps({**ended, "is_scripted": True, "says": told}, ensure_ascii=False))
    elif arguments.quiet:
        print(told, file=sys.stderr)
    else:
        parts = [("example.seen", example.seen)] if last.as_told else []
        for key, lines in [*parts, ("example.next", example.next)]:
            shell.say("\n" + shell.styled(shell.text(key), "bold"))
            for line in lines:
                shell.say(fitted(shell, f"· {line}"))
        shell.say("\n" + shell.styled(fitted(shell, told), "yellow"))


def _code(played: Played) -> int:
    if isinstance(played.outcome, Asked):
        return CLARIFY
    return OK if played.as_told or not isinstance(played.outcome, Failed) else FAILED
