"""A real S3-compatible server on loopback for tests: SeaweedFS, from a Python package in an environment of its own."""

import contextlib
import json
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

_PROGRAM = Path(sys.executable).parent.parent / "objects" / "bin" / "weed"
_KEYS = {"accessKey": "test-key", "secretKey": "test-secret"}
_BUCKET = "files"


@dataclass(frozen=True)
class ObjectStore:
    """A running server with a bucket; `environment` is what reaches it."""

    endpoint: str
    process: "subprocess.Popen[bytes]"

    @property
    def environment(self) -> dict[str, str]:
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_ACCESS_KEY_ID": _KEYS["accessKey"],
            "AWS_SECRET_ACCESS_KEY": _KEYS["secretKey"],
            "AWS_REGION": "us-east-1",
        }

    def address(self, prefix: str) -> str:
        """A place in the bucket that no other test uses."""
        return f"s3://{_BUCKET}/{prefix}"


@contextlib.contextmanager
def running_object_store() -> Iterator[ObjectStore]:
    """Start a server; the test is skipped where it is not installed."""
    if not _PROGRAM.is_file():
        pytest.skip("SeaweedFS is not installed: make test installs it when it can")
    folder = Path(tempfile.mkdtemp(prefix="objects-", dir="/tmp"))
    ports = _free_ports(4)
    keys = {"identities": [{"name": "tests", "credentials": [_KEYS], "actions": ["Admin", "Read", "Write", "List"]}]}
    (folder / "keys.json").write_text(json.dumps(keys))
    names = ("master.port", "volume.port", "filer.port", "s3.port")
    command = [str(_PROGRAM), "server", f"-dir={folder}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-filer", "-s3"]
    command += [f"-{name}={port}" for name, port in zip(names, ports, strict=True)]
    # Ports for gRPC are by default 10,000 above; that may be more than there are.
    command += [f"-{name}.grpc={port}" for name, port in zip(names, _free_ports(4), strict=True)]
    command += [f"-s3.config={folder / 'keys.json'}", "-volume.max=20", "-master.volumeSizeLimitMB=30"]
    command += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    try:
        store = ObjectStore(f"http://127.0.0.1:{ports[3]}", process)
        _make_bucket(store)
        yield store
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as opened:
        sockets = [opened.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in sockets]


def _make_bucket(store: ObjectStore) -> None:
    """Wait until the server answers; the first object creates the bucket."""
    objects = import_module("obstore")
    stores = import_module("obstore.store")
    values = store.environment
    bucket = stores.S3Store(
        _BUCKET,
        endpoint=store.endpoint,
        access_key_id=values["AWS_ACCESS_KEY_ID"],
        secret_access_key=values["AWS_SECRET_ACCESS_KEY"],
        region=values["AWS_REGION"],
        client_options={"allow_http": True, "timeout": "5s"},
        retry_config={"max_retries": 0},
    )
    for _ in range(300):
        assert store.process.poll() is None, "SeaweedFS has ended"
        with contextlib.suppress(objects.exceptions.BaseError):
            objects.put(bucket, "bucket-is-there", b"")
            return
        time.sleep(0.2)
    raise AssertionError("SeaweedFS does not answer")
