"""Files in a bucket: the same promises as in a folder, kept by a real S3-compatible server."""

import contextlib
import hashlib
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from inkwright.errors import FileLost, InvalidOption, StoreUnavailable
from inkwright.settings import FILES, load_settings
from inkwright.store.buckets import BucketFiles
from inkwright.usecases.store import artifact_contents
from tests.server.test_worker_processes import PATIENCE, served
from tests.store.object_stores import ObjectStore, running_object_store

CONTENT = "Flüsse 河流".encode() * 1000
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(scope="module")
def objects() -> Iterator[ObjectStore]:
    with running_object_store() as store:
        yield store


@pytest.fixture
def environment(objects: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    for name, value in objects.environment.items():
        monkeypatch.setenv(name, value)
    return objects.environment


@contextlib.contextmanager
def running_metadata_service() -> Iterator[str]:
    """A machine that gives out no keys."""
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)  # every request is answered with 501
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_what_is_kept_is_read_by_another_process_of_the_same_address(
    objects: ObjectStore, environment: dict[str, str]
) -> None:
    address = objects.address("shared/by/all")
    BucketFiles(address, environment).keep({DIGEST: CONTENT, hashlib.sha256(b"").hexdigest(): b""})
    other = BucketFiles(address, environment)
    assert other.read(DIGEST) == CONTENT
    assert other.names() == sorted([DIGEST, hashlib.sha256(b"").hexdigest()])
    other.keep({DIGEST: CONTENT})
    assert len(other.names()) == 2
    assert BucketFiles(objects.address("shared"), environment).names() == other.names()
    assert BucketFiles(objects.address("elsewhere"), environment).names() == []


def test_a_missing_or_changed_object_is_lost_and_a_short_one_is_repaired(
    objects: ObjectStore, environment: dict[str, str]
) -> None:
    files = BucketFiles(objects.address("damaged"), environment)
    with pytest.raises(FileLost):
        files.read(DIGEST)
    library: Any = import_module("obstore")
    library.put(files._store, f"{DIGEST[:2]}/{DIGEST[2:4]}/{DIGEST}", CONTENT[:-1])
    with pytest.raises(FileLost):
        files.read(DIGEST)
    files.keep({DIGEST: CONTENT})
    assert files.read(DIGEST) == CONTENT


def test_a_store_that_refuses_or_does_not_answer_is_an_error_without_the_key(
    objects: ObjectStore, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = objects.address("refused")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong-and-secret")
    with pytest.raises(StoreUnavailable) as refused:
        BucketFiles(address, environment).read(DIGEST)
    assert "wrong-and-secret" not in str(refused.value)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    with pytest.raises(StoreUnavailable):
        BucketFiles(address, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}).keep({DIGEST: CONTENT})


def test_a_bucket_is_checked_by_asking_it(objects: ObjectStore, environment: dict[str, str]) -> None:
    BucketFiles(objects.address("empty"), environment).check()
    BucketFiles(objects.address("full"), environment).keep({DIGEST: CONTENT})
    BucketFiles(objects.address("full"), environment).check()
    with pytest.raises(StoreUnavailable):
        BucketFiles("s3://no-such-bucket/x", environment).check()


def test_without_keys_the_error_names_the_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    with running_metadata_service() as address:
        monkeypatch.setenv("AWS_METADATA_ENDPOINT", address)
        with pytest.raises(StoreUnavailable) as refused:
            BucketFiles("s3://files", os.environ).check()
    assert "AWS_ACCESS_KEY_ID" in str(refused.value)
    assert address not in str(refused.value)


@pytest.mark.parametrize(
    "address", ["s3://", "s3://B", "s3://bucket/../other", "s3://bucket/a b", "s3://user:key@bucket"]
)
def test_an_address_that_names_no_bucket_is_refused(address: str) -> None:
    with pytest.raises(InvalidOption):
        BucketFiles(address, {})


def test_the_setting_chooses_between_the_home_a_folder_and_a_bucket(
    objects: ObjectStore, environment: dict[str, str], tmp_path: Path
) -> None:
    for value, expected in (("auto", tmp_path / "artifacts"), (str(tmp_path / "shared"), tmp_path / "shared")):
        settings = load_settings(flags={FILES.name: value}, environ={}, folder=tmp_path, home=tmp_path)
        contents = artifact_contents(settings)
        contents.keep({DIGEST: CONTENT})
        assert (expected / DIGEST[:2] / DIGEST[2:4] / DIGEST).read_bytes() == CONTENT
    flags = {FILES.name: objects.address("by/setting")}
    settings = load_settings(flags=flags, environ={}, folder=tmp_path, home=tmp_path)
    artifact_contents(settings).keep({DIGEST: CONTENT})
    assert BucketFiles(objects.address("by/setting"), environment).read(DIGEST) == CONTENT


RAIN = (
    "# Rain\n\nRain comes from the sea. The sun warms the water of the sea every day. Vapour rises into the cold sky. "
    "A cloud is a mass of small drops. Rivers carry the rain back to the sea.\n"
)


def test_two_processes_of_a_service_keep_and_read_the_files_that_they_make_in_one_bucket(
    objects: ObjectStore, environment: dict[str, str], tmp_path: Path
) -> None:
    address = objects.address("by/service")
    with served(tmp_path, "--files", address) as (_, url), httpx.Client(base_url=url, timeout=PATIENCE) as client:
        given = client.post("/api/conversations/attachments", files={"files": ("rain.md", RAIN.encode())})
        assert given.status_code == 201, given.text
        sent = {"message": "Make a document from @rain.md", "conversationId": given.json()["conversationId"]}
        streamed = client.post("/api/agent/stream", json=sent)
        assert '"finish"' in streamed.text, streamed.text
        [made] = client.get("/api/artifacts").json()["items"]
        # A connection of its own each time, so that both processes are asked.
        files = {httpx.get(f"{url}/api/artifacts/{made['id']}/file", timeout=PATIENCE).content for _ in range(10)}
    [content] = files
    assert BucketFiles(address, environment).read(hashlib.sha256(content).hexdigest()) == content
    assert not (tmp_path / "artifacts").exists()
