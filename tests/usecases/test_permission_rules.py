"""Permissions: rules that are kept, listed and taken back; and links that lead elsewhere."""

import os
from pathlib import Path

import pytest

from inkwright.errors import InvalidSetting
from inkwright.usecases.permission_rules import FILE_NAME, PermissionRule, PermissionRules


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
