"""What is evaluated: the roles and dimensions that a person names, and the blocks with their texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inkwright.errors import InvalidOption
from inkwright.evaluation.quotes import folded
from inkwright.i18n import Language, Reason, text
from inkwright.projects.block_paths import require_block
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.evaluations import DIMENSIONS, ROLES, EvaluatedTarget, EvaluationRole, content_hash
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace

MAX_TARGETS = 200
MAX_TOTAL = 1_000_000
"""The most characters that one evaluation judges."""
_LANGUAGES: tuple[Language, ...] = ("en", "zh")

ChosenDimensions = Mapping[EvaluationRole, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TargetText:
    """A block that is judged, the text that it has, and that text as quotes are looked up in it."""

    target: EvaluatedTarget
    text: str
    folded: str
    is_structured: bool = False


def role_name(role: EvaluationRole, language: Language) -> str:
    """Return what a role is called."""
    return text(language, f"evaluation.role.{role}")


def dimension_name(dimension: str, language: Language) -> str:
    """Return what a dimension is called."""
    return text(language, f"evaluation.dimension.{dimension}")


def choose_dimensions(roles: Sequence[str], dimensions: Sequence[str]) -> ChosenDimensions:
    """Return the roles that judge, each with its dimensions. Names may be codes, or names in any language; the name of
    a role among the dimensions means all of its dimensions. Nothing named means everything.
    """
    wanted = tuple(dict.fromkeys(_role(each) for each in roles)) or ROLES
    if not dimensions:
        return {role: DIMENSIONS[role] for role in ROLES if role in wanted}
    pairs = {pair for each in dimensions for pair in _pairs(each)}
    chosen = {role: tuple(each for each in DIMENSIONS[role] if (role, each) in pairs) for role in ROLES}
    found = {role: names for role, names in chosen.items() if names and role in wanted}
    if not found:
        allowed = Reason("evaluation.no_common", roles=", ".join(wanted))
        raise InvalidOption(option="dimensions", value=", ".join(dimensions)[:100], allowed=allowed)
    return found


def _role(written: str) -> EvaluationRole:
    for role in ROLES:
        if _key(written) in {_key(each) for each in (role, *(role_name(role, language) for language in _LANGUAGES))}:
            return role
    raise InvalidOption(option="roles", value=written[:50], allowed=", ".join(ROLES))


def _pairs(written: str) -> list[tuple[EvaluationRole, str]]:
    """Return what the name of a dimension, of a role, or of both with a colon means."""
    head, colon, tail = written.replace("：", ":").partition(":")
    if not colon:
        known = {
            _key(each) for role in ROLES for each in (role, *(role_name(role, language) for language in _LANGUAGES))
        }
        if _key(written) in known:
            role = _role(written)
            return [(role, each) for each in DIMENSIONS[role]]
    roles, name = ((_role(head),), tail) if colon else (ROLES, head)
    found = [(role, each) for role in roles for each in DIMENSIONS[role] if _key(name) in _dimension_keys(each)]
    if not found:
        names = ", ".join(dict.fromkeys(each for role in roles for each in DIMENSIONS[role]))
        raise InvalidOption(option="dimensions", value=written[:50], allowed=names)
    return found


def _dimension_keys(dimension: str) -> set[str]:
    return {_key(dimension), *(_key(dimension_name(dimension, language)) for language in _LANGUAGES)}


def _key(written: str) -> str:
    return written.strip().casefold().replace(" ", "_").replace("-", "_")


async def choose_targets(workspace: ProjectWorkspace, fields: Sequence[str]) -> list[TargetText]:
    """Return the blocks that are named, and everything below the groups among them; all texts if nothing is named.

    InvalidOption if a block that is named has no text, or if there is nothing to judge, or too much.
    """
    tree = await workspace.tree()
    named = [require_block(tree, each, workspace.language) for each in fields]
    blocks = _blocks(tree, named)
    targets = [await _target(workspace, tree, block) for block in blocks]
    if empty := [each for each in named if each.block_type != "group" and not _has_text(targets, each.id)]:
        raise InvalidOption(option="fields", value=empty[0].name, allowed=Reason("evaluation.no_text"))
    found = [each for each in targets if each.text.strip()]
    if not found:
        value = named[0].name if named else ""
        raise InvalidOption(option="fields", value=value, allowed=Reason("evaluation.nothing"))
    if len(found) > MAX_TARGETS or sum(len(each.text) for each in found) > MAX_TOTAL:
        allowed = Reason("evaluation.too_much", blocks=MAX_TARGETS, characters=f"{MAX_TOTAL:,}")
        raise InvalidOption(option="fields", value=len(found), allowed=allowed)
    return found


async def read_targets(workspace: ProjectWorkspace, targets: Sequence[EvaluatedTarget]) -> list[TargetText]:
    """Return the texts that targets had when they were chosen, also if they were changed since."""
    read = [await workspace.read(each.block_id, each.text_version) for each in targets]
    return [
        TargetText(target, each.text, folded(each.text), each.block.is_structured)
        for target, each in zip(targets, read, strict=True)
    ]


def _blocks(tree: BlockTree, named: Sequence[ContentBlock]) -> list[ContentBlock]:
    if not named:
        return [each for _, each in tree.walk() if each.block_type == "field" and not each.is_structured]
    wanted = {each.id for block in named for each in tree.under(block.id)} | {block.id for block in named}
    explicit = {block.id for block in named}
    return [
        each
        for _, each in tree.walk()
        if each.id in wanted and each.block_type == "field" and (each.id in explicit or not each.is_structured)
    ]


async def _target(workspace: ProjectWorkspace, tree: BlockTree, block: ContentBlock) -> TargetText:
    read = await workspace.read(block.id)
    target = EvaluatedTarget(
        block_id=block.id,
        path=tree.path(block),
        text_version=read.block.version,
        characters=len(read.text),
        sha256=content_hash(read.text),
    )
    return TargetText(target, read.text, folded(read.text), block.is_structured)


def _has_text(targets: Sequence[TargetText], block_id: str) -> bool:
    return any(each.target.block_id == block_id and each.text.strip() for each in targets)
