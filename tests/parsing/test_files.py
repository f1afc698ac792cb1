"""One named file in a reply: the pair of blocks, its variants, its failures and the skip (rulings 25–33)."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright import InvalidOption, file_parser, parse_markdown_blocks, parse_markdown_with_skip
from tests.each import each


def pair(name: str, content: str, tag: str = "markdown") -> str:
    return f"```path\n{name}\n```\n\n```{tag}\n{content}\n```"


NESTED = [
    ("```", "Intro\n\n```python\nprint(1)\n```\n\nEnd", "a tagged fence of the same length"),
    ("```", "```python\nprint(1)\n```", "nothing but a tagged fence"),
    ("```", "a\n\n```python\nx\n```\n\n```bash\nls\n```\nz", "two tagged fences of the same length"),
    ("```", "a\n```\nplain\n```\nz", "an untagged pair of the same length"),
    ("```", "a\n~~~\n```\n~~~\nz", "tildes around a lone fence"),
    ("```", "- item\n\n  ```python\n  x\n  ```\n\n- item", "an indented fence in a list"),
    ("````", "a\n```python\nx\n```\nz", "a longer outer fence"),
    ("````", "a\n```\nx", "a longer outer fence around a lone one"),
    ("`````", "````md\n```\nx\n```\n````", "three lengths"),
    ("~~~", "a\n```python\nx\n```\nz", "tildes outside"),
    ("~~~", "a\n```", "tildes around a lone fence of backticks"),
]


@pytest.mark.parametrize(("fence", "content"), [case[:2] for case in NESTED], ids=[c[2] for c in NESTED])
def test_fences_inside_the_content_survive_byte_for_byte(fence: str, content: str) -> None:
    reply = f"```path\n笔记.md\n```\n\n{fence}markdown\n{content}\n{fence}"
    assert parse_markdown_blocks(reply, "markdown") == ("笔记.md", content)


def test_a_tagged_block_after_the_pair_is_not_content() -> None:
    reply = pair("notes.md", "Text") + "\n\nNow run this:\n\n```bash\nls\n```\n"
    assert parse_markdown_blocks(reply, "markdown") == ("notes.md", "Text")


def test_a_block_of_another_tag_before_the_pair_is_passed_over() -> None:
    reply = "Plan:\n\n```json\n{}\n```\n\n" + pair("notes.md", "Text")
    assert parse_markdown_blocks(reply, "markdown") == ("notes.md", "Text")


@pytest.mark.parametrize(
    "content",
    [
        "    indented first line\nsecond",
        "\n\nafter two blank lines",
        "trailing spaces  \n\ttab",
        "ends with a blank line\n",
        "`code`, ``code`` and $\\frac{a}{b}$",
        "第一行\n　全角缩进\n最后一行",
        "a line with ``` in the middle",
    ],
)
def test_content_keeps_its_blank_lines_and_indentation(content: str) -> None:
    assert parse_markdown_blocks(pair("a.md", content), "markdown") == ("a.md", content)


def test_crlf_becomes_lf_in_name_and_content() -> None:
    reply = pair("a.md", "one\n\n  two").replace("\n", "\r\n")
    assert parse_markdown_blocks(reply, "markdown") == ("a.md", "one\n\n  two")


@pytest.mark.parametrize(
    "path",
    [
        "```path notes.md ```",
        "```path notes.md```",
        "``` path notes.md ```",
        "```PATH\nnotes.md\n```",
        "```Path  \n\n  notes.md  \n\n```",
        "````path\nnotes.md\n````",
        "~~~path\nnotes.md\n~~~",
        "  ```path\n  notes.md\n  ```",
    ],
)
def test_the_path_block_may_have_one_line_or_several(path: str) -> None:
    assert parse_markdown_blocks(f"{path}\n\n```markdown\nText\n```", "markdown") == ("notes.md", "Text")


@each(
    ("asked", "written"),
    [
        ("markdown", "md"),
        ("md", "Markdown"),
        ("MARKDOWN", "markdown"),
        ("latex", "tex"),
        ("tex", "LaTeX"),
        ("text", "txt"),
        ("txt", "plaintext"),
        ("python", "py"),
        ("javascript", "js"),
        ("yaml", "yml"),
        ("html", "htm"),
        ("markdown", "markdown {#id .class}"),
        ("text", "text lines=2 wrap"),
        ("c++", "C++"),
    ],
)
def test_tags_match_in_any_case_with_aliases_and_attributes_are_not_content(asked: str, written: str) -> None:
    assert parse_markdown_blocks(pair("a.x", "Text", written), asked) == ("a.x", "Text")


@pytest.mark.parametrize(
    ("asked", "written"),
    [("text", "textile"), ("text", "context"), ("md", "mdx"), ("markdown", "mark"), ("latex", "text"), ("c", "c++")],
)
def test_a_tag_that_only_resembles_the_asked_one_is_another_tag(asked: str, written: str) -> None:
    assert file_parser(pair("a.x", "Text", written), asked)["reason"] == "no_content"


def test_a_block_of_pathlib_is_not_a_path_block() -> None:
    reply = "```pathlib\nnotes.md\n```\n\n```markdown\nText\n```"
    assert file_parser(reply, "markdown")["reason"] == "no_name"


@pytest.mark.parametrize(
    "opening",
    [
        '```markdown file="notes.md"',
        "```markdown filename=notes.md",
        "```markdown path='notes.md'",
        '```markdown {title="notes.md"}',
        "```markdown:notes.md",
        "```markdown notes.md",
        "**notes.md**\n```markdown",
        "`notes.md`\n\n```markdown",
        "**`notes.md`**:\n```markdown",
    ],
)
def test_without_a_path_block_the_name_comes_from_the_fence_or_the_line_before_it(opening: str) -> None:
    assert parse_markdown_blocks(f"Here it is.\n\n{opening}\nText\n```", "markdown") == ("notes.md", "Text")


def test_a_path_block_wins_over_a_name_on_the_content_fence() -> None:
    assert parse_markdown_blocks(pair("real.md", "Text", "markdown file=other.md"), "markdown") == ("real.md", "Text")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("[FILE_NAME]", "[CONTENT]"),
        ("<FILE_NAME>", "<CONTENT>"),
        ("[FILE_NAME].md", "Text of the template"),
        ("template.md", "[FILE CONTENT]"),
    ],
)
def test_an_echoed_template_is_ignored_and_the_real_pair_after_it_wins(name: str, content: str) -> None:
    reply = f"I will write:\n\n{pair(name, content)}\n\nSo:\n\n{pair('论文.md', '# 正文')}"
    assert parse_markdown_blocks(reply, "markdown") == ("论文.md", "# 正文")


def test_of_pairs_with_one_name_the_last_wins_and_of_different_names_the_first() -> None:
    draft, final, other = pair("a.md", "draft"), pair("a.md", "final"), pair("b.md", "other")
    assert parse_markdown_blocks(f"{draft}\n\n{final}", "markdown") == ("a.md", "final")
    assert parse_markdown_blocks(f"{draft}\n\n{other}", "markdown") == ("a.md", "draft")
    assert parse_markdown_blocks(f"{draft}\n\n{other}\n\n{final}", "markdown") == ("a.md", "final")


def test_an_empty_pair_does_not_hide_a_whole_one() -> None:
    reply = pair("a.md", "") + "\n\n" + pair("a.md", "whole")
    assert parse_markdown_blocks(reply, "markdown") == ("a.md", "whole")


def test_a_pair_in_the_thoughts_does_not_count() -> None:
    reply = f"<think>\n{pair('draft.md', 'draft')}\n</think>\n{pair('final.md', 'final')}"
    assert parse_markdown_blocks(reply, "markdown") == ("final.md", "final")


CONTENTS = [
    "Text",
    "# T\n\n- a\n  - b\n\n    code",
    "a\n\n```python\nx = 1\n  y\n```\n\nend",
    "a\n```\nplain\n```\nz",
    "> quoted\n> twice\n\nx",
    "\tTab\n\t\ttwo",
    "1. one\n\n   ```sh\n   ls\n   ```\n2. two",
    "    indented\n        more",
]


def indented(text: str, first: str, rest: str) -> str:
    lines = text.split("\n")
    return "\n".join(
        prefix + line if line else "" for prefix, line in zip([first, *[rest] * len(lines)], lines, strict=False)
    )


CONTAINERS: dict[str, Callable[[str], str]] = {
    "quote": lambda text: indented(text, "> ", "> ").replace("\n\n", "\n>\n").replace("\n\n", "\n>\n"),
    "quote of a quote": lambda text: "\n".join(f"> > {line}" for line in text.split("\n")),
    "bullet": lambda text: indented(text, "- ", "  "),
    "number": lambda text: indented(text, "1. ", "   "),
    "number, indented by four": lambda text: indented(text, "1. ", "    "),
    "below a bullet": lambda text: f"- Here:\n\n{indented(text, '  ', '  ')}",
    "below a bullet, with tabs": lambda text: f"- Here:\n\n{indented(text, chr(9), chr(9))}",
    "bullet in a quote": lambda text: "\n".join(f"> {line}" for line in indented(text, "- ", "  ").split("\n")),
    "quote in a bullet": lambda text: indented("\n".join(f"> {line}" for line in text.split("\n")), "- ", "  "),
    "longer fence": lambda text: f"````\n{text}\n````",
    "longer fence with the same tag": lambda text: f"````markdown\n{text}\n````",
    "longer fence with text around": lambda text: f"Sure:\n\n````markdown\n{text}\n````\n\nDone.",
    "tildes": lambda text: f"~~~~\n{text}\n~~~~",
    "fence of the same length": lambda text: f"```\n{text}\n```",
    "a lone fence after it": lambda text: f"{text}\n```",
    "two lone fences after it": lambda text: f"{text}\n\n```\n```",
    "a longer lone fence after it": lambda text: f"{text}\n````",
    "a lone fence between": lambda text: text.replace("\n\n```markdown", "\n```\n\n```markdown", 1),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
}


@pytest.mark.parametrize("container", CONTAINERS)
@each("content", CONTENTS)
def test_a_container_around_the_pair_is_not_part_of_the_content(container: str, content: str) -> None:
    assert parse_markdown_blocks(CONTAINERS[container](pair("a.md", content)), "markdown") == ("a.md", content)


def test_indentation_that_not_every_line_has_stays() -> None:
    reply = "  ```path\n  a.py\n  ```\n  ```python\ndef f():\n  return 1\n  ```"
    assert parse_markdown_blocks(reply, "python") == ("a.py", "def f():\n  return 1")


def test_a_quote_that_ends_before_its_fence_is_truncated() -> None:
    reply = "> ```path\n> a.md\n> ```\n> ```markdown\n> one\ntwo\n> ```"
    assert file_parser(reply, "markdown")["reason"] == "truncated"


def test_a_quoted_pair_is_not_the_answer_next_to_one_that_is_not_quoted() -> None:
    quoted = CONTAINERS["quote"](pair("old.md", "old"))
    assert parse_markdown_blocks(f"{quoted}\n\n{pair('new.md', 'new')}", "markdown") == ("new.md", "new")


@each("tag", ["python", "bash", "java", "toml", "c++", "rust"])
def test_text_and_blocks_after_a_program_are_not_part_of_it(tag: str) -> None:
    reply = pair("a.x", "x = 1", tag) + "\nRun it:\n```\nrun\n```\n"
    assert parse_markdown_blocks(reply, tag) == ("a.x", "x = 1")


def test_text_that_stands_apart_and_a_block_after_a_document_are_not_part_of_it() -> None:
    reply = pair("a.md", "Text") + "\n\nRun it:\n\n```\nrun\n```\n"
    assert parse_markdown_blocks(reply, "markdown") == ("a.md", "Text")


@each(
    "after",
    ["\n\nsome code\n```\nrun\n```", "\nRun:\n```\nls\n```", "\n\nx\n\n```\nrun\n```"],
)
def test_fences_that_can_be_read_in_two_ways_are_refused(after: str) -> None:
    result = file_parser(pair("a.md", "Text") + after, "markdown")
    assert result["reason"] == "ambiguous"
    assert "four backticks" in result["feedback"]


def test_an_indented_fence_may_close_the_content() -> None:
    assert parse_markdown_blocks("```path a.md```\n```markdown\nText\n   ```", "markdown") == ("a.md", "Text")


@each("name", ["src/app.py", "a/b/c.md", "文档/第一章.md", "docs/my file.md", "a.b/c"])
def test_a_safe_relative_path_is_a_name_unless_the_caller_wants_none(name: str) -> None:
    reply = pair(name, "Text")
    assert parse_markdown_blocks(reply, "markdown") == (name, "Text")
    assert parse_markdown_with_skip(reply, "markdown") == (name, "Text", False)
    refused = file_parser(reply, "markdown", allow_folders=False)
    assert refused["reason"] == "unsafe_name"
    assert "folder" in refused["feedback"] or "文件夹" in refused["feedback"]


@each("written", ["./a.md", "`a.md`", "**a.md**", '"a.md"'])
def test_marks_around_a_name_are_not_part_of_it(written: str) -> None:
    assert parse_markdown_blocks(pair(written, "Text"), "markdown") == ("a.md", "Text")


@each(
    "name",
    [
        "../a.md",
        "a/../../b.md",
        "/a.md",
        "C:/a.md",
        "a\\b.md",
        "~/a.md",
        "a//b.md",
        "a/",
        "a/nul.txt",
        "a/" + "b" * 256,
    ],
)
def test_a_path_that_leads_elsewhere_is_refused_with_its_name(name: str) -> None:
    result = file_parser(pair(name, "Text"), "markdown")
    assert result["reason"] == "unsafe_name"
    assert repr(name[:80]) in result["feedback"]


def test_thinking_inside_a_fence_around_the_whole_reply_does_not_count() -> None:
    reply = f"````\n<think>\n{pair('draft.md', 'draft')}\n</think>\n{pair('final.md', 'final')}\n````"
    assert parse_markdown_blocks(reply, "markdown") == ("final.md", "final")


FAILURES = [
    ("", "empty"),
    (" \n\t\n", "empty"),
    ("\ufeff", "empty"),
    ("<think>only thoughts</think>", "empty"),
    ("```path\nnotes.md\n```\n\n```markdown\n# Title\n\nand then", "truncated"),
    ("```path\nnotes.md\n```\n\n```markdown\n```python\nx\n```", "truncated"),
    ("```path\nnotes.md\n```\n\n````markdown\nText\n```", "truncated"),
    ("```path\nnotes.md", "truncated"),
    ("```path\nnotes.md\n```\n\nText without a block", "no_content"),
    ("```path\n笔记.md\n```\n\n```json\n{}\n```", "no_content"),
    ("I cannot write that.", "no_content"),
    ("```markdown\nText\n```", "no_name"),
    ("```path\n\n```\n\n```markdown\nText\n```", "empty_name"),
    ("```path```\n\n```markdown\nText\n```", "empty_name"),
    (pair("notes.md", ""), "empty_content"),
    (pair("notes.md", "  \n\n\t"), "empty_content"),
    (pair("../notes.md", "Text"), "unsafe_name"),
    (pair("/etc/passwd", "Text"), "unsafe_name"),
    (pair("CON", "Text"), "unsafe_name"),
    (pair("笔" * 90 + ".md", "Text"), "unsafe_name"),
    (pair("a.md\nb.md", "Text"), "unsafe_name"),
]


@each(("reply", "reason"), FAILURES)
def test_each_failure_has_its_own_reason_and_shows_an_example(reply: str, reason: str) -> None:
    result = file_parser(reply, "markdown")
    assert {key: result[key] for key in ("status", "reason", "example")} == {
        "status": "error",
        "reason": reason,
        "example": "```path\nname.ext\n```\n\n```markdown\n…\n```",
    }
    assert result["feedback"]
    assert parse_markdown_blocks(reply, "markdown") == (None, None)
    assert parse_markdown_with_skip(reply, "markdown") == (None, None, False)


def test_the_feedback_names_the_tag_that_is_missing_and_the_name_that_is_refused() -> None:
    assert "```latex" in file_parser("```path\na.tex\n```", "latex")["feedback"]
    assert "../a.tex" in file_parser(pair("../a.tex", "Text", "latex"), "latex")["feedback"]


def test_the_example_is_a_reply_that_reads_as_a_template_with_a_safe_name() -> None:
    example = file_parser("", "latex")["example"]
    assert parse_markdown_blocks(example.replace("…", "Text"), "latex") == ("name.ext", "Text")


def test_the_parser_gives_name_and_content() -> None:
    assert file_parser(pair("论文.tex", "\\section{引言}", "latex"), "latex") == {
        "status": "success",
        "content": {"file_name": "论文.tex", "file_content": "\\section{引言}"},
    }


@pytest.mark.parametrize("tag", ["", "  ", "path", "two words", "```md", "a\nb"])
def test_a_content_tag_that_can_be_none_is_refused_at_once(tag: str) -> None:
    with pytest.raises(InvalidOption):
        file_parser("", tag)


@pytest.mark.parametrize(
    "reply",
    [
        "SKIP",
        "SKIPPED",
        "[SKIPPED]",
        "**SKIP**",
        "SKIPPED: the outline is already there",
        "SKIPPED：用户已有大纲",
        "The user has an outline.\n\nSKIPPED\n",
        "用户已经提供了框架。\n\n**SKIPPED**",
        "<think>Should I?</think>\n[SKIPPED]",
    ],
)
def test_a_marker_on_its_own_line_is_a_skip_with_the_reply_as_reason(reply: str) -> None:
    assert parse_markdown_with_skip(reply, "latex") == (None, reply, True)
    assert file_parser(reply, "latex")["status"] == "error"


def test_a_skip_is_a_success_with_its_reason_where_skipping_is_allowed() -> None:
    assert file_parser("SKIPPED: 已有大纲", "latex", ["SKIPPED"]) == {
        "status": "success",
        "content": {"skip_reason": "SKIPPED: 已有大纲"},
    }


@pytest.mark.parametrize(
    "reply",
    [
        "Skip connections ease the training of deep networks.",
        "We skip the proof.",
        "The model uses SKIP connections.\nSKIP connections add the input.",
        "Some rows were SKIPPED because they were empty.",
        "跳跃连接（skip connection）很重要。",
        "SKIPPING",
        "<think>SKIP</think>\nHere is the paper.",
    ],
)
def test_a_text_about_skipping_is_not_a_skip(reply: str) -> None:
    assert parse_markdown_with_skip(reply, "latex") == (None, None, False)


def test_a_valid_pair_is_never_a_skip() -> None:
    inside = pair("a.md", "# Skip\n\nSKIP\n\nSKIPPED: no")
    assert parse_markdown_with_skip(inside, "markdown") == ("a.md", "# Skip\n\nSKIP\n\nSKIPPED: no", False)
    assert parse_markdown_with_skip(f"SKIP\n\n{pair('a.md', 'Text')}", "markdown") == ("a.md", "Text", False)


def test_the_caller_chooses_the_words_of_a_skip() -> None:
    assert parse_markdown_with_skip("跳过", "latex", ("跳过",)) == (None, "跳过", True)
    assert parse_markdown_with_skip("SKIP", "latex", ("跳过",)) == (None, None, False)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("```markdown\n" * 20_000, "truncated"),
        ("```path\n" * 20_000, "truncated"),
        ("```\n" * 40_001, "no_content"),
        ("```json\n" * 20_000, "no_content"),
        ("```markdown\n" + "".join(f"{'`' * (3 + n % 50)}\n" for n in range(20_000)), None),
        ("```path a.md ```\n" * 20_000, "no_content"),
        ("`" * 200_000, None),
        ("~~~markdown\n```path\n" * 10_000, None),
    ],
    ids=["content", "path", "bare", "other tags", "all lengths", "paths", "one line", "mixed"],
)
def test_thousands_of_fences_come_to_an_answer(reply: str, reason: str | None) -> None:
    result = file_parser(reply, "markdown")
    assert result["status"] == "error"
    assert reason in (None, result["reason"])


@settings(max_examples=50, derandomize=True)
@given(st.text(alphabet="ab `~#\n文\t", min_size=1, max_size=80).filter(lambda text: text.strip() != ""))
def test_any_content_survives_in_a_fence_longer_than_its_own(content: str) -> None:
    reply = f"```path\na.md\n```\n\n{'`' * 90}markdown\n{content}\n{'`' * 90}"
    assert parse_markdown_blocks(reply, "markdown") == ("a.md", content)


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.sampled_from(["```", "```path", "```md", "````", "~~~", "a.md", "SKIP", "", "文"])).map("\n".join))
def test_no_mixture_of_fences_raises_and_a_success_has_a_name_and_content(reply: str) -> None:
    result = file_parser(reply, "markdown", ["SKIP"])
    if result["status"] == "success" and "file_name" in result["content"]:
        assert result["content"]["file_name"].strip()
        assert result["content"]["file_content"].strip()
