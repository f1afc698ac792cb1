"""`inkwright settings`: every value with its origin."""

import json
from pathlib import Path

from inkwright.settings import SETTINGS
from tests.cli.test_main import inkwright


def test_every_setting_is_shown_with_its_origin(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_text('color = "never"\n', encoding="utf-8")
    done = inkwright(
        "settings", "--json", cwd=tmp_path, INKWRIGHT_MAX_INPUT="1MB", INKWRIGHT_HOME=str(tmp_path / "home")
    )
    found = {row["name"]: (row["value"], row["origin"]) for row in json.loads(done.stdout)["settings"]}
    assert found == {
        "language": ("auto", "default"),
        "color": ("never", str(tmp_path / "inkwright.toml")),
        "pictures": ("auto", "default"),
        "max_input": ("1000000", "$INKWRIGHT_MAX_INPUT"),
        "model": ("auto", "default"),
        "model_fast": ("auto", "default"),
        "model_standard": ("auto", "default"),
        "model_strong": ("auto", "default"),
        "model_vision": ("auto", "default"),
        "model_timeout": ("120.0", "default"),
        "model_hub": ("auto", "default"),
        "ignored_keys": ("none", "default"),
        "log_calls": ("True", "default"),
        "hide_names": ("True", "default"),
        "search": ("none", "default"),
        "search_private": ("False", "default"),
        "database": ("auto", "default"),
        "files": ("auto", "default"),
        "run_at_once": ("4", "default"),
        "agent_unified_enabled": ("True", "default"),
        "turn_seconds": ("900.0", "default"),
        "turn_calls": ("200", "default"),
        "turn_tokens": ("2000000", "default"),
        "turn_dollars": ("5.0", "default"),
        "ask_seconds": ("0.0", "default"),
        "pass_mark": ("60.0", "default"),
        "tools_off": ("none", "default"),
        "embeddings": ("none", "default"),
        "mcp": ("none", "default"),
    }
    assert set(found) == {setting.name for setting in SETTINGS}


def test_a_person_reads_what_each_is_for(tmp_path: Path) -> None:
    done = inkwright("settings", "--language", "zh", cwd=tmp_path)
    assert (done.returncode, "程序的语言" in done.stdout) == (0, True)
    assert all(setting.name in done.stdout for setting in SETTINGS)
    assert "← 命令行" in done.stdout
