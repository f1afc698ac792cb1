"""The estimate of tokens: near to real tokenizers, additive, monotone, linear."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.conversation.tokens import estimate_tokens
from tests.each import each

# Counted once with the real tokenizers; their vocabularies are too large to be kept here. (text, o200k, Qwen, DeepSeek)
COUNTED = {
    "chat": (
        "Can you make the third slide simpler? The children won't get it. "
        'And call it "Where rain comes from"; add a quiz at the end.',
        (30, 31, 31),
    ),
    "prose": (
        "Rivers bend because water on the outside of a curve runs faster than water on the inside. It carries soil "
        "away from one bank and lays it down on the other, so that every small bend becomes a larger one. Over "
        "thousands of years the loops grow until the river cuts through the narrow neck between two of them, and an "
        "oxbow lake stays behind.\n",
        (72, 73, 72),
    ),
    "中文对话": ("帮我把第三页改得简单一点，孩子们看不懂。另外标题换成“雨从哪里来”，最后加一页小测验。", (33, 28, 27)),
    "中文文章": (
        "河流为什么会弯曲？弯道外侧的水流得快，不断冲走岸边的泥土；内侧的水流得慢，泥沙就在那里沉积下来。于是小小的弯变成了大大的弯。"
        "几千年以后，河水会冲破两个弯之间最窄的地方，留下一个像牛角一样的湖。老师可以用一盘沙子和一杯水，让学生亲眼看到这个过程。",
        (106, 81, 72),
    ),
    "繁體中文": (
        "本研究以國小六年級學生為對象，比較兩種教學方法對閱讀理解的影響。結果顯示，使用圖像組織的班級在後測中表現較佳，"
        "而且大多數學生認為課程更有趣。最後，本文提出三項教學建議。",
        (72, 59, 54),
    ),
    "code": (
        "def whole_turns(turns: list[Turn], budget: int) -> list[Turn]:\n"
        '    """The latest turns that fit."""\n'
        "    kept, spent = [], 0\n"
        "    for turn in reversed(turns):\n"
        "        spent += turn.tokens\n"
        "        if spent > budget and kept:\n"
        "            break\n"
        "        kept.append(turn)\n"
        "    return kept[::-1]\n",
        (73, 73, 75),
    ),
    "json": (
        '{"title": "The water cycle", "slides": [{"title": "Where it comes from", "bullets": ["Sea", "Clouds"]}, '
        '{"title": "Where it goes", "bullets": ["Rivers", "Ground water"]}], "count": 12, "is_final": true}',
        (65, 66, 68),
    ),
    "mixed": (
        "请把 `README.md` 里的 installation 一节翻译成中文，保留代码块：\n\n```sh\nmake run\nmake test\n```\n\n"
        "然后检查 Python 3.11 和 3.12 下 pytest 是否全部通过。",
        (50, 51, 50),
    ),
    "latex": (
        "\\section{Method}\nLet $x_i$ be the depth at point $i$. We minimise "
        "$\\sum_{i=1}^{n} (x_i - \\mu)^2$ under $\\mu \\geq 0$; see \\cite{smith2020}.\n",
        (56, 59, 55),
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_the_estimate_is_within_a_quarter_of_what_real_tokenizers_count(name: str) -> None:
    text, counted = COUNTED[name]
    assert [count for count in counted if not 0.75 <= estimate_tokens(text) / count <= 1.25] == []


@pytest.mark.parametrize(("text", "tokens"), [("", 0), (" \n\t ", 0), ("a", 1), ("我", 1), ("🎉", 2), ("\x00", 1)])
def test_what_can_be_seen_is_never_nothing(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


SEEN = st.text(min_size=1).filter(lambda text: not text.isspace())


@given(SEEN, SEEN)
def test_the_whole_weighs_about_as_much_as_its_parts(one: str, other: str) -> None:
    parts = estimate_tokens(one) + estimate_tokens(other)
    assert parts - 3 <= estimate_tokens(one + other) <= parts + 3


@given(st.text(), st.text())
def test_more_text_never_weighs_less(text: str, more: str) -> None:
    assert estimate_tokens(text + more) >= estimate_tokens(text)


@given(st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1))
def test_chinese_weighs_at_least_six_tokens_for_ten_characters(text: str) -> None:
    assert estimate_tokens(text) >= 0.6 * len(text)


@each("piece", [" ", "\n", " \n", "a", "A", "1", "-", "我", "🎉", "é", "word ", "\t\n"])
def test_the_time_is_linear(piece: str) -> None:
    def seconds(times: int) -> float:
        text = piece * times
        return min(_timed(text) for _ in range(3))

    def _timed(text: str) -> float:
        start = time.process_time()
        estimate_tokens(text)
        return time.process_time() - start

    assert seconds(160_000) < 40 * seconds(20_000) + 0.02
