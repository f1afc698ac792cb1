"""`inkwright models key`: store, list and remove the keys of providers. A key is never printed."""

import getpass
import os
from dataclasses import dataclass
from typing import Any

from inkwright.cli.arguments import Actions, CommandParser
from inkwright.cli.consent import can_ask
from inkwright.cli.exit_codes import OK, USAGE
from inkwright.cli.json_output import print_json
from inkwright.cli.probe_output import print_probe
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.llm.key_store import ENVIRONMENT_FILE, KeyStore, read_environment_file
from inkwright.llm.model_names import HOSTED, LOCAL, ModelName, parse_model_name
from inkwright.llm.providers import HOSTED_PROVIDERS, find_provider, key_variable_of
from inkwright.settings import FILE_NAME
from inkwright.usecases.local_models import use_if_none_is_set
from inkwright.usecases.model_tests import try_model
from inkwright.usecases.models import ModelOpener, current_environment


@dataclass(frozen=True, slots=True)
class ModelsKeyOptions:
    """Options of `inkwright models key`."""

    name: str | None = None
    list: bool = False
    remove: bool = False
    no_test: bool = False
    json: bool = False


def add_key_action(actions: Actions, parser: CommandParser) -> None:
    """Add the action `key`."""
    key = actions.add("key", ModelsKeyOptions, has_json=True)
    key.add_argument("name", nargs="?", metavar="PROVIDER", help=parser.text("models.key.name"))
    key.add_switch("--list", "models.key.list")
    key.add_switch("--remove", "models.key.remove")
    key.add_switch("--no-test", "models.install.no_test")


def run_key_action(options: ModelsKeyOptions, shell: Shell) -> int:
    """Store, list or remove keys."""
    if options.name is None:
        if options.remove:
            raise InvalidOption(option="PROVIDER", value="", allowed=Reason("reason.cli.key_provider"))
        return _list_keys(options, shell)
    name = parse_model_name(options.name)
    variable = key_variable_of(ModelName(name.provider, base_url=name.base_url), {})
    if variable is None or name.provider == LOCAL:
        raise InvalidOption(option="PROVIDER", value=options.name, allowed=Reason("reason.cli.key_not_needed"))
    store = KeyStore(shell.settings.home)
    if options.remove:
        if not store.remove(variable):
            raise NotFound(what_kind=Reason("reason.cli.key_word"), id=options.name)
        shell.say(shell.text("models.key.removed", name=name, variable=variable))
        return OK
    return _save_key(options, shell, store, name, variable)


def _save_key(options: ModelsKeyOptions, shell: Shell, store: KeyStore, name: ModelName, variable: str) -> int:
    key = _typed_key(shell, name)
    place = store.save(variable, key)
    shell.say(shell.text(f"models.key.saved.{place}", name=name, path=store.path))
    if os.environ.get(variable, "").strip():
        shell.say(shell.text("models.key.hidden", variable=variable))
    if options.no_test:
        return OK
    opener = ModelOpener(shell.settings, current_environment(shell.settings.home))
    probe = try_model(opener, name)
    print_probe(probe, shell)
    chosen = ModelName(name.provider, base_url=name.base_url)
    if probe.is_well and use_if_none_is_set(shell.settings, chosen):
        shell.say(shell.text("models.set_done", setting="model", value=chosen, path=shell.settings.home / FILE_NAME))
    elif probe.is_well:
        shell.say(shell.text("models.install.how_to_use", name=chosen))
    return OK


def _typed_key(shell: Shell, name: ModelName) -> str:
    """Return the key: typed without echo, or the first line of a pipe."""
    if not can_ask(shell):
        return shell.stdin.readline().decode("utf-8", "replace")
    if name.provider in HOSTED:
        provider = find_provider(name.provider)
        shell.say(shell.text("models.key.where", provider=provider.title, docs=provider.docs, host=provider.host))
    shell.out.flush()
    return getpass.getpass(shell.text("models.key.prompt", name=name) + " ")


def _list_keys(options: ModelsKeyOptions, shell: Shell) -> int:
    rows = _key_rows(shell)
    if options.json:
        print_json(shell, rows)
        return OK
    if not rows and not options.list:
        known = ", ".join(provider.name for provider in HOSTED_PROVIDERS)
        shell.say(shell.text("models.key.how", known=known))
        return USAGE
    shown = [(row["provider"], row["variable"], shell.text(f"models.key.place.{row['place']}")) for row in rows]
    for line in align_columns(shown) if rows else [shell.text("models.key.none")]:
        shell.say(line)
    return OK


def _key_rows(shell: Shell) -> list[dict[str, Any]]:
    """Return where there are keys, in the order in which they count; never the keys."""
    home = shell.settings.home
    owners = {variable: provider.name for provider in HOSTED_PROVIDERS for variable in provider.key_variables}
    places: dict[str, str] = dict(KeyStore(home).places())
    written = read_environment_file(home / ENVIRONMENT_FILE)
    for place, source in (("home_file", written), ("environment", os.environ)):
        for variable, value in source.items():
            if value.strip() and (variable in owners or variable.startswith("INKWRIGHT_KEY_")):
                places[variable] = place
    return [
        {"provider": owners.get(variable, ""), "variable": variable, "place": place}
        for variable, place in sorted(places.items())
    ]
