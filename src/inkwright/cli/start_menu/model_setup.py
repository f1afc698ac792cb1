"""Set up a model from the start menu: choose it, test it and save it if it works."""

import asyncio
from typing import Final

from inkwright.cli.chat.model_selection import ChatModels
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.output import print_error, wrap_to_terminal
from inkwright.cli.shell import Shell
from inkwright.cli.start_menu.steps import (
    SAMPLE_NOTE_NAME,
    Menu,
    choose_from_menu,
    command_line,
    show_command,
    suggest_commands,
)
from inkwright.conversation.asks import AskOption
from inkwright.errors import InkwrightError
from inkwright.llm.discovery import Discovery, discover
from inkwright.llm.model_names import LOCAL
from inkwright.usecases.models import current_environment

_MAX_MODELS: Final = 5
_EXAMPLE_NAME: Final = "openai:gpt-5"


def find_models(shell: Shell) -> Discovery:
    """Return the models on this machine, including keys that the user refused before."""
    return asyncio.run(discover(current_environment(shell.settings.home)))


def set_up_model(shell: Shell, found: Discovery) -> None:
    """Ask until a model works or the user goes back. Keys are shown by name, never by value."""
    options = _model_options(shell, found)
    while (chosen := choose_from_menu(shell, _model_menu(shell, found, options))) is not None:
        name = chosen.value.strip()
        if _test_and_save(shell, name):
            make = (command_line("make", "slides", shell.text("start.next.make.request")), "make")
            if name == LOCAL:
                shell.say(wrap_to_terminal(shell, shell.text("start.model.local.chosen")))
                make = (command_line("make", "quiz", "--from", SAMPLE_NOTE_NAME), "make_from")
            suggest_commands(shell, [make, (command_line("chat"), "chat"), (command_line("models"), "models")])
            return


def _model_menu(shell: Shell, found: Discovery, options: list[AskOption]) -> Menu:
    preface = [] if found.proposals or found.servers else [shell.text("start.model.nothing")]
    preface += [] if found.has_local else [shell.text("start.model.no_local")]
    preface += [shell.text("start.model.about"), shell.text("start.model.tests")]
    return Menu(
        title=shell.text("start.model.title"),
        question=shell.text("start.model.question"),
        options=options,
        preface="\n".join(preface),
        placeholder=_EXAMPLE_NAME,
    )


def _model_options(shell: Shell, found: Discovery) -> list[AskOption]:
    options = []
    for each in found.proposals:
        label = shell.text("start.model.key", name=each.name, variable=each.variable)
        about = shell.text("start.model.key.about", host=each.host)
        options.append(AskOption(label=label, value=str(each.name), description=about))
    served = [(server.name, str(name)) for server in found.servers for name in server.models]
    for server_name, name in served[:_MAX_MODELS]:
        about = shell.text("start.model.server.about", server=server_name)
        options.append(AskOption(label=name, value=name, description=about))
    if found.has_local:
        label, about = shell.text("start.model.local"), shell.text("start.model.local.about")
        options.append(AskOption(label=label, value=LOCAL, description=about))
    return options


def _test_and_save(shell: Shell, name: str) -> bool:
    """Test the model and save it if it works, as `/model NAME` does in a chat."""
    show_command(shell, "models", "set", name)
    shell.say(shell.styled(wrap_to_terminal(shell, shell.text("chat.model.testing", name=name)), "dim"))
    models = ChatModels(shell, StatusLine(shell.language), None, may_ask=False)
    try:
        return asyncio.run(models.choose(name, lambda _line: None))
    except InkwrightError as error:
        print_error(shell, error)
    except KeyboardInterrupt:
        shell.note(shell.text("cli.interrupted"))
    return False
