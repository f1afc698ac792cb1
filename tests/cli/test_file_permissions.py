"""Permissions: rules that are kept, listed and taken back; and links that lead elsewhere."""

import json
import os
from pathlib import Path

import pytest

from inkwright.cli.file_permissions import (
    FILE_NAME,
    PermissionRule,
    PermissionRules,
    permission_ask,
    permission_decision,
    permission_request,
)
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.errors import InvalidSetting


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """The home, the workspace, and a folder outside of it."""
    made = tmp_path / "home", tmp_path / "work", tmp_path / "outside"
    for folder in made:
        folder.mkdir()
    return made


def test_the_workspace_needs_no_permission_and_everything_else_does(folders: tuple[Path, Path, Path]) -> None:
    home, work, outside = folders
    permissions = PermissionRules(home, work)
    assert permissions.allows("write", work / "new" / "file.md")
    assert permissions.allows("read", work)
    assert not permissions.allows("read", outside / "file.md")
    assert not permissions.allows("read", work / ".." / "outside" / "file.md")
    assert not permissions.allows("read", Path(f"{work}-too"))


def test_a_link_out_of_the_workspace_is_outside(folders: tuple[Path, Path, Path]) -> None:
    home, work, outside = folders
    (work / "door").symlink_to(outside)
    assert not PermissionRules(home, work).allows("write", work / "door" / "new.md")


def test_a_rule_allows_one_kind_of_access_to_a_path_and_all_below_it(folders: tuple[Path, Path, Path]) -> None:
    home, work, outside = folders
    permissions = PermissionRules(home, work)
    rule = permissions.remember("read", outside / "notes")
    assert rule == PermissionRule("read", str(outside.resolve() / "notes"))
    assert permissions.allows("read", outside / "notes")
    assert permissions.allows("read", outside / "notes" / "deep" / "a.md")
    assert not permissions.allows("read", outside / "notes.md")
    assert not permissions.allows("read", outside)
    assert not permissions.allows("write", outside / "notes" / "a.md")


def test_a_rule_is_about_where_a_path_really_leads(folders: tuple[Path, Path, Path]) -> None:
    home, work, outside = folders
    allowed, secret = outside / "allowed", outside / "secret"
    allowed.mkdir()
    secret.mkdir()
    link = outside / "link"
    link.symlink_to(allowed)
    permissions = PermissionRules(home, work)
    permissions.remember("read", link)
    assert permissions.allows("read", allowed / "a.md")
    link.unlink()
    link.symlink_to(secret)
    assert not permissions.allows("read", link / "a.md")
    (allowed / "escape").symlink_to(secret)
    assert not permissions.allows("read", allowed / "escape" / "a.md")


def test_rules_are_kept_listed_and_taken_back(folders: tuple[Path, Path, Path]) -> None:
    home, work, outside = folders
    first = PermissionRules(home, work).remember("write", outside / "b")
    again = PermissionRules(home, work)
    second = again.remember("read", outside / "文件 a")
    again.remember("read", outside / "文件 a")
    assert again.rules() == [second, first]
    assert (home / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert PermissionRules(home, work).forget(second)
    assert not again.forget(second)
    assert again.rules() == [first]
    assert not again.allows("read", outside / "文件 a")


def test_a_name_that_is_no_text_can_be_remembered(folders: tuple[Path, Path, Path]) -> None:
    home, work, outside = folders
    odd = outside / os.fsdecode(b"\xff\xfe.md")
    permissions = PermissionRules(home, work)
    permissions.remember("read", odd)
    assert permissions.allows("read", odd)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "[]",
        "{",
        "[" * 100_000,
        '{"version": 2, "rules": []}',
        '{"version": 1, "rules": [{"access": "run", "path": "/x"}]}',
        '{"version": 1, "rules": [{"access": "read", "path": "x"}]}',
    ],
)
def test_a_file_that_is_not_understood_allows_nothing_and_is_not_overwritten(
    folders: tuple[Path, Path, Path], kept: str
) -> None:
    home, work, outside = folders
    (home / FILE_NAME).write_text(kept)
    permissions = PermissionRules(home, work)
    with pytest.raises(InvalidSetting, match="permissions"):
        permissions.allows("read", outside)
    with pytest.raises(InvalidSetting):
        permissions.remember("read", outside)
    assert (home / FILE_NAME).read_text() == kept


def test_the_question_names_the_resolved_path_and_recommends_to_deny(folders: tuple[Path, Path, Path]) -> None:
    _, work, outside = folders
    (work / "door").symlink_to(outside)
    wanted = permission_request("write", work / "door" / "a.md", "zh")
    ask = permission_ask(wanted, id="ask_1", turn_id="turn_1", owner="local")
    assert (ask.kind, ask.title, ask.questions[0].recommended) == ("permission", "这在你的工作区之外。", "deny")
    assert ask.questions[0].question == f"允许写入 {outside.resolve() / 'a.md'} 吗？"
    assert json.loads(ask.model_dump_json())["questions"][0]["allow_freeform"] is False
    assert [(option.label, option.value) for option in ask.questions[0].options] == [
        ("仅这一次允许", "once"),
        ("允许并记住", "remember"),
        ("拒绝", "deny"),
    ]


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="once"),)), "once"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="remember"),)), "remember"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="deny"),)), "deny"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="Once"),)), "deny"),
        (Answer(status="answered", answers=(QuestionAnswer(id="permission", value="once", skipped=True),)), "deny"),
        (Answer(status="answered", answers=(QuestionAnswer(id="other", value="once"),)), "deny"),
        (Answer(status="answered"), "deny"),
        (Answer(status="cancelled", answers=(QuestionAnswer(id="permission", value="once"),)), "deny"),
        (Answer(status="timeout"), "deny"),
    ],
)
def test_whatever_does_not_clearly_allow_denies(answer: Answer, decision: str) -> None:
    assert permission_decision(answer) == decision
