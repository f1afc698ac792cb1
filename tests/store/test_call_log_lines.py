"""The lines of the call log: any line becomes a row, a verdict, or is set aside."""

import json
from pathlib import Path
from typing import Any

from inkwright.store.call_log_lines import LogContent, read_log, without_texts
from tests.each import each


def test_a_log_that_is_gone_is_empty_and_one_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert (read_log(tmp_path / "none", "me"), read_log(tmp_path / "folder", "me")) == (LogContent(), None)


def test_a_verdict_joins_its_call_and_stands_alone_where_its_call_is_in_another_log(tmp_path: Path) -> None:
    lines = [
        {"conversation": "conv_1", "id": "call_1", "model": "m"},
        {"conversation": "conv_1", "judged": "call_1", "verdict": "refused", "reason": "no\nJSON"},
        {"conversation": "conv_2", "judged": "call_0", "verdict": "accepted", "reason": ""},
    ]
    (tmp_path / "log").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    found = read_log(tmp_path / "log", "me")
    assert found is not None
    assert [(of, row["call_id"], row["verdict"], row["reason"]) for of, row in found.rows] == [
        ("conv_1", "call_1", "refused", "no JSON")
    ]
    assert found.verdicts == [("conv_2", {"of_call": "call_0", "of_owner": "me", "found": "accepted", "because": ""})]
    assert found.conversations() == ["conv_1", "conv_2"]


def test_of_a_deleted_conversation_the_code_of_an_error_stays_and_words_do_not() -> None:
    failed, refused = ({"verdict": verdict, "reason": "x", "body": "words"} for verdict in ("failed", "refused"))
    assert without_texts(failed) == {"verdict": "failed", "reason": "x", "body": "{}"}
    assert without_texts(refused) == {"verdict": "refused", "reason": "", "body": "{}"}
    assert without_texts({"of_call": "c", "because": "words"}) == {"of_call": "c", "because": ""}


@each(
    "line, verdict",
    [
        ({"feedback": None, "error": None}, ("unknown", "")),
        ({"feedback": "Not so."}, ("refused", "Not so.")),
        ({"error": "model_busy"}, ("failed", "model_busy")),
        ({"verdict": "wonderful", "reason": 7}, ("unknown", "7")),
        ({}, ("unknown", "")),
    ],
)
def test_a_line_of_an_earlier_version_is_never_called_accepted(
    tmp_path: Path, line: dict[str, Any], verdict: tuple[str, str]
) -> None:
    (tmp_path / "calls.jsonl").write_text(json.dumps({"turn": "turn_1", **line}), encoding="utf-8")
    found = read_log(tmp_path / "calls.jsonl", "me")
    assert found is not None
    ((_, row),) = found.rows
    assert (row["verdict"], row["reason"]) == verdict
