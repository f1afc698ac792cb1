"""The files next to the call log: pending logs, and rejected lines without those of deleted conversations."""

import os
from pathlib import Path

import pytest

from inkwright.store.call_log_files import (
    conversation_of_line,
    pending_by_age,
    pending_logs,
    pending_path,
    rejected_files,
    remove_conversation_lines,
    save_rejected_lines,
)


def lines_in(log: Path) -> list[bytes]:
    return [path.read_bytes() for path in rejected_files(log)]


def test_pending_logs_are_found_by_name_and_by_age(tmp_path: Path) -> None:
    log = tmp_path / "calls.jsonl"
    new, old = pending_path(log), pending_path(log)
    for path, age in ((new, 0), (old, 100)):
        path.write_bytes(b"{}\n")
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    assert set(pending_logs(log)) == {new, old}
    assert pending_by_age(log) == [old, new]


def test_rejected_lines_are_saved_once_for_each_log(tmp_path: Path) -> None:
    log = pending_path(tmp_path / "calls.jsonl")
    save_rejected_lines(log, [])
    assert lines_in(log) == []
    for _ in range(2):
        save_rejected_lines(log, [b"one", b"two"])
    assert lines_in(log) == [b"one\ntwo\n"]


def test_rejected_lines_of_a_conversation_are_removed_with_those_of_unknown_ones(tmp_path: Path) -> None:
    log = tmp_path / "calls.jsonl"
    other, none = b'{"conversation": "conv_2", "reply": "b"', b'{"conversation": null, "reply": "c"'
    save_rejected_lines(pending_path(log), [b'{"conversation": "conv_1", "reply": "a"', other, none, b"garbage"])
    save_rejected_lines(pending_path(log), [b'{"conversation": "conv_1"}'])
    remove_conversation_lines(log, "conv_1")
    assert lines_in(log) == [other + b"\n" + none + b"\n"]


@pytest.mark.parametrize(
    ("line", "conversation"),
    [
        (b'{"conversation": "conv_1", "reply": "cut', "conv_1"),
        (b'{"conversation": null}', ""),
        (b'{"reply": "x"}', None),
        (b"", None),
    ],
)
def test_the_conversation_of_a_line_is_known_even_if_the_line_is_cut_off(line: bytes, conversation: str | None) -> None:
    assert conversation_of_line(line) == conversation
