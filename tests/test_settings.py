"""Settings: the first source that has a value wins, and every value has an origin."""

from pathlib import Path

import pytest

from inkwright.errors import InvalidSetting, UnwritableOutput
from inkwright.i18n import Reason, error_text
from inkwright.settings import (
    COLOR,
    DATABASE,
    IGNORED_KEYS,
    LANGUAGE,
    LOG_CALLS,
    MAX_INPUT,
    MODEL,
    MODEL_TIMEOUT,
    Origin,
    home_folder,
    load_settings,
    save_setting,
)


def origins(tmp_path: Path, flags: dict[str, object], environ: dict[str, str]) -> dict[str, tuple[object, str]]:
    settings = load_settings(flags=flags, environ=environ, folder=tmp_path / "here", home=tmp_path / "home")
    return {item.setting.name: (item.value, item.origin.code) for item in settings.all()}


def test_flag_beats_environment_beats_folder_beats_home_beats_default(tmp_path: Path) -> None:
    for folder, language in (("here", "zh"), ("home", "en")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "inkwright.toml").write_text(f'language = "{language}"\n', encoding="utf-8")
    here, home = tmp_path / "here" / "inkwright.toml", tmp_path / "home" / "inkwright.toml"

    found = [origins(tmp_path, {"language": "zh"}, {"INKWRIGHT_LANGUAGE": "en"})["language"]]
    found.append(origins(tmp_path, {"language": None}, {"INKWRIGHT_LANGUAGE": "en"})["language"])
    found.append(origins(tmp_path, {}, {})["language"])
    here.unlink()
    found.append(origins(tmp_path, {}, {})["language"])
    home.unlink()
    found.append(origins(tmp_path, {}, {})["language"])

    assert found == [
        ("zh", "flag"),
        ("en", "$INKWRIGHT_LANGUAGE"),
        ("zh", str(here)),
        ("en", str(home)),
        ("auto", "default"),
    ]


def test_values_are_typed(tmp_path: Path) -> None:
    settings = load_settings(flags={}, environ={"INKWRIGHT_MAX_INPUT": "2 MB"}, folder=tmp_path, home=tmp_path)
    assert settings.get(MAX_INPUT) == 2_000_000
    assert settings.get(COLOR) == "auto"
    assert settings.get(LANGUAGE) == "auto"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('language = "fr"', "one of auto, en, zh"),
        ("langauge = 'en'", "did you mean 'language'"),
        ("max_input = -5", "a size"),
        ("max_input = true", "a size"),
        ("language = [", "Invalid"),
        ("\x00", "Invalid"),
        ("a." * 45_000 + "b = 1", "too many parts"),
        ("max_input = " + "9" * 5_000, "digits"),
        ("max_input = 1" + "0" * 400, "a size"),
    ],
)
def test_an_invalid_setting_names_itself_its_file_and_the_problem(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "inkwright.toml").write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSetting) as caught:
        load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path / "home")
    assert str(tmp_path / "inkwright.toml") in str(caught.value)
    assert problem in str(caught.value)


def test_a_settings_file_that_is_not_text_is_an_error_not_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidSetting):
        load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)


def test_the_home_folder_comes_from_the_environment_or_the_platform() -> None:
    assert home_folder({"INKWRIGHT_HOME": "/somewhere/ink"}) == Path("/somewhere/ink")
    assert home_folder({}).name == "inkwright"


def test_the_model_settings_are_typed(tmp_path: Path) -> None:
    environ = {"INKWRIGHT_MODEL_TIMEOUT": "2.5", "INKWRIGHT_IGNORED_KEYS": "A, B,A", "INKWRIGHT_LOG_CALLS": "off"}
    settings = load_settings(flags={}, environ=environ, folder=tmp_path, home=tmp_path)
    assert (settings.get(MODEL), settings.get(MODEL_TIMEOUT), settings.get(LOG_CALLS)) == ("auto", 2.5, False)
    assert settings.get(IGNORED_KEYS) == ("A", "B")
    assert str(settings.get(IGNORED_KEYS)) == "A, B"
    assert settings.origin(IGNORED_KEYS).code == "$INKWRIGHT_IGNORED_KEYS"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("model = 7", "a text"),
        ('model = " "', "a text"),
        ("model_timeout = 0", "seconds above 0"),
        ("model_timeout = true", "seconds above 0"),
        ('model_timeout = "nan"', "seconds above 0"),
        ("ignored_keys = [1]", "words"),
        ('log_calls = "perhaps"', "on or off"),
    ],
)
def test_an_invalid_model_setting_names_its_problem(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "inkwright.toml").write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSetting, match=problem):
        load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)


def test_the_address_of_a_database_is_shown_without_its_password(tmp_path: Path) -> None:
    written = "postgresql://me:ses@me@db.example:5432/ink"
    settings = load_settings(flags={}, environ={"INKWRIGHT_DATABASE": written}, folder=tmp_path, home=tmp_path)
    address = settings.get(DATABASE)
    assert address == written
    assert [str(address), f"{address!r}"] == [
        "postgresql://me:***@db.example:5432/ink",
        "'postgresql://me:***@db.example:5432/ink'",
    ]
    assert str(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path).get(DATABASE)) == "auto"


def test_lists_and_booleans_in_toml_are_accepted(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_text('ignored_keys = ["A"]\nlog_calls = false\n', encoding="utf-8")
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    assert (settings.get(IGNORED_KEYS), settings.get(LOG_CALLS)) == (("A",), False)


def test_saving_a_setting_keeps_comments_and_order_and_lets_only_the_owner_read(tmp_path: Path) -> None:
    file = tmp_path / "inkwright.toml"
    file.write_text('# mine\nlanguage = "zh"  # 中文\n\n# how much\nmax_input = "8 MB"\n', encoding="utf-8")
    file.chmod(0o644)

    save_setting(tmp_path, "model", "openai:gpt-5, local")
    save_setting(tmp_path, "language", "en")

    assert file.read_text(encoding="utf-8") == (
        '# mine\nlanguage = "en"  # 中文\n\n# how much\nmax_input = "8 MB"\nmodel = "openai:gpt-5, local"\n'
    )
    assert file.stat().st_mode & 0o777 == 0o600
    save_setting(tmp_path, "model", None)
    save_setting(tmp_path, "model", None)
    assert "model" not in file.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["inkwright.toml"]


def test_saving_creates_the_home_folder_and_follows_a_link(tmp_path: Path) -> None:
    save_setting(tmp_path / "new" / "home", "model", "local")
    assert load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path / "new" / "home").get(MODEL) == "local"

    (tmp_path / "dotfiles.toml").write_text("", encoding="utf-8")
    (tmp_path / "inkwright.toml").symlink_to(tmp_path / "dotfiles.toml")
    save_setting(tmp_path, "model", "local")
    assert (tmp_path / "inkwright.toml").is_symlink()
    assert (tmp_path / "dotfiles.toml").read_text(encoding="utf-8") == 'model = "local"\n'


@pytest.mark.parametrize(("content", "name", "value"), [("model = [", "model", "local"), ("", "model_timeout", "-1")])
def test_a_broken_file_is_not_changed_and_an_invalid_value_is_not_saved(
    tmp_path: Path, content: str, name: str, value: str
) -> None:
    file = tmp_path / "inkwright.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSetting):
        save_setting(tmp_path, name, value)
    assert file.read_text(encoding="utf-8") == content


def test_a_home_that_cannot_be_written_is_an_error_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UnwritableOutput, match=str(tmp_path / "file")):
        save_setting(tmp_path / "file", "model", "local")


def test_an_invalid_setting_is_reported_in_the_language_of_the_reader(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting) as caught:
        load_settings(flags={"language": "fr"}, environ={}, folder=tmp_path, home=tmp_path)
    assert caught.value.fields["problem"] == Reason(
        "reason.settings.one_of", allowed="auto, en, zh, zh-Hant", raw="'fr'"
    )
    what, _ = error_text("zh", caught.value)
    assert "命令行" in what
    assert "应为 auto, en, zh, zh-Hant 之一，而不是 'fr'" in what


def test_an_origin_has_a_code_for_programs_and_a_text_for_people() -> None:
    origins = [Origin("flag"), Origin("environment", "$INKWRIGHT_MODEL"), Origin("file", "/a.toml"), Origin("default")]
    assert [origin.code for origin in origins] == ["flag", "$INKWRIGHT_MODEL", "/a.toml", "default"]
    assert [origin.text("zh") for origin in origins] == ["命令行", "$INKWRIGHT_MODEL", "/a.toml", "默认"]
