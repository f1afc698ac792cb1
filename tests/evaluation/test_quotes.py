"""Quotes are words of the text, or refused: the planted ones, and texts that try the checker."""

import time

from inkwright.evaluation.quotes import folded, quotations, quote_problem
from tests.each import each
from tests.evaluation.planted_quotes import FALSE_QUOTES, TEXTS, TRUE_QUOTES


def test_one_hundred_planted_false_quotes_are_all_refused() -> None:
    planted = [(name, quote) for name, quotes in FALSE_QUOTES.items() for quote in quotes]
    assert len(set(planted)) == 100
    assert [each for each in planted if quote_problem(folded(TEXTS[each[0]]), each[1]) is None] == []


def test_one_hundred_true_quotes_are_all_accepted() -> None:
    planted = [(name, quote) for name, quotes in TRUE_QUOTES.items() for quote in quotes]
    assert len(set(planted)) == 100
    problems = [(each, quote_problem(folded(TEXTS[each[0]]), each[1])) for each in planted]
    assert [each for each in problems if each[1] is not None] == []


@each(
    "text, quote, problem",
    [
        ("A long river.", "", "short"),
        ("A long river.", "  \n", "short"),
        ("A long river.", "A", "short"),
        ("雨。", "雨。", None),
        ("", "river", "missing"),
        ("an unhappy end", "happy end", "word"),
        ("it grew by -5 metres", "5 metres", "cut_number"),
        ("约三分之二的人同意。", "分之二的人同意", "cut_number"),
        ("七成居民同意新方案。", "成居民同意新方案", "cut_number"),
        ("费用增长三点五倍左右。", "点五倍左右", "cut_number"),
        ("At least 35% of people agree.", "% of people agree", "cut_number"),
        ("他们成功了。", "成功了。", None),
        ("the years 3-5 are hard", "5 are hard", None),
        ("x² is large", "x2 is large", "missing"),
        ("① first step", "1 first step", "missing"),
        ("now here we are", "nowhere we are", "missing"),
        ("He is not late. late again", "late again", None),
        ("It is not late. It is late", "It is late", None),
        ("這條河並沒有結冰，很安全。", "結冰，很安全", "negation"),
        ("It is far from useful for beginners.", "useful for beginners", "negation"),
        ("café au lait", "cafe\u0301 au lait", None),
        ("ambiguous \ufb01ne text", "ambiguous fine text", "missing"),
    ],
)
def test_near_misses(text: str, quote: str, problem: str | None) -> None:
    assert quote_problem(folded(text), quote) == problem


def test_what_stands_in_quotation_marks_is_found() -> None:
    said = 'It says “Water is life” and 「水就是命」, a "hook" and “no”.'
    assert quotations(said) == ["Water is life", "水就是命", "hook"]


def test_any_text_takes_linear_time() -> None:
    def seconds(length: int) -> float:
        began = time.perf_counter()
        for text in ("a" * length, "不" * length, "“" * length, " " * length, "1." * length):
            quote_problem(folded(text), text[:1_000] + "b")
            quote_problem(folded(text), text[:1_000])
            quotations(text)
        return time.perf_counter() - began

    seconds(1_000)
    assert seconds(400_000) < 200 * max(seconds(20_000), 0.005)
