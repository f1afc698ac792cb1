"""Packages that unpack to many bytes: every part is checked, and never all of them are in memory."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from inkwright.artifacts.office_package import without_large_parts
from inkwright.artifacts.slides.pptx.builder import build_deck
from tests.artifacts.sample_decks import LESSON, part_of, respelled

ROOT = Path(__file__).resolve().parents[2]
MAX_MEGABYTES = 300
CHECKED = """
import sys
from pathlib import Path
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.checks.deck import check_deck
found = check_deck(Draft("pptx", "a.pptx", "a", {"a.pptx": Path(sys.argv[1]).read_bytes()}))
assert any(each.code == "pptx.broken_picture" for each in found), found
lines = Path("/proc/self/status").read_text().splitlines()
print(next(line for line in lines if line.startswith("VmHWM")).split()[1])
"""


def large_deck(pictures: int, size: int) -> bytes:
    """A small file with large parts that are not valid pictures."""
    content = build_deck(LESSON).main
    relations, types = "ppt/slides/_rels/slide2.xml.rels", "[Content_Types].xml"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
    added = "".join(
        f'<Relationship Id="rIdX{number}" Type="{kind}" Target="../media/x{number}.png"/>' for number in range(pictures)
    )
    changed = {
        relations: part_of(content, relations).replace(b"</Relationships>", f"{added}</Relationships>".encode()),
        types: part_of(content, types).replace(
            b"<Default", b'<Default Extension="png" ContentType="image/png"/><Default', 1
        ),
    }
    return respelled(content, changed | {f"ppt/media/x{number}.png": bytes(size) for number in range(pictures)})


def test_a_package_without_large_parts_is_unchanged() -> None:
    content = build_deck(LESSON).main
    assert without_large_parts(content) is content


def test_large_parts_are_empty_and_all_others_the_same() -> None:
    content = large_deck(1, 5 * 1024 * 1024)
    with (
        zipfile.ZipFile(io.BytesIO(content)) as before,
        zipfile.ZipFile(io.BytesIO(without_large_parts(content))) as after,
    ):
        differ = [name for name in before.namelist() if before.read(name) != after.read(name)]
        assert (after.namelist(), differ) == (before.namelist(), ["ppt/media/x0.png"])


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told by Linux alone")
def test_checking_a_deck_with_large_parts_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "large.pptx").write_bytes(large_deck(8, 30 * 1024 * 1024))
    done = subprocess.run(
        [sys.executable, "-c", CHECKED, str(tmp_path / "large.pptx")],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert int(done.stdout) / 1024 < MAX_MEGABYTES
