"""The command for the package manager of this machine."""

import os
from pathlib import Path

import pytest

from inkwright.usecases.system_packages import install_command
from tests.each import each


def with_manager(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch, *, user: int) -> None:
    (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
    (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(os, "geteuid", lambda: user)


@each(
    ("manager", "user", "command"),
    [
        ("apt-get", 0, "apt-get install chromium"),
        ("apt-get", 1000, "sudo apt-get install chromium"),
        ("dnf", 1000, "sudo dnf install chromium"),
        ("pacman", 1000, "sudo pacman -S chromium"),
        ("brew", 501, "brew install --cask google-chrome"),
        ("unknown", 0, ""),
    ],
)
def test_the_command_fits_the_machine_and_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manager: str, user: int, command: str
) -> None:
    with_manager(tmp_path, manager, monkeypatch, user=user)
    assert install_command("chromium") == command


@each("part", ["office", "chromium", "fonts", "tex", "python"])
def test_every_part_has_a_package_for_every_manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    for manager in ("apt-get", "dnf", "pacman", "brew"):
        folder = tmp_path / manager
        folder.mkdir()
        with_manager(folder, manager, monkeypatch, user=0)
        assert install_command(part).startswith(manager)
