"""The options of `inkwright project` for content: phases, settings, edits, proposals, search, files and presets."""

from dataclasses import dataclass

from inkwright.authoring.persona_writer import MAX_GENERATED
from inkwright.cli.arguments import Actions, CommandParser, amount, whole_number
from inkwright.projects.presets import PRESET_KINDS, PresetKind


@dataclass(frozen=True, slots=True)
class ProjectPhaseOptions:
    """Options of `inkwright project phase`: list the phases, or enter one."""

    name: str
    phase: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectPlanOptions:
    """Options of `inkwright project plan`."""

    name: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectFeedOptions:
    """Options of `inkwright project feed`."""

    name: str
    after: int = 0
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectSettingsOptions:
    """Options of `inkwright project settings`: show how a block is produced, or change it from JSON."""

    name: str
    block: str
    source: str | None = None
    depends_on: tuple[str, ...] | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectMoveOptions:
    """Options of `inkwright project move`."""

    name: str
    block: str
    below: str | None = None
    place: int = 1_000_000
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectEditOptions:
    """Options of `inkwright project edit`: one change at a quoted place."""

    name: str
    block: str
    replace: str | None = None
    after: str | None = None
    delete: str | None = None
    text: str = ""
    propose: bool = False
    reason: str = ""
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectProposalsOptions:
    """Options of `inkwright project proposals`: list them, show one, or decide on it."""

    name: str
    proposal: str | None = None
    accept: bool = False
    reject: bool = False
    undo: bool = False
    changes: tuple[int, ...] | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectSearchOptions:
    """Options of `inkwright project search`."""

    name: str
    words: str
    replace: str | None = None
    ignore_case: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectExportOptions:
    """Options of `inkwright project export`."""

    name: str
    output: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectImportOptions:
    """Options of `inkwright project import`."""

    file: str
    name: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectPresetsOptions:
    """Options of `inkwright project presets`: list the presets of a kind, save or delete one."""

    kind: PresetKind
    preset: str | None = None
    source: str | None = None
    delete: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectUseOptions:
    """Options of `inkwright project use`: a template for new blocks, a profile, or a channel for a block."""

    name: str
    template: str | None = None
    profile: str | None = None
    channel: str | None = None
    block: str | None = None
    below: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectPersonaOptions:
    """Options of `inkwright project persona`: list the personas; save, generate, select or delete them."""

    name: str
    persona: str | None = None
    source: str | None = None
    generate: int | None = None
    wishes: str = ""
    select: bool = False
    deselect: bool = False
    delete: bool = False
    model: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectEvaluateOptions:
    """Options of `inkwright project evaluate`."""

    name: str
    fields: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    model: str | None = None
    max_dollars: float | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectEvaluationsOptions:
    """Options of `inkwright project evaluations`: list them."""

    name: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectEvaluationOptions:
    """Options of `inkwright project evaluation`: show one, compare it, adopt a suggestion, or delete it."""

    name: str
    evaluation: str
    compare: str | None = None
    adopt: int | None = None
    delete: bool = False
    json: bool = False


ContentOptions = (
    ProjectPhaseOptions
    | ProjectPlanOptions
    | ProjectFeedOptions
    | ProjectSettingsOptions
    | ProjectMoveOptions
    | ProjectEditOptions
    | ProjectProposalsOptions
    | ProjectSearchOptions
    | ProjectExportOptions
    | ProjectImportOptions
    | ProjectPresetsOptions
    | ProjectUseOptions
)


def add_content_actions(actions: Actions) -> None:
    """Add the actions."""
    phase = _named(actions, "phase", ProjectPhaseOptions)
    phase.add_argument("phase", metavar="PHASE", nargs="?", help=phase.text("project.phase.name"))
    _named(actions, "plan", ProjectPlanOptions)
    feed = _named(actions, "feed", ProjectFeedOptions)
    feed.add_argument("--after", metavar="N", type=int, default=0, help=feed.text("project.feed.after"))
    settings = _named(actions, "settings", ProjectSettingsOptions, has_block=True)
    _source(settings)
    settings.add_argument("--depends-on", metavar="BLOCK", nargs="*", type=str, help=settings.text("project.depends"))
    move = _named(actions, "move", ProjectMoveOptions, has_block=True)
    move.add_argument("--below", metavar="BLOCK", help=move.text("project.below"))
    move.add_argument("--place", metavar="N", type=int, default=1_000_000, help=move.text("project.place"))
    _add_edit(_named(actions, "edit", ProjectEditOptions, has_block=True))
    _add_proposals(_named(actions, "proposals", ProjectProposalsOptions))
    search = _named(actions, "search", ProjectSearchOptions)
    search.add_argument("words", metavar="WORDS", help=search.text("project.words"))
    search.add_argument("--replace", metavar="TEXT", help=search.text("project.replacement"))
    search.add_switch("--ignore-case", "project.ignore_case")
    export = _named(actions, "export", ProjectExportOptions)
    export.add_argument("--output", metavar="FILE", required=True, help=export.text("project.output"))
    load = actions.add("import", ProjectImportOptions, has_json=True)
    load.add_argument("file", metavar="FILE", help=load.text("project.file"))
    load.add_argument("--name", metavar="NAME", help=load.text("project.new_name"))
    presets = actions.add("presets", ProjectPresetsOptions, has_json=True)
    presets.add_argument("kind", choices=PRESET_KINDS, help=presets.text("project.kind"))
    presets.add_argument("preset", metavar="PRESET", nargs="?", help=presets.text("project.preset"))
    _source(presets)
    presets.add_switch("--delete", "project.delete_preset")
    use = _named(actions, "use", ProjectUseOptions)
    use.add_argument("--template", metavar="PRESET", help=use.text("project.template"))
    use.add_argument("--profile", metavar="PRESET", help=use.text("project.profile"))
    use.add_argument("--channel", metavar="PRESET", help=use.text("project.channel"))
    use.add_argument("--block", metavar="BLOCK", help=use.text("project.channel_block"))
    use.add_argument("--below", metavar="BLOCK", help=use.text("project.below"))


def add_persona_action(actions: Actions) -> None:
    """Add the action for personas."""
    persona = _named(actions, "persona", ProjectPersonaOptions)
    persona.add_argument("persona", metavar="PERSONA", nargs="?", help=persona.text("project.persona.name"))
    group = persona.add_mutually_exclusive_group()
    group.add_argument("--from", dest="source", metavar="FILE", help=persona.text("project.persona.from"))
    count = whole_number(persona.language, minimum=1, maximum=MAX_GENERATED)
    group.add_argument("--generate", metavar="N", type=count, help=persona.text("project.persona.generate"))
    for name in ("select", "deselect", "delete"):
        group.add_argument(f"--{name}", action="store_true", help=persona.text(f"project.persona.{name}"))
    persona.add_argument("--wishes", metavar="TEXT", default="", help=persona.text("project.persona.wishes"))
    persona.add_argument("--model", metavar="NAME", help=persona.text("chat.model"))


def add_evaluation_actions(actions: Actions) -> None:
    """Add the actions for evaluations."""
    evaluate = _named(actions, "evaluate", ProjectEvaluateOptions)
    for name, metavar in (("fields", "BLOCK"), ("dimensions", "DIMENSION"), ("roles", "ROLE")):
        about = evaluate.text(f"project.evaluate.{name}")
        evaluate.add_argument(f"--{name}", metavar=metavar, nargs="+", default=(), help=about)
    evaluate.add_argument("--model", metavar="NAME", help=evaluate.text("chat.model"))
    evaluate.add_argument(
        "--max-dollars", metavar="DOLLARS", type=amount(evaluate.language), help=evaluate.text("jobs.max_dollars")
    )
    _named(actions, "evaluations", ProjectEvaluationsOptions)
    one = _named(actions, "evaluation", ProjectEvaluationOptions)
    one.add_argument("evaluation", metavar="ID", help=one.text("evaluation.id"))
    group = one.add_mutually_exclusive_group()
    group.add_argument("--compare", metavar="ID", help=one.text("project.evaluation.compare"))
    group.add_argument("--adopt", metavar="N", type=int, help=one.text("project.evaluation.adopt"))
    group.add_argument("--delete", action="store_true", help=one.text("project.evaluation.delete"))


def _named(actions: Actions, name: str, options: type[object], *, has_block: bool = False) -> CommandParser:
    action = actions.add(name, options, has_json=True)
    action.add_argument("name", metavar="NAME", help=action.text("project.name"))
    if has_block:
        action.add_argument("block", metavar="BLOCK", help=action.text("project.block.name"))
    return action


def _source(action: CommandParser) -> None:
    action.add_argument("--from", dest="source", metavar="FILE", help=action.text("project.json_file"))


def _add_edit(action: CommandParser) -> None:
    group = action.add_mutually_exclusive_group(required=True)
    for flag in ("replace", "after", "delete"):
        group.add_argument(f"--{flag}", metavar="QUOTE", help=action.text(f"project.edit.{flag}"))
    action.add_argument("--with", dest="text", metavar="TEXT", default="", help=action.text("project.edit.with"))
    action.add_argument("--reason", metavar="TEXT", default="", help=action.text("project.reason"))
    action.add_switch("--propose", "project.propose")


def _add_proposals(action: CommandParser) -> None:
    action.add_argument("proposal", metavar="ID", nargs="?", help=action.text("project.proposal"))
    group = action.add_mutually_exclusive_group()
    for flag in ("accept", "reject", "undo"):
        group.add_argument(f"--{flag}", action="store_true", help=action.text(f"project.{flag}"))
    action.add_argument("--changes", metavar="N", nargs="+", type=int, help=action.text("project.changes"))
