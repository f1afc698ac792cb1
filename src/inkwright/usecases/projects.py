"""Open, list, rename, delete and restore projects, and attach the texts of their blocks."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.conversation.attachments import Attachment, attachment_name
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason, text
from inkwright.projects.block_paths import require_block
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.mentions import BLOCK_PREFIX, UnclearMention, has_mentions, resolve_mentions
from inkwright.projects.protocols import Projects
from inkwright.projects.records import Project, name_key, valid_name
from inkwright.projects.tree import BlockTree
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.ask_loop import AnswerAsk
from inkwright.usecases.conversations import list_conversations
from inkwright.usecases.store import Store


async def find_project(projects: Projects, name: str, *, owner: str) -> Project | None:
    """Return the project of this name; case does not matter."""
    wanted = name_key(name)
    return next((each for each in await projects.all(owner) if name_key(each.name) == wanted), None)


async def require_project(projects: Projects, name: str, *, owner: str, language: Language = "en") -> Project:
    """Return the project of this name; NotFound if there is none."""
    found = await find_project(projects, name, owner=owner)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word"), id=name)
    return found


async def open_project(store: Store, name: str, *, owner: str, language: Language = "en") -> tuple[Project, bool]:
    """Return the project of this name, and whether it was created. InvalidOption if the name is not allowed."""
    found = await find_project(store.projects, name, owner=owner)
    if found is not None:
        return found, False
    made = Project(store.ids.new("proj"), owner, valid_name(name, language), store.clock.now())
    if await store.projects.add(made):
        return made, True
    # Another process has just created it.
    return await require_project(store.projects, name, owner=owner, language=language), False


_NO_LIMIT: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ProjectContent:
    """A project, its blocks, and its conversations, newest first."""

    project: Project
    tree: BlockTree
    conversations: tuple[ConversationRow, ...]


async def list_projects(store: Store, *, owner: str) -> list[ProjectContent]:
    """Return every project of an owner, in the order of their names."""
    return await _contents(store, await store.projects.all(owner), owner)


async def show_project(store: Store, project: Project) -> ProjectContent:
    """Return the content of a project."""
    return (await _contents(store, [project], project.owner))[0]


async def _contents(store: Store, projects: Sequence[Project], owner: str) -> list[ProjectContent]:
    rows = (await list_conversations(store, owner=owner, limit=_NO_LIMIT)).rows
    return [
        ProjectContent(
            project,
            await store.workspace(project).tree(),
            tuple(row for row in rows if row.project_id == project.id),
        )
        for project in projects
    ]


async def rename_project(store: Store, project: Project, name: str, language: Language = "en") -> str:
    """Rename a project; return its name."""
    saved = valid_name(name, language)
    if not await store.projects.rename(project.id, saved, owner=project.owner):
        raise InvalidOption(option="name", value=name, allowed=Reason("project.taken"))
    return saved


async def delete_project(store: Store, project: Project) -> None:
    """Delete a project. Its conversations stay in the history; they belong to it again when it is restored."""
    await store.projects.remove(project.id, store.clock.now(), owner=project.owner)


async def restore_project(store: Store, name: str, *, owner: str, language: Language = "en") -> Project:
    """Restore the last deleted project of this name."""
    removed = await store.projects.all(owner, is_removed=True)
    found = next((each for each in removed if name_key(each.name) == name_key(name)), None)
    if found is None:
        raise NotFound(what_kind=text(language, "project.word.deleted"), id=name)
    if not await store.projects.restore(found.id, owner=owner):
        raise InvalidOption(option="name", value=name, allowed=Reason("project.taken"))
    return found


async def attach_blocks(
    store: Store, conversation_id: str, project: Project, written: Sequence[str], language: Language = "en"
) -> list[Attachment]:
    """Find the blocks, then attach their texts; if one does not exist, none is attached.

    A block that was attached before is replaced by its present text.
    """
    tree = await store.workspace(project, language).tree()
    return await _attach(
        store, conversation_id, project, tree, [require_block(tree, each, language) for each in written]
    )


async def attach_mentioned(
    store: Store, conversation_id: str, project: Project, message: str, is_file: Callable[[str], bool]
) -> list[Attachment]:
    """Attach the texts of the blocks that a message mentions. InvalidOption with candidates if a mention is unclear;
    then nothing is stored.
    """
    if not has_mentions(message):
        return []
    tree = await store.workspace(project).tree()
    found = resolve_mentions(message, tree, is_file)
    if found.unclear:
        raise _unclear_error(found.unclear[0])
    return await _attach(store, conversation_id, project, tree, [each.block for each in found.blocks])


async def clarify_mentions(
    store: Store, project: Project, message: str, is_file: Callable[[str], bool], answer: AnswerAsk, language: Language
) -> str | InvalidOption:
    """Return the message with every unclear mention as the person chooses it; the error if nobody does, or if nothing
    has a similar name. Nothing is stored.
    """
    tree = await store.workspace(project).tree() if has_mentions(message) else None
    unclear = resolve_mentions(message, tree, is_file).unclear if tree else ()
    chosen: list[str] = []
    for each in unclear:
        given = await answer(_which_mention(store, project, each, language)) if each.candidates else None
        if given is None or given.status != "answered" or given.chosen not in each.candidates:
            return _unclear_error(each)
        chosen.append(given.chosen)
    for each, name in reversed(list(zip(unclear, chosen, strict=True))):
        message = f'{message[: each.start]}@"{name}"{message[each.end :]}'
    return message


def _which_mention(store: Store, project: Project, unclear: UnclearMention, language: Language) -> Ask:
    title = text(language, "content.which_block", name=unclear.written)
    options = tuple(AskOption(label=each.removeprefix(BLOCK_PREFIX), value=each) for each in unclear.candidates)
    question = AskQuestion(id="mention", question=title, options=options, allow_freeform=False)
    id_ = store.ids.new("ask")
    return Ask(id=id_, turn_id="", owner=project.owner, kind="clarification", title=title, questions=(question,))


def _unclear_error(unclear: UnclearMention) -> InvalidOption:
    candidates = ", ".join(f"@{each}" for each in unclear.candidates)
    key = f"project.mention.{unclear.reason}" if candidates else "project.mention.nothing"
    return InvalidOption(option="@", value=unclear.written, allowed=Reason(key, candidates=candidates))


def _block_name(path: str) -> str:
    """Return the name of an attached block, as the person mentions it: "@Chapter 1 › Introduction"."""
    return "@" + path.replace("/", " › ")


async def _attach(
    store: Store, conversation_id: str, project: Project, tree: BlockTree, blocks: Sequence[ContentBlock]
) -> list[Attachment]:
    names = {block.id: _block_name(tree.path(block)) for block in blocks}
    alike = [name for name, count in Counter(map(attachment_name, names.values())).items() if count > 1]
    if alike:
        raise InvalidOption(option="@block", value=alike[0], allowed=Reason("project.alike"))
    workspace = store.workspace(project)
    texts = {name: (await workspace.read(id_)).text for id_, name in names.items()}
    return [
        await store.attachments.add(conversation_id, name, content, owner=project.owner)
        for name, content in texts.items()
    ]
