"""`inkwright preview`: the pages of a file as images."""

import json
from pathlib import Path

from tests.cli.test_main import inkwright


def test_without_office_a_deck_is_drawn_as_a_sketch(tmp_path: Path) -> None:
    (tmp_path / "rain.md").write_text("# Rain\n\n## Where it comes from\n\n- Sea\n- Clouds\n", encoding="utf-8")
    bare = {"INKWRIGHT_HOME": str(tmp_path / "home"), "PATH": str(tmp_path)}
    made = inkwright("render", "rain.md", "-o", "rain.pptx", "--no-look", "--quiet", cwd=tmp_path, stdin="", **bare)
    assert made.returncode == 0, made.stderr
    done = inkwright("preview", "rain.pptx", "-o", "pages", "--json", cwd=tmp_path, stdin="", **bare)
    shown = json.loads(done.stdout)
    assert (shown["how"], shown["pages"]) == ("sketch", len(shown["paths"]))
    assert all((tmp_path / path).read_bytes().startswith(b"\x89PNG") for path in shown["paths"])


def test_a_file_that_does_not_exist_is_a_sentence(tmp_path: Path) -> None:
    done = inkwright("preview", "gone.pptx", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, "gone.pptx" in done.stderr, "Traceback" in done.stderr) == (2, True, False)
