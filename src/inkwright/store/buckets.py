"""Files in a bucket of an S3-compatible store, named by the SHA-256 of their content."""

import contextlib
import hashlib
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from importlib import import_module
from typing import Any, Final

from inkwright.errors import FileLost, InvalidOption, StoreUnavailable
from inkwright.i18n import Reason
from inkwright.redaction import redact

SCHEME: Final = "s3://"
_ADDRESS: Final = re.compile(
    r"s3://(?P<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(?P<prefix>[\w./-]{0,500}))?", re.ASCII
)
_MAX_PROBLEM: Final = 300
_ASKS_MACHINE: Final = "/latest/"


def is_bucket(address: str) -> bool:
    """Whether an address names a bucket, rather than a folder."""
    return address.startswith(SCHEME)


class BucketFiles:
    """Files in a bucket, with names such as `ab/cd/abcd…`. All methods block: call them in a thread.

    `address` is `s3://BUCKET/PREFIX`. The endpoint, the region and the keys come from the usual variables, such as
    `AWS_ENDPOINT_URL`, `AWS_REGION` and `AWS_ACCESS_KEY_ID`.
    """

    def __init__(self, address: str, environ: Mapping[str, str]) -> None:
        found = _ADDRESS.fullmatch(address)
        if found is None or ".." in address:
            raise InvalidOption(option="files", value=address[:100], allowed=Reason("reason.store.files_address"))
        self.place = address
        self._objects = _obstore()
        self._store = self._objects.store.S3Store(
            found["bucket"],
            prefix=(found["prefix"] or "").strip("/") or None,
            client_options={"allow_http": environ.get("AWS_ENDPOINT_URL", "").startswith("http://"), "timeout": "60s"},
            retry_config={"max_retries": 3, "retry_timeout": timedelta(seconds=20)},
        )

    def check(self) -> None:
        """Raise StoreUnavailable if the bucket cannot be used: no keys, wrong ones, no such bucket, no answer."""
        with self._store_errors():
            for _ in self._objects.list(self._store, chunk_size=1):
                return

    def keep(self, contents: Mapping[str, bytes]) -> None:
        """Store each content under its digest. If the store cannot be reached, StoreUnavailable is raised.

        A put of S3 is whole or not at all, and it has happened when it returns. An intact object is not sent again.
        """
        for digest, content in contents.items():
            if not self._is_intact(digest, len(content)):
                with self._store_errors():
                    self._objects.put(self._store, _object_name(digest), content)

    def read(self, digest: str) -> bytes:
        """Return the content of a file. If it is missing or changed, FileLost is raised."""
        place = f"{self.place}/{_object_name(digest)}"
        with self._store_errors():
            try:
                content = bytes(self._objects.get(self._store, _object_name(digest)).bytes())
            except FileNotFoundError as problem:
                raise FileLost(place=place, problem=Reason("reason.store.file_missing")) from problem
        if hashlib.sha256(content).hexdigest() != digest:
            raise FileLost(place=place, problem=Reason("reason.store.file_changed"))
        return content

    def names(self) -> list[str]:
        """Return the name of every file, sorted."""
        with self._store_errors():
            found = [each["path"] for batch in self._objects.list(self._store) for each in batch]
        return sorted(str(path).rpartition("/")[2] for path in found)

    def _is_intact(self, digest: str, size: int) -> bool:
        """Whether the object is there with the right size: S3 checks the content of what it stores."""
        with self._store_errors():
            try:
                return bool(self._objects.head(self._store, _object_name(digest))["size"] == size)
            except FileNotFoundError:
                return False

    @contextlib.contextmanager
    def _store_errors(self) -> Iterator[None]:
        """Raise errors of the store as StoreUnavailable, without what it says about keys."""
        try:
            yield
        except FileLost:
            raise
        except (self._objects.exceptions.BaseError, OSError) as problem:
            told = redact(str(problem).partition("\n")[0])[:_MAX_PROBLEM]
            # Without keys, the library asks the machine for some, as in a cloud.
            reason = Reason("reason.store.no_keys") if _ASKS_MACHINE in told else told
            raise StoreUnavailable(place=self.place, problem=reason) from problem


def _object_name(digest: str) -> str:
    return f"{digest[:2]}/{digest[2:4]}/{digest}"


def _obstore() -> Any:
    """Return the library, which is an extra: few installations have a bucket."""
    try:
        for part in ("store", "exceptions"):
            import_module(f"obstore.{part}")
        return import_module("obstore")
    except ModuleNotFoundError as problem:
        raise InvalidOption(option="files", value=SCHEME, allowed=Reason("reason.store.files_extra")) from problem
