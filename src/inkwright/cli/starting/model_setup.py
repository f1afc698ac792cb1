"""Set up a model: what is on this machine, or a name; tested on the spot, and kept only if it works."""

import asyncio
import sys
from typing import Final

from inkwright.cli.shell import Shell
from inkwright.cli.starting.commands import show, tell_next, typed
from inkwright.cli.starting.menus import Menu, choose
from inkwright.cli.starting.sources import NOTE
from inkwright.cli.talking.brains import Brains
from inkwright.cli.talking.status import Status
from inkwright.cli.talking.widths import fitted
from inkwright.conversation.asks import AskOption
from inkwright.errors import InkwrightError
from inkwright.i18n import error_text
from inkwright.llm.discovery import Discovery, discover
from inkwright.llm.names import LOCAL
from inkwright.usecases.open_model import here

_MOST_MODELS: Final = 5
_FOR_INSTANCE: Final = "openai:gpt-5"


def look_around() -> Discovery:
    """What is on this machine, also the keys that the person once refused: now they choose anew."""
    return asyncio.run(discover(here()))


def set_up_model(shell: Shell, found: Discovery) -> None:
    """Ask until a model works or the person goes back. Keys are told by their names; no value is ever shown."""
    options = _options(shell, found)
    while (chosen := choose(shell, _menu(shell, found, options))) is not None:
        name = chosen.value.strip()
        if _works(shell, name):
            make = (typed("make", "slides", shell.text("start.next.make.request")), "make")
            if name == LOCAL:
                shell.say(fitted(shell, shell.text("start.model.local.chosen")))
                make = (typed("make", "quiz", "--from", NOTE), "make_from")
            tell_next(shell, [make, (typed("chat"), "chat"), (typed("models"), "models")])
            return


def _menu(shell: Shell, found: Discovery, options: list[AskOption]) -> Menu:
    told = [] if found.proposals or found.servers else [shell.text("start.model.nothing")]
    told += [] if found.has_local else [shell.text("start.model.no_local")]
    told += [shell.text("start.model.about"), shell.text("start.model.tests")]
    return Menu(
        title=shell.text("start.model.title"),
        question=shell.text("start.model.question"),
        options=options,
        preface="\n".join(told),
        placeholder=_FOR_INSTANCE,
    )


def _options(shell: Shell, found: Discovery) -> list[AskOption]:
    options = []
    for each in found.proposals:
        label = shell.text("start.model.key", name=each.name, variable=each.variable)
        about = shell.text("start.model.key.about", host=each.host)
        options.append(AskOption(label=label, value=str(each.name), description=about))
    served = [(server.name, str(name)) for server in found.servers for name in server.models]
    for server_name, name in served[:_MOST_MODELS]:
        about = shell.text("start.model.server.about", server=server_name)
        options.append(AskOption(label=name, value=name, description=about))
    if found.has_local:
        label, about = shell.text("start.model.local"), shell.text("start.model.local.about")
        options.append(AskOption(label=label, value=LOCAL, description=about))
    return options


def _works(shell: Shell, name: str) -> bool:
    """Test it, and keep it if it works: exactly what `/model NAME` does in a talk."""
    show(shell, "models", "set", name)
    shell.say(shell.styled(fitted(shell, shell.text("chat.model.testing", name=name)), "dim"))
    brains = Brains(shell, Status(shell.language), None, may_ask=False)
    try:
        return asyncio.run(brains.choose(name, lambda _line: None))
    except InkwrightError as error:
        what, todo = error_text(shell.language, error)
        for line in filter(None, (f"{shell.text('cli.error')}: {what}", todo)):
            print(fitted(shell, line), file=sys.stderr)
    except KeyboardInterrupt:
        print(shell.text("cli.interrupted"), file=sys.stderr)
    return False
