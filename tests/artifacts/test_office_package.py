"""Packages that unpack to many bytes: every part is checked, and never all of them are in memory."""

import io
import stat
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from inkwright.artifacts.office_package import PackageProblem, package_problem, without_large_parts
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.i18n import Reason
from tests.artifacts.sample_decks import LESSON, part_of, respelled
from tests.each import each
from tests.hostile_files import MEGABYTE, lying, with_part, zipped

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


def refused(content: bytes) -> str:
    problem = package_problem(content)
    assert problem is not None
    reason = problem.fields.get("problem", problem.key)
    return reason.key.rpartition(".")[2] if isinstance(reason, Reason) else str(reason)


def test_a_part_that_states_a_wrong_size_is_refused_after_a_few_bytes() -> None:
    name = "ppt/presentation.xml"
    large = with_part(build_deck(LESSON).main, name, b"<a>" + b" " * 40 * MEGABYTE + b"</a>")
    liar = lying(large, name, 1_000)
    tracemalloc.start()
    try:
        assert refused(liar) == "size"
        assert tracemalloc.get_traced_memory()[1] < 20 * MEGABYTE
    finally:
        tracemalloc.stop()
    assert refused(lying(large, name, 0)) == "size"


@each(
    ("name", "content", "reason"),
    [
        ("../outside.xml", b"<a/>", "path"),
        ("ppt\\..\\..\\outside.xml", b"<a/>", "path"),
        ("a.xml", b"<!DOCTYPE a><a/>", "doctype"),
        ("a.xml", "<!DOCTYPE a><a/>".encode("utf-16"), "doctype"),
        ("a.svg", "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>".encode("utf-16-be"), "entities"),
        ("a.xml", b"<?xml version='1.0' encoding='UTF-7'?>+ADwAIQ-DOCTYPE a><a/>", "encoding"),
        ("a.xml", "<?xml version='1.0' encoding='utf-32'?><a/>".encode("utf-32"), "encoding"),
    ],
)
def test_parts_that_no_office_program_writes_are_refused(name: str, content: bytes, reason: str) -> None:
    assert refused(with_part(build_deck(LESSON).main, name, content)) == reason


def test_links_and_other_ways_of_packing_are_refused() -> None:
    link = zipfile.ZipInfo("a.xml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as package:
        package.writestr(link, "/etc/passwd")
    assert refused(made.getvalue()) == "path"
    assert refused(zipped({"a.xml": b"<a/>"}, method=zipfile.ZIP_LZMA)) == "packing"


def test_the_reason_of_every_problem_is_a_part_of_a_sentence() -> None:
    deck = build_deck(LESSON).main
    found = [package_problem(each) for each in (b"x", with_part(deck, "ppt/vbaProject.bin", b"x"))]
    found.append(PackageProblem("too_large", {"size": "300 MB", "most": "256 MB"}))
    assert [str(problem.reason) for problem in found if problem] == [
        "it does not begin like a zip",
        "it contains active content (ppt/vbaProject.bin)",
        "it is too large when it is unpacked: 300 MB, with a limit of 256 MB",
    ]
