"""A list of the sections after the real ones does not replace them (ruling 38)."""

from inkwright import multi_section_parser
from tests.each import each

REAL = "[Plan]\n1. Read\n2. Write\n\n[Outline]\nIntroduction\nConclusion"
SECTIONS = {"[Plan]": "1. Read\n2. Write", "[Outline]": "Introduction\nConclusion"}

ECHOES = [
    "[Plan]: included\n[Outline]: included",
    "[Plan]: included",
    "[Outline]: included",
    "[Plan]：已包含\n[Outline]：已包含",
    "**[Plan]**: Included.\n**[Outline]**: Included.",
    "[Plan]: ✓\n[Outline]: ✓\n\nLet me know if you need more!",
    "[Plan]: done\n[Outline]: done",
    "[Plan]: see above\n\n[Outline]: see above",
    "[Plan]\nincluded\n[Outline]\nincluded",
    "[Plan]\n…\n\n[Outline]\n…",
    "[Plan]\n[Outline]",
    "[Plan]\n[Outline]\n\nThese are both sections.",
    "[Plan]\n\n[Outline]\n\nI hope this helps.",
    "[Plan]: 2 steps\n[Outline]: 2 parts",
]


@each("echo", ECHOES)
def test_an_echo_destroys_nothing(echo: str) -> None:
    assert multi_section_parser(f"{REAL}\n\n{echo}", list(SECTIONS))["content"] == SECTIONS


def test_an_echo_in_brackets_does_not_replace_sections_under_headings() -> None:
    headings = REAL.replace("[Plan]", "## Plan").replace("[Outline]", "## Outline")
    reply = f"{headings}\n\n[Plan]: included\n[Outline]: included"
    assert multi_section_parser(reply, list(SECTIONS))["content"] == SECTIONS


@each(
    ("reply", "content"),
    [
        ("[A]: Draft\n[A]: Final", "Final"),
        ("[A]\nsome\nlong thoughts\n\n[A]: 42", "42"),
        ("[A]\nin progress\n[A]: done", "done"),
        ("[A]: included", "included"),
        ("[A]\none\n[A]\nincluded in the second edition", "included in the second edition"),
    ],
)
def test_a_later_version_still_wins(reply: str, content: str) -> None:
    assert multi_section_parser(reply, ["[A]"])["content"] == {"[A]": content}


def test_notes_about_sections_in_a_fence_are_not_the_sections() -> None:
    result = multi_section_parser(f"```\n{REAL}\n```\n\n[Plan]: included\n[Outline]: included", list(SECTIONS))
    assert result["reason"] == "missing"


def test_an_echoed_example_is_an_empty_section() -> None:
    assert multi_section_parser("[A]\n…", ["[A]"])["reason"] == "empty_section"
    assert multi_section_parser("[A]\n…\n\n[A]\none", ["[A]"])["content"] == {"[A]": "one"}
