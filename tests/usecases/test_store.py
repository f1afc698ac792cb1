"""The store of the settings: created if it is missing, and closed at the end."""

import asyncio
import fcntl
import json
import os
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.vault import Verified
from inkwright.errors import InvalidOption, StoreUnavailable
from inkwright.llm.call_log import Call, CallOrigin, NoCallLog, calls_in_turn
from inkwright.llm.models import CallVerdict, Usage
from inkwright.settings import Settings, load_settings
from inkwright.store.call_log_files import pending_logs, pending_path
from inkwright.usecases.store import CALLS_FILE, MAX_ROTATED_FILES, FileCallLog, open_call_log, open_store
from tests.artifacts.sample_decks import LESSON
from tests.clocks import PATIENCE, FixedClock
from tests.each import each


def settings_of(home: Path, **environ: str) -> Settings:
    return load_settings(flags={}, environ=environ, folder=home, home=home)


async def opened(settings: Settings) -> str:
    async with open_store(settings) as store:
        return store.database.place


def test_a_deck_that_was_kept_is_found_by_the_next_process_and_is_still_verified(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"

    async def keep() -> str:
        async with open_store(settings_of(home)) as store:
            made = await store.vault.keep(build_deck(LESSON), owner="ann", turn_id="turn_1")
            assert isinstance(made, Verified)
            return made.id

    async def find(artifact_id: str) -> bytes | None:
        async with open_store(settings_of(home)) as store:
            assert isinstance(await store.vault.get(artifact_id, owner="ann"), Verified)
            return await store.vault.read(artifact_id, owner="ann")

    assert asyncio.run(find(asyncio.run(keep()))) == build_deck(LESSON).main
    assert sorted(path.name for path in home.iterdir() if path.suffix != ".jsonl")[:2] == ["artifacts", "inkwright.db"]


def test_the_setting_says_where_the_database_is(tmp_path: Path) -> None:
    written = f"sqlite:///{tmp_path}/elsewhere/ink.db"
    assert asyncio.run(opened(settings_of(tmp_path, INKWRIGHT_DATABASE=written))) == f"{tmp_path}/elsewhere/ink.db"


def test_a_database_that_is_none_is_a_sentence_without_its_password(tmp_path: Path) -> None:
    for written in ("mysql://me:sesame@x/y", "nonsense ://me:sesame@x"):
        with pytest.raises(InvalidOption) as caught:
            asyncio.run(opened(settings_of(tmp_path, INKWRIGHT_DATABASE=written)))
        assert "sesame" not in str(caught.value)
    with pytest.raises(StoreUnavailable) as unavailable:
        asyncio.run(opened(settings_of(tmp_path, INKWRIGHT_DATABASE="postgresql://me:sesame@127.0.0.1:1/none")))
    assert "sesame" not in str(unavailable.value)


SECRET = "sk-Abc_123456789"
ODD_SECRETS = ['ab"cd"efgh', "ab\\cd\\efgh", "密钥-é-12345", "tab\tline\n56", 'both\\"und密', '\'"\\"\'"\\"\'']


def call(reply: str = "reply", **fields: Any) -> Call:
    given: dict[str, Any] = {"purpose": "other", "model": "m", "messages": [{"role": "user", "content": "hello"}]}
    return Call(**{**given, "reply": reply, "usage": Usage(3, 2, 0.5), "seconds": 1.23456, **fields})


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def logged(home: Path, call_: Call, **environ: str) -> str:
    """The content of the file after one call."""
    settings = load_settings(flags={}, environ={}, folder=home, home=home)
    open_call_log(settings, environ).record(call_)
    return (home / CALLS_FILE).read_text(encoding="utf-8")


def test_a_call_is_kept_with_everything_that_is_known_of_it(tmp_path: Path) -> None:
    log = FileCallLog(tmp_path / CALLS_FILE, clock=FixedClock())
    told = call("你好\n", way="ask", subject="Plan", id="call_1", origin=CallOrigin("conv_1", "turn_1", "draw"))
    log.record(told)
    log.record(call("", usage=Usage(dollars=None), id="call_2", verdict=CallVerdict("failed", "model_busy")))
    log.judge(told, CallVerdict("refused", "Not so.\nAgain."))
    assert rows(tmp_path / CALLS_FILE) == [
        {
            "conversation": "conv_1",
            "turn": "turn_1",
            "id": "call_1",
            "at": "2026-01-02T00:16:40+00:00",
            "purpose": "other",
            "subject": "Plan",
            "tool": "draw",
            "model": "m",
            "way": "ask",
            "messages": [{"role": "user", "content": "hello"}],
            "reply": "你好\n",
            "prompt_tokens": 3,
            "completion_tokens": 2,
            "dollars": 0.5,
            "seconds": 1.2346,
            "verdict": "unknown",
            "reason": "",
        },
        {
            "conversation": None,
            "turn": None,
            "id": "call_2",
            "at": "2026-01-02T00:16:40+00:00",
            "purpose": "other",
            "subject": "",
            "tool": "",
            "model": "m",
            "way": "",
            "messages": [{"role": "user", "content": "hello"}],
            "reply": "",
            "prompt_tokens": 0,
            "completion_tokens": 0,
            "dollars": None,
            "seconds": 1.2346,
            "verdict": "failed",
            "reason": "model_busy",
        },
        {"conversation": "conv_1", "judged": "call_1", "verdict": "refused", "reason": "Not so.\nAgain."},
    ]


def test_a_call_that_is_made_for_a_conversation_names_it_first(tmp_path: Path) -> None:
    log = FileCallLog(tmp_path / CALLS_FILE)
    with calls_in_turn("conv_1", "turn_1"):
        log.record(call("inside"))
    log.record(call("outside"))
    lines = (tmp_path / CALLS_FILE).read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ['{"conversation": "conv_1"', '{"conversation": null']


def test_chinese_is_written_so_that_people_can_read_it(tmp_path: Path) -> None:
    assert "你好" in logged(tmp_path, call("你好"))


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "GITHUB_TOKEN", "aws_secret", "PGPASSWORD", "OPENAI_API_KEY_2"])
def test_no_secret_of_the_environment_is_written(tmp_path: Path, name: str) -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": f"It is {SECRET}."}], SECRET: SECRET}]
    leaking = call(
        f"{SECRET}{SECRET}", messages=messages, model=SECRET, purpose=SECRET, verdict=CallVerdict("refused", SECRET)
    )
    found = logged(tmp_path, leaking, **{name: f" {SECRET}\n"})
    assert SECRET not in found
    assert json.loads(found)["reply"] == "[secret][secret]"
    assert json.loads(found)["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": "It is [secret]."}], "[secret]": "[secret]"}
    ]


@each("secret", ODD_SECRETS)
@each("depth", [0, 1, 2])
@each("is_ascii", [True, False])
def test_nor_one_with_odd_characters_however_it_is_written(
    tmp_path: Path, secret: str, depth: int, is_ascii: bool
) -> None:
    said: Any = f"<{secret}>"
    for _ in range(depth):
        said = json.dumps({"a": said}, ensure_ascii=is_ascii)
    found = logged(tmp_path, call(said), MY_KEY=secret)
    reply = json.loads(found)["reply"]
    for _ in range(depth):
        reply = json.loads(reply)["a"]
    assert reply == "<[secret]>"


def test_a_secret_within_another_is_hidden_with_it_and_a_short_word_is_no_secret(tmp_path: Path) -> None:
    found = logged(tmp_path, call(f"{SECRET}-more {SECRET} local"), A_KEY=SECRET, B_KEY=f"{SECRET}-more", C_KEY="local")
    assert json.loads(found)["reply"] == "[secret] [secret] local"


def test_a_secret_that_reads_like_the_name_of_a_field_breaks_no_row(tmp_path: Path) -> None:
    found = json.loads(logged(tmp_path, call("messages"), A_KEY="messages", B_KEY='", "reply": "'))
    assert (found["messages"], found["reply"]) == ([{"role": "user", "content": "hello"}], "[secret]")


def test_what_is_no_json_is_written_as_text_and_without_secrets(tmp_path: Path) -> None:
    class Odd:
        def __str__(self) -> str:
            return f"odd {SECRET}"

    found = logged(tmp_path, call(messages=[{"role": "user", "content": Odd()}]), A_KEY=SECRET)
    assert json.loads(found)["messages"] == [{"role": "user", "content": "odd [secret]"}]


@pytest.mark.parametrize("odd", ["\ud800", "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg", "\r\n", "\x00\ufeff"])
def test_a_reply_with_odd_characters_comes_back_as_it_was(tmp_path: Path, odd: str) -> None:
    log = FileCallLog(tmp_path / CALLS_FILE)
    log.record(call(odd, way="ask"))
    assert [row["reply"] for row in rows(tmp_path / CALLS_FILE)] == [odd]


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        log = FileCallLog(tmp_path / "home" / CALLS_FILE, largest=1)
        for _ in range(2):
            log.record(call())
    finally:
        os.umask(before)
    home = tmp_path / "home"
    (moved,) = pending_logs(home / CALLS_FILE)
    assert [path.stat().st_mode & 0o777 for path in (home, home / CALLS_FILE, moved)] == [0o700, 0o600, 0o600]


def test_a_full_file_is_set_aside_for_the_store_and_no_line_is_lost(tmp_path: Path) -> None:
    path = tmp_path / CALLS_FILE
    log = FileCallLog(path, largest=10)
    replies = [f"reply {number}" for number in range(6)]
    for reply in replies:
        log.record(call(reply))
    found = [row["reply"] for file in (path, *pending_logs(path)) for row in rows(file)]
    assert sorted(found) == replies
    assert [row["reply"] for row in rows(path)] == ["reply 5"]


def test_a_file_that_is_taken_over_meanwhile_costs_no_line(tmp_path: Path) -> None:
    path = tmp_path / CALLS_FILE
    log = FileCallLog(path, largest=10)
    log.record(call("first"))
    pending_path(path).symlink_to(tmp_path / "gone")
    log.record(call("second"))
    assert [row["reply"] for row in rows(path)] == ["second"]


def test_files_that_nobody_takes_over_do_not_fill_the_disk(tmp_path: Path) -> None:
    path = tmp_path / CALLS_FILE
    log = FileCallLog(path, largest=10)
    for number in range(MAX_ROTATED_FILES + 5):
        log.record(call(str(number)))
    assert len(pending_logs(path)) == MAX_ROTATED_FILES


@pytest.mark.parametrize("place", ["file/home", "home"])
def test_a_place_that_cannot_be_written_loses_the_line_and_nothing_else(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "home" / CALLS_FILE).mkdir(parents=True)
    FileCallLog(tmp_path / place / CALLS_FILE).record(call())
    assert not (tmp_path / place / CALLS_FILE).is_file()


def test_switched_off_it_writes_nothing(tmp_path: Path) -> None:
    settings = load_settings(flags={"log_calls": "off"}, environ={}, folder=tmp_path, home=tmp_path / "home")
    log = open_call_log(settings, {})
    log.record(call())
    assert isinstance(log, NoCallLog)
    assert not (tmp_path / "home").exists()


WRITER = """
import sys
from pathlib import Path
from inkwright.llm.call_log import Call
from inkwright.llm.models import Usage
from inkwright.usecases.store import FileCallLog
log = FileCallLog(Path(sys.argv[1]), largest=int(sys.argv[2]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(60):
    log.record(Call(sys.argv[3], "m", [], sys.argv[3] * 70_000, Usage(), 0, way=str(number)))
"""


def written_by_three(path: Path, largest: int) -> None:
    with ExitStack() as stack:
        writers = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", WRITER, str(path), str(largest), name],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            for name in "abc"
        ]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write(b"go\n")
            writer.stdin.flush()
    assert [writer.returncode for writer in writers] == [0, 0, 0]


def test_programs_that_write_at_once_do_not_mix_their_lines(tmp_path: Path) -> None:
    path = tmp_path / CALLS_FILE
    written_by_three(path, 10**9)
    found = rows(path)
    assert all(row["reply"] == row["purpose"] * 70_000 for row in found)
    for name in "abc":
        assert [row["way"] for row in found if row["purpose"] == name] == [str(number) for number in range(60)]


def test_a_line_waits_for_a_program_that_moves_the_file_away_and_goes_into_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / CALLS_FILE
    log = FileCallLog(path)
    log.record(call("first"))
    with path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        writer = threading.Thread(target=log.record, args=(call("second"),))
        writer.start()
        writer.join(0.3)
        path.replace(pending_path(path))
    writer.join(PATIENCE)
    assert [row["reply"] for row in rows(pending_logs(path)[0])] == ["first"]
    assert [row["reply"] for row in rows(path)] == ["second"]


def test_programs_that_write_at_once_move_a_full_file_away_once(tmp_path: Path) -> None:
    path = tmp_path / CALLS_FILE
    largest = 1_000_000
    written_by_three(path, largest)
    full = pending_logs(path)
    kept = [row for file in (*full, path) for row in rows(file)]
    assert all(file.stat().st_size > largest for file in full)
    assert all(row["reply"] == row["purpose"] * 70_000 for row in kept)
    assert sorted((row["purpose"], int(row["way"])) for row in kept) == [
        (name, way) for name in "abc" for way in range(60)
    ]
