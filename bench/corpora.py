"""Who reads the corpus right: Inkwright and its peers, each case judged as exact, silently wrong, or nothing."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import fast_json_repair
import json_repair
import partial_json_parser
import pyjson5
from langchain_core.utils.json import parse_json_markdown
from markdown_it import MarkdownIt

from inkwright import json_parser, parse_markdown_blocks
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.schemas import Schema
from tests.corpus import cases, judge_file, judge_json, judge_sections, same

NOTHING = object()
Judged = Counter[str]


def balanced_then_repair(reply: str) -> Any:
    """Strict, then the first balanced object, then json_repair: the ladder that many programs write for themselves."""
    try:
        return json.loads(reply)
    except ValueError:
        pass
    start = reply.find("{")
    depth = 0
    for place in range(max(start, 0), len(reply)):
        depth += {"{": 1, "}": -1}.get(reply[place], 0)
        if depth == 0 and start >= 0:
            try:
                return json.loads(reply[start : place + 1])
            except ValueError:
                break
    return json_repair.loads(reply)


JSON_PEERS: dict[str, Callable[[str], Any]] = {
    "json_repair": json_repair.loads,
    "strict → first balanced object → json_repair": balanced_then_repair,
    "fast_json_repair": fast_json_repair.loads,
    "LangChain parse_json_markdown": parse_json_markdown,
    "pyjson5": pyjson5.decode,
    "partial-json-parser": partial_json_parser.loads,
    "json (standard library)": json.loads,
}


def judge_peer(parser: Callable[[str], Any], case: dict[str, Any]) -> str:
    """A peer has no errors of its own kind: an exception, None for a failure and an empty string count as nothing."""
    try:
        value = parser(case["reply"])
    except Exception:  # noqa: BLE001
        value = NOTHING
    if value == "" or (value is None and case["expect"].get("value", NOTHING) is not None):
        value = NOTHING
    if value is NOTHING:
        return "exact" if "error" in case["expect"] else "nothing"
    return "exact" if "value" in case["expect"] and same(value, case["expect"]["value"]) else "wrong"


def json_figures(part: str) -> dict[str, tuple[Judged, Judged | None]]:
    """For each tool what it makes of the part `seen` or `held`, without a schema and (ours alone) with one."""
    found = list(cases("json", part))
    with_schema = [case for case in found if case["schema"] is not None]
    ours = Counter(judge_json(case, with_schema=False) for case in found)
    figures: dict[str, tuple[Judged, Judged | None]] = {
        "Inkwright": (ours, Counter(judge_json(case, with_schema=True) for case in with_schema))
    }
    for name, parser in JSON_PEERS.items():
        figures[name] = (Counter(judge_peer(parser, case) for case in found), None)
    return figures


PEER_SUITES = ("json_repair", "jsonrepair")


def peer_suite(name: str) -> Judged:
    """What became of the cases of a peer's own test suite: `same`, the number of our ruling that differs, or `error`.

    A case that differs says why: `differs` is the ruling, or `error` where ours should read it and does not.
    """
    judged: Judged = Counter()
    for case in cases("peers", name):
        is_same = judge_json({**case, "schema": None}, with_schema=False) == "exact"
        judged["same" if is_same else str(case.get("differs", "error"))] += 1
    return judged


def rungs() -> Counter[str]:
    """How often each rung of the ladder decided, over the whole corpus, with the schema where there is one."""
    found = [*cases("json", "seen"), *cases("json", "held")]
    return Counter(
        parse_json_reply(case["reply"], Schema(case["schema"]) if case["schema"] else None).stage for case in found
    )


def two_regexes(reply: str, tag: str) -> tuple[str | None, str | None]:
    """A regular expression for each block, up to the next three backticks: what programs write for themselves."""
    name = re.search(r"```path\s*\n?(.*?)\n?```", reply, re.DOTALL)
    content = re.search(rf"```{re.escape(tag)}\s*\n?(.*?)\n?```", reply, re.DOTALL)
    return (name[1].strip(), content[1].strip()) if name and content else (None, None)


def commonmark(reply: str, tag: str) -> tuple[str | None, str | None]:
    """The first `path` and the first content block, as CommonMark sees them."""
    fences = [token for token in MarkdownIt().parse(reply) if token.type == "fence"]
    tags = [(token.info.split() or [""])[0].lower() for token in fences]
    names = [token.content.strip() for token, found in zip(fences, tags, strict=True) if found == "path"]
    contents = [token.content.rstrip("\n") for token, found in zip(fences, tags, strict=True) if found == tag]
    return (names[0], contents[0]) if names and contents and names[0] and contents[0] else (None, None)


def judge_pair(parser: Callable[[str, str], tuple[str | None, str | None]], case: dict[str, Any]) -> str:
    name, content = parser(case["reply"], case["content_tag"])
    if name is None:
        return "nothing" if "name" in case["expect"] else "exact"
    return "exact" if case["expect"] == {"name": name, "content": content} else "wrong"


def file_figures(part: str) -> dict[str, Judged]:
    found = list(cases("fenced", part))
    return {
        "Inkwright": Counter(judge_file(case) for case in found),
        "two regular expressions": Counter(judge_pair(two_regexes, case) for case in found),
        "markdown-it-py": Counter(judge_pair(commonmark, case) for case in found),
    }


def headers_in_lines(case: dict[str, Any]) -> str:
    """Lines that equal a header, the last one first: what programs write for themselves."""
    options, expected = case["options"], case["expect"]
    asked = options.get("section_headers")
    lines = case["reply"].split("\n")
    if not asked:
        places = [n for n, line in enumerate(lines) if re.match(r"^={2,}.*={2,}$", line.strip())]
        content = "\n".join(lines[places[-1] + 1 :]).strip() if places else ""
        return _judge_value(content or None, expected)
    places = [n for n, line in enumerate(lines) if line.strip() in asked]
    found = {}
    for start, end in pairwise([*places, len(lines)]):
        found[lines[start].strip()] = "\n".join(lines[start + 1 : end]).strip()
    is_whole = all(found.get(header) for header in asked) or options.get("match_mode") == "ANY"
    return _judge_value({header: found[header] for header in asked if header in found} if is_whole else None, expected)


def _judge_value(value: Any, expected: dict[str, Any]) -> str:
    if not value:
        return "exact" if "error" in expected else "nothing"
    return "exact" if expected.get("value") == value else "wrong"


def section_figures(part: str) -> dict[str, Judged]:
    found = list(cases("sections", part))
    return {
        "Inkwright": Counter(judge_sections(case) for case in found),
        "lines that equal a header": Counter(headers_in_lines(case) for case in found),
    }


def truncations() -> tuple[int, int]:
    """Every complete JSON value and file of the corpus, cut in many places: how often the cut was noticed."""
    noticed = total = 0
    for cut, is_noticed in _cuts():
        total += bool(cut)
        noticed += is_noticed
    return noticed, total


def _cuts() -> Iterable[tuple[str, bool]]:
    for case in cases("json", "seen"):
        value = case["expect"].get("value")
        if isinstance(value, dict) and value:
            written = json.dumps(value, ensure_ascii=False)
            for place in range(1, len(written), max(1, len(written) // 20)):
                yield written[:place], json_parser(written[:place])["status"] == "error"
    for case in cases("fenced", "seen"):
        if "name" in case["expect"] and case["reply"].rstrip().endswith("```"):
            reply = case["reply"].rstrip()[:-3].rstrip()
            yield reply, _is_refused(reply, case)


def _is_refused(reply: str, case: dict[str, Any]) -> bool:
    """A reply whose last fence is missing may still hold an earlier, complete pair; then nothing was cut."""
    name, content = parse_markdown_blocks(reply, case["content_tag"])
    return name is None or content != case["expect"]["content"] or reply.count("```") % 2 == 0
