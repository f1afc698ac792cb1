"""Projects as a person works with them: opened or made, filled with blocks, changed, deleted and brought back."""

import asyncio
from pathlib import Path

import pytest

from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.conversation.attachments import Attachment
from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.i18n import error_text
from inkwright.projects import records
from inkwright.projects.block_paths import require_block, restore_block, restore_version, save_block
from inkwright.usecases.conversations import list_conversations
from inkwright.usecases.projects import (
    attach_blocks,
    attach_mentioned,
    clarify_mentions,
    delete_project,
    find_project,
    list_projects,
    open_project,
    rename_project,
    require_project,
    restore_project,
)
from inkwright.usecases.store import Store
from tests.usecases.note_stores import in_store


def test_a_project_is_made_once_and_then_found_by_its_name(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        made, is_new = await open_project(store, " Rain ", owner="ann")
        assert (made.name, is_new, made.id[:5]) == ("Rain", True, "proj_")
        assert await open_project(store, "RAIN", owner="ann") == (made, False)
        assert await find_project(store.projects, "rain", owner="bob") is None
        assert (await open_project(store, "rain", owner="bob"))[1]
        with pytest.raises(NotFound) as caught:
            await require_project(store.projects, "Snow", owner="ann", language="zh")
        assert error_text("zh", caught.value)[0] == "没有项目 'Snow'。"

    in_store(tmp_path, work)


def test_who_open_a_project_at_once_get_the_same_one(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        opened = await asyncio.gather(*(open_project(store, "Rain", owner="ann") for _ in range(6)))
        assert len({project.id for project, _ in opened}) == 1
        assert sum(is_new for _, is_new in opened) == 1

    in_store(tmp_path, work)


def test_a_text_becomes_a_block_then_its_next_version_and_an_earlier_one_comes_back(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        done = [
            await save_block(store.workspace(project), path, text)
            for path, text in (("Intro", "one"), ("intro", "two"))
        ]
        assert [(kept.path, kept.done, kept.block.version) for kept in done] == [
            ("Intro", "made", 1),
            ("Intro", "changed", 2),
        ]
        assert (await save_block(store.workspace(project), "Intro", "two")).done == "same"
        back = await restore_version(store.workspace(project), done[1].block.id, 1)
        assert (back.done, back.block.version) == ("changed", 3)
        assert (await store.workspace(project).read(back.block.id)).text == "one"
        assert (await store.workspace(project).read(back.block.id, 2)).text == "two"
        with pytest.raises(NotFound, match="version '9'"):
            await store.workspace(project).read(back.block.id, 9)

    in_store(tmp_path, work)


def test_blocks_stand_below_each_other_and_only_below_what_is_there(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "雨", owner="ann")
        for path in ("第一章", "第一章/引言", "第二章", "第二章/引言", "第一章/结尾"):
            assert (await save_block(store.workspace(project), path, path)).path == path
        tree = await store.workspace(project).tree()
        assert tree.paths() == ["第一章", "第一章/引言", "第一章/结尾", "第二章", "第二章/引言"]
        assert tree.path(require_block(tree, "结尾")) == "第一章/结尾"
        with pytest.raises(NotFound, match="第三章"):
            await save_block(store.workspace(project), "第三章/引言", "x")
        with pytest.raises(NotFound, match="nothing"):
            require_block(tree, "nothing")
        with pytest.raises(InvalidOption, match="第一章/引言, 第二章/引言"):
            require_block(tree, "引言")

    in_store(tmp_path, work)


def test_a_project_has_so_many_blocks_and_not_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert records.MAX_BLOCKS == 2_000
    monkeypatch.setattr(records, "MAX_BLOCKS", 2)

    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        for path in ("A", "B", "a"):
            await save_block(store.workspace(project), path, path)
        with pytest.raises(InvalidOption, match="at most 2 blocks"):
            await save_block(store.workspace(project), "C", "C")

    in_store(tmp_path, work)


def test_what_is_renamed_keeps_what_is_in_it_and_a_taken_name_is_refused(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        await open_project(store, "Snow", owner="ann")
        block = (await save_block(store.workspace(project), "A", "text")).block
        await save_block(store.workspace(project), "A/Below", "text")
        await save_block(store.workspace(project), "B", "text")
        renamed = await store.workspace(project).rename(block.id, "C")
        assert [await rename_project(store, project, "Hail"), renamed.name] == ["Hail", "C"]
        assert (await store.workspace(project).tree()).paths() == ["C", "C/Below", "B"]
        with pytest.raises(InvalidOption, match="A project with this name already exists"):
            await rename_project(store, project, "snow")
        with pytest.raises(InvalidOption, match="A block with this name already exists"):
            await store.workspace(project).rename(block.id, "b")
        with pytest.raises(InvalidOption, match="one line"):
            await store.workspace(project).rename(block.id, "a/b")

    in_store(tmp_path, work)


def test_a_deleted_block_comes_back_with_all_below_it_the_last_one_of_its_name_first(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        for text in ("old", "new"):
            block = (await save_block(store.workspace(project), "A", text)).block
            await save_block(store.workspace(project), "A/B", text)
            assert await store.workspace(project).remove(block.id) == 2
        assert len(await store.workspace(project).tree()) == 0
        back = await restore_block(store.workspace(project), "a")
        assert (await store.workspace(project).read(back.id)).text == "new"
        assert (await store.workspace(project).tree()).paths() == ["A", "A/B"]
        with pytest.raises(InvalidOption, match="with this name already exists"):
            await restore_block(store.workspace(project), "A")
        with pytest.raises(NotFound, match="deleted block 'C'"):
            await restore_block(store.workspace(project), "C")

    in_store(tmp_path, work)


def test_what_stood_below_another_deleted_block_waits_for_it(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        above = (await save_block(store.workspace(project), "A", "a")).block
        await store.workspace(project).remove((await save_block(store.workspace(project), "A/B", "b")).block.id)
        await store.workspace(project).remove(above.id)
        with pytest.raises(InvalidOption, match="Restore that block first"):
            await restore_block(store.workspace(project), "B")
        for name in ("A", "B"):
            await restore_block(store.workspace(project), name)
        assert (await store.workspace(project).tree()).paths() == ["A", "A/B"]

    in_store(tmp_path, work)


def test_a_deleted_project_leaves_its_conversations_and_comes_back_with_them(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        await save_block(store.workspace(project), "A", "a")
        await store.projects.place("conv_1", project.id, owner="ann")
        await store.attachments.add("conv_2", "a.txt", "outside of it", owner="ann")
        await delete_project(store, project)
        assert await list_projects(store, owner="ann") == []
        assert (await list_conversations(store, owner="ann")).total == 2
        with pytest.raises(NotFound):
            await restore_project(store, "Rain", owner="bob")
        again = (await open_project(store, "rain", owner="ann"))[0]
        with pytest.raises(InvalidOption, match="with this name already exists"):
            await restore_project(store, "Rain", owner="ann")
        await rename_project(store, again, "Snow")
        assert await restore_project(store, "rain", owner="ann") == project
        told = [
            (each.project.name, len(each.tree), [row.id for row in each.conversations])
            for each in await list_projects(store, owner="ann")
        ]
        assert told == [("Rain", 1, ["conv_1"]), ("Snow", 0, [])]

    in_store(tmp_path, work)


def test_blocks_are_attached_as_they_are_now_all_or_none(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        for path, text in (("A", "old"), ("A", "new"), ("A/引言", "雨")):
            await save_block(store.workspace(project), path, text)
        with pytest.raises(NotFound, match="nope"):
            await attach_blocks(store, "conv_1", project, ["a", "nope"])
        assert await store.attachments.of("conv_1", owner="ann") == []
        made = await attach_blocks(store, "conv_1", project, ["a", "引言", "A"])
        assert made == [Attachment(name="@A", characters=3), Attachment(name="@A › 引言", characters=1)]
        assert await store.attachments.read("conv_1", "@A", owner="ann") == "new"
        await save_block(store.workspace(project), "A", "newest")
        await attach_blocks(store, "conv_1", project, ["A"])
        assert await store.attachments.read("conv_1", "@A", owner="ann") == "newest"

    in_store(tmp_path, work)


def test_two_blocks_that_would_be_attached_under_one_name_are_refused(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        project, _ = await open_project(store, "Rain", owner="ann")
        for path in ("A?B", "A:B"):
            await save_block(store.workspace(project), path, path)
        with pytest.raises(InvalidOption, match="one of them at a time"):
            await attach_blocks(store, "conv_1", project, ["A?B", "A:B"])

    in_store(tmp_path, work)


def test_two_pages_and_a_run_that_edit_one_block_lose_no_update_and_every_refusal_is_told(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        workspace = store.workspace((await open_project(store, "Rain", owner="ann"))[0])
        block = (await workspace.add("A", "")).block_id
        refused = 0

        async def editor(name: str) -> None:
            nonlocal refused
            for number in range(8):
                while True:
                    current = await workspace.read(block)
                    try:
                        line = f"{current.text}{name}{number}\n"
                        await workspace.write(block, line, based_on=current.block.version)
                        break
                    except EditConflict:
                        refused += 1

        await asyncio.gather(*(editor(name) for name in ("first page ", "second page ", "run ")))
        lines = (await workspace.read(block)).text.splitlines()
        assert sorted(lines) == sorted(
            f"{name} {number}" for name in ("first page", "second page", "run") for number in range(8)
        )
        assert [each.number for each in await workspace.feed()] == list(range(1, 26))
        assert refused > 0

    in_store(tmp_path, work)


def test_mentions_that_are_unclear_become_questions_and_the_message_says_what_was_chosen(tmp_path: Path) -> None:
    asked: list[tuple[str, list[str]]] = []

    async def second(ask: Ask) -> Answer:
        options = [each.value for each in ask.questions[0].options]
        asked.append((ask.title, [each.label for each in ask.questions[0].options]))
        return Answer(status="answered", answers=(QuestionAnswer(id="mention", value=options[-1]),))

    async def nobody(_ask: Ask) -> None:
        return None

    async def work(store: Store) -> None:
        project, _ = await open_project(store, "P", owner="ann")
        workspace = store.workspace(project)
        for name in ("甲", "乙"):
            await workspace.add("引言", f"{name}的引言", parent_id=(await workspace.add(name, "")).block_id)
        message = "参考@引言修改@甲，不用@notes.md，看@引言吧"
        said = await clarify_mentions(store, project, message, {"notes.md"}.__contains__, second, "zh")
        assert said == '参考@"block:乙/引言"修改@甲，不用@notes.md，看@"block:乙/引言"吧'
        assert asked == [("“引言”指的是哪个内容块？", ["甲/引言", "乙/引言"])] * 2
        attached = await attach_mentioned(store, "conv_1", project, str(said), {"notes.md"}.__contains__)
        assert [each.name for each in attached] == ["@乙 › 引言", "@甲"]
        for unclear in ("看@引言", "看@引盐", "看@天气"):
            found = await clarify_mentions(store, project, unclear, lambda _name: False, nobody, "zh")
            assert isinstance(found, InvalidOption)

    in_store(tmp_path, work)
