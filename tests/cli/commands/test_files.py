"""`inkwright files`: what was made is listed, shown, brought back and copied out; in both languages."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.vault import Vault, Verified
from inkwright.settings import load_settings
from inkwright.usecases.store import LOCAL_OWNER, open_store
from tests.cli.test_main import inkwright


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def keep_decks(home: Path, *titles: str, owner: str = LOCAL_OWNER, lineage: str | None = None) -> list[Verified]:
    """A deck for each title, from a turn of its own; the same title again is the next version."""

    async def keep() -> list[Verified]:
        made: list[Verified] = []
        async with open_store(load_settings(flags={}, environ={}, folder=home, home=home)) as store:
            for number, title in enumerate(titles):
                deck = DeckSpec(title=title, slides=[BulletsSlide(title="One", bullets=[f"line {number}"])])
                same = next((each.lineage for each in made if each.title == title), lineage)
                turn_id = store.ids.new("turn")
                verified = await store.vault.keep(build_deck(deck), owner=owner, turn_id=turn_id, lineage=same)
                assert isinstance(verified, Verified)
                made.append(verified)
        return made

    return asyncio.run(keep())


def files(home: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return inkwright("files", *arguments, cwd=home.parent, INKWRIGHT_HOME=str(home), TZ="UTC", **environ)


def told(home: Path, *arguments: str) -> Any:
    done = files(home, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def content_path(home: Path, verified: Verified) -> Path:
    return home / "artifacts" / verified.sha256[:2] / verified.sha256[2:4] / verified.sha256


def test_where_nothing_is_kept_the_next_step_is_told(home: Path) -> None:
    assert "inkwright make slides" in files(home).stdout
    assert "还没有保存任何文件" in files(home, LANG="zh_CN.UTF-8").stdout
    assert told(home) == told(home, "list") == {"total": 0, "files": []}


def test_a_deck_that_was_made_is_listed(home: Path) -> None:
    home.parent.joinpath("note.md").write_text(
        "# Rain\n\n## Why\n\nRain falls from clouds that are heavy with water.\n", encoding="utf-8"
    )
    making = ("make", "slides", "note.md", "-o", "out", "--model", "rule", "--quiet")
    assert inkwright(*making, cwd=home.parent, INKWRIGHT_HOME=str(home)).returncode == 0
    [listed] = told(home)["files"]
    assert (listed["name"], listed["version"], listed["kind"]) == ("Rain.pptx", 1, "pptx")


def test_the_list_is_newest_first_and_its_columns_stand_below_each_other(home: Path) -> None:
    made = keep_decks(home, "Rain", "水的循环", "Rain")
    keep_decks(home, "Secret", owner="bob")
    head, *rows = files(home).stdout.splitlines()[:4]
    assert head.split() == ["ID", "name", "version", "bytes", "created"]
    assert [row.split()[1:3] for row in rows] == [["Rain.pptx", "2"], ["水的循环.pptx", "1"], ["Rain.pptx", "1"]]
    places = {row.replace("水的循环", "12345678").index(f"{made[0].made_at:%Y-%m-%d}") for row in rows}
    assert len(places) == 1
    assert [each["id"] for each in told(home)["files"]] == [verified.id for verified in reversed(made)]
    assert files(home, LANG="zh_CN.UTF-8").stdout.splitlines()[0].split() == [
        "ID",
        "文件名",
        "版本",
        "字节",
        "制作时间",
    ]


def test_a_long_list_comes_in_parts(home: Path) -> None:
    made = keep_decks(home, "A", "B", "C")
    assert "Files 1 to 2 of 3. Show older ones with --offset 2." in files(home, "--limit", "2").stdout
    assert [each["id"] for each in told(home, "list", "--limit", "2", "--offset", "2")["files"]] == [made[0].id]
    assert files(home, "--offset", "9").stdout == "There are only 3 files.\n"
    assert files(home, "--limit", "-1").returncode == 2


def test_the_id_of_the_list_is_enough_and_so_is_the_name(home: Path) -> None:
    made = keep_decks(home, "Rain", "Snow")
    short = files(home).stdout.splitlines()[2].split()[0]
    assert told(home, "show", short)["id"] == made[0].id
    assert told(home, "show", "Rain.pptx")["id"] == made[0].id
    assert told(home, "show", made[1].id)["name"] == "Snow.pptx"


def test_a_beginning_that_several_have_lists_them(home: Path) -> None:
    made = keep_decks(home, "Rain", "Snow")
    done = files(home, "show", "art_0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "matches 2 files" in done.stderr
    assert all(verified.id in done.stderr for verified in made)
    assert "可能指 2 个文件" in files(home, "export", "art_0", LANG="zh_CN.UTF-8").stderr


def test_what_is_not_there_or_anothers_is_a_sentence(home: Path) -> None:
    [theirs] = keep_decks(home, "Secret", owner="bob")
    tries = (("show", theirs.id), ("versions", "Secret.pptx"), ("restore", theirs.id), ("export", "nothing"))
    for doing, written in tries:
        done = files(home, doing, written)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"No file {written!r} found." in done.stderr
    assert "没有文件 'nothing'" in files(home, "show", "nothing", LANG="zh_CN.UTF-8").stderr


def test_one_file_is_shown_with_its_versions_and_whether_it_is_whole(home: Path) -> None:
    first, second = keep_decks(home, "Rain", "Rain")
    shown = files(home, "show", first.id)
    assert shown.returncode == 0
    assert "1 of 2" in shown.stdout
    assert "✓ Rain.pptx is unchanged since its check" in shown.stdout
    found = told(home, "show", first.id)
    assert found["versions"] == [{"id": first.id, "version": 1}, {"id": second.id, "version": 2}]
    assert (found["sha256"], found["lost"], "owner" in found) == (first.sha256, [], False)


def test_a_file_that_somebody_changed_is_told_and_never_copied(home: Path) -> None:
    [verified] = keep_decks(home, "Rain")
    content_path(home, verified).write_bytes(b"not a deck")
    shown = files(home, "show", "Rain.pptx")
    assert shown.returncode == 1
    assert "✗ Rain.pptx is missing or has been changed." in shown.stdout
    done = files(home, "export", "Rain.pptx", "-o", "out", LANG="zh_CN.UTF-8")
    assert done.returncode == 1
    assert "已不是当初保存的内容" in done.stderr
    assert not (home.parent / "out").exists()


def test_a_file_that_is_not_there_leaves_no_folder_behind(home: Path) -> None:
    done = files(home, "export", "nope", "-o", "new")
    assert (done.returncode, (home.parent / "new").exists()) == (2, False)


def test_a_list_of_nothing_is_refused(home: Path) -> None:
    done = files(home, "list", "--limit", "0")
    assert (done.returncode, "a whole number from 1 to 1000000" in done.stderr) == (2, True)


def test_a_file_names_the_conversation_and_the_turn_in_which_it_was_made(home: Path) -> None:
    home.parent.joinpath("note.md").write_text(
        "# Rain\n\n## Why\n\nRain falls from clouds that are heavy with water.\n", encoding="utf-8"
    )
    making = ("make", "slides", "note.md", "-o", "out", "--model", "rule", "--quiet")
    assert inkwright(*making, cwd=home.parent, INKWRIGHT_HOME=str(home)).returncode == 0
    listed = inkwright("history", "--json", cwd=home.parent, INKWRIGHT_HOME=str(home))
    [row] = json.loads(listed.stdout)["conversations"]
    shown = told(home, "show", "Rain.pptx")
    assert shown["conversation_id"] == row["id"]
    lines = [line.split() for line in files(home, "show", "Rain.pptx").stdout.splitlines()]
    assert ["conversation", row["id"]] in lines
    assert ["turn", shown["turn_id"]] in lines
    in_chinese = files(home, "show", "Rain.pptx", LANG="zh_CN.UTF-8").stdout
    assert ("对话" in in_chinese, "轮次" in in_chinese) == (True, True)
    inkwright("history", "delete", row["id"], "--yes", cwd=home.parent, INKWRIGHT_HOME=str(home))
    assert f"{row['id']} (deleted)" in files(home, "show", "Rain.pptx").stdout
    assert told(home, "show", "Rain.pptx")["conversation_id"] == row["id"]


def test_a_file_that_was_made_in_no_conversation_names_none(home: Path) -> None:
    keep_decks(home, "Rain")
    assert told(home, "show", "Rain.pptx")["conversation_id"] is None
    assert "conversation" not in files(home, "show", "Rain.pptx").stdout


def test_an_older_version_is_restored_as_a_new_one_and_all_stay(home: Path) -> None:
    first, second = keep_decks(home, "Rain", "Rain")
    done = files(home, "restore", first.id)
    assert (
        done.stdout
        == "Rain.pptx: version 1 passed its checks again and is now version 3. All older versions are kept.\n"
    )
    versions = told(home, "versions", "Rain.pptx")["versions"]
    assert [each["version"] for each in versions] == [1, 2, 3]
    assert [each["sha256"] for each in versions] == [first.sha256, second.sha256, first.sha256]
    assert "No new version was created" in files(home, "restore", first.id).stdout
    again = told(home, "restore", first.id)
    assert (again["restored"], again["file"]["version"]) == (False, 3)
    listed = files(home, "versions", "Rain.pptx", LANG="zh_CN.UTF-8").stdout
    assert [line.split()[2] for line in listed.splitlines()[:4]] == ["版本", "1", "2", "3"]


def test_a_version_that_todays_checks_refuse_is_not_restored_and_the_reason_is_told(home: Path) -> None:
    async def keep_unchecked() -> str:
        async with open_store(load_settings(flags={}, environ={}, folder=home, home=home)) as store:
            lax = Vault(store.records, {"pptx": lambda *_: []}, ids=store.ids, clock=store.clock)
            draft = Draft("pptx", "Rain.pptx", "Rain", {"Rain.pptx": b"not a deck"})
            made = await lax.keep(draft, owner=LOCAL_OWNER, turn_id="turn_1", lineage="line_1")
            assert isinstance(made, Verified)
            return made.id

    unchecked = asyncio.run(keep_unchecked())
    keep_decks(home, "Rain", lineage="line_1")
    done = files(home, "restore", unchecked)
    assert done.returncode == 1
    assert "Version 1 of Rain.pptx does not pass the current checks. No new version was created:" in done.stderr
    assert "✗ the file Rain.pptx: The file is not a .pptx file" in done.stdout
    refused = files(home, "restore", unchecked, "--json")
    assert (refused.returncode, json.loads(refused.stdout)["restored"]) == (1, False)
    assert [each["version"] for each in told(home, "versions", "Rain.pptx")["versions"]] == [1, 2]


def test_a_copy_goes_into_a_folder_under_a_free_name(home: Path) -> None:
    first, second = keep_decks(home, "雨", "雨")
    out = home.parent / "out"
    assert told(home, "export", first.id, "-o", "out")["paths"] == ["out/雨.pptx"]
    assert "雨 (2).pptx" in files(home, "export", second.id, "-o", "out").stdout
    assert (out / "雨.pptx").read_bytes() == content_path(home, first).read_bytes()
    assert files(home, "export", second.id, "-o", "out", "--overwrite").returncode == 0
    assert (out / "雨.pptx").read_bytes() == content_path(home, second).read_bytes()


def test_a_database_that_does_not_answer_is_a_sentence(home: Path) -> None:
    done = files(home, INKWRIGHT_DATABASE="postgresql://me:sesame@127.0.0.1:1/none")
    assert done.returncode == 1
    assert "127.0.0.1" in done.stderr
    assert "sesame" not in done.stderr + done.stdout
