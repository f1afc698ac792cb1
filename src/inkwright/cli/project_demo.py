"""`inkwright project demo`: watch a scripted creator take a sample project from nothing to an evaluation."""

from dataclasses import dataclass

from inkwright.cli.arguments import Actions
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.output import shell_word, wrap_to_terminal
from inkwright.cli.shell import Shell, printable
from inkwright.examples.project_script import DEMO_NAMES, DemoName
from inkwright.i18n import Language
from inkwright.usecases.project_demos import begin_demo
from inkwright.usecases.store import LOCAL_OWNER, open_store


@dataclass(frozen=True, slots=True)
class ProjectDemoOptions:
    """Options of `inkwright project demo`."""

    demo: DemoName = "course"
    language: Language | None = None
    json: bool = False


def add_demo_action(actions: Actions) -> None:
    """Add the action."""
    demo = actions.add("demo", ProjectDemoOptions, has_json=True)
    demo.add_argument("demo", nargs="?", choices=DEMO_NAMES, default="course", help=demo.text("project.demo.name"))
    demo.add_argument("--language", choices=("en", "zh"), help=demo.text("project.demo.language"))


async def run_demo(options: ProjectDemoOptions, shell: Shell) -> int:
    """Play the demo, with a line for each step."""

    def tell(line: str) -> None:
        if not options.json:
            shell.say(printable(line))

    async with open_store(shell.settings) as store:
        play = await begin_demo(store, options.demo, options.language or shell.language, owner=LOCAL_OWNER)
        notice = shell.text("example.scripted_first", title=play.demo.title)
        tell(wrap_to_terminal(shell, notice))
        result = await play.play(tell, lambda _number, _event: None)
    name = result.project.name
    if options.json:
        value = {
            "project": name,
            "blocks": result.blocks,
            "score": result.score,
            "digest": result.digest,
            "is_scripted": True,
        }
        print_json(shell, value)
        return OK
    for line in play.demo.seen:
        shell.say(wrap_to_terminal(shell, f"- {line}"))
    shell.say(wrap_to_terminal(shell, shell.text("project.demo.score", score=result.score)))
    shell.say(shell.text("project.demo.done", name=name, count=result.blocks, shown=shell_word(name)))
    return OK
