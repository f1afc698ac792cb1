"""What the tools of a project share: the block that a name means, what a message allows, and evidence of a change."""

import functools
from collections.abc import Callable, Sequence
from typing import Any, Final

from inkwright.agent.block_references import NAME_MARKS, consulted, occurrences, split_mentions
from inkwright.agent.change_targets import is_target
from inkwright.agent.request_wording import only_asks, orders_change
from inkwright.agent.tool_runner import ToolCallRejected
from inkwright.agent.tools import Evidence, Flawed, ToolContext, ToolFunction
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.changes import ChangeAction, ChangeRef
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason, text
from inkwright.projects.blocks import BlockChange, ContentBlock
from inkwright.projects.field_index import invalidate_field_index_cache
from inkwright.projects.mentions import BLOCK_PREFIX
from inkwright.projects.records import name_key
from inkwright.projects.tree import BlockAmbiguous, BlockFound
from inkwright.projects.workspace import ProjectWorkspace

MAX_NAME_LENGTH: Final = 400
"""Names in calls may be paths."""
AGENT: Final = "agent"


class TargetUnclear(Exception):
    """Only the person can tell which block is meant, or whether it may be changed; `draft` asks them."""

    def __init__(self, draft: AskDraft) -> None:
        super().__init__(draft.title)
        self.draft = draft


def asks_which_block(work: ToolFunction) -> ToolFunction:
    """Return the function of a tool that asks the person if a name of its call is unclear."""

    @functools.wraps(work)
    async def function(given: Any, context: ToolContext) -> Evidence | Flawed | AskDraft:
        try:
            return await work(given, context)
        except TargetUnclear as unclear:
            return unclear.draft

    return function


def workspace_of(context: ToolContext) -> ProjectWorkspace:
    """Return the project of the conversation; InvalidOption if it has none."""
    if context.project is None:
        raise InvalidOption(option="project", value="", allowed=Reason("content.no_project"))
    return context.project


def clean_name(written: str) -> str:
    """Return a name without the marks that people and models put around it."""
    return written.strip().lstrip("@＠").removeprefix(BLOCK_PREFIX).strip(NAME_MARKS)


async def find_block(context: ToolContext, written: str) -> ContentBlock:
    """Return the block that a name means. TargetUnclear if several blocks have it, or if the person wrote a name that
    none has; a name that the model made up is an error, which tells it the similar ones.
    """
    tree, name = await workspace_of(context).tree(), clean_name(written)
    match tree.find(name):
        case BlockFound(block):
            return block
        case BlockAmbiguous(candidates=paths):
            chosen = {each.value for given in context.answered for each in given.answer.answers} & set(paths)
            if len(chosen) == 1 and (named := tree.at(chosen.pop() or "")):
                return named
            raise TargetUnclear(_which_block(context, name, paths))
        case missing:
            candidates = missing.suggestions or tuple(tree.paths()[:5])
            if candidates and occurrences(_said(context, context.turn.message), name_key(name)):
                raise TargetUnclear(_which_block(context, name, candidates))
            key = "content.unknown_block" if candidates else "content.no_block"
            raise rejected(context, key, name=name, names=", ".join(candidates))


async def find_text_block(context: ToolContext, written: str) -> ContentBlock:
    """Return the block to write, unless it is a group, structured, or only a reference."""
    block = await find_block(context, written)
    if consulted(context.turn.message, block, await workspace_of(context).tree()) == "always":
        raise rejected(context, "content.reference", name=block.name)
    if block.block_type == "group":
        raise rejected(context, "content.is_group", name=block.name)
    if block.is_structured:
        structured = Reason("content.is_structured", name=block.name, kind=block.content_kind)
        raise InvalidOption(option="field_name", value=block.name, allowed=structured)
    return block


def rejected(context: ToolContext, key: str, **fields: object) -> ToolCallRejected:
    """Return the refusal of a call that the model can correct."""
    told = text(context.language, key, **fields)
    return ToolCallRejected(told, told)


def is_named(context: ToolContext, block: ContentBlock) -> bool:
    """Whether the person named the block in this turn."""
    return bool(occurrences(_said(context, context.turn.message), name_key(block.name)))


async def require_meant(context: ToolContext, block: ContentBlock) -> None:
    """Ask the person first if a text is to be changed that they did not mean in this turn: they named other blocks,
    this one perhaps only to be consulted, or only asked something. So no text that the model has read can change
    another one.
    """
    if not block.characters:
        return
    tree = await workspace_of(context).tree()
    mentions, rest = split_mentions(context.turn.message, tree)
    said = _said(context, rest)
    if consulted(context.turn.message, block, tree):
        question = text(context.language, "content.may_change_reference", name=block.name)
        require_permission(context, block, question)
        return
    others = [each for _, each in tree.walk() if each.characters and each.id != block.id]
    plain = [each.name for each in others if occurrences(said, name_key(each.name))]
    named = list(dict.fromkeys([*(each.block.name for each in mentions if each.block.id != block.id), *plain]))
    is_named_here = block.id in {each.block.id for each in mentions} or occurrences(said, name_key(block.name))
    if named and not (is_named_here and is_target(context.turn.message, block, tree)):
        names = text(context.language, "receipt.and").join(named[:5])
        require_permission(context, block, text(context.language, "content.may_change", name=block.name, names=names))
    else:
        require_asked(context, block, rest, is_named=bool(is_named_here))


def require_asked(context: ToolContext, block: ContentBlock, message: str, *, is_named: bool = False) -> None:
    """Ask the person first if their message names the block and orders no change, or only asks something, and they were
    not asked about anything else since.
    """
    has_said_more = any(each.ask.kind != "permission" for each in context.answered)
    is_unclear = not orders_change(message) if is_named else only_asks(message)
    if is_unclear and not has_said_more:
        require_permission(context, block, text(context.language, "content.may_change_unasked", name=block.name))


def require_agreement(context: ToolContext, about: str, key: str) -> None:
    """Ask the person first, unless they have agreed in this turn; InvalidOption if they refused."""
    _require_yes(context, about, text(context.language, key), Reason("content.refused"))


def require_permission(context: ToolContext, block: ContentBlock, question: str, about: str = "permission") -> None:
    """Ask the person, unless they have allowed it in this turn; InvalidOption if they have refused it."""
    _require_yes(context, f"{about}:{block.id}", question, Reason("content.kept", name=block.name))


def _require_yes(context: ToolContext, id_: str, question: str, refused: Reason) -> None:
    asked = (each for each in context.answered if each.ask.questions and each.ask.questions[0].id == id_)
    answer = next((each.answer.chosen or "no" for each in asked), None)
    if answer is None:
        raise TargetUnclear(_may_i(context, id_, question))
    if answer != "yes":
        raise InvalidOption(option="change", value="", allowed=refused)


def _may_i(context: ToolContext, id_: str, question: str) -> AskDraft:
    options = tuple(
        AskOption(label=text(context.language, f"content.permission.{value}"), value=value) for value in ("yes", "no")
    )
    asked = AskQuestion(id=id_, question=question, options=options, allow_freeform=False)
    return AskDraft(kind="permission", title=question, questions=(asked,))


def said_in_turn(context: ToolContext) -> str:
    """Return the message and the answers of the person in this turn."""
    return "\n".join([context.turn.message, *(each.answer.chosen for each in context.answered)])


def _said(context: ToolContext, message: str) -> str:
    answers = (each.answer.chosen for each in context.answered)
    return name_key("\n".join([message, *answers]))


def _which_block(context: ToolContext, name: str, paths: Sequence[str]) -> AskDraft:
    title = text(context.language, "content.which_block", name=name)
    question = AskQuestion(id="block", question=title, options=tuple(AskOption(label=p, value=p) for p in paths))
    return AskDraft(kind="clarification", title=title, questions=(question,))


def changed(context: ToolContext, changes: Sequence[tuple[ChangeAction, BlockChange]], **facts: Any) -> Evidence:
    """Return the evidence of changes. The index of blocks is dropped, so that the model sees them."""
    invalidate_field_index_cache(workspace_of(context).project_id)
    references = tuple(
        ChangeRef(id=change.block_id, name=change.name, action=action, version=_version(action, change))
        for action, change in changes
    )
    return Evidence(changes=references, facts=facts)


def _version(action: ChangeAction, change: BlockChange) -> int | None:
    return change.version if action in ("added", "changed", "restored") else None


def read_names(aliases: dict[str, str]) -> Callable[[dict[str, Any], str], dict[str, Any]]:
    """Return a function that renames arguments by these aliases, and leaves out nulls."""

    def read(arguments: dict[str, Any], _called: str = "") -> dict[str, Any]:
        given = {key: value for key, value in arguments.items() if value is not None}
        for alias, name in aliases.items():
            if alias in given and name not in given:
                given[name] = given.pop(alias)
        return given

    return read


FIELD_ALIASES: Final = {"field": "field_name", "name": "field_name", "block_name": "field_name", "block": "field_name"}
