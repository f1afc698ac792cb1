"""`inkwright library`: files are added, listed, found, read and removed."""

import io
import json
from pathlib import Path

import pytest

from inkwright import NotFound
from inkwright.cli.commands import library
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption, ServiceFailed
from inkwright.settings import load_settings


def run(home: Path, options: library.LibraryOptions, code: int = OK, environ: dict[str, str] | None = None) -> str:
    out = io.StringIO()
    settings = load_settings(flags={}, environ=environ or {}, folder=home, home=home / "home")
    assert library.run(options, Shell(settings, "en", out, io.BytesIO())) == code
    return out.getvalue()


def test_a_document_is_added_found_shown_and_removed(tmp_path: Path) -> None:
    (tmp_path / "rain.md").write_text("# Rain\n\nRain falls\x1b[31m from clouds.")

    assert "empty" in run(tmp_path, library.LibraryListOptions())
    assert run(tmp_path, library.LibraryAddOptions([tmp_path / "rain.md"])) == "1/1  rain.md: ready, 1 page\n"
    assert run(tmp_path, library.LibraryListOptions()) == "rain.md  ready, 1 page\n"
    found = run(tmp_path, library.LibrarySearchOptions("What does rain fall from?"))
    assert "rain.md, page 1, character 1" in found
    assert "[falls]" in found
    assert "\x1b" not in found
    assert run(tmp_path, library.LibrarySearchOptions("snow")) == 'No passage matches "snow".\n'
    assert "clouds." in run(tmp_path, library.LibraryShowOptions("rain.md", start=11))
    assert run(tmp_path, library.LibraryRemoveOptions("rain.md")) == "Removed: rain.md\n"
    assert json.loads(run(tmp_path, library.LibrarySearchOptions("rain", json=True))) == []


def test_a_file_that_cannot_be_read_is_reported_and_the_others_are_added(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF- broken")
    (tmp_path / "good.txt").write_text("rain")
    files = [tmp_path / "bad.pdf", tmp_path / "missing.txt", tmp_path / "good.txt"]

    told = json.loads(run(tmp_path, library.LibraryAddOptions(files, json=True), FAILED))

    assert [each["status"] for each in told] == ["failed", "failed", "ready"]
    assert "bad.pdf   not readable: " in run(tmp_path, library.LibraryListOptions())


def test_a_page_that_does_not_exist_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("rain")
    run(tmp_path, library.LibraryAddOptions([tmp_path / "good.txt"]))

    with pytest.raises(NotFound):
        run(tmp_path, library.LibraryShowOptions("good.txt", page=2))


def test_a_search_without_words_asks_for_words(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="words to search for"):
        run(tmp_path, library.LibrarySearchOptions("  "))


def test_without_the_model_for_search_by_meaning_words_still_find(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.txt").write_text("rain falls")
    assert "No model for search by meaning is set" in run(tmp_path, library.LibraryEmbedOptions())
    closed = {"INKWRIGHT_EMBEDDINGS": "http://127.0.0.1:9/v1#mini"}
    run(tmp_path, library.LibraryAddOptions([tmp_path / "good.txt"]), environ=closed)
    assert "1 passage has no vector yet" in capsys.readouterr().err
    assert "good.txt" in run(tmp_path, library.LibrarySearchOptions("rain"), environ=closed)
    assert "Found by words alone" in capsys.readouterr().err
    with pytest.raises(ServiceFailed):
        run(tmp_path, library.LibraryEmbedOptions(), environ=closed)
