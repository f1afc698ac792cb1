"""`inkwright skill`: list, import, create and delete skills, and apply one to a block of a project."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inkwright.application import Inkwright
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.errors import UnreadableFile
from inkwright.i18n import system_reason
from inkwright.projects.block_paths import require_block
from inkwright.projects.proposals import Proposal
from inkwright.projects.skills import Skill
from inkwright.skills.application import apply_skill
from inkwright.skills.catalogue import SkillCatalogue
from inkwright.skills.folders import SkillDraft, read_skill
from inkwright.usecases.projects import require_project
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store


@dataclass(frozen=True, slots=True)
class SkillListOptions:
    """Options of `inkwright skill list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class SkillShowOptions:
    """Options of `inkwright skill show`."""

    skill: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class SkillImportOptions:
    """Options of `inkwright skill import`."""

    folder: Path
    json: bool = False


@dataclass(frozen=True, slots=True)
class SkillCreateOptions:
    """Options of `inkwright skill create`."""

    skill: str
    description: str
    source: str
    title: str = ""
    json: bool = False


@dataclass(frozen=True, slots=True)
class SkillUpdateOptions:
    """Options of `inkwright skill update`."""

    skill: str
    description: str = ""
    source: str | None = None
    title: str = ""
    json: bool = False


@dataclass(frozen=True, slots=True)
class SkillDeleteOptions:
    """Options of `inkwright skill delete`."""

    skill: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class SkillApplyOptions:
    """Options of `inkwright skill apply`."""

    skill: str
    project: str
    block: str
    wish: str = ""
    propose: bool = False
    model: str | None = None
    json: bool = False


StoredSkillOptions = (
    SkillListOptions
    | SkillShowOptions
    | SkillImportOptions
    | SkillCreateOptions
    | SkillUpdateOptions
    | SkillDeleteOptions
)
SkillOptions = StoredSkillOptions | SkillApplyOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(SkillListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("skill")
    actions.add("list", SkillListOptions, has_json=True)
    load = actions.add("import", SkillImportOptions, has_json=True)
    load.add_argument("folder", metavar="FOLDER", type=Path, help=parser.text("skill.folder"))
    named: tuple[tuple[str, type[object]], ...] = (
        ("show", SkillShowOptions),
        ("create", SkillCreateOptions),
        ("update", SkillUpdateOptions),
        ("delete", SkillDeleteOptions),
        ("apply", SkillApplyOptions),
    )
    made = {name: actions.add(name, options, has_json=True) for name, options in named}
    for action in made.values():
        action.add_argument("skill", metavar="SKILL", help=parser.text("skill.name"))
    for name in ("create", "update"):
        is_new = name == "create"
        made[name].add_argument("--description", default="", required=is_new, help=parser.text("skill.description"))
        made[name].add_argument(
            "--from", dest="source", metavar="FILE", required=is_new, help=parser.text("skill.from")
        )
        made[name].add_argument("--title", default="", help=parser.text("skill.title"))
    _add_apply(made["apply"])


def _add_apply(action: CommandParser) -> None:
    action.add_argument("project", metavar="PROJECT", help=action.text("skill.project"))
    action.add_argument("block", metavar="BLOCK", help=action.text("skill.block"))
    action.add_argument("--wish", metavar="TEXT", default="", help=action.text("skill.wish"))
    action.add_switch("--propose", "skill.propose")
    action.add_argument("--model", metavar="NAME", help=action.text("chat.model"))


def run(options: SkillOptions, shell: Shell) -> int:
    if isinstance(options, SkillApplyOptions):
        value, message = asyncio.run(_apply(options, shell))
    else:
        value, message = asyncio.run(_run(options, shell))
    if options.json:
        print_json(shell, value)
    else:
        shell.say(message)
    return OK


async def _run(options: StoredSkillOptions, shell: Shell) -> tuple[Any, str]:
    async with open_store(shell.settings) as store:
        catalogue = _catalogue(store, shell)
        match options:
            case SkillListOptions():
                found = await catalogue.all()
                return {"skills": [_as_json(each) for each in found]}, "\n".join(_line(each, shell) for each in found)
            case SkillShowOptions(skill=name):
                skill = await catalogue.get(name)
                shown = {**_as_json(skill), "instructions": skill.instructions, "files": sorted(skill.files)}
                return shown, printable(f"{_line(skill, shell)}\n\n{skill.instructions}")
            case SkillImportOptions(folder=folder):
                return await _import(catalogue, folder, shell)
            case SkillDeleteOptions(skill=name):
                skill = await catalogue.get(name)
                await catalogue.remove(skill)
                return {"deleted": skill.name}, shell.text("skill.deleted", name=skill.name)
            case SkillCreateOptions():
                written = shell.read_input(None if options.source == "-" else options.source)
                draft = SkillDraft(options.skill, options.description, written, options.title)
                return _saved(await catalogue.create(draft), shell)
            case SkillUpdateOptions():
                return _saved(await _updated(catalogue, options, shell), shell)


async def _updated(catalogue: SkillCatalogue, options: SkillUpdateOptions, shell: Shell) -> Skill:
    written = ""
    if options.source is not None:
        written = shell.read_input(None if options.source == "-" else options.source)
    skill = await catalogue.get(options.skill)
    return await catalogue.update(skill, description=options.description, instructions=written, title=options.title)


async def _import(catalogue: SkillCatalogue, folder: Path, shell: Shell) -> tuple[Any, str]:
    try:
        draft = await asyncio.to_thread(read_skill, folder)
    except OSError as problem:
        raise UnreadableFile(name=str(folder), problem=system_reason(problem)) from problem
    skill = await catalogue.save(draft)
    lines = [shell.text("skill.imported", name=skill.name)]
    if skill.has_scripts:
        lines.append(shell.text("skill.scripts"))
    if draft.left_out:
        lines.append(shell.text("skill.left_out", names=printable(", ".join(draft.left_out))))
    return {**_as_json(skill), "left_out": list(draft.left_out)}, "\n".join(lines)


async def _apply(options: SkillApplyOptions, shell: Shell) -> tuple[Any, str]:
    async with Inkwright.open(settings=shell.settings, model=options.model) as inkwright:
        projects, owner = inkwright.store.projects, inkwright.owner
        project = await require_project(projects, options.project, owner=owner, language=shell.language)
        workspace = inkwright.store.workspace(project, shell.language)
        tree = await workspace.tree()
        block = require_block(tree, options.block, shell.language)
        skill = await _catalogue(inkwright.store, shell).get(options.skill)
        brain = await inkwright.brain()
        done = await apply_skill(brain, workspace, skill, block.id, options.wish, as_proposal=options.propose)
    known = {"skill": skill.title or skill.name, "path": tree.path(block)}
    if isinstance(done, Proposal):
        return {"block": block.name, "proposal": done.id}, shell.text("skill.proposed", id=done.id, **known)
    message = shell.text("skill.applied", version=done.version, **known)
    return {"block": block.name, "version": done.version}, message


def _catalogue(store: Store, shell: Shell) -> SkillCatalogue:
    return SkillCatalogue(store.skills, LOCAL_OWNER, store.ids, store.clock, shell.language)


def _saved(skill: Skill, shell: Shell) -> tuple[Any, str]:
    return _as_json(skill), shell.text("skill.saved", name=skill.name)


def _line(skill: Skill, shell: Shell) -> str:
    mark = f" ({shell.text('skill.shipped_mark')})" if skill.is_shipped else ""
    title = f" – {skill.title}" if skill.title else ""
    return f"{shell.styled(skill.name, 'bold')}{printable(title)}{mark}: {printable(skill.description)}"


def _as_json(skill: Skill) -> dict[str, Any]:
    return {
        "name": skill.name,
        "title": skill.title,
        "description": skill.description,
        "shipped": skill.is_shipped,
        "scripts": skill.has_scripts,
    }
