"""`inkwright parse`: JSON out, and the exit code tells."""

import json
from pathlib import Path

import pytest

from tests.cli.test_main import inkwright


def test_json_is_read_from_standard_input() -> None:
    done = inkwright("parse", "json", stdin="好的：\n{'a': 1,}")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"status": "success", "content": {"a": 1}})


def test_a_rejected_reply_has_exit_code_1_and_feedback() -> None:
    done = inkwright("parse", "json", stdin="no value here")
    assert done.returncode == 1
    assert json.loads(done.stdout)["reason"] == "no_json"


def test_a_cut_value_is_closed_on_request() -> None:
    done = inkwright("parse", "json", "--partial", stdin='{"a": "hel')
    assert json.loads(done.stdout) == {"status": "success", "content": {"a": "hel"}, "partial": True}


def test_a_schema_decides(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"type": "object", "required": ["b"]}', encoding="utf-8")
    done = inkwright("parse", "json", "--schema", str(schema), stdin='{"a": 1, "long": "longer"} {"b": 2}')
    assert json.loads(done.stdout)["content"] == {"b": 2}


@pytest.mark.parametrize("content", ["{", "[1]", '{"type": "wrong"}', '{"$ref": "http://127.0.0.1:9/x"}'])
def test_a_schema_that_is_none_is_wrong_usage(tmp_path: Path, content: str) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(content, encoding="utf-8")
    done = inkwright("parse", "json", "--schema", str(schema), stdin="{}")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: Invalid schema: ")


def test_a_file_is_found_in_blocks(tmp_path: Path) -> None:
    reply = tmp_path / "reply.md"
    reply.write_text("```path\n笔记.md\n```\n```markdown\n# 标题\n```\n", encoding="utf-8")
    done = inkwright("parse", "blocks", str(reply))
    assert json.loads(done.stdout)["content"] == {"file_name": "笔记.md", "file_content": "# 标题"}


def test_a_skip_is_told() -> None:
    done = inkwright("parse", "blocks", "--tag", "latex", "--skip", stdin="SKIPPED: there is an outline")
    assert json.loads(done.stdout)["content"] == {"skip_reason": "SKIPPED: there is an outline"}


def test_sections_come_with_options() -> None:
    headers = ("--header", "[A]", "--header", "[B]")
    done = inkwright("parse", "sections", *headers, "--any", "--list", stdin="[A]\none\ntwo")
    assert json.loads(done.stdout)["content"] == {"[A]": ["one", "two"]}


def test_the_text_behind_a_divider_needs_no_header() -> None:
    done = inkwright("parse", "sections", stdin="thinking about it\n=====\nanswer")
    assert json.loads(done.stdout)["content"] == "answer"


def test_an_envelope_is_typed() -> None:
    done = inkwright("parse", "envelope", stdin='{"response_type": "normal", "content": "hi"}')
    assert json.loads(done.stdout)["content"]["content"] == "hi"


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (("blocks", "--tag", "a b"), b"x", "Invalid value for content_tag: 'a b'"),
        (("sections", "--header", "***"), b"x", "Invalid value for section_headers: '***'"),
        (("sections", "--header", "(", "--regex"), b"x", "The regular expression is not valid"),
        (("json", "missing.txt"), b"", "Cannot read missing.txt: no such file or directory"),
        (("json",), b"\xff\xfe", "Cannot read standard input: it is not UTF-8"),
    ],
)
def test_wrong_input_is_a_sentence_and_exit_code_2(arguments: tuple[str, ...], stdin: bytes, said: str) -> None:
    done = inkwright("parse", *arguments, stdin=stdin)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_input_that_is_too_large_is_refused() -> None:
    done = inkwright("parse", "json", stdin="x" * 2_000, INKWRIGHT_MAX_INPUT="1KB")
    assert done.returncode == 2
    assert "larger than 1,000 bytes" in done.stderr
