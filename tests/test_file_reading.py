"""A file is read up to a limit, or the reason why not is given."""

import io
import os
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from inkwright.file_reading import open_zip, read_limited, read_zip_part
from inkwright.i18n import Reason
from tests.each import each
from tests.hostile_files import MEGABYTE, lying, zipped


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"12345")
    assert read_limited(tmp_path / "a.txt", 5) == b"12345"
    assert read_limited(io.BytesIO(b"12345"), 5) == b"12345"


def test_a_larger_one_is_refused_with_the_usual_or_the_given_reason() -> None:
    assert read_limited(io.BytesIO(b"123456"), 5) == Reason("reason.usecases.too_large", limit="5")
    assert read_limited(io.BytesIO(b"123456"), 5, too_large=Reason("reading.empty")) == Reason("reading.empty")


def test_what_the_system_refuses_is_a_reason_too(tmp_path: Path) -> None:
    assert str(read_limited(tmp_path / "none", 5)) == "no such file or directory"
    assert read_limited(tmp_path / "a\0b", 5) == Reason("reason.name_character")


def test_a_named_pipe_is_refused_instead_of_waiting_for_a_writer_and_the_pipe_of_a_shell_is_read(
    tmp_path: Path,
) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused = read_limited(tmp_path / "pipe", 10)
    assert isinstance(refused, Reason)
    assert refused.key == "reason.named_pipe"
    reading, writing = os.pipe()
    os.write(writing, b"text")
    os.close(writing)
    assert read_limited(Path(f"/dev/fd/{reading}"), 10) == b"text"
    os.close(reading)


@each(
    "content",
    [
        lying(zipped({"a": bytes(40 * MEGABYTE)}), "a", 10),
        zipped({"a": bytes(40 * MEGABYTE)}),
        zipped({"a": bytes(40 * MEGABYTE)}, method=zipfile.ZIP_BZIP2),
        zipped({"a": bytes(40 * MEGABYTE)}, method=zipfile.ZIP_LZMA),
    ],
)
def test_a_part_of_a_zip_takes_no_more_memory_than_its_limit_however_it_is_packed(content: bytes) -> None:
    tracemalloc.start()
    try:
        with open_zip(content) as package:
            assert len(read_zip_part(package, package.infolist()[0], MEGABYTE) or b"") <= 10
    except zipfile.BadZipFile:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 8 * MEGABYTE


def test_every_damage_of_a_zip_is_the_same_error() -> None:
    content = zipped({"a": b"It rains. " * 50, "b": bytes(range(256))})
    for place in range(len(content)):
        for value in (0, 0xFF):
            damaged = content[:place] + bytes([value]) + content[place + 1 :]
            try:
                with open_zip(damaged) as package:
                    for part in package.infolist():
                        read_zip_part(package, part, MEGABYTE)
            except zipfile.BadZipFile:
                continue
    with pytest.raises(zipfile.BadZipFile):
        open_zip(content[:-9])
