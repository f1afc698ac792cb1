"""`inkwright model`: install the embedded model or serve it to local programs."""

import argparse
import sys
import threading

from inkwright.cli.shell import OK, CommandParser, Shell
from inkwright.errors import InvalidOption
from inkwright.i18n import text
from inkwright.usecases.embedded_model import install_model, serve_model

_MAX_PORT = 65_535


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    actions = parser.add_subparsers(dest="action", required=True, metavar="install|serve")
    for name in ("install", "serve"):
        about = text(say, f"model.{name}")
        action = actions.add_parser(name, help=about, description=about, language=say)
        if name == "serve":
            action.add_argument("--port", type=int, default=8011, help=text(say, "model.port"))
            action.add_argument("--key", metavar="KEY", default="", help=text(say, "model.key"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.action == "install":
        was_needed = install_model(lambda line: print(line, file=sys.stderr))
        shell.say(shell.text("model.installed" if was_needed else "model.was_installed"))
        shell.say(shell.text("models.local_is_tiny"))
        return OK
    if not 0 <= arguments.port <= _MAX_PORT:
        raise InvalidOption(option="--port", value=arguments.port, allowed=f"0 to {_MAX_PORT}; 0 takes a free one.")
    with serve_model(arguments.port, arguments.key, shell.settings.home / "local.json") as address:
        shell.say(shell.text("model.serving", address=f"{address}/v1"))
        shell.say(shell.text("models.local_is_tiny"))
        shell.out.flush()
        threading.Event().wait()
    return OK
