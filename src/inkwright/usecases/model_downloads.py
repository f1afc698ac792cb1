"""Download weights from a hub: Hugging Face, a mirror of it, or ModelScope. Resumes, and verifies the checksum."""

import contextlib
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import quote, urlencode, urlsplit

from inkwright.errors import InstallFailed, UnwritableOutput
from inkwright.i18n import Reason, system_reason
from inkwright.llm.connection_errors import connection_problem

if TYPE_CHECKING:
    import httpx2

HUGGING_FACE: Final = "https://huggingface.co"
MODELSCOPE: Final = "https://modelscope.cn"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_MAX_METADATA: Final = 8_000_000
_MAX_REDIRECTS: Final = 5
_MAX_CUTS: Final = 3
"""Connections that may be cut in a row without a single new byte."""
_CHUNK: Final = 1 << 20
_SPARE_DISK: Final = 200_000_000
_SECONDS: Final = 30.0
_REDIRECTS: Final = (301, 302, 303, 307, 308)

ShowProgress = Callable[[int, int], None]
"""Called with the bytes that are on the disk, and with all bytes."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file on a hub, with its size and checksum."""

    url: str
    size: int
    sha256: str


def download_error(hub: str, problem: Reason | str, *, is_unreachable: bool = False) -> InstallFailed:
    """Return the error of a download. If the hub is unreachable, another one may help."""
    told = Reason("reason.download.from", hub=hub, problem=problem)
    return InstallFailed(problem=told, is_unreachable=is_unreachable)


class Hub(Protocol):
    """A place that weights are downloaded from."""

    @property
    def name(self) -> str:
        """Its name for people."""
        ...

    def find(self, client: "httpx2.Client", repository: str, file: str) -> RemoteFile:
        """Ask the hub for the file; raise InstallFailed if it does not have it."""
        ...


@dataclass(frozen=True, slots=True)
class HuggingFaceHub:
    """Hugging Face, or a mirror that speaks its protocol. Size and checksum are in the headers of the file."""

    endpoint: str = HUGGING_FACE

    @property
    def name(self) -> str:
        """The host of the endpoint."""
        return urlsplit(self.endpoint).netloc

    def find(self, client: "httpx2.Client", repository: str, file: str) -> RemoteFile:
        """Ask for the headers. The redirect to the storage has them; one to another name of the repository has not."""
        url = f"{self.endpoint.rstrip('/')}/{quote(repository)}/resolve/main/{quote(file)}"
        for _ in range(_MAX_REDIRECTS):
            with _connection_errors(self.name):
                answer = client.head(url)
            headers = answer.headers
            digest = headers.get("X-Linked-ETag", headers.get("ETag", "")).removeprefix("W/").strip('"')
            if answer.status_code in _REDIRECTS and not headers.get("X-Linked-ETag"):
                url = str(answer.url.join(headers.get("Location", "")))
                continue
            if answer.status_code not in (200, *_REDIRECTS):
                raise _status_error(self.name, answer.status_code, repository, file)
            return _remote_file(self.name, url, headers.get("X-Linked-Size", headers.get("Content-Length")), digest)
        raise download_error(self.name, Reason("reason.download.redirects"))


@dataclass(frozen=True, slots=True)
class ModelScopeHub:
    """ModelScope. Size and checksum are in its list of files."""

    endpoint: str = MODELSCOPE

    @property
    def name(self) -> str:
        """The host of the endpoint."""
        return urlsplit(self.endpoint).netloc

    def find(self, client: "httpx2.Client", repository: str, file: str) -> RemoteFile:
        """Look the file up in the list of files of the repository."""
        base = f"{self.endpoint.rstrip('/')}/api/v1/models/{quote(repository)}/repo"
        with _connection_errors(self.name):
            answer = client.get(f"{base}/files?{urlencode({'Revision': 'master', 'Recursive': 'True'})}")
        if answer.status_code != 200:
            raise _status_error(self.name, answer.status_code, repository, file)
        entry = next((each for each in _listed_files(answer.content) if each.get("Path") == file), None)
        if entry is None:
            raise _status_error(self.name, 404, repository, file)
        url = f"{base}?{urlencode({'Revision': 'master', 'FilePath': file})}"
        return _remote_file(self.name, url, entry.get("Size"), entry.get("Sha256"))


def hubs_from(chosen: str, environ: Mapping[str, str]) -> tuple[Hub, ...]:
    """Return the hubs to ask, in order: the chosen one, or both. `HF_ENDPOINT` names a mirror of Hugging Face."""
    hugging_face = HuggingFaceHub(environ.get("HF_ENDPOINT", "").strip() or HUGGING_FACE)
    if chosen == "huggingface":
        return (hugging_face,)
    if chosen == "modelscope":
        return (ModelScopeHub(),)
    if chosen != "auto":
        return (HuggingFaceHub(chosen),)
    return (hugging_face, ModelScopeHub())


def download(hub: Hub, repository: str, file: str, target: Path, show: ShowProgress) -> RemoteFile:
    """Download a file to `target`, which exists only when it is complete and its checksum is right.

    What was downloaded before is kept next to it and continued, if it is of the same file.
    """
    import httpx2  # noqa: PLC0415 - slow to import

    # A proxy from the environment must not be used for requests to this machine.
    uses_proxy = not hub.name.startswith(("127.", "localhost"))
    with httpx2.Client(timeout=_SECONDS, follow_redirects=False, trust_env=uses_proxy) as client:
        remote = hub.find(client, repository, file)
        partial = _PartialFile(target, remote)
        try:
            partial.open()
            _check_disk(target.parent, remote.size - partial.size)
            _fetch(client, hub.name, remote, partial, show)
            partial.finish(hub.name)
        except OSError as problem:
            raise UnwritableOutput(path=str(target), problem=system_reason(problem)) from problem
        finally:
            partial.close()
    return remote


class _PartialFile:
    """A file while it is downloaded. A second file next to it says which version it is of."""

    def __init__(self, target: Path, remote: RemoteFile) -> None:
        self._target = target
        self._remote = remote
        self._path = target.with_name(f"{target.name}.part")
        self._about = target.with_name(f"{target.name}.part.txt")
        self._digest = hashlib.sha256()
        self._file: Any = None
        self.size = 0

    def open(self) -> None:
        """Continue what is there; begin again if it is of another version."""
        self._target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(OSError):
            if self._about.read_text(encoding="ascii") != self._remote.sha256:
                self._path.unlink(missing_ok=True)
        self._about.write_text(self._remote.sha256, encoding="ascii")
        self._file = self._path.open("ab+")
        self._file.seek(0)
        while self.size <= self._remote.size and (chunk := self._file.read(_CHUNK)):
            self._digest.update(chunk)
            self.size += len(chunk)
        if self.size > self._remote.size:
            self.restart()

    def restart(self) -> None:
        """Begin again."""
        self._file.truncate(0)
        self._digest, self.size = hashlib.sha256(), 0

    def write(self, chunk: bytes) -> None:
        """Add a chunk."""
        self._file.write(chunk)
        self._digest.update(chunk)
        self.size += len(chunk)

    def finish(self, hub: str) -> None:
        """Move the file to its place, if its checksum is right; otherwise delete it."""
        self._file.flush()
        os.fsync(self._file.fileno())
        if self._digest.hexdigest() != self._remote.sha256:
            self._path.unlink(missing_ok=True)
            self._about.unlink(missing_ok=True)
            raise download_error(hub, Reason("reason.download.checksum"))
        self._path.replace(self._target)
        self._about.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; what was written stays."""
        if self._file is not None:
            self._file.close()


def _fetch(client: "httpx2.Client", hub: str, remote: RemoteFile, partial: _PartialFile, show: ShowProgress) -> None:
    """Request the missing part until all of it is there. A cut connection is continued as long as bytes arrive."""
    cuts = 0
    while partial.size < remote.size:
        before = partial.size
        try:
            _fetch_rest(client, hub, remote, partial, show)
        except _ConnectionCut as cut:
            cuts = 0 if partial.size > before else cuts + 1
            if cuts >= _MAX_CUTS:
                raise download_error(hub, cut.reason) from None
    show(partial.size, remote.size)


class _ConnectionCut(Exception):
    """The connection failed; `reason` says why."""

    def __init__(self, reason: Reason | str) -> None:
        self.reason = reason
        super().__init__(str(reason))


def _fetch_rest(
    client: "httpx2.Client", hub: str, remote: RemoteFile, partial: _PartialFile, show: ShowProgress
) -> None:
    import httpx2  # noqa: PLC0415 - slow to import

    headers = {"Range": f"bytes={partial.size}-", "Accept-Encoding": "identity"}
    try:
        with _opened(client, hub, remote.url, headers) as answer:
            if answer.status_code == 200 and partial.size:
                partial.restart()  # the server does not continue a file
            elif answer.status_code not in (200, 206):
                raise _status_error(hub, answer.status_code, remote.url, "")
            for chunk in answer.iter_raw():
                partial.write(chunk[: remote.size - partial.size])
                show(partial.size, remote.size)
    except (httpx2.HTTPError, httpx2.StreamError) as problem:
        raise _ConnectionCut(connection_problem(problem)) from problem
    if partial.size < remote.size:
        raise _ConnectionCut(Reason("reason.download.short"))


@contextlib.contextmanager
def _opened(client: "httpx2.Client", hub: str, url: str, headers: dict[str, str]) -> "Iterator[httpx2.Response]":
    """Follow the redirects to the storage. One from https to http is refused."""
    for _ in range(_MAX_REDIRECTS):
        with client.stream("GET", url, headers=headers) as answer:
            if answer.status_code not in _REDIRECTS:
                yield answer
                return
            following = answer.url.join(answer.headers.get("Location", ""))
            if answer.url.scheme == "https" and following.scheme != "https":
                break
            url = str(following)
    raise download_error(hub, Reason("reason.download.redirects"))


@contextlib.contextmanager
def _connection_errors(hub: str) -> Iterator[None]:
    import httpx2  # noqa: PLC0415 - slow to import

    try:
        yield
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as problem:
        raise download_error(hub, connection_problem(problem), is_unreachable=True) from problem


def _remote_file(hub: str, url: str, size: object, sha256: object) -> RemoteFile:
    digest = str(sha256 or "").lower()
    if not _SHA256.fullmatch(digest) or not str(size or "").isdecimal():
        raise download_error(hub, Reason("reason.download.no_checksum"))
    return RemoteFile(url, int(str(size)), digest)


def _listed_files(content: bytes) -> list[dict[str, Any]]:
    with contextlib.suppress(ValueError, RecursionError, KeyError, TypeError):
        if len(content) <= _MAX_METADATA:
            return [each for each in json.loads(content)["Data"]["Files"] if isinstance(each, dict)]
    return []


def _status_error(hub: str, status: int, repository: str, file: str) -> InstallFailed:
    if status == 404:
        named = f"{repository}/{file}".rstrip("/")
        return download_error(hub, Reason("reason.download.not_found", file=named))
    if status in (401, 403):
        return download_error(hub, Reason("reason.download.denied", status=status))
    return download_error(hub, Reason("reason.download.status", status=status))


def _check_disk(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE_DISK:
        gigabytes = {"needed": f"{(needed + _SPARE_DISK) / 1e9:.1f}", "free": f"{free / 1e9:.1f}"}
        raise UnwritableOutput(path=str(folder), problem=Reason("reason.download.disk", **gigabytes))
