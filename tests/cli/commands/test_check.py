"""`inkwright render`, `check` and `preview` of interactive pages, with Chromium and without."""

import json
import shutil
from io import BytesIO, StringIO
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.artifacts.webpages.screenshots import png_size
from inkwright.cli.commands import check
from inkwright.cli.shell import Shell
from inkwright.errors import UnreadableFile
from inkwright.settings import load_settings
from tests.artifacts.webpages.faulty_pages import HEAD, made
from tests.artifacts.webpages.sample_pages import DIAGRAM, FLASHCARDS, TIMELINE_ZH
from tests.cli.test_main import inkwright

PICTURE = Path(__file__).resolve().parents[3] / "docs" / "gallery" / "leaf.png"
needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="CHROMIUM IS NOT INSTALLED: no page is run")


def asked(desk: Path, *arguments: str, **environ: str) -> CompletedProcess[str]:
    return inkwright(*arguments, cwd=desk, INKWRIGHT_HOME=str(desk / "home"), **environ)


def written(desk: Path, name: str, given: object) -> None:
    (desk / name).write_text(json.dumps(given, ensure_ascii=False), encoding="utf-8")


@needs_chromium
def test_a_description_becomes_a_page_that_passes_the_check_and_can_be_seen(tmp_path: Path) -> None:
    written(tmp_path, "cards.json", FLASHCARDS)
    done = asked(tmp_path, "render", "cards.json", "-o", "out/cards.html")
    assert (done.returncode, "out/cards.html" in done.stdout) == (0, True), done.stderr
    assert "Checking the rendered pages" in done.stderr
    checked = asked(tmp_path, "check", "out/cards.html", "--json")
    assert json.loads(checked.stdout) == {"good": True, "rendered": True, "findings": []}
    shown = json.loads(asked(tmp_path, "preview", "out/cards.html", "-o", "seen", "--json").stdout)
    assert shown == {"pages": 2, "how": "browser", "paths": ["seen/cards-1280.png", "seen/cards-390.png"]}
    assert [png_size((tmp_path / path).read_bytes())[0] for path in shown["paths"]] == [1280, 390]


def test_a_picture_beside_the_description_goes_into_the_page(tmp_path: Path) -> None:
    shutil.copy(PICTURE, tmp_path / "leaf.png")
    written(tmp_path, "leaf.json", DIAGRAM | {"picture": "leaf.png"})
    done = asked(tmp_path, "render", "leaf.json", "-o", "leaf.html", "--no-look", "--quiet")
    assert (done.returncode, done.stdout) == (0, "leaf.html\n"), done.stderr
    assert "data:image/png;base64," in (tmp_path / "leaf.html").read_text(encoding="utf-8")


def test_what_is_wrong_with_a_description_is_told(tmp_path: Path) -> None:
    written(tmp_path, "line.json", TIMELINE_ZH | {"events": []})
    done = asked(tmp_path, "--language", "zh", "render", "line.json", "-o", "line.html")
    assert (done.returncode, (tmp_path / "line.html").exists()) == (2, False)
    assert "请修正描述中的问题：events：至少要有 2 个，现在有 0 个" in done.stderr


def test_mistakes_are_told_in_the_language_of_the_person_whatever_the_description_is_written_in(tmp_path: Path) -> None:
    written(tmp_path, "cards.json", FLASHCARDS | {"cards": [{"front": "a", "back": "b"}, {"front": "c"}]})
    for asking in (("render", "cards.json", "-o", "cards.html"), ("check", "cards.json")):
        done = asked(tmp_path, "--language", "zh", *asking)
        assert "第 2 张卡片，back：缺少这一项" in done.stdout + done.stderr
        assert "Mend" not in done.stdout + done.stderr
    written(tmp_path, "line.json", TIMELINE_ZH | {"events": []})
    done = asked(tmp_path, "--language", "en", "render", "line.json", "-o", "line.html")
    assert "events: it must have at least 2, not 0" in done.stderr


def test_json_that_cannot_be_read_is_told_with_line_and_column(tmp_path: Path) -> None:
    (tmp_path / "page.json").write_text('{"page": "timeline",\n "title": "T"\n "events": []}', encoding="utf-8")
    done = asked(tmp_path, "--language", "zh", "render", "page.json", "-o", "page.html")
    assert (done.returncode, "从第 3 行第 2 列起读不下去" in done.stderr) == (2, True)
    checked = asked(tmp_path, "--language", "zh", "check", "page.json")
    assert (checked.returncode, "从第 3 行第 2 列起读不下去" in checked.stdout) == (1, True)


def test_a_missing_picture_is_told_with_the_folder_where_it_was_looked_for(tmp_path: Path) -> None:
    written(tmp_path, "leaf.json", DIAGRAM | {"picture": "leaf.png"})
    done = asked(tmp_path, "--language", "zh", "render", "leaf.json", "-o", "leaf.html")
    assert f"没有文件 leaf.png：在 {tmp_path.resolve()} 及其子文件夹里找过" in done.stderr


def test_curves_and_spots_that_nobody_can_use_are_told(tmp_path: Path) -> None:
    spots = [{"x": 50, "y": 50, "name": "a"}, {"x": 51, "y": 50, "name": "b"}]
    written(tmp_path, "spots.json", DIAGRAM | {"spots": spots})
    done = asked(tmp_path, "--language", "zh", "render", "spots.json", "-o", "spots.html", "--no-look")
    assert (done.returncode, "在手机上这些位置会互相遮盖：1 + 2" in done.stdout + done.stderr) == (0, True)
    written(tmp_path, "curve.json", {"page": "plotter", "title": "T", "curves": [{"formula": "sqrt(-1-x^2)"}]})
    done = asked(tmp_path, "--language", "zh", "render", "curve.json", "-o", "curve.html", "--no-look")
    assert (done.returncode, (tmp_path / "curve.html").exists()) == (1, False)
    assert "第 1 条曲线 sqrt(-1-x^2) 在 x = -10 到 10 之间处处没有定义" in done.stdout + done.stderr


def test_a_description_is_checked_as_the_page_that_it_describes(tmp_path: Path) -> None:
    shutil.copy(PICTURE, tmp_path / "leaf.png")
    written(tmp_path, "page.json", DIAGRAM | {"picture": "leaf.png"})
    done = asked(tmp_path, "check", "page.json", "--no-look", "--json")
    assert json.loads(done.stdout) == {"good": True, "rendered": False, "findings": []}
    assert "The page was checked but not run" in asked(tmp_path, "check", "page.json", "--no-look").stderr


@needs_chromium
def test_a_description_is_run_as_the_page_that_it_describes(tmp_path: Path) -> None:
    written(tmp_path, "page.json", FLASHCARDS)
    done = asked(tmp_path, "check", "page.json", "--json")
    assert json.loads(done.stdout) == {"good": True, "rendered": True, "findings": []}


def test_a_bad_description_fails_the_check_and_says_what_to_mend(tmp_path: Path) -> None:
    written(tmp_path, "page.json", TIMELINE_ZH | {"events": []})
    done = asked(tmp_path, "--language", "zh", "check", "page.json", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["good"]) == (1, False)
    assert "请修正描述中的问题：events：至少要有 2 个，现在有 0 个" in told["findings"][0]["mend"]
    written(tmp_path, "poster.json", {"page": "poster", "title": "T"})
    assert "flashcards" in asked(tmp_path, "check", "poster.json").stdout


@needs_chromium
def test_a_page_with_a_dead_button_fails_the_check(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(made(f"{HEAD}<button>Start</button>", js="let n = 0;").main)
    done = asked(tmp_path, "check", "page.html")
    assert done.returncode == 1
    assert "<button> “Start” has no effect when used." in done.stdout + done.stderr


def test_without_chromium_a_page_is_read_and_nobody_says_that_it_ran(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(made(HEAD).main)
    checked = asked(tmp_path, "check", "page.html", PATH=str(tmp_path))
    assert checked.returncode == 0
    assert "The page was checked but not run. Running it needs Chromium" in checked.stderr
    shown = asked(tmp_path, "preview", "page.html", PATH=str(tmp_path))
    assert shown.returncode == 1
    assert "Showing pages needs Chromium, which is not installed." in shown.stdout + shown.stderr
    doctor = asked(tmp_path, "doctor", PATH=str(tmp_path))
    assert "program Chromium: —" in doctor.stdout


@needs_chromium
def test_the_doctor_tells_whether_the_sandbox_of_chromium_works(tmp_path: Path) -> None:
    rows = json.loads(asked(tmp_path, "doctor", "--json").stdout)
    [sandbox] = [row for row in rows if row["name"] == "Chromium sandbox"]
    assert sandbox["found"] == ("on" if sandbox["well"] else "off")


def test_the_schema_of_every_kind_can_be_printed(tmp_path: Path) -> None:
    schema = json.loads(asked(tmp_path, "render", "--schema", "page").stdout)
    assert "flashcards" in schema["discriminator"]["mapping"]


def test_a_name_without_a_file_and_a_folder_are_called_what_they_are(tmp_path: Path) -> None:
    shell = Shell(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path), "en", StringIO(), BytesIO())
    for name, problem in (("nosuch", "no such file"), (".", "is a directory")):
        with pytest.raises(UnreadableFile, match=problem):
            check.run(check.CheckOptions(str(tmp_path / name)), shell)
