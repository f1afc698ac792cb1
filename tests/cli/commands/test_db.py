"""`inkwright db` and `inkwright cost`: kept things are checked, backed up, restored and counted."""

import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

from inkwright.llm.call_log import Call
from inkwright.llm.models import CallVerdict, Usage
from inkwright.store.migrations.upgrades import newest_revision
from inkwright.usecases.store import FileCallLog
from tests.cli.test_main import inkwright

NOTE = "# Rain\n\n## Where it comes from\n\n- Sea\n- Clouds\n"


def in_home(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = inkwright(*arguments, cwd=folder, INKWRIGHT_HOME=str(folder / "home"))
    return done.returncode, done.stdout, done.stderr


def with_a_deck(folder: Path) -> None:
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    assert in_home(folder, "make", "slides", "note.md", "--model", "rule", "-o", "out")[0] == 0


def test_what_was_made_is_whole_and_a_lost_file_is_told(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    code, said, _ = in_home(tmp_path, "db", "check")
    assert code == 0
    assert f"(schema {newest_revision()}" in said
    shutil.rmtree(tmp_path / "home" / "artifacts")
    code, said, _ = in_home(tmp_path, "db", "check", "--json")
    assert code == 1
    assert "Rain.pptx" in json.loads(said)["problems"][0]


def test_a_backup_brings_everything_back_and_sets_aside_what_is_there(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    assert in_home(tmp_path, "db", "backup", "copy")[0] == 0
    shutil.rmtree(tmp_path / "home")
    with_a_deck(tmp_path)
    aside = tmp_path / "home" / "inkwright.db.replaced-1"
    code, said, _ = in_home(tmp_path, "db", "restore", "copy")
    assert (code, said.splitlines()[0]) == (0, "Restored from copy")
    assert f"Previous data: {aside} " in said
    assert aside.exists()
    code, said, _ = in_home(tmp_path, "db", "check", "--json")
    assert (code, json.loads(said)["problems"]) == (0, [])
    with sqlite3.connect(tmp_path / "home" / "inkwright.db") as connection:
        assert connection.execute("SELECT COUNT(*) FROM turns").fetchone() == (1,)


def test_a_backup_goes_into_a_new_folder_and_a_restore_takes_a_backup_alone(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    code, _, said = in_home(tmp_path, "db", "backup", "out")
    assert code == 2
    assert "new or empty" in said
    (tmp_path / "fake").mkdir()
    (tmp_path / "fake" / "inkwright.db").write_text("no database")
    for folder, words in (("none", "holds no backup"), ("fake", "not a backup of this program")):
        code, _, said = in_home(tmp_path, "db", "restore", folder)
        assert code == 2
        assert words in said
    assert in_home(tmp_path, "db", "check")[0] == 0


def test_an_upgrade_of_a_new_database_makes_it(tmp_path: Path) -> None:
    assert in_home(tmp_path, "db", "upgrade") == (0, f"Upgraded from empty to {newest_revision()}\n", "")
    assert in_home(tmp_path, "db", "upgrade") == (0, f"Upgraded from {newest_revision()} to {newest_revision()}\n", "")


def test_a_newer_database_is_refused_with_the_next_step(tmp_path: Path) -> None:
    in_home(tmp_path, "db", "upgrade")
    with sqlite3.connect(tmp_path / "home" / "inkwright.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for command in (("db", "check"), ("db", "upgrade"), ("cost",)):
        code, _, said = in_home(tmp_path, *command)
        assert code == 1
        assert "newer version of Inkwright (9999)" in said
        assert "inkwright db restore" in said


def test_the_cost_of_every_logged_call_is_told(tmp_path: Path) -> None:
    assert in_home(tmp_path, "cost")[1] == "No model calls yet.\n"
    log = FileCallLog(tmp_path / "home" / "calls.jsonl")
    log.record(Call("step", "openai:gpt", [], "ok", Usage(1000, 20, 0.5), 2.0, verdict=CallVerdict("accepted")))
    log.record(Call("route", "openai:gpt", [], "ok", Usage(1, 1, None), 1.0))
    _, said, _ = in_home(tmp_path, "cost")
    assert said.splitlines() == [
        "openai:gpt  $0.5000 (plus 1 call with an unknown price)",
        "  2 calls · 1 accepted, 1 not judged · 1,001 tokens read, 21 written · 3 s",
        "    routing messages: 1 call · 1 not judged · price unknown",
        "    steps of the agent: 1 call · 1 accepted · $0.5000",
    ]
    assert json.loads(in_home(tmp_path, "cost", "--json", "--since", "2999-01-01")[1]) == []
    assert in_home(tmp_path, "cost", "--since", "2999-01-01")[1] == "No model calls since 2999-01-01.\n"


def test_what_is_only_in_the_log_of_the_database_is_set_aside_too(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    assert in_home(tmp_path, "db", "backup", "copy")[0] == 0
    database = tmp_path / "home" / "inkwright.db"
    crash = (
        f"import sqlite3, os; c = sqlite3.connect({str(database)!r}); c.execute('pragma journal_mode=wal');"
        "c.execute('pragma wal_autocheckpoint=0'); c.execute('create table precious(x)'); c.commit(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", crash], check=False)
    assert in_home(tmp_path, "db", "restore", "copy")[0] == 0
    with sqlite3.connect(tmp_path / "home" / "inkwright.db.replaced-1") as connection:
        assert connection.execute("SELECT COUNT(*) FROM precious").fetchone() == (0,)


def test_a_backup_that_is_not_whole_or_newer_is_refused_before_anything_is_moved(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    assert in_home(tmp_path, "db", "backup", "copy")[0] == 0
    for name in ("part", "newer"):
        shutil.copytree(tmp_path / "copy", tmp_path / name)
    shutil.rmtree(tmp_path / "part" / "artifacts")
    with sqlite3.connect(tmp_path / "newer" / "inkwright.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for name, code, words in (("part", 2, "missing or damaged"), ("newer", 1, "newer version of Inkwright")):
        found, _, said = in_home(tmp_path, "db", "restore", name)
        assert found == code
        assert words in said
    assert in_home(tmp_path, "db", "check")[0] == 0


def test_a_damaged_database_is_told_and_no_backup_is_called_one(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    database = tmp_path / "home" / "inkwright.db"
    damaged = bytearray(database.read_bytes())
    damaged[8192:40960] = bytes(range(256)) * 128
    database.write_bytes(damaged)
    for suffix in ("-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    code, said, error = in_home(tmp_path, "db", "check")
    assert code == 1
    assert "Inkwright hit an internal error" not in said + error
    code, said, error = in_home(tmp_path, "db", "backup", "copy")
    assert code != 0
    assert "Backed up" not in said


def test_a_backup_inside_what_is_backed_up_or_into_a_file_is_a_sentence(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    for folder, words in (("home/artifacts/copy", "inside the data to back up"), ("note.md", "note.md")):
        code, _, said = in_home(tmp_path, "db", "backup", folder)
        assert code == 2
        assert words in said
    code, _, said = in_home(tmp_path, "db", "check")
    assert code == 0


def test_what_was_set_aside_is_brought_back_and_where_is_told_in_chinese_too(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    assert in_home(tmp_path, "db", "backup", "copy")[0] == 0
    assert json.loads(in_home(tmp_path, "db", "restore", "copy", "--json")[1])["aside"].endswith(".replaced-1")
    words = ("db", "restore", "home/inkwright.db.replaced-1")
    done = inkwright(*words, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"), LANG="zh_CN.UTF-8")
    assert f"原有内容在 {tmp_path / 'home' / 'inkwright.db.replaced-2'}" in done.stdout
    assert in_home(tmp_path, "db", "check")[0] == 0


def test_what_a_check_finds_is_told_a_line_each_in_both_languages(tmp_path: Path) -> None:
    with_a_deck(tmp_path)
    shutil.rmtree(tmp_path / "home" / "artifacts")
    with sqlite3.connect(tmp_path / "home" / "inkwright.db") as connection:
        connection.execute("UPDATE turns SET state = x'0011'")
    code, said, _ = in_home(tmp_path, "db", "check")
    row, file, last = said.splitlines()
    assert (code, last.startswith("Found 2 problems in ")) == (1, True)
    assert row.startswith("✗ in the table turns, turn_")
    assert file.endswith("(Rain): it is missing")
    done = inkwright("db", "check", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"), LANG="zh_CN.UTF-8")
    assert "✗ 表 turns 中的 turn_" in done.stdout
    assert "的文件 Rain.pptx：它不见了" in done.stdout
