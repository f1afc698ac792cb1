"""The overview: its six parts however they are dressed, and words that say what is missing."""

import re

import pytest

from inkwright.i18n import Language
from inkwright.papers.overviews import count_words, problem_with_overview
from inkwright.parsing.files import File
from tests.papers.pages import ABSTRACTS, OVERVIEWS

HEADERS = {
    "en": ["Title", "Paper Type", "Abstract", "Research Content", "Innovations", "Application Scenarios"],
    "zh": ["标题", "论文类型", "摘要", "研究内容", "创新点", "应用场景"],
}
AGAIN = {"en": "Send the whole file again with these places mended.", "zh": "请修正这些地方，并重新输出完整的文件。"}


def problem(content: str, language: Language = "en") -> str | None:
    return problem_with_overview(File("a_paper_overview.txt", content), language)


def dressed(language: Language, dress: str) -> str:
    content = OVERVIEWS[language]
    for number, header in enumerate(HEADERS[language], 1):
        content = re.sub(f"^{header}$", dress.format(header=header, number=number), content, flags=re.MULTILINE)
    return content


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "dress",
    [
        "{header}",
        "## {header}",
        "**{header}**",
        "{number}. {header}:",
        "### {number}. **{header}**",
        "[{header}]",
        "【{header}】",
        "- **{header}**:",
        "{header} (as asked):",
        "## {header}（如要求）",
    ],
)
def test_a_part_is_found_however_its_header_is_dressed(language: Language, dress: str) -> None:
    assert problem(dressed(language, dress), language) is None


def test_a_short_part_may_stand_on_the_line_of_its_header() -> None:
    content = OVERVIEWS["en"].replace("Title\n", "Title: ").replace("Paper Type\n", "**Paper Type:** ")
    assert problem(content) is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_headers_of_the_other_language_count(language: Language) -> None:
    assert problem(OVERVIEWS["zh" if language == "en" else "en"], language) is None


def test_the_feedback_names_all_that_is_missing_empty_or_wrong_at_once() -> None:
    content = "Title\nGauges\n\nPaper Type\n\nAbstract\nToo short.\n\nInnovations\n1. One.\n2. Two.\n"
    assert problem(content) == "\n".join(
        [
            "These parts are missing: Research Content, Application Scenarios. "
            "Write each header on a line of its own and its content below it.",
            "These parts are empty: Paper Type. Write their content below their headers.",
            "The abstract has 2 words. Write one of 200 to 300 words.",
            "The innovations name 2 point(s). List at least 3 different ones, each as a numbered item "
            "on a line of its own.",
            AGAIN["en"],
        ]
    )
    assert problem("没有任何部分", "zh") == (
        "缺少这些部分：标题、论文类型、摘要、研究内容、创新点、应用场景。请让每个标题单独占一行，并在下面写出内容。\n"
        + AGAIN["zh"]
    )


@pytest.mark.parametrize(("words", "is_accepted"), [(149, False), (150, True), (250, True), (400, True), (401, False)])
def test_an_abstract_near_the_length_that_was_asked_for_is_accepted(words: int, is_accepted: bool) -> None:
    for language, word in (("en", "word "), ("zh", "字")):
        content = OVERVIEWS[language].replace(ABSTRACTS[language].strip(), word * words)
        assert (problem(content) is None) == is_accepted


def test_a_chinese_character_is_a_word_and_so_is_a_hyphenated_one() -> None:
    assert count_words("我们的 few-shot 方法，在 40 块仪表上。") == 3 + 1 + 2 + 1 + 1 + 4
    assert count_words("it's state-of-the-art") == 2


@pytest.mark.parametrize(
    ("written", "is_accepted"),
    [
        ("method", True),
        ("Survey paper", True),
        ("方法型论文", True),
        ("综述", True),
        ("Method paper; it is no survey.", True),
        ("method or survey", False),
        ("Method / Survey", False),
        ("方法或综述", False),
        ("a good one", False),
    ],
)
def test_the_type_is_decided(written: str, is_accepted: bool) -> None:
    content = OVERVIEWS["en"].replace("Paper Type\nmethod", f"Paper Type\n{written}")
    assert (problem(content) is None) == is_accepted


@pytest.mark.parametrize(
    ("section", "count"),
    [
        ("1. a\n2. b\n3. c", 3),
        ("1) a\n   - detail\n   - detail two\n2) b", 2),
        ("- a\n  - detail\n  - other detail\n- b", 2),
        ("* a\n* b\n* c\n* d", 4),
        ("**1. a**: x\n\n**2. b**: y\n\n**3. c**: z", 3),
        ("### Innovation 1: a\n…\n### Innovation 2: b\n…\n### Innovation 3: c", 3),
        ("创新点一：甲\n创新点二：乙\n创新点三：丙", 3),
        ("（1）甲；（2）乙；（3）丙", 3),
        ("①甲②乙③丙", 3),
        ("First paragraph.\n\nSecond one.\n\nThird one.", 3),
        ("All in one paragraph that\nruns over\nthree lines.", 1),
        ("1. same\n2. same\n3. Same", 1),
        ("1. …\n2. …\n3. …", 0),
        ("1. Only one\n\nMore about it.\n\nAnd more.", 1),
        ("- by (1) and (2)\n- b\n- c", 3),
    ],
)
def test_innovations_are_counted_as_people_list_them(section: str, count: int) -> None:
    listed = "1. Three photographs instead of a drawing.\n2. Doubtful readings are reported.\n3. It runs on the camera."
    refusal = problem(OVERVIEWS["en"].replace(listed, section))
    assert refusal == (
        None
        if count >= 3
        else f"The innovations name {count} point(s). List at least 3 different ones, each as a numbered item "
        f"on a line of its own.\n{AGAIN['en']}"
    )
