"""`make bench`: measure everything and write docs/benchmarks*.md; exit code 1 if a ratio misses its target."""

import os
import platform
import sys
from collections import Counter
from pathlib import Path

from bench import (
    agent,
    artifacts,
    corpora,
    damage,
    grounding,
    quizzes,
    replicas,
    service,
    speed,
    store,
    studio,
    terminal,
    thinking,
)

DOCS = Path(__file__).resolve().parent.parent / "docs"


def percent(judged: Counter[str], what: str) -> float:
    return 100 * judged[what] / judged.total()


def row(name: str, judged: Counter[str]) -> str:
    parts = " | ".join(f"{percent(judged, what):.1f}" for what in ("exact", "wrong", "nothing"))
    return f"| {name} | {parts} | {judged.total()} |"


HEAD = "| | exact % | silently wrong % | nothing % | cases |\n|---|---|---|---|---|"


def json_part() -> list[str]:
    lines = ["## JSON replies", ""]
    for part, title in (("held", "Held out"), ("seen", "Seen")):
        figures = corpora.json_figures(part)
        ours, with_schema = figures.pop("Inkwright")
        assert with_schema is not None
        rows = [row("**Inkwright, with a schema**", with_schema), row("**Inkwright**", ours)]
        peers = sorted(figures.items(), key=lambda item: -percent(item[1][0], "exact"))
        lines += [f"### {title}", "", HEAD, *rows, *(row(name, judged) for name, (judged, _) in peers), ""]
    lines += ["How often each parsing step decided (all cases, with their schemas):", ""]
    return [*lines, *(f"- {rung}: {count}" for rung, count in corpora.rungs().most_common()), ""]


WHY = {
    "2": "a text without an object or a list holds no JSON",
    "3": "a literal alone is that literal",
    "8": "several values are candidates, not a list",
    "10": "what is cut off is an error, and a part only on request",
    "12": "a missing value is null",
    "16": "a word or number without a separator has two readings",
    "17": "a bracket too many or too few has two readings",
    "20": "a quote too many or too few has two readings",
}


def suites_part() -> list[str]:
    """The test suites of the peers: what is a ruling of ours and what an error of ours."""
    lines = ["## Test suites of the peers", "", "The values that the peers expect, from their own tests.", ""]
    for name in corpora.PEER_SUITES:
        judged = corpora.peer_suite(name)
        errors, same = judged.pop("error", 0), judged.pop("same", 0)
        total = same + errors + judged.total()
        ours = f"{errors} are errors of ours (rejected, though there is one reading)"
        lines.append(f"**{name}**, {total} cases: {same} the same, {judged.total()} differ by a ruling, {ours}.")
        lines += [
            "",
            *(f"- Ruling {ruling}: {judged[ruling]} – {WHY[ruling]}" for ruling in sorted(judged, key=int)),
            "",
        ]
    return lines


def other_parts() -> list[str]:
    lines: list[str] = []
    for title, figures in (("Files in fences", corpora.file_figures), ("Sections", corpora.section_figures)):
        for part in ("held", "seen"):
            lines += [f"## {title}, {part}", "", HEAD]
            lines += [row(name, judged) for name, judged in figures(part).items()]
            lines.append("")
    noticed, total = corpora.truncations()
    return [*lines, f"Truncated replies detected: {noticed} of {total}.", ""]


def speed_part() -> tuple[list[str], float]:
    figures = speed.megabytes_per_second()
    tools = list(speed.PEERS)
    lines = [
        "## Speed",
        "",
        "MB/s, median of five; – means that the tool finds nothing.",
        "",
        f"| | {' | '.join(tools)} |",
    ]
    lines.append("|---" * (len(tools) + 1) + "|")
    for name, found in figures.items():
        shown = (f"{found[tool]:.1f}" if found[tool] is not None else "–" for tool in tools)
        lines.append(f"| {name} | {' | '.join(shown)} |")
    ratio = speed.valid_ratio()
    return [*lines, "", f"Valid JSON takes {ratio:.2f} × the time of pydantic-core.", ""], ratio


def hostile_part() -> tuple[list[str], float]:
    slow, steep = speed.hostile()
    lines = ["## Hostile texts", "", "100 KB each; the slowest:", "", "| seconds | parser and text |", "|---|---|"]
    lines += [f"| {seconds:.3f} | {label.replace('|', '¦').replace('`', 'ˋ')} |" for seconds, label in slow]
    worst = steep[0][0] if steep else 0.0
    return [*lines, "", f"Doubling the slowest texts took at most {worst:.2f} × the time.", ""], worst


def head(title: str) -> list[str]:
    load = os.getloadavg()[0]
    return [
        f"# {title}",
        "",
        "`make bench` writes this page. All figures come from one run on one machine: "
        f"{os.cpu_count()} cores, Python {platform.python_version()}, load {load:.2f} at the start.",
        "",
    ]


def write(page: str, lines: list[str]) -> None:
    (DOCS / page).write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


def parsing_page() -> bool:
    lines = head("Benchmarks: parsing")
    speeds, ratio = speed_part()
    hostiles, doubling = hostile_part()
    starts = ["## Start", "", *(f"- {name}: {seconds:.3f} s" for name, seconds in speed.start_up().items()), ""]
    write(
        "benchmarks.md",
        [*lines, *json_part(), *suites_part(), *other_parts(), *speeds, *damage.report(), *hostiles, *starts],
    )
    return ratio <= 1.3 and doubling <= 2.3


def thinking_page() -> bool:
    seeds, peer_seeds = (int(os.environ.get(name, 3)) for name in ("BENCH_SEEDS", "BENCH_PEER_SEEDS"))
    every = int(os.environ.get("BENCH_PEER_EVERY", 1))
    lines = head("Benchmarks: thinking")
    write("benchmarks-thinking.md", [*lines, *thinking.report(seeds, peer_seeds, every)])
    return True


def engine_page() -> bool:
    turn = "What a turn adds to the bare engine is in [the agent](benchmarks-agent.md)."
    write("benchmarks-engine.md", [*head("Benchmarks: engine"), *thinking.engine_report(), "## A turn", "", turn, ""])
    return True


def store_page() -> bool:
    lines = head("Benchmarks: store")
    figures, is_kept = store.report()
    write("benchmarks-store.md", [*lines, *figures])
    return is_kept


def artifacts_page() -> bool:
    lines = head("Benchmarks: slides and documents")
    figures, is_kept = artifacts.report()
    write("benchmarks-artifacts.md", [*lines, *figures])
    return is_kept


def agent_page() -> bool:
    lines = head("Benchmarks: the agent")
    figures, is_kept = agent.report()
    write("benchmarks-agent.md", [*lines, *figures])
    return is_kept


def quizzes_page() -> bool:
    lines = head("Benchmarks: quizzes and interactive pages")
    figures, is_kept = quizzes.report()
    write("benchmarks-quizzes.md", [*lines, *figures])
    return is_kept


def grounding_page() -> bool:
    lines = head("Benchmarks: weak models")
    figures, is_kept = grounding.report()
    write("benchmarks-weak-models.md", [*lines, *figures])
    return is_kept


def terminal_page() -> bool:
    lines = head("Benchmarks: the terminal")
    figures, is_kept = terminal.report()
    write("benchmarks-terminal.md", [*lines, *figures])
    return is_kept


def service_page() -> bool:
    lines = head("Benchmarks: the service")
    figures, is_kept = service.report()
    shared, is_shared_well = replicas.report()
    write("benchmarks-service.md", [*lines, *figures, *shared])
    return is_kept and is_shared_well


def studio_page() -> bool:
    lines = head("Benchmarks: the studio")
    figures, is_kept = studio.report()
    write("benchmarks-studio.md", [*lines, *figures])
    return is_kept


PAGES = {
    "agent": agent_page,
    "artifacts": artifacts_page,
    "parsing": parsing_page,
    "engine": engine_page,
    "grounding": grounding_page,
    "quizzes": quizzes_page,
    "service": service_page,
    "store": store_page,
    "studio": studio_page,
    "terminal": terminal_page,
    "thinking": thinking_page,
}


def main() -> int:
    wanted = os.environ.get("BENCH_ONLY")
    kept = [page() for name, page in PAGES.items() if wanted in (None, "", name)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
