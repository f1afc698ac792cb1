"""Downloads from a hub on this machine: whole, cut, continued, wrong, missing."""

import contextlib
import errno
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from inkwright.errors import InkwrightError, InstallFailed, UnwritableOutput
from inkwright.i18n import Reason
from inkwright.usecases.model_downloads import (
    Hub,
    HuggingFaceHub,
    ModelScopeHub,
    RemoteFile,
    download,
    hubs_from,
)
from tests.each import each
from tests.model_hub import FILE, REPOSITORY, model_hub, small_gguf

BODY = small_gguf()
FILES = {f"{REPOSITORY}/{FILE}": BODY}
HUBS: dict[str, Callable[[str], Hub]] = {"huggingface": HuggingFaceHub, "modelscope": ModelScopeHub}


class Download:
    """A download into a folder, with what was shown."""

    def __init__(self, folder: Path) -> None:
        self.target = folder / "models" / "m.gguf"
        self.shown: list[int] = []

    def run(self, hub: Hub) -> RemoteFile:
        return download(hub, REPOSITORY, FILE, self.target, lambda done, _total: self.shown.append(done))

    def problem(self, hub: Hub) -> tuple[type[InkwrightError], str]:
        with pytest.raises(InkwrightError) as caught:
            self.run(hub)
        problem = caught.value.fields["problem"]
        if isinstance(problem, Reason) and problem.key == "reason.download.from":
            problem = problem.fields["problem"]
        return type(caught.value), str(problem)

    @property
    def names(self) -> list[str]:
        return sorted(path.name for path in self.target.parent.iterdir())


@each("kind", list(HUBS))
def test_a_file_arrives_whole_with_its_checksum(tmp_path: Path, kind: str) -> None:
    with model_hub(files=FILES) as server:
        done = Download(tmp_path)
        remote = done.run(HUBS[kind](server.url))
    assert (remote.size, remote.sha256) == (len(BODY), hashlib.sha256(BODY).hexdigest())
    assert done.target.read_bytes() == BODY
    assert (done.names, done.shown[-1], done.shown == sorted(done.shown)) == (["m.gguf"], len(BODY), True)


@each("kind", list(HUBS))
def test_a_cut_connection_is_continued_where_it_ended(tmp_path: Path, kind: str) -> None:
    with model_hub(files=FILES, cuts=[1_000_000, 700_000]) as server:
        done = Download(tmp_path)
        done.run(HUBS[kind](server.url))
    ranges = [wanted for _, _, wanted in server.log if wanted]
    assert list(dict.fromkeys(ranges)) == ["bytes=0-", "bytes=1000000-", "bytes=1700000-"]
    assert done.target.read_bytes() == BODY


def test_a_download_that_failed_is_continued_by_the_next_one(tmp_path: Path) -> None:
    done = Download(tmp_path)
    with model_hub(files=FILES, cuts=[1_000_000, 0, 0, 0]) as server:
        assert done.problem(HuggingFaceHub(server.url))[0] is InstallFailed
        assert done.names == ["m.gguf.part", "m.gguf.part.txt"]
        server.log.clear()
        done.run(HuggingFaceHub(server.url))
    assert [wanted for _, _, wanted in server.log if wanted][-1] == "bytes=1000000-"
    assert (done.target.read_bytes(), done.names) == (BODY, ["m.gguf"])


def test_what_is_of_another_version_is_not_continued(tmp_path: Path) -> None:
    done = Download(tmp_path)
    with model_hub(files=FILES, cuts=[1_000_000, 0, 0, 0]) as server:
        done.problem(HuggingFaceHub(server.url))
    newer = small_gguf(layers=8)
    with model_hub(files={f"{REPOSITORY}/{FILE}": newer}) as server:
        done.run(HuggingFaceHub(server.url))
    assert done.target.read_bytes() == newer


def test_a_server_that_cannot_continue_sends_the_file_again(tmp_path: Path) -> None:
    with model_hub(files=FILES, knows_ranges=False, cuts=[1_000_000]) as server:
        done = Download(tmp_path)
        done.run(HuggingFaceHub(server.url))
    assert done.target.read_bytes() == BODY


@each("kind", list(HUBS))
def test_a_wrong_checksum_deletes_the_file(tmp_path: Path, kind: str) -> None:
    with model_hub(files=FILES, sha256="0" * 64) as server:
        done = Download(tmp_path)
        assert done.problem(HUBS[kind](server.url)) == (
            InstallFailed,
            "the checksum is wrong, so the file was deleted",
        )
    assert done.names == []


@each(
    "options, problem",
    [
        ({"files": {}}, f"it does not have {REPOSITORY}/{FILE}"),
        ({"files": FILES, "status": 403}, "access is denied (HTTP 403)"),
        ({"files": FILES, "status": 500}, "the server answers HTTP 500"),
        ({"files": FILES, "storage_status": 503}, "the server answers HTTP 503"),
        ({"files": FILES, "has_checksum": False}, "the server does not give the size and the checksum of the file"),
        ({"files": FILES, "sha256": "short"}, "the server does not give the size and the checksum of the file"),
        ({"files": FILES, "cuts": [0, 0, 0]}, "the connection ended too early"),
    ],
)
def test_what_a_hub_cannot_give_is_a_sentence(tmp_path: Path, options: dict[str, object], problem: str) -> None:
    with model_hub(**options) as server:
        kind, said = Download(tmp_path).problem(HuggingFaceHub(server.url))
    # How a cut is reported depends on the library; that it is one is enough.
    assert (kind, said if "cuts" not in options else problem) == (InstallFailed, problem)


@each("hub", [HuggingFaceHub("http://127.0.0.1:9"), ModelScopeHub("http://127.0.0.1:9")])
def test_without_a_network_the_hub_is_unreachable(tmp_path: Path, hub: Hub) -> None:
    kind, problem = Download(tmp_path).problem(hub)
    assert (kind, "refused" in problem) == (InstallFailed, True)


def test_a_full_disk_is_noticed_before_and_during_the_download(tmp_path: Path) -> None:
    done = Download(tmp_path)
    with model_hub(files=FILES) as server, _free_disk(1_000):
        kind, problem = done.problem(HuggingFaceHub(server.url))
    assert (kind, problem) == (UnwritableOutput, "it needs 0.2 GB, and 0.0 GB are free")
    full = Download(tmp_path / "full")
    with model_hub(files=FILES) as server, pytest.raises(UnwritableOutput) as caught:
        download(HuggingFaceHub(server.url), REPOSITORY, FILE, full.target, _fail_with_full_disk)
    assert str(caught.value.fields["problem"]) == "no space left on device"
    assert full.names == ["m.gguf.part", "m.gguf.part.txt"]


def _fail_with_full_disk(done: int, _total: int) -> None:
    if done:
        raise OSError(errno.ENOSPC, "No space left on device")


@contextlib.contextmanager
def _free_disk(count: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=count))
        yield


def test_a_slow_download_can_be_interrupted_and_keeps_its_bytes(tmp_path: Path) -> None:
    done = Download(tmp_path)

    class Stopped(Exception):
        pass

    def stop(done_bytes: int, _: int) -> None:
        if done_bytes:
            raise Stopped

    with model_hub(files=FILES, is_slow=True) as server:
        with pytest.raises(Stopped):
            download(HuggingFaceHub(server.url), REPOSITORY, FILE, done.target, stop)
        server.released.set()
    assert 0 < (done.target.parent / "m.gguf.part").stat().st_size < len(BODY)


@each(
    "chosen, environ, hubs",
    [
        ("auto", {}, ["huggingface.co", "modelscope.cn"]),
        ("auto", {"HF_ENDPOINT": "https://hf-mirror.com"}, ["hf-mirror.com", "modelscope.cn"]),
        ("huggingface", {}, ["huggingface.co"]),
        ("modelscope", {"HF_ENDPOINT": "https://hf-mirror.com"}, ["modelscope.cn"]),
        ("https://mirror.example/hf", {}, ["mirror.example"]),
    ],
)
def test_the_hubs_follow_the_setting_and_the_environment(chosen: str, environ: dict[str, str], hubs: list[str]) -> None:
    assert [hub.name for hub in hubs_from(chosen, environ)] == hubs
