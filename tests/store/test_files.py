"""Files named by their digests: anything else at the path of a file affects only this file, and is replaced."""

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from inkwright.errors import FileLost, StoreUnavailable
from inkwright.store.files import ContentFiles

CONTENT = b"words"
DIGEST = hashlib.sha256(CONTENT).hexdigest()


def in_a_folder(path: Path) -> None:
    path.mkdir()
    (path / "theirs.txt").write_text("theirs")


def file_for_folder(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("theirs")


def link_for_folder(path: Path) -> None:
    path.parent.rmdir()
    path.parent.symlink_to("nowhere")


IN_ITS_PLACE: dict[str, Callable[[Path], object]] = {
    "nothing": lambda path: None,
    "an empty folder": lambda path: path.mkdir(),
    "a folder": in_a_folder,
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a pipe": os.mkfifo,
    "a socket": lambda path: os.mknod(path, stat.S_IFSOCK | 0o600),
    "other words": lambda path: path.write_bytes(b"sword"),
    "a file for its folder": file_for_folder,
    "a link for its folder": link_for_folder,
}


@pytest.mark.parametrize("put", IN_ITS_PLACE)
def test_anything_else_at_the_path_of_a_file_means_its_loss_and_is_replaced(put: str, tmp_path: Path) -> None:
    files = ContentFiles(tmp_path / "files")
    files.keep({DIGEST: CONTENT})
    files.path(DIGEST).unlink()
    IN_ITS_PLACE[put](files.path(DIGEST))
    with pytest.raises(FileLost):
        files.read(DIGEST)
    files.keep({DIGEST: CONTENT})
    assert files.read(DIGEST) == CONTENT


def test_a_folder_with_something_in_it_makes_way_and_keeps_it(tmp_path: Path) -> None:
    files = ContentFiles(tmp_path / "files")
    files.path(DIGEST).parent.mkdir(parents=True)
    in_a_folder(files.path(DIGEST))
    files.keep({DIGEST: CONTENT})
    (theirs,) = files.folder.rglob("theirs.txt")
    assert theirs.read_text() == "theirs"


def test_an_error_of_the_whole_disk_is_not_reported_as_a_lost_file(tmp_path: Path) -> None:
    files = ContentFiles(tmp_path / "files")
    files.path(DIGEST).parent.mkdir(parents=True)
    # Reading the memory of a process at the address 0 fails as a disk does that is broken.
    files.path(DIGEST).symlink_to("/proc/self/mem")
    with pytest.raises(StoreUnavailable):
        files.read(DIGEST)


def test_a_file_without_read_permission_is_reported_as_such(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("ROOT MAY READ EVERYTHING: a file without permissions is not tried")
    files = ContentFiles(tmp_path / "files")
    files.keep({DIGEST: CONTENT})
    files.path(DIGEST).chmod(0)
    with pytest.raises(FileLost, match="permission denied"):
        files.read(DIGEST)
    files.keep({DIGEST: CONTENT})
    assert files.read(DIGEST) == CONTENT


def test_all_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        ContentFiles(tmp_path / "new" / "files").keep({DIGEST: CONTENT})
    finally:
        os.umask(before)
    found = {path.stat().st_mode & 0o077 for path in (tmp_path / "new", *(tmp_path / "new").rglob("*"))}
    assert found == {0}
