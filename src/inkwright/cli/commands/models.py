"""`inkwright models`: list, test and choose models."""

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final

from inkwright.cli.consent import ask_yes_or_no, can_ask
from inkwright.cli.shell import FAILED, OK, CommandParser, Shell
from inkwright.i18n import Reason, error_text, text
from inkwright.llm.attempts import WAYS
from inkwright.llm.model_names import LOCAL, ModelName, parse_chain
from inkwright.llm.models import Abilities
from inkwright.llm.providers import TIERS
from inkwright.settings import FILE_NAME, Setting
from inkwright.usecases.model_tests import ModelCheck, ProbeResult, try_model
from inkwright.usecases.models import (
    ChainMember,
    ModelOpener,
    ModelsOverview,
    TierRow,
    current_environment,
    list_models,
    set_chain,
    unset_chain,
)

_MAX_SHOWN: Final = 8
_MIN_SHOWN_SECONDS: Final = 0.05


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    doings = parser.add_subparsers(dest="doing", metavar="list|test|set|unset")

    def add(name: str) -> argparse.ArgumentParser:
        told = text(say, f"models.{name}")
        doing = doings.add_parser(name, help=told, description=told, language=say)
        doing.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=text(say, "cli.flag.json"))
        return doing

    add("list")
    add("test").add_argument("name", nargs="?", metavar="NAME", help=text(say, "models.name"))
    choosing = add("set")
    choosing.add_argument("name", nargs="+", metavar="NAME", help=text(say, "models.chain"))
    choosing.add_argument("--no-test", action="store_true", help=text(say, "models.no_test"))
    choosing.add_argument("--force", action="store_true", help=text(say, "models.force"))
    for doing in (choosing, add("unset")):
        doing.add_argument("--tier", choices=TIERS, help=text(say, "models.tier"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    opening = ModelOpener(shell.settings, current_environment())
    if arguments.doing == "test":
        return _test(arguments, shell, opening)
    if arguments.doing == "set":
        return _set(arguments, shell, opening)
    if arguments.doing == "unset":
        return _report_saved(arguments, shell, unset_chain(shell.settings, arguments.tier), None, ())
    return _list(arguments, shell, opening)


def _list(arguments: argparse.Namespace, shell: Shell, opening: ModelOpener) -> int:
    overview = list_models(opening)
    if arguments.json:
        _print_json(shell, _overview_as_json(overview))
        return OK
    for row in overview.tiers:
        _print_tier(row, shell, opening)
    _print_strategies(overview, shell)
    _print_available(overview, shell)
    return OK


def _print_tier(row: TierRow, shell: Shell, opening: ModelOpener) -> None:
    title = shell.styled(shell.text(f"models.tier.{row.tier}"), "bold")
    if row.choice is None:
        shell.say(f"{title}: {shell.text('models.none')}")
        return
    shell.say(f"{title} ← {opening.why(row.choice)}")
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
    """How the models that are in use have fared, by each way of asking."""
    lines = []
    for name in map(str, overview.names):
        for way, summary in overview.ways.get(name, {}).items():
            named = shell.text(f"way.{way}") if way in WAYS else way
            worked = shell.text("models.worked", worked=summary.worked, taken=summary.taken)
            lines.append(f"  {name}  {named}: {worked}")
    if lines:
        shell.say("\n".join(["", shell.styled(shell.text("models.ways"), "bold"), *lines]))


def _print_available(overview: ModelsOverview, shell: Shell) -> None:
    """What is here and not in use, each with the command that takes it into use."""
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
    if not found.has_local:
        lines.append(shell.text("models.found.no_local"))
    shell.say()
    for line in lines:
        shell.say(line)
    shell.say(shell.text("models.foot"))


def _test(arguments: argparse.Namespace, shell: Shell, opening: ModelOpener) -> int:
    names = parse_chain(arguments.name) if arguments.name else list_models(opening).names
    if not names and not arguments.json:
        shell.say(shell.text("models.nothing_to_test"))
        return FAILED
    probes = _run_probes(names, arguments, shell, opening)
    if arguments.json:
        _print_json(shell, [probe_as_json(probe) for probe in probes])
    return OK if probes and all(probe.is_well for probe in probes) else FAILED


def _run_probes(
    names: Sequence[ModelName], arguments: argparse.Namespace, shell: Shell, opening: ModelOpener
) -> list[ProbeResult]:
    """The probes, each shown as soon as it is there."""
    probes = []
    for name in names:
        probe = try_model(opening, name, tier=getattr(arguments, "tier", None) or "standard")
        probes.append(probe)
        if not arguments.json:
            print_probe(probe, shell)
    return probes


def print_probe(probe: ProbeResult, shell: Shell) -> None:
    """One model, a line for each thing that was tried, and the next step where it cannot be asked."""
    spent = probe.usage
    tokens = spent.prompt_tokens + spent.completion_tokens
    figures = shell.text("models.spent", seconds=f"{probe.seconds:.1f}", tokens=tokens)
    shell.say(f"{shell.styled(probe.model, 'bold')}  {shell.styled(figures, 'dim')}")
    what, todo = error_text(shell.language, probe.error) if probe.error else ("", "")
    for check in probe.checks:
        shell.say(
            "  "
            + _check_text(
                check,
                shell,
                what or (check.problem.text(shell.language) if isinstance(check.problem, Reason) else check.problem),
            )
        )
    if todo:
        shell.say(f"  {todo}")


def _check_text(check: ModelCheck, shell: Shell, problem: str) -> str:
    mark = shell.styled("✓", "green") if check.worked else shell.styled("✗", "red")
    took = f" {check.seconds:.1f} s" if check.seconds >= _MIN_SHOWN_SECONDS else ""
    told = f": {problem}" if problem else ""
    if check.kind == "tools" and not check.worked:
        told += f" ({shell.text('models.tools_in_text')})"
    return f"{mark} {shell.text(f'models.check.{check.kind}')}{took}{told}"


def _set(arguments: argparse.Namespace, shell: Shell, opening: ModelOpener) -> int:
    names = parse_chain(",".join(arguments.name))
    probes = [] if arguments.no_test else _run_probes(names, arguments, shell, opening)
    if not all(probe.is_well for probe in probes) and not arguments.force and not _confirm_anyway(arguments, shell):
        if arguments.json:
            _print_json(shell, {"saved": False, "probes": [probe_as_json(probe) for probe in probes]})
        else:
            shell.say(shell.text("models.not_saved"))
        return FAILED
    setting = set_chain(shell.settings, names, arguments.tier)
    return _report_saved(arguments, shell, setting, ", ".join(map(str, names)), probes)


def _confirm_anyway(arguments: argparse.Namespace, shell: Shell) -> bool:
    return not arguments.json and can_ask(shell) and bool(ask_yes_or_no(shell, shell.text("models.save_anyway")))


def _report_saved(
    arguments: argparse.Namespace, shell: Shell, setting: Setting[str], value: str | None, probes: Sequence[ProbeResult]
) -> int:
    """Tell what was saved, and what still comes before it."""
    path = str(shell.settings.home / FILE_NAME)
    origin = shell.settings.origin(setting)
    hidden_by = None if origin in (path, "default") else origin
    if arguments.json:
        saved: dict[str, Any] = {"saved": True, "setting": setting.name, "value": value, "file": path}
        saved |= {"hidden_by": hidden_by, "probes": [probe_as_json(probe) for probe in probes]}
        _print_json(shell, saved)
        return OK
    key = "models.unset_done" if value is None else "models.set_done"
    shell.say(shell.text(key, setting=setting.name, value=value, path=path))
    if hidden_by:
        shell.say(shell.text("models.hidden", origin=hidden_by))
    return OK


def probe_as_json(probe: ProbeResult) -> dict[str, Any]:
    """A probe for programs."""
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
        "ways": {
            model: {way: {"taken": each.taken, "worked": each.worked} for way, each in ways.items()}
            for model, ways in overview.ways.items()
        },
    }


def _tier_as_json(row: TierRow) -> dict[str, Any]:
    members = [
        {"name": str(member.name), "tested": member.is_tested, **_abilities_as_json(member.abilities)}
        for member in row.members
    ]
    why = {"why": row.choice.why, **row.choice.fields} if row.choice else {}
    return {"tier": row.tier, "chain": members, **why}


def _abilities_as_json(able: Abilities) -> dict[str, bool]:
    return {
        "tools": able.can_call_tools,
        "schema": able.can_follow_schema,
        "streaming": able.can_stream,
        "sees": able.can_see,
        "weak": able.is_weak,
    }


def _print_json(shell: Shell, value: Any) -> None:
    shell.say(json.dumps(value, ensure_ascii=False, indent=2))
