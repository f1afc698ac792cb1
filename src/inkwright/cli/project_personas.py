"""`inkwright project persona`: list, save, generate, select and delete the personas of a project."""

import json
from dataclasses import asdict
from typing import Any

from inkwright.application import Inkwright
from inkwright.authoring.persona_writer import generate_personas
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.project_options import ProjectPersonaOptions
from inkwright.cli.shell import Shell, printable
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.projects.persona_editing import (
    add_persona,
    find_persona,
    list_personas,
    remove_persona,
    select_persona,
    update_persona,
)
from inkwright.projects.personas import Persona, read_persona
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.usecases.projects import require_project


async def run_personas(options: ProjectPersonaOptions, shell: Shell) -> int:
    """Run the action."""
    async with Inkwright.open(settings=shell.settings, model=options.model) as inkwright:
        projects, owner = inkwright.store.projects, inkwright.owner
        project = await require_project(projects, options.name, owner=owner, language=shell.language)
        workspace = inkwright.store.workspace(project, shell.language)
        if options.generate is not None:
            brain = await inkwright.brain()
            made = await generate_personas(brain, workspace, options.generate, options.wishes)
            names = printable(", ".join(each.name for each in made))
            message = shell.text("persona.made", count=len(made), names=names)
        else:
            made, message = await _edit(options, shell, workspace)
    if options.json:
        print_json(shell, {"personas": [_as_json(each) for each in made]})
    else:
        shell.say(message)
    return OK


async def _edit(options: ProjectPersonaOptions, shell: Shell, workspace: ProjectWorkspace) -> tuple[list[Persona], str]:
    """Return the personas that were listed or changed, and what to say about them."""
    if options.source is not None:
        saved = await _save(options, shell, workspace)
        return [saved], shell.text("persona.saved", name=saved.name)
    if options.select or options.deselect:
        persona = await _meant(options, workspace)
        chosen = await select_persona(workspace, persona, selected=options.select)
        return [chosen], _described(chosen, shell)
    if options.delete:
        persona = await _meant(options, workspace)
        await remove_persona(workspace, persona)
        return [persona], shell.text("persona.deleted", name=persona.name)
    found = [await _meant(options, workspace)] if options.persona else await list_personas(workspace)
    return found, "\n\n".join(_described(each, shell) for each in found) or shell.text("persona.none")


async def _save(options: ProjectPersonaOptions, shell: Shell, workspace: ProjectWorkspace) -> Persona:
    written = shell.read_input(None if options.source == "-" else options.source)
    try:
        read = json.loads(written)
    except (ValueError, RecursionError) as problem:
        raise InvalidOption(option="--from", value=options.source, allowed=str(problem)[:200]) from problem
    if not isinstance(read, dict):
        raise InvalidOption(option="--from", value=options.source, allowed='{"name": "…", "background": "…"}')
    fields = read_persona({"name": options.persona, **read} if options.persona else read)
    try:
        persona = await find_persona(workspace, options.persona or fields.name or "")
    except NotFound:
        return await add_persona(workspace, fields)
    return await update_persona(workspace, persona, fields)


async def _meant(options: ProjectPersonaOptions, workspace: ProjectWorkspace) -> Persona:
    if options.persona is None:
        raise InvalidOption(option="PERSONA", value="", allowed=Reason("persona.one"))
    return await find_persona(workspace, options.persona)


def _described(persona: Persona, shell: Shell) -> str:
    head = shell.styled(printable(persona.name), "bold")
    if persona.selected:
        head += f" ({shell.text('persona.selected')})"
    rest = printable(persona.described()).splitlines()[1:]
    return "\n".join([head, *(f"  {line}" for line in rest)])


def _as_json(persona: Persona) -> dict[str, Any]:
    shown = asdict(persona)
    return {**{name: shown[name] for name in shown if name not in ("owner",)}, "changed": persona.changed.isoformat()}
