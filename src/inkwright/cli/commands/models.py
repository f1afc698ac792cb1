"""`inkwright models`: list, test, choose and install models, and store keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.cli.arguments import CommandParser
from inkwright.cli.call_texts import verdict_counts
from inkwright.cli.consent import ask_yes_or_no, can_ask
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.model_install import InstallOptions, add_install_actions, print_local_models, run_install_action
from inkwright.cli.model_keys import ModelsKeyOptions, add_key_action, run_key_action
from inkwright.cli.options import add_json_flag
from inkwright.cli.probe_output import print_probe
from inkwright.cli.shell import Shell
from inkwright.llm.attempts import WAYS
from inkwright.llm.model_names import LOCAL, ModelName, parse_chain
from inkwright.llm.models import Abilities
from inkwright.llm.providers import TIERS, Tier
from inkwright.settings import FILE_NAME, Origin, Setting
from inkwright.usecases.model_choices import set_chain, unset_chain
from inkwright.usecases.model_overview import ChainMember, ModelsOverview, TierRow, list_models
from inkwright.usecases.model_tests import ProbeResult, try_model
from inkwright.usecases.models import ModelOpener, current_environment

_MAX_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class ModelsListOptions:
    """Options of `inkwright models list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class ModelsTestOptions:
    """Options of `inkwright models test`."""

    name: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ModelsSetOptions:
    """Options of `inkwright models set`."""

    name: tuple[str, ...]
    no_test: bool = False
    force: bool = False
    tier: Tier | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ModelsUnsetOptions:
    """Options of `inkwright models unset`."""

    tier: Tier | None = None
    json: bool = False


ModelsOptions = (
    ModelsListOptions | ModelsTestOptions | ModelsSetOptions | ModelsUnsetOptions | ModelsKeyOptions | InstallOptions
)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ModelsListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("models")
    actions.add("list", ModelsListOptions, has_json=True)
    test = actions.add("test", ModelsTestOptions, has_json=True)
    test.add_argument("name", nargs="?", metavar="NAME", help=parser.text("models.name"))
    choose = actions.add("set", ModelsSetOptions, has_json=True)
    choose.add_argument("name", nargs="+", metavar="NAME", help=parser.text("models.chain"))
    choose.add_switch("--no-test", "models.no_test")
    choose.add_switch("--force", "models.force")
    for action in (choose, actions.add("unset", ModelsUnsetOptions, has_json=True)):
        action.add_argument("--tier", choices=TIERS, help=parser.text("models.tier"))
    add_key_action(actions, parser)
    add_install_actions(actions, parser)


def run(options: ModelsOptions, shell: Shell) -> int:
    opener = ModelOpener(shell.settings, current_environment(shell.settings.home))
    match options:
        case ModelsTestOptions():
            return _test(options, shell, opener)
        case ModelsSetOptions():
            return _set(options, shell, opener)
        case ModelsUnsetOptions():
            setting = unset_chain(shell.settings, options.tier)
            return _report_saved(shell, setting, None, (), is_json=options.json)
        case ModelsListOptions():
            return list_and_print(options, shell, opener)
        case ModelsKeyOptions():
            return run_key_action(options, shell)
        case _:
            return run_install_action(options, shell)


def list_and_print(options: ModelsListOptions, shell: Shell, opener: ModelOpener) -> int:
    """Print the models of each tier, how they were asked, and what else is available."""
    overview = list_models(opener)
    if options.json:
        print_json(shell, _overview_as_json(overview))
        return OK
    for row in overview.tiers:
        _print_tier(row, shell, opener)
    _print_strategies(overview, shell)
    _print_available(overview, shell)
    return OK


def _print_tier(row: TierRow, shell: Shell, opener: ModelOpener) -> None:
    title = shell.styled(shell.text(f"models.tier.{row.tier}"), "bold")
    if row.choice is None:
        shell.say(shell.labelled(title, shell.text("models.none")))
        return
    shell.say(f"{title} ← {opener.why(row.choice)}")
    for member in row.members:
        shell.say(f"  {member.name}  {shell.styled(_abilities_text(member, shell), 'dim')}")


def _abilities_text(member: ChainMember, shell: Shell) -> str:
    able = member.abilities
    known = {"tools": able.can_call_tools, "schema": able.can_follow_schema, "streaming": able.can_stream}
    known["see"] = able.can_see
    parts = [shell.text(f"models.can.{what}") for what, can in known.items() if can]
    parts += [shell.text("models.is_weak")] if able.is_weak else []
    if not member.is_tested and member.name.provider != LOCAL:
        parts.append(shell.text("models.untested"))
    return " · ".join(parts)


def _print_strategies(overview: ModelsOverview, shell: Shell) -> None:
    """Print what became of the calls of the models in use, by the method of asking."""
    lines = []
    for name in map(str, overview.names):
        for way, verdicts in overview.ways.get(name, {}).items():
            named = shell.text(f"way.{way}") if way in WAYS else way
            lines.append(f"  {name}  {shell.labelled(named, verdict_counts(verdicts, shell))}")
    if lines:
        shell.say("\n".join(["", shell.styled(shell.text("models.ways"), "bold"), *lines]))


def _print_available(overview: ModelsOverview, shell: Shell) -> None:
    """Print the models that are available but not in use, each with the command that selects it."""
    used, found = set(overview.names), overview.found
    lines = []
    for proposal in found.proposals:
        if proposal.name.provider not in {name.provider for name in used}:
            fields = {"variable": proposal.variable, "provider": proposal.name}
            lines.append(shell.text("models.found.key", **fields))
    for server in found.servers:
        names = [name for name in server.models if name not in used][:_MAX_SHOWN]
        lines += [shell.text("models.found.server", server=server.name, name=name) for name in names]
        if not server.models:
            lines.append(shell.text("models.found.empty", server=server.name, address=server.base_url))
    if found.has_local and ModelName(LOCAL) not in used:
        lines.append(shell.text("models.found.local"))
    shell.say()
    print_local_models(shell)
    for line in lines:
        shell.say(line)
    if not overview.is_capable:
        shell.say(shell.text("models.better"))
    shell.say(shell.text("models.foot"))


def _test(options: ModelsTestOptions, shell: Shell, opener: ModelOpener) -> int:
    names = parse_chain(options.name) if options.name else list_models(opener).names
    if not names and not options.json:
        shell.say(shell.text("models.nothing_to_test"))
        return FAILED
    probes = _run_probes(names, "standard", shell, opener, is_json=options.json)
    if options.json:
        print_json(shell, [probe_as_json(probe) for probe in probes])
    return OK if probes and all(probe.is_well for probe in probes) else FAILED


def _run_probes(
    names: Sequence[ModelName], tier: Tier, shell: Shell, opener: ModelOpener, *, is_json: bool
) -> list[ProbeResult]:
    """Test the models one after the other, and print each result at once."""
    probes = []
    for name in names:
        probe = try_model(opener, name, tier=tier)
        probes.append(probe)
        if not is_json:
            print_probe(probe, shell)
    return probes


def _set(options: ModelsSetOptions, shell: Shell, opener: ModelOpener) -> int:
    names = parse_chain(",".join(options.name))
    tier = options.tier or "standard"
    probes = [] if options.no_test else _run_probes(names, tier, shell, opener, is_json=options.json)
    if not all(probe.is_well for probe in probes) and not options.force and not _confirm_anyway(options, shell):
        if options.json:
            print_json(shell, {"saved": False, "probes": [probe_as_json(probe) for probe in probes]})
        else:
            shell.say(shell.text("models.not_saved"))
        return FAILED
    setting = set_chain(shell.settings, names, options.tier)
    return _report_saved(shell, setting, ", ".join(map(str, names)), probes, is_json=options.json)


def _confirm_anyway(options: ModelsSetOptions, shell: Shell) -> bool:
    return not options.json and can_ask(shell) and bool(ask_yes_or_no(shell, shell.text("models.save_anyway")))


def _report_saved(
    shell: Shell, setting: Setting[str], value: str | None, probes: Sequence[ProbeResult], *, is_json: bool
) -> int:
    """Report what was saved, and what overrides it."""
    path = str(shell.settings.home / FILE_NAME)
    origin = shell.settings.origin(setting)
    hidden_by = None if origin.code in (path, "default") else origin
    if is_json:
        saved: dict[str, Any] = {"saved": True, "setting": setting.name, "value": value, "file": path}
        saved |= {"hidden_by": hidden_by and hidden_by.code, "probes": [probe_as_json(probe) for probe in probes]}
        print_json(shell, saved)
        return OK
    key = "models.unset_done" if value is None else "models.set_done"
    shell.say(shell.text(key, setting=setting.name, value=value, path=path))
    if hidden_by:
        shell.say(shell.text("models.hidden", origin=hidden_by))
    return OK


def probe_as_json(probe: ProbeResult) -> dict[str, Any]:
    """Return the result of a test as JSON."""
    return {
        "model": probe.model,
        "well": probe.is_well,
        "seconds": round(probe.seconds, 3),
        "tokens": probe.usage.prompt_tokens + probe.usage.completion_tokens,
        "checks": [
            {
                "kind": check.kind,
                "worked": check.worked,
                "seconds": round(check.seconds, 3),
                "problem": str(check.problem),
            }
            for check in probe.checks
        ],
    }


def _overview_as_json(overview: ModelsOverview) -> dict[str, Any]:
    found = overview.found
    return {
        "tiers": [_tier_as_json(row) for row in overview.tiers],
        "found": {
            "keys": [{"provider": str(each.name), "variable": each.variable} for each in found.proposals],
            "servers": [
                {"name": each.name, "address": each.base_url, "models": [str(name) for name in each.models]}
                for each in found.servers
            ],
            "local": found.has_local,
        },
        "ways": overview.ways,
    }


def _tier_as_json(row: TierRow) -> dict[str, Any]:
    members = [
        {"name": str(member.name), "tested": member.is_tested, **_abilities_as_json(member.abilities)}
        for member in row.members
    ]
    if row.choice is None:
        return {"tier": row.tier, "chain": members}
    fields = {name: value.code if isinstance(value, Origin) else value for name, value in row.choice.fields.items()}
    return {"tier": row.tier, "chain": members, "why": row.choice.why, **fields}


def _abilities_as_json(able: Abilities) -> dict[str, bool]:
    return {
        "tools": able.can_call_tools,
        "schema": able.can_follow_schema,
        "streaming": able.can_stream,
        "sees": able.can_see,
        "weak": able.is_weak,
    }
