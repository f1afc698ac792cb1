"""The actions of `inkwright project` on content: phases, settings, edits, proposals, search, files and presets."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.workers import run_in_worker_async
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.output import local_time
from inkwright.cli.project_options import (
    ContentOptions,
    ProjectEditOptions,
    ProjectExportOptions,
    ProjectFeedOptions,
    ProjectImportOptions,
    ProjectMoveOptions,
    ProjectPhaseOptions,
    ProjectPlanOptions,
    ProjectPresetsOptions,
    ProjectProposalsOptions,
    ProjectSearchOptions,
    ProjectSettingsOptions,
    ProjectUseOptions,
)
from inkwright.cli.shell import Shell, printable, read_bytes
from inkwright.cli.terminal.columns import align_columns
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.ids import is_id_part
from inkwright.projects.anchored_edits import AnchoredEdit, EditRefused
from inkwright.projects.block_paths import require_block
from inkwright.projects.editing import (
    ShownProposal,
    decide_proposal,
    edit_block,
    propose_edit,
    refusal_error,
    show_proposal,
)
from inkwright.projects.feed import FeedEntry
from inkwright.projects.outer_production import apply_channel, require_channels
from inkwright.projects.phases import PHASE_DISPLAY_NAMES, PHASE_ENGLISH_NAMES
from inkwright.projects.portable import project_from_zip, project_markdown, project_to_zip
from inkwright.projects.preset_json import preset_from_json, preset_to_json, settings_from_json
from inkwright.projects.presets import BlockTemplate, Preset, PresetKind
from inkwright.projects.proposals import Proposal
from inkwright.projects.records import name_key, valid_name
from inkwright.projects.templates import apply_template
from inkwright.projects.text_search import replace_texts, search_texts
from inkwright.projects.transfer import export_project, import_project
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.usecases.output_files import save_file
from inkwright.usecases.projects import require_project
from inkwright.usecases.store import LOCAL_OWNER, Store

NEXT: Final = "next"
_SHOWN_ID: Final = 8
_EXPORT_ENDINGS: Final = (".zip", ".md")


async def run_content(options: ContentOptions, shell: Shell, store: Store) -> int:
    """Run one of the actions."""
    if isinstance(options, ProjectImportOptions):
        value, message = await _import(options, shell, store)
    elif isinstance(options, ProjectPresetsOptions):
        value, message = await _presets(options, shell, store)
    else:
        project = await require_project(store.projects, options.name, owner=LOCAL_OWNER, language=shell.language)
        value, message = await _ACTIONS[type(options)](options, shell, store.workspace(project, shell.language))
    if options.json:
        print_json(shell, value)
    else:
        shell.say(message)
    return OK


_Said = tuple[dict[str, Any], str]


async def _phase(options: ProjectPhaseOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    project = await workspace.project()
    if options.phase:
        project = await workspace.advance(None if options.phase == NEXT else options.phase)
    names = _phase_names(shell)
    lines = [
        f"{'*' if each.code == project.current_phase else ' '} {names[each.code]} ({each.code}): "
        + shell.text(f"project.status.{each.status}")
        for each in project.phases
    ]
    phases = [{"code": each.code, "status": each.status} for each in project.phases]
    return {"current": project.current_phase, "phases": phases}, "\n".join(lines)


def _phase_names(shell: Shell) -> Mapping[str, str]:
    return PHASE_DISPLAY_NAMES if shell.language == "zh" else PHASE_ENGLISH_NAMES


def _subject(entry: FeedEntry, names: Mapping[str, str]) -> str:
    """Return what changed, by its name if it has one: phases and profiles are in the feed by their ids."""
    is_id = entry.kind in ("phase_changed", "profile_chosen")
    return names.get(entry.subject, "") if is_id else entry.subject


async def _plan(_options: ProjectPlanOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    plan, tree = await workspace.run_plan(), await workspace.tree()
    paths = {block.id: tree.path(block) for _, block in tree.walk()}
    lines = [f"{number}. " + ", ".join(paths[id_] for id_ in stage) for number, stage in enumerate(plan.stages, 1)]
    lines += [
        shell.text("project.plan.missing", path=paths[id_], missing=", ".join([*each.questions, *each.blocks]))
        for id_, each in plan.missing.items()
    ]
    missing = {paths[id_]: asdict(each) for id_, each in plan.missing.items()}
    stages = [[paths[id_] for id_ in stage] for stage in plan.stages]
    return {"stages": stages, "missing": missing}, "\n".join(lines) or shell.text("project.plan.nothing")


async def _feed(options: ProjectFeedOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    entries = await workspace.feed(options.after)
    profiles = await workspace.stores.presets.all("profile", owner=workspace.owner)
    names = {**_phase_names(shell), **{each.id: each.name for each in profiles}}
    lines = [
        f"{each.number}  {local_time(each.origin.at)}  {shell.text(f'project.author.{each.origin.author}')}  "
        f"{shell.text(f'project.feed.{each.kind}')}  {_subject(each, names)}  {each.origin.reason}".rstrip()
        for each in entries
    ]
    value = [
        {"number": each.number, "kind": each.kind, "subject": each.subject, "author": each.origin.author}
        for each in entries
    ]
    return {"entries": value}, "\n".join(lines) or shell.text("project.feed.nothing")


async def _settings(options: ProjectSettingsOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    tree = await workspace.tree()
    block = require_block(tree, options.block, shell.language)
    changes: dict[str, Any] = {}
    if options.source is not None:
        written = shell.read_input(options.source)
        parsed = settings_from_json(written)
        changes = {name: getattr(parsed, name) for name in json.loads(written)}
        if "depends_on" in changes:
            changes["depends_on"] = tuple(_block_id(tree, each, shell) for each in parsed.depends_on)
    if options.depends_on is not None:
        changes["depends_on"] = tuple(require_block(tree, each, shell.language).id for each in options.depends_on)
    if changes:
        await workspace.update(block.id, changes)
        block = await workspace.block(block.id)
    value = asdict(block.settings) | {"status": block.status, "needs_regeneration": block.needs_regeneration}
    names = [tree.path(each) for id_ in block.depends_on if (each := tree.get(id_)) is not None]
    return value, json.dumps({**value, "depends_on": names}, ensure_ascii=False, indent=2)


def _block_id(tree: BlockTree, written: str, shell: Shell) -> str:
    return written if tree.get(written) else require_block(tree, written, shell.language).id


async def _move(options: ProjectMoveOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    tree = await workspace.tree()
    block = require_block(tree, options.block, shell.language)
    parent = require_block(tree, options.below, shell.language).id if options.below else None
    await workspace.move(block.id, parent, options.place)
    path = await workspace.path(await workspace.block(block.id))
    return {"path": path}, shell.text("project.moved", path=path)


async def _edit(options: ProjectEditOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    block = require_block(await workspace.tree(), options.block, shell.language)
    if options.delete is not None:
        edit = AnchoredEdit("delete", options.delete)
    elif options.after is not None:
        edit = AnchoredEdit("insert_after", options.after, options.text)
    else:
        edit = AnchoredEdit("replace", options.replace or "", options.text)
    act = propose_edit if options.propose else edit_block
    done = await act(workspace, block.id, [edit], based_on=block.version, reason=options.reason)
    if isinstance(done, EditRefused):
        raise refusal_error(done)
    if isinstance(done, Proposal):
        return {"proposal": done.id}, shell.text("project.proposed", id=done.id)
    value = {"block": done.name, "version": done.version}
    return value, shell.text("project.done.changed", path=done.name, version=done.version)


async def _proposals(options: ProjectProposalsOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    found = await workspace.stores.proposals.of(workspace.project_id, owner=workspace.owner)
    if options.proposal is None:
        return _listed(found, await workspace.tree(), shell)
    proposal_id = _meant(found, options.proposal).id
    decisions = {"accepted": options.accept, "rejected": options.reject, "pending": options.undo}
    for status, is_chosen in decisions.items():
        if is_chosen:
            await decide_proposal(workspace, proposal_id, status, options.changes)  # type: ignore[arg-type]
    shown = await show_proposal(workspace, proposal_id)
    state = shell.text(f"project.proposal.{shown.proposal.state}")
    value_shown = {"id": shown.proposal.id, "state": shown.proposal.state, "outdated": shown.is_outdated}
    value_shown |= {"outdated_changes": list(shown.outdated), "diff": shown.diff}
    return value_shown, "\n".join(filter(None, [state, _outdated_text(shown, shell), shown.diff]))


def _outdated_text(shown: ShownProposal, shell: Shell) -> str:
    """Return which changes of a proposal do not fit the text any more, and which others can be accepted."""
    pending = [number for number, each in enumerate(shown.proposal.hunks) if each.status == "pending"]
    others = [str(number) for number in pending if number not in shown.outdated]
    if not shown.outdated or not others:
        return shell.text("project.proposal.outdated") if shown.outdated else ""
    numbers = ", ".join(map(str, shown.outdated))
    told = shell.text("project.proposal.partly_outdated", numbers=numbers, others=" ".join(others))
    hunks = [shown.proposal.hunks[number] for number in shown.outdated]
    changes = [
        f"{sign} {line}"
        for each in hunks
        for sign, part in (("-", each.old), ("+", each.new))
        for line in part.splitlines()
    ]
    return "\n".join([told, *map(printable, changes)])


def _listed(found: Sequence[Proposal], tree: BlockTree, shell: Shell) -> _Said:
    blocks = [tree.get(each.block_id) for each in found]
    paths = [tree.path(block) if block else "" for block in blocks]
    rows = [
        (each.id[-_SHOWN_ID:], shell.text(f"project.proposal.{each.state}"), path, printable(each.summary))
        for each, path in zip(found, paths, strict=True)
    ]
    value = [
        {"id": each.id, "state": each.state, "block": path, "summary": each.summary}
        for each, path in zip(found, paths, strict=True)
    ]
    return {"proposals": value}, "\n".join(align_columns(rows)) or shell.text("project.proposal.nothing")


def _meant(found: Sequence[Proposal], written: str) -> Proposal:
    """Return the proposal that the beginning or the end of an id means, if it is one."""
    meant = [each for each in found if is_id_part(each.id, written)]
    if len(meant) != 1:
        raise NotFound(what_kind=Reason("project.word.proposal"), id=written[:100])
    return meant[0]


async def _search(options: ProjectSearchOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    if options.replace is not None:
        done = await replace_texts(workspace, options.words, options.replace, ignore_case=options.ignore_case)
        lines = [shell.text("project.replaced", places=done.places, blocks=len(done.changes))]
        lines += [f"{path}: {problem}" for path, problem in done.refused]
        changed = [{"block": each.name, "version": each.version} for each in done.changes]
        return {"places": done.places, "changes": changed, "refused": dict(done.refused)}, "\n".join(lines)
    found = await search_texts(workspace, options.words, ignore_case=options.ignore_case)
    lines = [f"{each.path}:{each.line}: {each.excerpt}" for each in found]
    return {"matches": [asdict(each) for each in found]}, "\n".join(lines) or shell.text("project.search.nothing")


async def _export(options: ProjectExportOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    path = Path(options.output)
    ending = path.suffix.lower()
    if ending not in _EXPORT_ENDINGS:
        raise InvalidOption(option="--output", value=options.output, allowed=Reason("project.export.endings"))
    if ending == ".md":
        name = (await workspace.project()).name
        content = project_markdown(name, await workspace.tree(), await workspace.texts()).encode()
    else:
        content = await asyncio.to_thread(project_to_zip, await export_project(workspace))
    saved = str(await asyncio.to_thread(save_file, path.parent, path.name, content))
    return {"file": saved, "bytes": len(content)}, shell.text("project.exported", file=saved)


async def _import(options: ProjectImportOptions, shell: Shell, store: Store) -> _Said:
    content = await asyncio.to_thread(read_bytes, options.file)
    name = valid_name(options.name, shell.language) if options.name else None
    portable = await run_in_worker_async(project_from_zip, content, Path(options.file).name)
    project = await import_project(
        portable, store.project_stores, owner=LOCAL_OWNER, ids=store.ids, clock=store.clock, name=name
    )
    count = len(portable.blocks)
    return {"id": project.id, "name": project.name, "blocks": count}, shell.text(
        "project.imported", name=project.name, count=count
    )


async def _presets(options: ProjectPresetsOptions, shell: Shell, store: Store) -> _Said:
    found = await store.presets.all(options.kind, owner=LOCAL_OWNER)
    if options.preset is None:
        lines = "\n".join(each.name for each in found) or shell.text("project.presets.nothing")
        return {"presets": [each.name for each in found]}, lines
    if options.source is not None:
        content = preset_from_json(options.kind, shell.read_input(options.source))
        name = valid_name(options.preset, shell.language)
        saved = await store.presets.put(Preset(store.ids.new("preset"), LOCAL_OWNER, name, store.clock.now(), content))
        return {"name": saved.name}, shell.text("project.presets.saved", name=saved.name)
    preset = _preset(found, options.kind, options.preset)
    if options.delete:
        await store.presets.remove(preset.id, owner=LOCAL_OWNER)
        return {"deleted": preset.name}, shell.text("project.presets.deleted", name=preset.name)
    content_json = preset_to_json(preset.content)
    return {"name": preset.name, "content": json.loads(content_json)}, content_json


async def _use(options: ProjectUseOptions, shell: Shell, workspace: ProjectWorkspace) -> _Said:
    added = 0
    if options.profile:
        await workspace.choose_profile((await _own_preset(workspace, "profile", options.profile)).id)
    if options.template:
        template = (await _own_preset(workspace, "template", options.template)).content
        below = require_block(await workspace.tree(), options.below, shell.language).id if options.below else None
        if isinstance(template, BlockTemplate):
            added = len(await apply_template(workspace, template, below))
    if options.channel:
        (named,) = await require_channels(workspace, [options.channel])
        block = require_block(await workspace.tree(), options.block or "", shell.language)
        await apply_channel(workspace, block.id, named.channel)
    return {"added": added}, shell.text("project.used", count=added)


async def _own_preset(workspace: ProjectWorkspace, kind: PresetKind, name: str) -> Preset:
    return _preset(await workspace.stores.presets.all(kind, owner=workspace.owner), kind, name)


def _preset(found: Sequence[Preset], kind: PresetKind, name: str) -> Preset:
    for each in found:
        if name_key(each.name) == name_key(name):
            return each
    raise NotFound(what_kind=Reason(f"project.word.{kind}"), id=name)


_ACTIONS: Final[Mapping[type, Callable[[Any, Shell, ProjectWorkspace], Awaitable[_Said]]]] = {
    ProjectPhaseOptions: _phase,
    ProjectPlanOptions: _plan,
    ProjectFeedOptions: _feed,
    ProjectSettingsOptions: _settings,
    ProjectMoveOptions: _move,
    ProjectEditOptions: _edit,
    ProjectProposalsOptions: _proposals,
    ProjectSearchOptions: _search,
    ProjectExportOptions: _export,
    ProjectUseOptions: _use,
}
