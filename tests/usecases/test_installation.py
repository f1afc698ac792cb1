"""How the program was installed, as its environment tells, and the commands that fit."""

import sys
from pathlib import Path

import pytest

from inkwright.errors import InstallFailed
from inkwright.usecases.installation import Installation, find_installation, install_into
from tests.each import each

PYTHON = Path("/env/bin/python")


@each(
    ("installation", "add", "repair", "remove"),
    [
        (
            Installation("pipx", Path("/pipx/venvs/inkwright"), PYTHON),
            "pipx inject inkwright 'lxml>=6'",
            "pipx reinstall inkwright",
            "pipx uninstall inkwright",
        ),
        (
            Installation("uv", Path("/tools/inkwright"), PYTHON, "/my source"),
            "uv tool install --with 'lxml>=6' '/my source'",
            "uv tool install --reinstall '/my source'",
            "uv tool uninstall inkwright",
        ),
        (
            Installation("source", Path("/src/.venv"), PYTHON, "/src"),
            "/env/bin/python -m pip install 'lxml>=6'",
            "make -C /src -B .venv/run.stamp",
            "make -C /src clean",
        ),
        (
            Installation("pip", Path("/env"), PYTHON),
            "/env/bin/python -m pip install 'lxml>=6'",
            "/env/bin/python -m pip install inkwright",
            "/env/bin/python -m pip uninstall inkwright",
        ),
        (
            Installation("pip", Path("/env"), PYTHON, has_pip=False),
            "uv pip install --python /env/bin/python 'lxml>=6'",
            "uv pip install --python /env/bin/python inkwright",
            "uv pip uninstall --python /env/bin/python inkwright",
        ),
    ],
)
def test_every_way_of_installing_has_its_own_commands(
    installation: Installation, add: str, repair: str, remove: str
) -> None:
    assert (installation.add_command("lxml>=6"), installation.repair_command()) == (add, repair)
    assert installation.remove_command() == remove


def test_pipx_and_uv_are_known_by_what_they_leave(tmp_path: Path) -> None:
    receipt = tmp_path / "uv-receipt.toml"
    receipt.write_text('[tool]\nrequirements = [{ name = "inkwright", directory = "/src" }]\n', encoding="utf-8")
    assert (find_installation(tmp_path).kind, find_installation(tmp_path).source) == ("uv", "/src")
    (tmp_path / "pipx_metadata.json").write_text("{}", encoding="utf-8")
    assert find_installation(tmp_path).kind == "pipx"


@each("case", ["", "[tool", "[tool]\nrequirements = 7\n", '[tool]\nrequirements = [{ name = "other" }]\n', "[tool]\n"])
def test_a_damaged_receipt_of_uv_names_the_program(tmp_path: Path, case: str) -> None:
    (tmp_path / "uv-receipt.toml").write_text(case, encoding="utf-8")
    assert find_installation(tmp_path).source == "inkwright"


def test_an_environment_without_traces_is_one_of_pip(tmp_path: Path) -> None:
    assert find_installation(tmp_path).kind == "pip"


def test_an_installer_that_cannot_start_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    with pytest.raises(InstallFailed, match="No such file"):
        install_into(tmp_path, "lxml", print)
