"""`inkwright model`: install the embedded model or serve it to local programs."""

import sys
import threading
from dataclasses import dataclass
from typing import Final

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.usecases.embedded_model import install_model, serve_model

_MAX_PORT: Final = 65_535


@dataclass(frozen=True, slots=True)
class ModelInstallOptions:
    """Options of `inkwright model install`."""


@dataclass(frozen=True, slots=True)
class ModelServeOptions:
    """Options of `inkwright model serve`."""

    port: int = 8011
    key: str = ""


def add_arguments(parser: CommandParser) -> None:
    actions = parser.add_actions("model", is_required=True)
    actions.add("install", ModelInstallOptions)
    serve = actions.add("serve", ModelServeOptions)
    serve.add_argument("--port", type=int, default=8011, help=parser.text("model.port"))
    serve.add_argument("--key", metavar="KEY", default="", help=parser.text("model.key"))


def run(options: ModelInstallOptions | ModelServeOptions, shell: Shell) -> int:
    if isinstance(options, ModelInstallOptions):
        was_needed = install_model(lambda line: print(line, file=sys.stderr))
        shell.say(shell.text("model.installed" if was_needed else "model.was_installed"))
        shell.say(shell.text("models.local_is_tiny"))
        return OK
    if not 0 <= options.port <= _MAX_PORT:
        raise InvalidOption(option="--port", value=options.port, allowed=Reason("reason.cli.port", maximum=_MAX_PORT))
    with serve_model(options.port, options.key, shell.settings.home / "local.json") as address:
        shell.say(shell.text("model.serving", address=f"{address}/v1"))
        shell.say(shell.text("models.local_is_tiny"))
        shell.out.flush()
        threading.Event().wait()
    return OK
