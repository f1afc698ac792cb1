"""The user guide is true: every command in its `sh` blocks runs, in order, and its pictures exist and are small."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import world

GUIDE = Path(__file__).resolve().parent.parent / "docs" / "guide"
LANGUAGES = ("en", "zh")
LARGEST = 120_000
RUN = (
    "import json, shlex, sys; from pathlib import Path; from inkwright.cli.main import main; "
    "lines = Path('commands.txt').read_text(encoding='utf-8').splitlines(); "
    "codes = [(line, main(shlex.split(line)[1:])) for line in lines]; "
    "Path('codes.json').write_text(json.dumps(codes), encoding='utf-8')"
)


def commands(language: str) -> list[str]:
    """Return the commands of the guide, in order, without comments."""
    page = (GUIDE / f"{language}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [shlex.join(shlex.split(line, comments=True)) for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_of_the_guide_does_what_it_says(tmp_path: Path, language: str) -> None:
    (tmp_path / "rivers.md").write_bytes((GUIDE / f"rivers.{language}.md").read_bytes())
    typed = commands(language)
    assert len(typed) > 20
    (tmp_path / "commands.txt").write_text("\n".join(typed), encoding="utf-8")
    environ = {**world(tmp_path, language), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=tmp_path, env=environ, capture_output=True, text=True, input="", check=False
    )
    assert done.returncode == 0, done.stderr
    codes = json.loads((tmp_path / "codes.json").read_text(encoding="utf-8"))
    # What may be missing on this machine, the doctor tells by its code.
    assert [line for line, code in codes if code != 0 and "doctor" not in line] == [], done.stdout + done.stderr


def test_both_languages_tell_the_same_commands() -> None:
    def shape(language: str) -> list[list[str]]:
        return [
            [word for word in shlex.split(line) if word.isascii() and not re.search("Rivers|[A-Z]", word)]
            for line in commands(language)
        ]

    assert shape("en") == shape("zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_small_and_shown(language: str) -> None:
    shown = re.findall(r"\]\(pictures/([^)]+)\)", (GUIDE / f"{language}.md").read_text(encoding="utf-8"))
    pictures = sorted((GUIDE / "pictures").glob(f"*.{language}.png"))
    assert sorted(shown) == [picture.name for picture in pictures]
    assert [picture.name for picture in pictures if picture.stat().st_size > LARGEST] == []
