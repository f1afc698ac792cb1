"""Stored keys: where they are, who can read them, and that they are not shown."""

import sys
import types
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.llm.key_store import KeyEnvironment, KeyStore, read_environment_file
from tests.each import each

KEY = "sk-abcdefghijklmnop"


def fake_keyring(priority: float, *, forgets: bool = False) -> types.ModuleType:
    """A module with the functions of the `keyring` library, over a dictionary."""
    kept: dict[tuple[str, str], str] = {}
    module = types.ModuleType("keyring")
    backend = types.SimpleNamespace(priority=priority)
    module.__dict__.update(
        get_keyring=lambda: backend,
        set_password=lambda service, name, key: None if forgets else kept.__setitem__((service, name), key),
        get_password=lambda service, name: kept.get((service, name)),
        delete_password=lambda service, name: kept.pop((service, name)),
        kept=kept,
    )
    return module


def test_without_a_keyring_a_key_is_in_a_file_that_only_the_owner_reads(tmp_path: Path) -> None:
    store = KeyStore(tmp_path / "home")
    assert store.save("OPENAI_API_KEY", f" {KEY}\n") == "file"
    again = KeyStore(tmp_path / "home")
    assert (again.get("OPENAI_API_KEY"), again.places()) == (KEY, {"OPENAI_API_KEY": "file"})
    assert again.path.stat().st_mode & 0o777 == 0o600
    assert (again.remove("OPENAI_API_KEY"), again.remove("OPENAI_API_KEY"), again.get("OPENAI_API_KEY")) == (
        True,
        False,
        None,
    )
    assert KEY not in again.path.read_text(encoding="utf-8")


def test_with_a_keyring_the_file_has_only_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = fake_keyring(5)
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    store = KeyStore(tmp_path)
    assert store.save("OPENAI_API_KEY", KEY) == "keyring"
    assert KEY not in store.path.read_text(encoding="utf-8")
    assert KeyStore(tmp_path).get("OPENAI_API_KEY") == KEY
    assert store.remove("OPENAI_API_KEY")
    assert keyring.kept == {}


@each("keyring", [fake_keyring(0.5), fake_keyring(5, forgets=True), types.ModuleType("keyring")])
def test_a_keyring_that_is_not_one_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keyring: types.ModuleType
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    assert KeyStore(tmp_path).save("OPENAI_API_KEY", KEY) == "file"
    assert KeyStore(tmp_path).get("OPENAI_API_KEY") == KEY


@each("written", ["", "   ", "two words", "schlüssel", "a\x1b[2J", "x" * 5_000])
def test_what_cannot_be_a_key_is_refused_without_showing_it(tmp_path: Path, written: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        KeyStore(tmp_path).save("OPENAI_API_KEY", written)
    assert not written.strip() or written not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@each("content", [b"", b"{", b"[]", b"\xff", b'{"OPENAI_API_KEY": 7}', b"[" * 100_000])
def test_a_broken_file_has_no_keys(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "keys.json").write_bytes(content)
    assert KeyStore(tmp_path).places() == {}


def test_the_process_counts_before_the_file_and_the_file_before_the_store(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A=file\nB=file\nexport C='file # 1'\n", encoding="utf-8")
    for name in ("A", "B", "D"):
        KeyStore(tmp_path).save(name, "stored")
    environ = KeyEnvironment({"A": "process", "B": " "}, tmp_path)
    assert [environ.get(name) for name in "ABCDE"] == ["process", "file", "file # 1", "stored", None]
    assert (sorted(environ), len(environ), environ.stored) == (list("ABCD"), 4, frozenset("ABD"))


def test_a_file_of_variables_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_bytes(b'# note\n\nX=1 # comment\n Y = "two"\nexport Z=3\nbroken\n1BAD=2\n\xff=4\nE=\n')
    assert read_environment_file(path) == {"X": "1", "Y": "two", "Z": "3", "E": ""}
    assert read_environment_file(tmp_path / "none") == {}
