"""Backslashes in JSON strings: TeX and Windows paths survive, and line breaks stay line breaks."""

import json

import pytest

from inkwright import json_parser
from tests.each import each


def text_of(body: str) -> object:
    """What a string with this raw body says, alone in an object."""
    result = json_parser(f'{{"text": "{body}"}}')
    assert result["status"] == "success", result
    content = result["content"]
    assert list(content) == ["text"]
    return content["text"]


TEX = [
    pytest.param(r"\frac{1}{2}", id="frac"),
    pytest.param(r"3 \times 4", id="times"),
    pytest.param(r"$\nu = 5$", id="nu"),
    pytest.param(r"\begin{cases} a \end{cases}", id="begin"),
    pytest.param(r"\left( \frac{a}{b} \right)", id="right"),
    pytest.param(r"$\theta + \tau + \tan x$", id="theta, tau, tan"),
    pytest.param(r"$a \neq b$, $\nabla f$, $x \notin S$", id="neq, nabla, notin"),
    pytest.param(r"$\rho \rightarrow \rangle$", id="rho, rightarrow, rangle"),
    pytest.param(r"$\beta \bar{x} \binom{n}{k}$", id="beta, bar, binom"),
    pytest.param(r"$\forall x \in \mathbb{R}$", id="forall, mathbb"),
    pytest.param(r"\(\text{if } x\)", id="in round brackets"),
    pytest.param(r"\[\nu \to \tau\]", id="in square brackets"),
    pytest.param(r"$$\nu \neq \theta$$", id="in double dollars"),
    pytest.param(r"已知 $\frac{1}{2}\times x$，求 $\nu$ 的值", id="among Chinese"),
    pytest.param(r"\textbf{注意}：\alpha 与 \beta", id="commands among Chinese"),
]


@each("tex", TEX)
def test_tex_written_with_single_backslashes_survives(tex: str) -> None:
    assert text_of(tex) == tex


@each("tex", TEX)
def test_tex_written_as_json_asks_survives(tex: str) -> None:
    assert json_parser(json.dumps({"text": tex})) == {"status": "success", "content": {"text": tex}}


@each("tex", TEX)
def test_tex_survives_in_damaged_json_too(tex: str) -> None:
    reply = f"Here:\n```json\n{{text: \"{tex}\", 'n': [1,],}}\n```"

    assert json_parser(reply) == {"status": "success", "content": {"text": tex, "n": [1]}}


@each(
    "body, text",
    [
        (r"\frac{1}{2} \times \nu", r"\frac{1}{2} \times \nu"),
        (r"use \alpha,\nthen \tau \ne 3", "use \\alpha,\nthen \\tau \\ne 3"),
        (r"\text{x}\nless of it\ni = 3", "\\text{x}\nless of it\ni = 3"),
        (r"\nu before \frac{1}{2}", "\nu before \\frac{1}{2}"),
        (r"\\alpha and\nu", "\\alpha and\nu"),
        (r"a number \d+\nu", "a number \\d+\nu"),
    ],
)
def test_a_command_that_may_be_a_line_break_is_one_after_another_command(body: str, text: str) -> None:
    assert text_of(body) == text


@each("body", [r"\frac{1}{2} \times \nu", r"use \alpha and \beta,\nthen \tau \ne 3, \tan x"])
def test_the_part_of_a_text_with_tex_is_a_prefix_of_it(body: str) -> None:
    whole = text_of(body)
    assert isinstance(whole, str)
    for end in range(len(body)):
        part = json_parser(f'{{"text": "{body[:end]}', allow_partial=True)["content"]["text"]
        assert whole.startswith(part), (body[:end], part)


def test_tex_survives_next_to_other_members_and_in_keys() -> None:
    reply = r'{"q": [{"stem": "$\frac{a}{b}$", "options": ["$\times$", "a\nb"]}], "\frac": 1}'
    value = {"q": [{"stem": r"$\frac{a}{b}$", "options": [r"$\times$", "a\nb"]}], r"\frac": 1}

    assert json_parser(reply) == {"status": "success", "content": value}


@pytest.mark.parametrize(
    "path",
    [
        r"C:\new\table",
        r"C:\Users\ann\report.txt",
        r"D:\bin\test\file.py",
        r"C:\temp\new folder\x.md",
        r"D:\资料\新建\表.docx",
    ],
)
def test_a_windows_path_keeps_its_backslashes(path: str) -> None:
    assert text_of(path) == path
    assert text_of(path.replace("\\", "\\\\")) == path


@each(
    ("body", "text"),
    [
        (r"copy C:\reports\final.docx D:\backup", r"copy C:\reports\final.docx D:\backup"),
        (r"from D:\backup to C:\new\table", r"from D:\backup to C:\new\table"),
        (r"run C:\tools\fix.exe on data\new.txt", r"run C:\tools\fix.exe on data\new.txt"),
        (r"save C:\temp\out.txt\nThen run it", "save C:\\temp\\out.txt\nThen run it"),
        (r"C:\u00a0\u00a0\u00a0 and \u00e9", "C:\xa0\xa0\xa0 and é"),
        (r"It is in C:\\temp\nNext step", "It is in C:\\temp\nNext step"),
        (r"C:\\temp\nNext step", "C:\\temp\nNext step"),
        (r"A:\tyes", "A:\tyes"),
        (r"cd C:\temp && dir", r"cd C:\temp && dir"),
        (r"A:\tapple B:\tpear C:\tcherry", "A:\tapple B:\tpear C:\tcherry"),
        (r"Q:\nWhat? A:\nThis.", "Q:\nWhat? A:\nThis."),
    ],
)
def test_the_paths_of_a_sentence_keep_all_their_backslashes_or_none(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param(r"one\ntwo", "one\ntwo", id="a line break"),
        pytest.param(r"one\r\ntwo\tthree", "one\r\ntwo\tthree", id="a carriage return and a tab"),
        pytest.param(r"Steps:\n1. now\n2. next\n\nnot yet", "Steps:\n1. now\n2. next\n\nnot yet", id="a list"),
        pytest.param(r"A:\nBecause it is so.", "A:\nBecause it is so.", id="an answer that begins with a letter"),
        pytest.param(r"yes\nnu metal\nni hao", "yes\nnu metal\nni hao", id="short commands outside math"),
        pytest.param(r"name\tage\ttitle", "name\tage\ttitle", id="tabs before ordinary words"),
        pytest.param(r"第一行\n第二行", "第一行\n第二行", id="Chinese lines"),
        pytest.param(r"$$\na + b\n$$", "$$\na + b\n$$", id="line breaks in display math"),
        pytest.param(r"$x$\nnext $y$", "$x$\nnext $y$", id="between formulas"),
    ],
)
def test_a_line_break_or_tab_that_is_meant_stays_one(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param(r"It costs $5\nand that $6", "It costs $5\nand that $6", id="two prices"),
        pytest.param(r"$5\n$6\n$7", "$5\n$6\n$7", id="a column of prices"),
        pytest.param(r"US$ 10\tper head, $ 20\ttotal", "US$ 10\tper head, $ 20\ttotal", id="prices and tabs"),
        pytest.param(r"单价 $5\n总价 $10", "单价 $5\n总价 $10", id="Chinese prices"),
    ],
)
def test_currency_is_not_math(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param(r"\d+\.\w*", r"\d+\.\w*", id="a regular expression"),
        pytest.param(r"\alpha", r"\alpha", id="a TeX command"),
        pytest.param(r"\(x\)", r"\(x\)", id="brackets"),
        pytest.param(r"50\% of \$5", r"50\% of \$5", id="percent and dollar"),
        pytest.param(r"it\'s", "it's", id="a single quote loses it"),
        pytest.param(r"\`code\`", "`code`", id="a backtick loses it"),
        pytest.param(r"caf\xe9", "café", id="a byte is its character"),
        pytest.param(r"a\/b \"c\" \\", 'a/b "c" \\', id="those of JSON are decoded"),
    ],
)
def test_an_escape_that_json_does_not_know_keeps_its_backslash(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param(r"\ud83d", "\ufffd", id="a first half"),
        pytest.param(r"a\ude00b", "a\ufffdb", id="a second half"),
        pytest.param(r"\ude00\ud83d", "\ufffd\ufffd", id="halves in the wrong order"),
        pytest.param(r"\ud83d\ude00", "😀", id="a whole pair"),
        pytest.param(r"\u4f60\u597d", "你好", id="Chinese characters"),
    ],
)
def test_half_a_surrogate_pair_becomes_the_replacement_character(body: str, text: str) -> None:
    assert text_of(body) == text
