"""Tests of sections: they are found by heading and edited without changing the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.documents.sections import (
    SectionAction,
    SectionChunk,
    edit_section,
    find_sections,
    heading_paths,
    join_chunks,
    keeps_other_sections,
    sections_of,
    split_into_chunks,
)

SOURCE = """---
title: "Rivers"
# no heading: "here"
---

Opening words.

# 1. Where they begin {#begin}

Springs.

```python
# not a heading
```

### Ice

Cold.

Where they end
--------------

Sea.

| a | b |
|---|---|
| 1 | 2 |

## **Ice**

> # quoted

~~~
## open to the end
"""


def test_headings_are_found_and_lookalikes_are_not() -> None:
    assert [(each.heading, each.level, each.path) for each in sections_of(SOURCE)] == [
        ("1. Where they begin", 1, ("1. Where they begin",)),
        ("Ice", 3, ("1. Where they begin", "Ice")),
        ("Where they end", 2, ("1. Where they begin", "Where they end")),
        ("**Ice**", 2, ("1. Where they begin", "**Ice**")),
    ]
    ice = sections_of(SOURCE)[1]
    assert SOURCE[ice.start : ice.end] == "### Ice\n\nCold.\n\n"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("where they begin", ["1. Where they begin"]),
        ("1. Where they begin", ["1. Where they begin"]),
        ("# Where they begin", ["1. Where they begin"]),
        ("WHERE  they end", ["Where they end"]),
        ("2. Where they end:", ["Where they end"]),
        ("ice", ["Ice", "**Ice**"]),
        ("Where they begin > Ice", ["Ice", "**Ice**"]),
        ("sea", []),
        ("open to the end", []),
        (">", []),
    ],
)
def test_a_section_is_found_by_any_common_name(wanted: str, found: list[str]) -> None:
    assert [each.heading for each in find_sections(SOURCE, wanted)] == found


def test_chinese_headings_are_found_with_and_without_their_numbers() -> None:
    source = "## 一、教学目标\n\n甲\n\n## 第二节 教学过程\n\n乙\n"
    assert [each.heading for each in find_sections(source, "教学过程")] == ["第二节 教学过程"]
    assert [each.heading for each in find_sections(source, "一、教学目标")] == ["一、教学目标"]


def test_repeated_headings_are_listed_with_their_paths() -> None:
    source = "# A\n\n## End\n\nx\n\n# B\n\n## End\n\ny\n"
    assert heading_paths(source) == ["A", "A > End", "B", "B > End"]
    assert [each.path for each in find_sections(source, "B > End")] == [("B", "End")]


ACTIONS: dict[SectionAction, str] = {
    "replace": "# A\n\none\n\n## B\n\nnew\n\n# C\n\nthree\n",
    "append": "# A\n\none\n\n## B\n\ntwo\n\nnew\n\n# C\n\nthree\n",
    "insert_after": "# A\n\none\n\n## B\n\ntwo\n\nnew\n\n# C\n\nthree\n",
    "delete": "# A\n\none\n\n# C\n\nthree\n",
}


@pytest.mark.parametrize("action", ACTIONS)
def test_a_section_is_changed(action: SectionAction) -> None:
    source = "# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree\n"
    (section,) = find_sections(source, "B")
    assert edit_section(source, section, action, "\nnew\n\n") == ACTIONS[action]


def test_a_text_with_its_own_heading_replaces_the_heading_too() -> None:
    source = "# A\n\none\n\n# C\n\nthree"
    (section,) = find_sections(source, "A")
    assert edit_section(source, section, "replace", "# Z\n\nnew") == "# Z\n\nnew\n\n# C\n\nthree"


WORKSHEET = "## Gaps\n\nFill in.\n\n::: {.newpage}\n:::\n\n## Key\n\nOne.\n"


@pytest.mark.parametrize("new", ["Other gaps.", "## More gaps\n\nOther gaps."])
def test_a_section_keeps_its_page_break(new: str) -> None:
    [gaps, key] = sections_of(WORKSHEET)
    assert edit_section(WORKSHEET, gaps, "replace", new).endswith(
        "Other gaps.\n\n::: {.newpage}\n:::\n\n## Key\n\nOne.\n"
    )
    assert edit_section(WORKSHEET, gaps, "append", "Last.").endswith("Last.\n\n::: {.newpage}\n:::\n\n## Key\n\nOne.\n")
    assert edit_section(WORKSHEET, key, "replace", new).startswith(WORKSHEET[: WORKSHEET.index("## Key")] + "## ")
    assert edit_section(WORKSHEET, key, "delete") == "## Gaps\n\nFill in.\n\n"


def test_a_page_break_without_a_heading_belongs_to_the_text_around_it() -> None:
    source = "## Gaps\n\n::: {.newpage}\n:::\n\nWords.\n\n## Key\n\nOne.\n"
    assert [source[each.start : each.body] for each in sections_of(source)] == ["## Gaps\n", "## Key\n"]


def test_a_heading_at_the_very_end_has_an_empty_section() -> None:
    source = "# A\n\none\n\n# C"
    (section,) = find_sections(source, "C")
    assert edit_section(source, section, "append", "new") == "# A\n\none\n\n# C\n\nnew\n"
    assert edit_section(source, section, "insert_after", "# D") == "# A\n\none\n\n# C\n\n# D\n"


@given(
    st.lists(st.sampled_from([*"abc\n#>`~-= |", "# ", "```\n", "\n\n", "## B\n", "雨", "\r\n"]), max_size=30), st.data()
)
def test_the_text_around_a_section_stays_unchanged(pieces: list[str], data: st.DataObject) -> None:
    source = "".join(pieces)
    every = sections_of(source)
    if not every:
        return
    section = data.draw(st.sampled_from(every))
    action = data.draw(st.sampled_from([*ACTIONS]))
    after = edit_section(source, section, action, "new")
    assert after.startswith(source[: section.start])
    assert after.endswith(source[section.end :])


@given(st.text(alphabet="ab\n# `~-=", max_size=60))
def test_the_chunks_of_a_text_are_the_text(source: str) -> None:
    chunks = split_into_chunks(source)
    assert "".join(chunk.text for chunk in chunks).lstrip() == source.lstrip()
    assert "".join(join_chunks(chunks).split()) == "".join(source.split())


def test_chunks_are_the_top_level_sections_and_the_text_before_them() -> None:
    source = "Hello\n\n## A\n\none\n\n### B\n\ntwo\n\n## C\n\nthree\n"
    assert split_into_chunks(source) == [
        SectionChunk("", "Hello\n\n"),
        SectionChunk("## A\n", "\none\n\n### B\n\ntwo\n\n"),
        SectionChunk("## C\n", "\nthree\n"),
    ]
    assert join_chunks(split_into_chunks(source)) == source
    assert split_into_chunks("no heading") == [SectionChunk("", "no heading")]


@pytest.mark.parametrize(
    ("new", "is_left"),
    [("fine", True), ("```\nopen", False), ("~~~~\nopen", False), ("```\nclosed\n```", True), ("### under it", True)],
)
def test_a_text_that_hides_the_rest_is_detected(new: str, is_left: bool) -> None:
    source = "# A\n\none\n\n# C\n\nthree\n"
    (section,) = find_sections(source, "A")
    assert keeps_other_sections(source, section, edit_section(source, section, "replace", new)) is is_left
