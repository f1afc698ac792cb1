"""Checks of the checklist, the LaTeX skeleton and the overview."""

import re

import pytest

from inkwright.i18n import Language, text
from inkwright.papers.checks import count_words, problem_with_checklist, problem_with_latex, problem_with_overview
from inkwright.parsing.files import File
from tests.each import each
from tests.papers.sample_files import ABSTRACTS, LATEX, OVERVIEWS

NO_FIGURE = "No item says which figures are needed. Under a heading for figures"
NO_TEXT = "No item says which text is needed. Under a heading for text"
NO_ITEMS = "The checklist has no items."
AGAIN = "Fix these locations and send the whole file again."


@pytest.mark.parametrize(
    "content",
    [
        "## Figure needs\n- [ ] the model\n## Text needs\n- [ ] the method",
        "**Figures**\n* [ ] the model\n\n**Text**\n1. [ ] the method",
        "Charts and tables:\n- [ ] results\n\nWriting:\n- [ ] results",
        "# List\n## Figures\n### Method\n- [ ] the model\n## Text\n### Method\n- [ ] how it works",
        "- [ ] Figure 1: the model\n- [ ] Explain the method",
        "# Figures and text\n- [ ] **Table 2**: errors\n- [ ] Say why the errors differ",
        "## 图表需求\n- [ ] 模型结构\n## 文字需求\n- [ ] 方法一节",
        "## 引言\n- [ ] 图 1：整体流程\n- [ ] 试图说明动机",
    ],
)
def test_a_list_with_needs_of_both_kinds_is_accepted(content: str) -> None:
    assert problem_with_checklist(File("a.md", content)) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("# Checklist\nNothing to do.", [NO_ITEMS]),
        ("## Figures\n- the model\n## Text\n- [x] done", [NO_ITEMS]),
        ("## Figures\n- [ ] …\n## Text\n- [ ]", [NO_ITEMS]),
        ("## Figures\n- [ ] the model\n- [ ] describe the errors", [NO_TEXT, AGAIN]),
        ("## Figures\n\n## Text\n- [ ] the method", [NO_FIGURE, AGAIN]),
        ("## 文字需求\n- [ ] 说明图 1", [NO_FIGURE, AGAIN]),
    ],
)
def test_the_feedback_names_what_is_missing(content: str, said: list[str]) -> None:
    refusal = problem_with_checklist(File("a.md", content))
    assert refusal is not None
    lines = refusal.splitlines()
    assert len(lines) == len(said)
    assert [line for line, start in zip(lines, said, strict=True) if not line.startswith(start)] == []


def test_the_feedback_can_be_in_chinese() -> None:
    refusal = problem_with_checklist(File("a.md", "## 图表需求\n- [ ] 模型结构"), "zh")
    assert refusal == (
        "没有一条说明需要哪些文字。请在文字的标题下逐条列出，每行以 - [ ] 开头。\n"
        "请修正这些地方，并重新输出完整的文件。"
    )


LATEX_AGAIN = "Fix these locations and send the whole file again."


def latex_problem(content: str) -> str | None:
    return problem_with_latex(File("paper_framework.tex", content))


def with_body(body: str) -> str:
    return LATEX["en"].replace("To be written.\n\n\\begin{thebib", f"{body}\n\n\\begin{{thebib")


def test_the_feedback_names_every_part_that_is_missing() -> None:
    assert latex_problem("Just prose.") == (
        "The LaTeX source lacks: \\documentclass{…}, \\begin{document}, \\end{document}, \\title{…}, "
        f"\\begin{{abstract}}, \\section{{…}}. Add each of them.\n{LATEX_AGAIN}"
    )


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [
        ("\\documentclass{article}", "% \\documentclass{article}", "\\documentclass{…}"),
        ("\\title{Reading Gauges with Cheap Cameras}", "\\title{ }", "\\title{…}"),
        ("\\section", "\\subsection", "\\section{…}"),
    ],
)
def test_a_part_that_is_commented_out_or_empty_is_missing(old: str, new: str, missing: str) -> None:
    assert (
        latex_problem(LATEX["en"].replace(old, new))
        == f"The LaTeX source lacks: {missing}. Add each of them.\n{LATEX_AGAIN}"
    )


def test_other_ways_to_write_the_parts_are_accepted() -> None:
    content = LATEX["en"].replace("\\documentclass{article}", "\\documentclass[11pt,\n  a4paper]\n{article}")
    content = content.replace("\\title{", "\\title[Gauges]{").replace("\\section{Intro", "\\section*{Intro")
    content = content.replace("\\begin{abstract}\n", "\\abstract{").replace("\\end{abstract}", "}")
    assert latex_problem(content) is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "\\begin{itemize}\\item a",
            "\\begin{itemize} is closed by \\end{document}. "
            "Close each environment with its own name, the inner one first.",
        ),
        (
            "\\begin{center}\\begin{tabular}{l}a\\end{center}\\end{tabular}",
            "\\begin{tabular} is closed by \\end{center}. "
            "Close each environment with its own name, the inner one first.",
        ),
    ],
)
def test_an_environment_with_the_wrong_end_is_reported(body: str, said: str) -> None:
    assert (latex_problem(with_body(body)) or "").endswith(f"{said}\n{LATEX_AGAIN}")


def test_unmatched_begins_and_ends_are_reported() -> None:
    assert "\\end{figure} has no matching \\begin." in (latex_problem("\\end{figure}" + LATEX["en"]) or "")
    cut = LATEX["en"].replace("\\end{abstract}", "")
    assert "\\begin{abstract} is closed by \\end{document}." in (latex_problem(cut) or "")


@pytest.mark.parametrize(
    "body",
    [
        "50\\% of \\begin{center}x\\end{center} % \\begin{itemize}",
        "\\begin{verbatim}\n\\begin{itemize}\n\\end{verbatim}",
        "\\begin{verbatim}\n\\write18{ls} \\end{figure}\n\\end{verbatim}",
        "Use \\verb|\\begin{figure}| for figures.",
        "\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}",
    ],
)
def test_comments_listings_and_definitions_are_accepted(body: str) -> None:
    assert latex_problem(with_body(body)) is None


@each(
    "body",
    [
        "\\write18{rm -r x}",
        "\\immediate\\write 18{rm -r x}",
        "\\ShellEscape{ls}",
        "\\directlua{os.execute('ls')}",
        "\\input{/etc/passwd}",
        "\\input /etc/passwd",
        '\\input|"ls"',
        "\\include{~/notes}",
        "\\includegraphics[width=3cm]{C:\\secret.png}",
        "\\lstinputlisting{../../key}",
        "\\input{sections/../../key}",
        "\\openin5=/etc/passwd",
        "\\write1{log}",
        "\\csname write18\\endcsname{ls}",
        "^^5cwrite18{ls}",
        "\\catcode`\\!=0 !input{x}",
        "\\usepackage{shellesc}",
        "\\let\\x=\\input \\x{/etc/passwd}",
        "\\textbf{\\verb|\\input{/etc/passwd}|}",
    ],
)
def test_commands_that_run_programs_or_leave_the_folder_are_rejected(body: str) -> None:
    problem = latex_problem(with_body(body)) or ""
    assert "A command runs a program or reads outside its folder" in problem
    assert problem.endswith(LATEX_AGAIN)


@each(
    ("body", "said"),
    [
        ("\\input{sections/method}", "The file sections/method is not among the files."),
        ("\\includegraphics{figures/model}", "The image figures/model is not among the files."),
        ("\\begin{lstlisting}\nx\n\\end{lstlisting}", "needs a package that is not loaded"),
    ],
)
def test_a_paper_is_one_file(body: str, said: str) -> None:
    assert said in (latex_problem(with_body(body)) or "")


def test_remarks_after_the_end_of_the_document_are_rejected() -> None:
    assert "Text is after the end of the document" in (latex_problem(LATEX["en"] + "\nI hope this helps.") or "")


HEADERS = {
    "en": ["Title", "Paper Type", "Abstract", "Research Content", "Innovations", "Application Scenarios"],
    "zh": ["标题", "论文类型", "摘要", "研究内容", "创新点", "应用场景"],
}
OVERVIEW_AGAIN = {
    "en": "Fix these locations and send the whole file again.",
    "zh": "请修正这些地方，并重新输出完整的文件。",
}


def overview_problem(content: str, language: Language = "en") -> str | None:
    return problem_with_overview(File("a_paper_overview.txt", content), language)


def formatted_overview(language: Language, dress: str) -> str:
    content = OVERVIEWS[language]
    for number, header in enumerate(HEADERS[language], 1):
        content = re.sub(f"^{header}$", dress.format(header=header, number=number), content, flags=re.MULTILINE)
    return content


@each("language", ["en", "zh"])
@each(
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
def test_a_part_is_found_with_any_header_markup(language: Language, dress: str) -> None:
    assert overview_problem(formatted_overview(language, dress), language) is None


def test_a_short_part_may_be_on_the_line_of_its_header() -> None:
    content = OVERVIEWS["en"].replace("Title\n", "Title: ").replace("Paper Type\n", "**Paper Type:** ")
    assert overview_problem(content) is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_headers_of_the_other_language_count(language: Language) -> None:
    assert overview_problem(OVERVIEWS["zh" if language == "en" else "en"], language) is None


def test_the_feedback_names_everything_that_is_missing_empty_or_wrong() -> None:
    content = "Title\nGauges\n\nPaper Type\n\nAbstract\nToo short.\n\nInnovations\n1. One.\n2. Two.\n"
    assert overview_problem(content) == "\n".join(
        [
            "These parts are missing: Research Content, Application Scenarios. "
            "Write each header on its own line and its content below it.",
            "These parts are empty: Paper Type. Write their content below their headers.",
            "The abstract has 2 words. Write 200 to 300 words.",
            "The innovations have 2 points. List at least 3 different points, each as a numbered item on its own line.",
            OVERVIEW_AGAIN["en"],
        ]
    )
    assert overview_problem("没有任何部分", "zh") == (
        "缺少这些部分：标题、论文类型、摘要、研究内容、创新点、应用场景。请让每个标题单独占一行，并在下面写出内容。\n"
        + OVERVIEW_AGAIN["zh"]
    )


@pytest.mark.parametrize(("words", "is_accepted"), [(149, False), (150, True), (250, True), (400, True), (401, False)])
def test_an_abstract_of_about_the_requested_length_is_accepted(words: int, is_accepted: bool) -> None:
    for language, word in (("en", "word "), ("zh", "字")):
        content = OVERVIEWS[language].replace(ABSTRACTS[language].strip(), word * words)
        assert (overview_problem(content) is None) == is_accepted


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
def test_the_overview_names_exactly_one_type(written: str, is_accepted: bool) -> None:
    content = OVERVIEWS["en"].replace("Paper Type\nmethod", f"Paper Type\n{written}")
    assert (overview_problem(content) is None) == is_accepted


@each(
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
def test_innovations_are_counted_in_any_list_format(section: str, count: int) -> None:
    listed = "1. Three photographs instead of a drawing.\n2. Doubtful readings are reported.\n3. It runs on the camera."
    refusal = overview_problem(OVERVIEWS["en"].replace(listed, section))
    assert refusal == (
        None
        if count >= 3
        else f"{text('en', 'feedback.paper.innovations', count=count, least=3)}\n{OVERVIEW_AGAIN['en']}"
    )
