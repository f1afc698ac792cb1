"""The receipt of a turn: what was made, changed and is missing, from the ledger and the route alone.

A new tool needs no line of its own here: what it made is in the ledger, and its calls that failed are known.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES, deliverable_of_tool
from inkwright.agent.research_requests import RESEARCH_TOOL
from inkwright.conversation.changes import ChangeEntry, ChangeRef, latest_changes
from inkwright.conversation.turns import (
    ArtifactRef,
    LedgerEntry,
    MissingItem,
    Receipt,
    RequestedItem,
    RouterResult,
    SourcePart,
    UsedSource,
)
from inkwright.i18n import Language, has_message, text

CHANGE: Final = "change"
"""The thing that is missing if a file should have been changed and was not."""

_FAILED_CHANGE: Final = "change:"

_PLAIN_NAME: Final = re.compile(r"[\w .-]+")
"""A file name that cannot be taken for the words around it; others are quoted: a model chose them."""

_KNOWN_UNITS: Final = frozenset(
    {"slides", "pages", "questions", "cards", "items", "events", "pairs", "spots", "curves"}
)


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What the program knows about a turn. `failures` are the tools that should have made something and failed, each
    with its problem. `refined` is the artifact that the person wants to be changed, `sources` what the turn used.
    """

    route: RouterResult | None
    ledger: Sequence[LedgerEntry]
    failures: Mapping[str, str] = field(default_factory=dict)
    refined: ArtifactRef | None = None
    sources: tuple[UsedSource, ...] = ()
    changes: Sequence[ChangeEntry] = ()


def failed_change(name: str) -> str:
    """Return the key of a change that failed, among the failures of a turn."""
    return _FAILED_CHANGE + name


def build_receipt(facts: TurnFacts) -> Receipt:
    """Return the receipt of the turn so far."""
    superseded = {entry.changes for entry in facts.ledger}
    latest = [entry for entry in facts.ledger if entry.artifact.id not in superseded]
    earlier = _changed_from_before(facts.ledger)
    return Receipt(
        made=tuple(entry.artifact for entry in latest if entry.artifact.id not in earlier),
        changed=tuple(entry.artifact for entry in latest if entry.artifact.id in earlier),
        changes=latest_changes(entry.change for entry in facts.changes),
        missing=tuple(_missing_items(facts, latest)),
        sources=tuple(each for each in facts.sources if each.id is None or each.id not in superseded),
    )


def _changed_from_before(ledger: Sequence[LedgerEntry]) -> set[str]:
    """Return the ids of artifacts that are new versions of something older than the turn."""
    changed: set[str] = set()
    own = {entry.artifact.id for entry in ledger}
    for entry in ledger:
        if entry.changes is not None and (entry.changes not in own or entry.changes in changed):
            changed.add(entry.artifact.id)
    return changed


def _missing_items(facts: TurnFacts, latest: Sequence[LedgerEntry]) -> list[MissingItem]:
    left = list(latest)
    missing: list[MissingItem] = []
    for item in facts.route.requested if facts.route else ():
        entry = next((each for each in left if makes_thing(item.thing, each.tool, each.artifact.artifact_kind)), None)
        if entry is None:
            missing.append(MissingItem(thing=item.thing, asked=item.count, problem=_problem_of(item.thing, facts)))
        else:
            left.remove(entry)
            missing += _shortfall(item, entry.artifact)
    if facts.refined is not None and _is_unchanged(facts, facts.refined, latest):
        problem = next(filter(None, facts.failures.values()), None)
        return [*missing, MissingItem(thing=CHANGE, name=facts.refined.name, problem=problem)]
    return missing + _failed_items(facts, latest)


def _failed_items(facts: TurnFacts, latest: Sequence[LedgerEntry]) -> list[MissingItem]:
    """Return what tools tried and failed to make, apart from what was asked for: that is listed already."""
    requested = {item.thing for item in facts.route.requested} if facts.route else set()
    made = {thing_of(entry.tool) for entry in latest}
    unchanged = {key: problem for key, problem in facts.failures.items() if key.startswith(_FAILED_CHANGE)}
    failed = {thing_of(tool): problem for tool, problem in facts.failures.items() if tool not in unchanged}
    return [
        *(
            MissingItem(thing=CHANGE, name=key.removeprefix(_FAILED_CHANGE), problem=problem or None)
            for key, problem in unchanged.items()
        ),
        *(
            MissingItem(thing=thing, problem=problem or None)
            for thing, problem in failed.items()
            if thing not in requested and thing not in made
        ),
    ]


def _is_unchanged(facts: TurnFacts, refined: ArtifactRef, latest: Sequence[LedgerEntry]) -> bool:
    """Whether a file should have been changed and was not. If something was asked for as well, that counts."""
    if facts.route and facts.route.requested:
        return False
    return not any(
        entry.changes == refined.id or (refined.lineage and entry.artifact.lineage == refined.lineage)
        for entry in latest
    )


def _shortfall(item: RequestedItem, artifact: ArtifactRef) -> list[MissingItem]:
    """Return what the artifact lacks; its first unit is the one that people count."""
    unit, count = next(iter(artifact.units.items()), ("", None))
    deliverable = DELIVERABLES.get(item.thing)
    counts_another_unit = deliverable and deliverable.units and not re.fullmatch(deliverable.units[0], unit)
    if item.count is None or count is None or counts_another_unit or count >= item.count:
        return []
    return [MissingItem(thing=item.thing, name=artifact.name, unit=unit, asked=item.count, made=count)]


def _problem_of(thing: str, facts: TurnFacts) -> str | None:
    return next((problem for tool, problem in facts.failures.items() if problem and makes_thing(thing, tool)), None)


def makes_thing(thing: str, tool: str, kind: str | None = None) -> bool:
    """Whether a tool, or an artifact of this kind, is what was asked for."""
    deliverable = DELIVERABLES.get(thing)
    return tool == thing or (deliverable is not None and (tool in deliverable.tools or kind in deliverable.kinds))


def thing_of(tool: str) -> str:
    """Return what a tool makes: its deliverable, or its own name."""
    deliverable = deliverable_of_tool(tool)
    return deliverable.name if deliverable else tool


def untried_things(receipt: Receipt, called: Collection[str], failures: Collection[str] = ()) -> list[str]:
    """Return the missing things that no tool tried to make: none was called for it, or for another of its kind only."""
    missing = [item.thing for item in receipt.missing if item.made == 0 and item.thing != CHANGE]
    return [thing for thing in missing if not _was_tried(thing, receipt, called, failures)]


def _was_tried(thing: str, receipt: Receipt, called: Collection[str], failures: Collection[str]) -> bool:
    if any(makes_thing(thing, tool) for tool in failures):
        return True
    has_made_one = any(makes_thing(thing, "", artifact.artifact_kind) for artifact in receipt.artifacts)
    return any(makes_thing(thing, tool) for tool in called) and not has_made_one


def receipt_text(receipt: Receipt, language: Language) -> str:
    """Return the receipt in words."""
    return "\n".join(receipt_lines(receipt, language))


def receipt_lines(receipt: Receipt, language: Language) -> list[str]:
    """Return the receipt in words, one fact a line."""
    lines = [line for line in (made_text(receipt, language), changed_text(receipt, language)) if line]
    lines += [change_text(change, language) for change in receipt.changes]
    if not lines:
        lines.append(text(language, "receipt.nothing"))
    return [*lines, *(missing_text(item, language) for item in receipt.missing)]


def made_text(receipt: Receipt, language: Language) -> str:
    """Return the line that names what was made; empty if nothing was."""
    names = {each.name for each in receipt.made}
    made = [artifact_text(each, language, tells_version=False, beside=names) for each in receipt.made]
    return text(language, "receipt.made", items=text(language, "receipt.and").join(made)) if made else ""


def changed_text(receipt: Receipt, language: Language) -> str:
    """Return the line that names which files were changed; empty if none was."""
    changed = [artifact_text(each, language) for each in receipt.changed]
    return text(language, "receipt.changed", items=text(language, "receipt.and").join(changed)) if changed else ""


def change_text(change: ChangeRef, language: Language) -> str:
    """Return one change of something that is not a file, in words."""
    # What is not a part of a project, such as a skill, is worded by the kind that its id begins with.
    own = f"receipt.change.{change.id.partition('_')[0]}.{change.action}"
    key = own if has_message(own) else f"receipt.change.{change.action}"
    has_version = change.version is not None and change.action in ("added", "changed", "restored")
    told = text(language, "receipt.version", version=change.version) if has_version else ""
    name = text(language, "receipt.item", name=change.name, details=told) if told else change.name
    return text(language, key, name=name)


def sources_text(sources: Sequence[UsedSource], language: Language) -> str:
    """Return the line that names the sources of a turn; empty without any."""
    names = text(language, "receipt.and").join(_source_text(each, language) for each in sources)
    return text(language, "receipt.sources", names=names) if sources else ""


def _source_text(source: UsedSource, language: Language) -> str:
    """Return the name of a source, with the pages of a document that were used."""
    if source.parts:
        parts = text(language, "receipt.comma").join(_part_text(each, language) for each in source.parts)
        return text(language, "receipt.item", name=source.name, details=parts)
    pages = sorted({place.page for place in source.places})
    if not pages or pages == [1]:
        return source.name
    key = "library.used_page" if len(pages) == 1 else "library.used_pages"
    return text(language, key, name=source.name, pages=", ".join(map(str, pages)))


def _part_text(part: SourcePart, language: Language) -> str:
    return text(language, "receipt.page", number=part.page) if part.page else part.title


def artifact_text(
    artifact: ArtifactRef, language: Language, *, tells_version: bool = True, beside: Collection[str] = ()
) -> str:
    """Return the name of an artifact with its kind and its counts, and the version of one that was changed.

    `beside` are the files that were made with it: a .tex was compiled if its PDF is among them.
    """
    details = [
        _kind_text(artifact.artifact_kind, language),
        *(unit_text(unit, count, language) for unit, count in artifact.units.items()),
    ]
    if tells_version and artifact.artifact_version > 1:
        details.append(text(language, "receipt.version", version=artifact.artifact_version))
    if artifact.is_run is False:
        details.append(text(language, "receipt.not_run"))
    if artifact.artifact_kind == "tex" and f"{artifact.name.removesuffix('.tex')}.pdf" not in beside:
        details.append(text(language, "receipt.not_compiled"))
    name = artifact.name if _PLAIN_NAME.fullmatch(artifact.name) else f"“{artifact.name}”"
    return text(language, "receipt.item", name=name, details=text(language, "receipt.comma").join(details))


def _kind_text(kind: str, language: Language) -> str:
    """Return the word for a kind; one that is a format, such as pptx, or of an extension is named as it is."""
    key = f"receipt.kind.{kind}"
    return text(language, key) if has_message(key) else kind


def unit_text(unit: str, count: int, language: Language) -> str:
    """Return a count with its unit; a unit of an extension is named as it names it."""
    return text(language, f"receipt.unit.{unit}", count=count) if unit in _KNOWN_UNITS else f"{count} {unit}"


def missing_text(item: MissingItem, language: Language) -> str:
    """Return one missing thing in words."""
    if item.thing == CHANGE:
        key = "receipt.unchanged_because" if item.problem else "receipt.unchanged"
        return text(language, key, name=item.name, problem=(item.problem or "").rstrip(".。"))
    if item.made and item.asked and item.unit:
        asked, made = (unit_text(item.unit, count, language) for count in (item.asked, item.made))
        return text(language, "receipt.short", name=item.name, made=made, asked=asked)
    if item.thing == RESEARCH_TOOL:
        return text(language, "receipt.no_research")
    thing = thing_text(item.thing, language)
    if item.problem:
        return text(language, "receipt.failed", thing=thing, problem=item.problem.rstrip(".。"))
    return text(language, "receipt.missing", thing=thing)


def thing_text(thing: str, language: Language) -> str:
    """Return what a deliverable is called; a tool without one is named as it is."""
    deliverable = DELIVERABLES.get(thing)
    if thing == RESEARCH_TOOL:
        return text(language, "tool.run_research")
    label = deliverable.text(language, "label") if deliverable else thing
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]
