"""The corpus, loaded and scored for the tests and the benchmarks."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inkwright import json_parser, multi_section_parser
from inkwright.parsing import Parsed, Rejected
from inkwright.parsing.files import File, SkippedFile, parse_file

ROOT = Path(__file__).resolve().parent.parent / "corpus"


def cases(kind: str, part: str) -> Iterator[dict[str, Any]]:
    """The cases of `json`, `fenced` or `sections`, of the part `seen` or `held`."""
    for path in sorted((ROOT / kind).glob(f"{part}*.jsonl")):
        with path.open(encoding="utf-8", newline="\n") as lines:
            yield from map(json.loads, lines)


def same(found: Any, expected: Any) -> bool:
    """Equality of JSON values in which True is not 1 and 1 is not 1.0."""
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and found.keys() == expected.keys()
            and all(same(found[k], expected[k]) for k in expected)
        )
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, float) or isinstance(found, float):
        return isinstance(found, int | float) and not isinstance(found, bool) and found == expected
    return type(found) is type(expected) and found == expected


def judge_json(case: dict[str, Any], *, with_schema: bool) -> str:
    """`exact`, `wrong` (a value that is not the right one) or `nothing` (no value where there is one)."""
    expected = case.get("with_schema", case["expect"]) if with_schema else case["expect"]
    result = json_parser(case["reply"], case["schema"] if with_schema else None)
    if result["status"] == "error":
        return "exact" if "error" in expected else "nothing"
    return "exact" if "value" in expected and same(result["content"], expected["value"]) else "wrong"


def judge_file(case: dict[str, Any]) -> str:
    result = parse_file(case["reply"], case["content_tag"], ("SKIPPED", "SKIP"))
    if isinstance(result, Rejected):
        return "exact" if case["expect"] == {"error": result.reason} else "nothing"
    found = {"skip": True} if isinstance(result.value, SkippedFile) else _file(result)
    return "exact" if found == case["expect"] else "wrong"


def _file(result: Parsed[File | SkippedFile]) -> dict[str, str]:
    assert isinstance(result.value, File)
    return {"name": result.value.name, "content": result.value.content}


def judge_sections(case: dict[str, Any]) -> str:
    result = multi_section_parser(case["reply"], **case["options"])
    expected = case["expect"]
    if result["status"] == "success":
        is_right = "value" in expected and result["content"] == expected["value"]
        return "exact" if is_right and _order(result["content"]) == _order(expected["value"]) else "wrong"
    names_the_missing = all(header in result["feedback"] for header in expected.get("missing", []))
    return "exact" if expected.get("error") == result["reason"] and names_the_missing else "nothing"


def _order(content: Any) -> list[str]:
    return list(content) if isinstance(content, dict) else []
