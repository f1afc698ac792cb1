"""A database that is not what was written is told as such, with the next step; and what is private stays private."""

import contextlib
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_main import inkwright
from tests.each import each

NOTE = "# Rain\n\nRain comes from the sea. The sun warms the water, and vapour rises.\n"
READING = (("history",), ("files",), ("resume",), ("history", "search", "rain"), ("cost",), ("db", "check"))


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a conversation, a file and a backup."""
    folder = tmp_path_factory.mktemp("intact")
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    for words in (("make", "doc", "note.md", "--model", "rule", "--yes"), ("db", "backup", "backup")):
        done = inkwright(*words, cwd=folder, INKWRIGHT_HOME=str(folder / "home"))
        assert done.returncode == 0, done.stderr
    return folder


def sql(*statements: str) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute("PRAGMA writable_schema = ON")
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    return damage


def cut(size: int) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        file.write_bytes(file.read_bytes()[:size])

    return damage


def overwritten(file: Path) -> None:
    content, chance = bytearray(file.read_bytes()), random.Random(7)
    for start in range(4096, len(content), 4096):
        content[start : start + 64] = chance.randbytes(64)
    file.write_bytes(content)


DAMAGES = [
    cut(0),
    cut(1),
    cut(5_000),
    overwritten,
    sql("DROP TABLE alembic_version"),
    sql("DELETE FROM alembic_version"),
    sql("DROP TABLE conversations"),
    sql("ALTER TABLE turns DROP COLUMN epoch"),
    sql("UPDATE sqlite_master SET sql = 'garbage' WHERE name = 'turns'"),
    sql("UPDATE turns SET state = x'00ff'"),
    sql("UPDATE messages SET body = '{'", "UPDATE journal SET body = '[]'", "UPDATE ledger SET body = ''"),
    sql("UPDATE artifacts SET body = '{}'"),
]


@each("damage", DAMAGES)
def test_a_damaged_database_is_told_as_such_and_a_backup_is_the_way_back(
    damage: Callable[[Path], None], intact: Path, tmp_path: Path
) -> None:
    shutil.copytree(intact, tmp_path / "copy")
    home = tmp_path / "copy" / "home"

    def run(*words: str) -> tuple[int, str]:
        done = inkwright(*words, cwd=tmp_path / "copy", INKWRIGHT_HOME=str(home))
        return done.returncode, done.stdout + done.stderr

    damage(home / "inkwright.db")
    results = [run(*words) for words in READING]
    for code, told in results:
        assert code == 0 or "Error:" in told or "✗" in told, told
        assert "mistake in Inkwright" not in told
        assert "errors.log" not in told
    assert any(code == 1 for code, _ in results), "nobody was told"
    assert run("db", "restore", "backup")[0] == 0
    code, told = run("history")
    assert code == 0
    assert "note.md" in told


def test_homes_logs_exports_and_backups_are_for_their_owner_alone_also_if_they_were_not(
    intact: Path, tmp_path: Path
) -> None:
    shutil.copytree(intact, tmp_path / "copy")
    folder, home = tmp_path / "copy", tmp_path / "copy" / "home"
    (folder / "wide").mkdir()
    (folder / "talk.md").touch()
    (home / "errors.log").touch()
    for path in (folder / "wide", home, *home.iterdir(), folder / "talk.md"):
        path.chmod(0o777 if path.is_dir() else 0o666)
    listed = inkwright("history", "--json", cwd=folder, INKWRIGHT_HOME=str(home))
    conversation = next(word for word in listed.stdout.split('"') if word.startswith("conv_"))
    for words in (
        ("history", "export", conversation, "-o", "talk.md", "--overwrite"),
        ("history", "export", conversation, "-o", "talk.json"),
        ("db", "backup", "wide"),
        ("db", "backup", "new"),
    ):
        done = inkwright(*words, cwd=folder, INKWRIGHT_HOME=str(home))
        assert done.returncode == 0, done.stderr
    private = [home, folder / "talk.md", folder / "talk.json"]
    for top in (folder / "wide", folder / "new"):
        private += [top, *top.rglob("*")]
    private += [home / "errors.log", home / "inkwright.db", home / "artifacts"]
    assert [path for path in private if stat.S_IMODE(path.stat().st_mode) & 0o077] == []
