"""Projects in a real browser: the tree, the editor, versions, proposals, search, and changes by somebody else."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from tests.evaluation.reviewers import Reviewers
from tests.runtime.run_program import reply
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_evaluations import finished
from tests.studio.browser import Window, chromium

__all__ = ["chromium"]


class ProjectServer:
    """A project on a live service, changed over HTTP as another page would."""

    def __init__(self, server: LiveServer, name: str = "River course") -> None:
        self.server = server
        self.client = server.client()
        self.id = self.client.post("/api/projects", json={"name": name}).json()["id"]
        self.url = f"{server.url}/?a=projects&i={self.id}"

    def add(self, name: str, text: str = "", parent: str | None = None, **settings: Any) -> str:
        """Add a block and return its id."""
        body = {"name": name, "text": text, "parentId": parent, "settings": settings}
        return str(self.client.post(f"/api/projects/{self.id}/blocks", json=body).json()["id"])

    def block(self, block_id: str) -> dict[str, Any]:
        """Return a block with its text."""
        found: dict[str, Any] = self.client.get(f"/api/projects/{self.id}/blocks/{block_id}").json()
        return found

    def write(self, block_id: str, text: str) -> None:
        """Write the next version of a text, as somebody else."""
        based_on = self.block(block_id)["textVersion"]
        body = {"text": text, "basedOn": based_on}
        assert self.client.put(f"/api/projects/{self.id}/blocks/{block_id}/text", json=body).status_code == 200

    def names(self) -> list[str]:
        """Return the names of all blocks, with a dash for each level."""
        blocks = self.client.get(f"/api/projects/{self.id}/tree").json()["blocks"]
        return ["-" * each["depth"] + each["name"] for each in blocks]


def until(page: Any, check: Any) -> None:
    """Wait until a check of the service holds."""
    for _ in range(200):
        if check():
            return
        page.wait_for_timeout(50)
    assert check()


def editor_of(page: Any, name: str) -> Any:
    return page.get_by_role("textbox", name=f"Text of {name}")


def test_a_project_is_created_gets_blocks_and_is_deleted_with_undo(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        window = Window(chromium, server.url)
        page = window.page
        page.get_by_role("link", name="Projects").click()
        page.get_by_role("heading", name="From the first idea to the finished text").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="New project").click()
        page.get_by_label("Name").fill("River course")
        window.assert_accessible()
        page.keyboard.press("Enter")
        page.get_by_text("How shall we begin?").wait_for()
        page.get_by_role("button", name="Add a block").click()
        page.get_by_role("menuitem", name="Block with a text").click()
        page.get_by_role("textbox", name="Name of the block").fill("Introduction")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Introduction").wait_for()
        editor = editor_of(page, "Introduction")
        editor.click()
        page.keyboard.type("# Rivers\n\nA river is water that goes to the sea.")
        page.get_by_text("Version 2").wait_for()
        page.get_by_text("Saved").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="All projects").click()
        page.get_by_role("button", name="More about “River course”").click()
        page.get_by_role("menuitem", name="Delete").click()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="River course 1 block").wait_for()
        window.close()


def test_the_tree_is_walked_moved_and_renamed_by_keyboard_alone(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        for name in ("One", "Two", "三"):
            project.add(name)
        window = Window(chromium, project.url, theme="dark")
        page = window.page
        page.get_by_role("treeitem", name="One, pending").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Alt+ArrowRight")
        until(page, lambda: project.names() == ["One", "-Two", "三"])
        page.keyboard.press("Alt+ArrowLeft")
        until(page, lambda: project.names() == ["One", "Two", "三"])
        page.keyboard.press("Alt+ArrowDown")
        until(page, lambda: project.names() == ["One", "三", "Two"])
        # The page has drawn the new order, too.
        page.get_by_role("treeitem").nth(2).filter(has_text="Two").wait_for()
        page.keyboard.press("F2")
        field = page.get_by_role("tree").get_by_role("textbox")
        field.fill("Second")
        field.press("Enter")
        until(page, lambda: project.names() == ["One", "三", "Second"])
        page.get_by_role("treeitem", name="Second").focus()
        page.keyboard.press("Delete")
        until(page, lambda: project.names() == ["One", "三"])
        page.get_by_role("button", name="Undo").click()
        until(page, lambda: project.names() == ["One", "三", "Second"])
        window.assert_accessible()
        window.close()


def test_a_block_is_dragged_into_another_one(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        for name in ("One", "Two"):
            project.add(name)
        window = Window(chromium, project.url)
        page = window.page
        page.get_by_role("treeitem", name="Two").drag_to(page.get_by_role("treeitem", name="One"))
        until(page, lambda: project.names() == ["One", "-Two"])
        window.close()


def test_a_text_that_somebody_else_changed_is_merged_and_never_overwritten(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        block = project.add("Chapter", "Rain falls.\n")
        window = Window(chromium, f"{project.url}&p={block}")
        page = window.page
        editor = editor_of(page, "Chapter")
        editor.get_by_text("Rain falls.").wait_for()
        project.write(block, "Rain falls often.\n")
        editor.get_by_text("Rain falls often.").wait_for()

        def change_first(route: Any) -> None:
            """Let somebody else save a moment before."""
            project.write(block, "Snow falls often.\n")
            route.continue_()

        page.route("**/text", change_first)
        editor.click()
        page.keyboard.press("Control+Home")
        page.keyboard.type("Mine. ")
        page.get_by_text("Somebody else has saved version 3").wait_for()
        page.unroute("**/text")
        assert project.block(block)["text"] == "Snow falls often.\n"
        window.assert_accessible()
        page.get_by_role("textbox", name="Their text").get_by_text("Snow").wait_for()
        page.get_by_role("button", name="Save the merged text").click()
        until(page, lambda: project.block(block)["text"] == "Mine. Rain falls often.\n")
        assert project.block(block)["textVersion"] == 4
        window.problems = [each for each in window.problems if "409" not in each]
        window.close()


def test_an_earlier_version_is_compared_restored_and_that_is_undone(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        block = project.add("Chapter", "Rain.")
        project.write(block, "Snow.")
        window = Window(chromium, f"{project.url}&p={block}")
        page = window.page
        page.get_by_role("tab", name="Versions").click()
        page.get_by_role("textbox", name="Version 1").get_by_text("Rain").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Restore version 1").click()
        page.get_by_text("Restored as version 3.").wait_for()
        assert project.block(block)["text"] == "Rain."
        page.get_by_role("button", name="Undo").click()
        until(page, lambda: project.block(block)["text"] == "Snow.")
        window.close()


def test_a_proposal_is_decided_change_by_change_and_undone(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        block = project.add("Chapter", "One river.\n\nTwo rivers.\n")
        edits = [
            {"action": "replace", "anchor": "One river.", "text": "A river."},
            {"action": "replace", "anchor": "Two rivers.", "text": "Many rivers."},
        ]
        body = {"edits": edits, "basedOn": 1, "propose": True, "reason": "Plainer"}
        project.client.post(f"/api/projects/{project.id}/blocks/{block}/edits", json=body)
        window = Window(chromium, f"{project.url}&p=proposals", width=900)
        page = window.page
        page.get_by_role("button", name="Accept change 2").click()
        until(page, lambda: project.block(block)["text"] == "One river.\n\nMany rivers.\n")
        page.get_by_role("article").get_by_role("button", name="Undo").click()
        until(page, lambda: project.block(block)["text"] == "One river.\n\nTwo rivers.\n")
        window.assert_accessible()
        page.get_by_role("button", name="Accept all").click()
        until(page, lambda: project.block(block)["text"] == "A river.\n\nMany rivers.\n")
        page.get_by_text("accepted", exact=True).wait_for()
        window.close()


def test_settings_are_saved_and_a_cycle_is_refused_with_a_reason(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        goals = project.add("Goals", "To learn.")
        chapter = project.add("Chapter", dependsOn=[goals])
        window = Window(chromium, f"{project.url}&p={chapter}")
        page = window.page
        page.get_by_role("tab", name="Settings").click()
        page.get_by_label("Task").fill("写一章")
        page.get_by_label("Questions before it is written").fill("给谁看？")
        page.get_by_role("textbox", name="给谁看？", exact=True).fill("学生")
        page.get_by_label("Needs review").check()
        window.assert_accessible()
        page.get_by_role("button", name="Save the settings").click()
        page.get_by_text("Settings saved.").wait_for()
        stored = project.client.get(f"/api/projects/{project.id}/blocks/{chapter}/settings").json()
        assert (stored["prompt"], stored["preAnswers"], stored["needReview"]) == ("写一章", {"给谁看？": "学生"}, True)
        assert stored["dependsOn"] == [goals]
        page.get_by_role("treeitem", name="Goals").click()
        page.get_by_role("tab", name="Settings").click()
        page.get_by_label("Depends on").select_option("Chapter")
        page.get_by_role("button", name="Save the settings").click()
        page.get_by_role("status").get_by_text("Chapter").first.wait_for()
        assert project.client.get(f"/api/projects/{project.id}/blocks/{goals}/settings").json()["dependsOn"] == []
        window.problems = [each for each in window.problems if "422" not in each]
        window.close()


def test_words_are_replaced_everywhere_and_what_depends_on_them_is_marked(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        first = project.add("第一章", "雨水流入河里。")
        project.add("结尾", "雨停了。", dependsOn=[first])
        window = Window(chromium, f"{project.url}&p=search", width=390, locale="zh-CN", theme="dark")
        page = window.page
        page.get_by_role("searchbox", name="在所有正文中查找").fill("雨")
        page.get_by_label("替换为").fill("雪")
        window.assert_accessible()
        page.get_by_role("button", name="替换 2 处").click()
        page.get_by_text("已替换 2 处").wait_for()
        assert project.block(first)["text"] == "雪水流入河里。"
        page.get_by_role("button", name="资料").click()
        page.get_by_role("treeitem", name="第一章").wait_for()
        window.assert_accessible()
        window.close()


def test_a_tree_of_two_thousand_blocks_draws_only_what_is_seen(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        for start in range(0, 2_000, 500):
            blocks = [{"name": f"Block {number}"} for number in range(start, start + 500)]
            template = {"name": "Big", "content": {"blocks": blocks}}
            preset = project.client.put("/api/presets/template", json=template).json()["id"]
            project.client.post(f"/api/projects/{project.id}/template", json={"presetId": preset})
        assert len(project.names()) == 2_000
        window = Window(chromium, project.url)
        page = window.page
        page.get_by_role("treeitem", name="Block 0, pending").focus()
        assert page.get_by_role("treeitem").count() < 100
        page.keyboard.press("End")
        page.get_by_role("treeitem", name="Block 1999, pending").wait_for()
        assert page.get_by_role("treeitem").count() < 100
        window.close()


def test_everything_that_is_ready_is_written_and_what_is_stale_is_refreshed(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(reply)) as server:
        project = ProjectServer(server)
        goals = project.add("Goals", prompt="BLOCK<Goals>", autoGenerate=True)
        project.add("Plan", prompt="BLOCK<Plan>", autoGenerate=True, dependsOn=[goals])
        window = Window(chromium, f"{project.url}&p=run")
        page = window.page
        page.get_by_role("button", name="Write 2 blocks").click()
        page.get_by_role("list", name="Blocks").get_by_text("done").nth(1).wait_for()
        window.assert_accessible()
        project.write(goals, "Other goals.")
        page.get_by_role("button", name="Refresh 1 stale block").click()
        page.get_by_role("button", name="Refresh 1 stale block").wait_for(state="detached")
        window.close()


def test_after_an_at_sign_the_names_of_blocks_are_completed(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        for name in ("第一章", "第一章 概述", "End"):
            project.add(name)
        window = Window(chromium, project.url)
        page = window.page
        page.get_by_role("treeitem", name="End, pending").wait_for()
        field = page.get_by_role("textbox", name="Write a message")
        field.click()
        page.keyboard.type("参考@第一")
        page.get_by_role("option", name="第一章 概述").wait_for()
        window.assert_accessible()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        assert field.input_value() == "参考@第一章 概述 "
        page.keyboard.type("@x")
        assert page.get_by_role("option").count() == 0
        window.close()


def test_the_channels_show_their_limits_and_are_chosen(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(reply)) as server:
        project = ProjectServer(server)
        window = Window(chromium, f"{project.url}&p=channels", theme="dark")
        page = window.page
        page.get_by_text("at most 280 characters").first.wait_for()
        assert page.get_by_role("button", name="Write for 0 channels").is_disabled()
        page.get_by_role("checkbox").first.check()
        assert page.get_by_role("button", name="Write for 1 channel").is_enabled()
        window.assert_accessible()
        window.close()


def test_personas_and_facts_are_written_and_deleting_them_is_undone(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        window = Window(chromium, f"{project.url}&p=personas")
        page = window.page
        page.get_by_role("button", name="Add a persona").click()
        page.get_by_role("dialog").get_by_label("Name").fill("李娜")
        page.get_by_role("dialog").get_by_label("Problems").fill("No time.\nNo money.")
        window.assert_accessible()
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("article", name="李娜").get_by_text("No money.").wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="More about “李娜”").click()
        page.get_by_role("menuitem", name="Delete").click()
        page.get_by_role("article", name="李娜").wait_for(state="detached")
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("article", name="李娜").wait_for()
        page.get_by_role("button", name="Memory").click()
        page.get_by_label("Something to remember").fill("Writes for nurses.")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Forget: Writes for nurses.").click()
        page.get_by_role("button", name="Undo").last.click()
        page.get_by_role("button", name="Forget: Writes for nurses.").wait_for()
        window.assert_accessible()
        window.close()


def test_skills_and_an_empty_evaluation_are_accessible_on_a_phone_in_chinese(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        project = ProjectServer(server)
        window = Window(chromium, f"{project.url}&p=skills", width=390, locale="zh-CN", theme="dark")
        page = window.page
        page.get_by_role("button", name="使用……").first.wait_for()
        window.assert_accessible()
        page.goto(f"{project.url}&p=evaluation")
        page.get_by_role("button", name="开始评估").wait_for()
        window.assert_accessible()
        window.close()


def test_an_evaluation_has_charts_and_quotes_and_a_suggestion_becomes_a_proposal(chromium: Any, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(Reviewers((), None, editor=6, expert=8))) as server:
        project = ProjectServer(server)
        project.add("Chapter", "Rain falls on the hills.")
        for _ in range(2):
            begun = project.client.post(f"/api/projects/{project.id}/evaluations", json={"roles": ["editor", "expert"]})
            assert finished(project.client, begun.json())["status"] == "finished"
        window = Window(chromium, f"{project.url}&p=evaluation")
        page = window.page
        page.get_by_role("figure", name="Scores over time").wait_for()
        page.get_by_role("figure", name="Editor · 6.0").wait_for()
        page.get_by_role("button", name="Adopt as a proposal").first.wait_for()
        window.assert_accessible()
        page.get_by_role("button", name="Adopt as a proposal").first.click()
        page.get_by_role("button", name="Accept all").wait_for()
        window.close()
