"""Settings: the first place that has a value wins, and every value knows where it came from."""

from pathlib import Path

import pytest

from inkwright.errors import InvalidSetting
from inkwright.settings import COLOR, LANGUAGE, MAX_INPUT, home_folder, load_settings, size_in_bytes


def origins(tmp_path: Path, flags: dict[str, object], environ: dict[str, str]) -> dict[str, tuple[object, str]]:
    settings = load_settings(flags=flags, environ=environ, folder=tmp_path / "here", home=tmp_path / "home")
    return {item.setting.name: (item.value, item.origin) for item in settings.all()}


def test_flag_beats_environment_beats_folder_beats_home_beats_default(tmp_path: Path) -> None:
    for place, language in (("here", "zh"), ("home", "en")):
        (tmp_path / place).mkdir()
        (tmp_path / place / "inkwright.toml").write_text(f'language = "{language}"\n', encoding="utf-8")
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
    ],
)
def test_a_wrong_setting_names_itself_its_file_and_the_problem(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "inkwright.toml").write_text(content, encoding="utf-8")
    with pytest.raises(InvalidSetting) as caught:
        load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path / "home")
    assert str(tmp_path / "inkwright.toml") in str(caught.value)
    assert problem in str(caught.value)


def test_a_settings_file_that_is_no_text_is_an_error_not_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidSetting):
        load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)


@pytest.mark.parametrize(("written", "size"), [("1", 1), (64, 64), ("64KB", 64_000), ("8 mb", 8_000_000)])
def test_sizes_are_read_with_and_without_units(written: object, size: int) -> None:
    assert size_in_bytes(written) == size


def test_the_home_folder_is_the_environments_or_the_platforms() -> None:
    assert home_folder({"INKWRIGHT_HOME": "/somewhere/ink"}) == Path("/somewhere/ink")
    assert home_folder({}).name == "inkwright"
