"""`inkwright models install`, `add`, `remove` and `serve`: models that run on this machine."""

import os
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inkwright.cli.arguments import Actions, CommandParser
from inkwright.cli.consent import ask_yes_or_no, can_ask
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.probe_output import print_probe
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.local_models import InstalledModel, LocalModels, free_memory
from inkwright.llm.model_catalogue import CATALOGUE, CatalogueModel, find_in_catalogue, recommended_model
from inkwright.llm.model_names import LOCAL, ModelName, parse_model_name
from inkwright.settings import FILE_NAME, MODEL_HUB
from inkwright.usecases.embedded_model import install_model, serve_model
from inkwright.usecases.local_models import (
    add_local_model,
    install_local_model,
    remove_local_model,
    use_if_none_is_set,
)
from inkwright.usecases.model_downloads import hubs_from
from inkwright.usecases.model_tests import try_model
from inkwright.usecases.models import ModelOpener, current_environment

TINY: Final = "tiny"
_MAX_PORT: Final = 65_535
_GIGABYTE: Final = 1e9
_NOTE_SHARE: Final = 0.1
"""Without a terminal, a line is printed for each tenth of the file."""


@dataclass(frozen=True, slots=True)
class ModelsInstallOptions:
    """Options of `inkwright models install`."""

    name: str | None = None
    hub: str | None = None
    yes: bool = False
    no_test: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class ModelsAddOptions:
    """Options of `inkwright models add`."""

    file: Path
    name: str | None = None
    no_test: bool = False


@dataclass(frozen=True, slots=True)
class ModelsRemoveOptions:
    """Options of `inkwright models remove`."""

    name: str


@dataclass(frozen=True, slots=True)
class ModelsServeOptions:
    """Options of `inkwright models serve`."""

    name: str = LOCAL
    port: int = 8011
    key: str = ""


InstallOptions = ModelsInstallOptions | ModelsAddOptions | ModelsRemoveOptions | ModelsServeOptions


def add_install_actions(actions: Actions, parser: CommandParser) -> None:
    """Add the actions for models on this machine."""
    install = actions.add("install", ModelsInstallOptions, has_json=True)
    install.add_argument("name", nargs="?", metavar="NAME", help=parser.text("models.install.name"))
    install.add_argument("--hub", metavar="HUB", help=parser.text("models.install.hub"))
    install.add_switch("--yes", "models.install.yes")
    add = actions.add("add", ModelsAddOptions)
    add.add_argument("file", metavar="FILE", type=Path, help=parser.text("models.add.file"))
    add.add_argument("--name", metavar="NAME", help=parser.text("models.add.name"))
    for action in (install, add):
        action.add_switch("--no-test", "models.install.no_test")
    remove = actions.add("remove", ModelsRemoveOptions)
    remove.add_argument("name", metavar="NAME", help=parser.text("models.remove.name"))
    serve = actions.add("serve", ModelsServeOptions)
    serve.add_argument("name", nargs="?", default=LOCAL, metavar="NAME", help=parser.text("models.serve.name"))
    serve.add_argument("--port", type=int, default=8011, help=parser.text("models.serve.port"))
    serve.add_argument("--key", metavar="KEY", default="", help=parser.text("models.serve.key"))


def run_install_action(options: InstallOptions, shell: Shell) -> int:
    """Run one of these actions."""
    match options:
        case ModelsInstallOptions():
            return _install(options, shell)
        case ModelsAddOptions():
            model = add_local_model(shell.settings.home, options.file.expanduser(), options.name)
            return _test_and_use(model, shell, is_tested=not options.no_test)
        case ModelsRemoveOptions():
            model, has_deleted = remove_local_model(shell.settings, options.name)
            key = "models.remove.done" if has_deleted else "models.remove.kept"
            shell.say(shell.text(key, name=model.name, path=model.path, size=_gigabytes(model.size)))
            return OK
        case ModelsServeOptions():
            return _serve(options, shell)


def install_rows(shell: Shell, memory: int, *, marks_advised: bool = True) -> list[Sequence[str]]:
    """Return a row about each model that can be installed: name, size, memory, languages, licence and a remark."""
    advised = recommended_model(memory) if marks_advised else None
    return [_row(model, shell, is_advised=model is advised, memory=memory) for model in CATALOGUE]


def _row(model: CatalogueModel, shell: Shell, *, is_advised: bool, memory: int) -> Sequence[str]:
    remark = "advised" if is_advised else "" if model.memory <= memory else "too_big"
    return (
        model.name,
        shell.text("models.install.size", size=_gigabytes(model.size)),
        shell.text("models.install.memory", size=_gigabytes(model.memory)),
        shell.text(f"models.install.chinese.{model.chinese}"),
        model.licence,
        shell.text(f"models.install.{remark}") if remark else "",
    )


def _install(options: ModelsInstallOptions, shell: Shell) -> int:
    if options.name is None:
        return _print_catalogue(options, shell)
    if options.name.lower() == TINY:
        return _install_tiny(shell)
    model = find_in_catalogue(options.name)
    if model is not None and not options.yes and can_ask(shell) and not _confirmed(model, shell):
        return OK
    hubs = hubs_from(options.hub or shell.settings.get(MODEL_HUB), os.environ)
    progress = DownloadProgress(shell)

    def note(line: Reason | str) -> None:
        shell.note(shell.reason_text(line))

    try:
        installed = install_local_model(shell.settings.home, options.name, hubs, progress.show, note)
    except KeyboardInterrupt:
        shell.note("\n" + shell.text("models.install.interrupted", name=options.name))
        raise
    finally:
        progress.end()
    return _test_and_use(installed, shell, is_tested=not options.no_test)


def _print_catalogue(options: ModelsInstallOptions, shell: Shell) -> int:
    memory = free_memory()
    if options.json:
        print_json(shell, [_catalogue_as_json(model) for model in CATALOGUE])
        return OK
    shell.say(shell.styled(shell.text("models.install.title", memory=_gigabytes(memory)), "bold"))
    for line in align_columns(install_rows(shell, memory)):
        shell.say(f"  {line}")
    advised = recommended_model(memory)
    shell.say(shell.text("models.install.foot", name=advised.name if advised else CATALOGUE[0].name))
    return OK


def _catalogue_as_json(model: CatalogueModel) -> dict[str, Any]:
    return {
        "name": model.name,
        "repository": model.repository,
        "file": model.file,
        "bytes": model.size,
        "memory": model.memory,
        "chinese": model.chinese,
        "licence": model.licence,
    }


def _install_tiny(shell: Shell) -> int:
    was_needed = install_model(shell.note)
    shell.say(shell.text("models.install.tiny_done" if was_needed else "models.install.tiny_here"))
    shell.say(shell.text("models.local_is_tiny"))
    return OK


def _confirmed(model: CatalogueModel, shell: Shell) -> bool:
    fields = {"name": model.name, "size": _gigabytes(model.size), "licence": model.licence}
    return bool(ask_yes_or_no(shell, shell.text("models.install.confirm", **fields)))


def _test_and_use(model: InstalledModel, shell: Shell, *, is_tested: bool) -> int:
    """Report the model, test it, and use it for everything if the test shows that it can and nothing else is set."""
    name = ModelName(LOCAL, model.name)
    fields = {"name": name, "size": _gigabytes(model.size), "context": f"{model.context_tokens:,}"}
    shell.say(shell.text("models.install.done", **fields))
    if is_tested:
        shell.say(shell.styled(shell.text("chat.model.testing", name=name), "dim"))
        shell.out.flush()
        opener = ModelOpener(shell.settings, current_environment(shell.settings.home))
        probe = try_model(opener, name)
        print_probe(probe, shell)
        if not probe.is_well:
            return FAILED
        if probe.abilities(opener.memory.abilities(name)).is_weak:
            shell.say(shell.text("models.install.weak", name=name))
            return OK
    if use_if_none_is_set(shell.settings, name):
        path = shell.settings.home / FILE_NAME
        shell.say(shell.text("models.set_done", setting="model", value=name, path=path))
    else:
        shell.say(shell.text("models.install.how_to_use", name=name))
    return OK


def _serve(options: ModelsServeOptions, shell: Shell) -> int:
    if not 0 <= options.port <= _MAX_PORT:
        raise InvalidOption(option="--port", value=options.port, allowed=Reason("reason.cli.port", maximum=_MAX_PORT))
    written = options.name if options.name.startswith(LOCAL) else f"{LOCAL}:{options.name}"
    name = parse_model_name(written)
    weights = ModelOpener(shell.settings, current_environment(shell.settings.home)).weights(name)
    with serve_model(weights, options.port, options.key) as address:
        shell.say(shell.text("models.serve.serving", address=f"{address}/v1", name=name))
        if not name.model:
            shell.say(shell.text("models.local_is_tiny"))
        shell.out.flush()
        threading.Event().wait()
    return OK


def print_local_models(shell: Shell) -> None:
    """Print the installed models, or how to install one."""
    models = LocalModels(shell.settings.home).all()
    if not models:
        shell.say(shell.text("models.local.none"))
        return
    shell.say(shell.styled(shell.text("models.local.title"), "bold"))
    for model in models:
        key = "models.local.row" if model.is_here else "models.local.gone"
        fields = {"name": model.name, "size": _gigabytes(model.size), "path": model.path}
        shell.say("  " + shell.text(key, **fields, context=f"{model.context_tokens:,}"))


class DownloadProgress:
    """Shows a download: one line that changes at a terminal, else a line for each tenth."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._is_live = sys.stderr.isatty()
        self._start = time.monotonic()
        self._first: int | None = None
        self._shown = -1.0
        self._has_line = False

    def show(self, done: int, total: int) -> None:
        """Show how much is there."""
        now = time.monotonic()
        self._first = done if self._first is None else self._first
        share = done / total if total else 1.0
        step = 0.002 if self._is_live else _NOTE_SHARE
        if share - self._shown < step and not (done == total and self._shown < 1):
            return
        self._shown = share
        speed = (done - self._first) / max(now - self._start, 0.001)
        fields = {"done": _gigabytes(done), "total": _gigabytes(total), "percent": f"{share * 100:.0f}"}
        line = self._shell.text("models.install.progress", **fields, speed=f"{speed / 1e6:.1f}")
        print(f"\r{line}  " if self._is_live else line, end="" if self._is_live else "\n", file=sys.stderr, flush=True)
        self._has_line = self._is_live

    def end(self) -> None:
        """Leave the line."""
        if self._has_line:
            print(file=sys.stderr)


def _gigabytes(count: int) -> str:
    return f"{count / _GIGABYTE:.2f}" if count < 10 * _GIGABYTE else f"{count / _GIGABYTE:.0f}"
