"""`inkwright project demo`: watch a scripted creator take a sample project from nothing to an evaluation."""

import asyncio
from dataclasses import dataclass
from typing import Final

from inkwright.cli.arguments import Actions
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.output import shell_command, wrap_to_terminal
from inkwright.cli.project_evaluations import SHOWN_ID, evaluation_text
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns
from inkwright.examples.project_script import DEMO_NAMES, DemoName, ProjectDemo
from inkwright.i18n import Language
from inkwright.usecases.demo_reports import ACT, DETAIL, SAID
from inkwright.usecases.project_demos import DemoResult, begin_demo
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_PAUSE: Final = 0.7
"""Seconds before each step at a terminal."""


@dataclass(frozen=True, slots=True)
class ProjectDemoOptions:
    """Options of `inkwright project demo`."""

    demo: DemoName = "course"
    language: Language | None = None
    fast: bool = False
    json: bool = False


def add_demo_action(actions: Actions) -> None:
    """Add the action."""
    demo = actions.add("demo", ProjectDemoOptions, has_json=True)
    demo.add_argument("demo", nargs="?", choices=DEMO_NAMES, default="course", help=demo.text("project.demo.name"))
    demo.add_argument("--language", choices=("en", "zh"), help=demo.text("project.demo.language"))
    demo.add_switch("--fast", "project.demo.fast")


async def run_demo(options: ProjectDemoOptions, shell: Shell) -> int:
    """Play the demo: each step with what is in the store after it, then the project and its evaluation."""
    is_slow = shell.out.isatty() and not options.fast and not options.json

    def tell(line: str) -> None:
        if not options.json:
            shell.say(_styled(printable(line), shell))

    async def pause() -> None:
        await asyncio.sleep(_PAUSE if is_slow else 0)

    async with open_store(shell.settings) as store:
        play = await begin_demo(store, options.demo, options.language or shell.language, owner=LOCAL_OWNER)
        tell(wrap_to_terminal(shell, shell.text("example.scripted_first", title=play.demo.title)))
        result = await play.play(tell, lambda _number, _event: None, pause)
        if not options.json:
            await _print_ending(result, play.demo, shell, store)
    if options.json:
        value = {
            "project": result.project.name,
            "blocks": result.blocks,
            "score": result.score,
            "digest": result.digest,
            "is_scripted": True,
        }
        print_json(shell, value)
    return OK


def _styled(line: str, shell: Shell) -> str:
    if line.startswith((SAID, ACT)):
        return f"\n{shell.styled(line, 'cyan')}"
    if line.startswith(f"{DETAIL}+"):
        return shell.styled(line, "green")
    if line.startswith(f"{DETAIL}-") and not line.startswith(f"{DETAIL}- "):
        return shell.styled(line, "red")
    return shell.styled(line, "dim") if line.startswith(DETAIL) else line


async def _print_ending(result: DemoResult, demo: ProjectDemo, shell: Shell, store: Store) -> None:
    """Print the evaluation, the blocks, what was shown, and what to try next."""
    name = result.project.name
    shell.say()
    shell.say(evaluation_text(result.evaluation, (), shell))
    _print_title("project.demo.content", shell)
    tree = await store.workspace(result.project, shell.language).tree()
    rows = [
        (
            "  " * (depth + 1) + block.name,
            f"{block.characters:,}" if block.characters else "",
            shell.text("receipt.version", version=block.version) if block.characters else "",
        )
        for depth, block in tree.walk()
    ]
    for line in align_columns(rows, right=(1,)):
        shell.say(printable(line).rstrip())
    _print_title("project.demo.seen", shell)
    for line in demo.seen:
        shell.say(f"{shell.styled('✓', 'green')} {line}")
    shell.say(wrap_to_terminal(shell, shell.text("project.demo.score", score=result.score)))
    _print_title("project.demo.next", shell)
    evaluation_id = result.evaluation.id[-SHOWN_ID:]
    for words in (
        ("show", name),
        ("evaluation", name, evaluation_id, "--adopt", "1"),
        ("export", name, "--output", "demo.md"),
    ):
        shell.say(f"  {shell_command('inkwright', 'project', *words)}")


def _print_title(key: str, shell: Shell) -> None:
    shell.say("\n" + shell.styled(shell.text(key), "bold"))
