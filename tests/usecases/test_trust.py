"""Trust the settings of a folder: what is shown, stored and forgotten."""

from pathlib import Path

from inkwright.settings import DATABASE, MODEL, SETTINGS, load_settings
from inkwright.usecases.trust import (
    SettingChange,
    folder_settings_in,
    forget_answer,
    save_answer,
    setting_changes,
    trusted_folders,
)
from tests.each import each

VALUES = {
    "model": '"http://127.0.0.1:1/v1#m"',
    "model_timeout": "5",
    "ignored_keys": '["A"]',
    "log_calls": "false",
    "hide_names": "false",
    "search_private": "true",
    "database": '"sqlite:////tmp/elsewhere.db"',
    "files": '"/tmp/elsewhere"',
    "run_at_once": "7",
    "agent_unified_enabled": "false",
    "turn_seconds": "1",
    "turn_calls": "7",
    "turn_tokens": "7",
    "turn_dollars": "900",
    "ask_seconds": "3",
    "pass_mark": "70",
    "mcp": '{ servers = { weather = { command = "weather" } } }',
}
NEED_TRUST = [setting for setting in SETTINGS if not setting.is_harmless]


def value_of(name: str) -> str:
    return VALUES.get(name) or VALUES["model"]


def write(folder: Path, *names: str, **values: str) -> None:
    lines = [f"{name} = {value_of(name)}" for name in names] + [f"{name} = {value}" for name, value in values.items()]
    (folder / "inkwright.toml").write_text("\n".join(lines), encoding="utf-8")


@each("name", [setting.name for setting in NEED_TRUST])
def test_what_can_send_move_or_spend_counts_only_after_trust(tmp_path: Path, name: str) -> None:
    setting = next(setting for setting in SETTINGS if setting.name == name)
    home = tmp_path / "home"
    write(tmp_path, name)
    ignored = load_settings(flags={}, environ={}, folder=tmp_path, home=home)
    assert (ignored.get(setting), ignored.origin(setting).code) == (setting.default, "default")

    asked = folder_settings_in(home, tmp_path)
    assert asked is not None
    save_answer(home, asked, is_trusted=True)
    used = load_settings(flags={}, environ={}, folder=tmp_path, home=home)
    assert used.get(setting) != setting.default
    assert used.origin(setting).code == str(tmp_path / "inkwright.toml")


def test_harmless_settings_are_few_and_count_at_once(tmp_path: Path) -> None:
    assert [setting.name for setting in SETTINGS if setting.is_harmless] == [
        "language",
        "color",
        "pictures",
        "max_input",
    ]
    write(tmp_path, "model", language='"zh"')
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path / "home")
    assert settings.get(SETTINGS[0]) == "zh"


def test_a_changed_value_is_asked_about_again_and_a_comment_is_not(tmp_path: Path) -> None:
    home = tmp_path / "home"
    write(tmp_path, "model")
    asked = folder_settings_in(home, tmp_path)
    assert asked is not None
    save_answer(home, asked, is_trusted=True)
    file = tmp_path / "inkwright.toml"
    file.write_text(f"# mine\n{file.read_text()}\nlanguage = 'en'", encoding="utf-8")
    assert load_settings(flags={}, environ={}, folder=tmp_path, home=home).get(MODEL) == "http://127.0.0.1:1/v1#m"
    file.write_text(file.read_text().replace("#m", "#n"), encoding="utf-8")
    assert load_settings(flags={}, environ={}, folder=tmp_path, home=home).get(MODEL) == "auto"


def test_the_file_in_the_home_folder_needs_no_trust(tmp_path: Path) -> None:
    write(tmp_path, "model", "database")
    for folder in (tmp_path, tmp_path / "other"):
        settings = load_settings(flags={}, environ={}, folder=folder, home=tmp_path)
        assert (settings.guarded, settings.get(DATABASE)) == (None, "sqlite:////tmp/elsewhere.db")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "inkwright.toml").symlink_to(tmp_path / "inkwright.toml")
    assert load_settings(flags={}, environ={}, folder=tmp_path / "other", home=tmp_path).guarded is None


def test_every_change_is_shown_whole_without_secrets_and_control_characters(tmp_path: Path) -> None:
    tail = "x" * 2_000
    write(
        tmp_path,
        model=f'"http://a.example/v1#\\u001b[2J{tail}\\u202eend"',
        database='"postgresql://me:sesame@h/db?password=hunter22"',
        turn_calls='"many"',
    )
    home = tmp_path / "home"
    asked = folder_settings_in(home, tmp_path)
    assert asked is not None
    settings = load_settings(flags={}, environ={"INKWRIGHT_DATABASE": "sqlite:///mine"}, folder=tmp_path, home=home)
    assert setting_changes(settings, asked) == [
        SettingChange("model", "auto", f"http://a.example/v1#\\x1b[2J{tail}\\u202eend"),
        SettingChange("database", "sqlite:///mine", "postgresql://me:***@h/db?password=***"),
        SettingChange("turn_calls", "200", "'many'"),
    ]


def test_trust_is_listed_private_and_can_be_forgotten(tmp_path: Path) -> None:
    home = tmp_path / "home"
    write(tmp_path, "model")
    asked = folder_settings_in(home, tmp_path)
    assert asked is not None
    save_answer(home, asked, is_trusted=False)
    assert trusted_folders(home) == []
    save_answer(home, asked, is_trusted=True)
    assert trusted_folders(home) == [str(tmp_path.resolve())]
    assert (home / "trusted.json").stat().st_mode & 0o777 == 0o600
    assert (forget_answer(home, tmp_path), forget_answer(home, tmp_path)) == (True, False)
    assert trusted_folders(home) == []
