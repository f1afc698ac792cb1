"""What a request says in plain words, where no model can be asked."""

import re

from inkwright.agent.make_requests import MAX_COUNT, MakeRequest, count_in
from inkwright.grounding.source import Source

QUESTIONS = ("questions?|items?", "道|题|个题")


def test_counts_are_read_in_digits_and_words_of_both_languages() -> None:
    asked = ["5 questions", "12 hard multiple-choice questions", "ten questions", "出十二道题", "两道题", "三十道题"]
    assert [count_in(each, *QUESTIONS) for each in asked] == [5, 12, 10, 12, 2, 30]
    assert [count_in("8 页幻灯片，5 题", "slides?", "页|张"), count_in("8 页幻灯片，5 题", *QUESTIONS)] == [8, 5]
    assert count_in("2000 questions; 3.5 questions; a quiz", *QUESTIONS) is None
    assert MakeRequest("999 questions").count(*QUESTIONS) == MAX_COUNT


def test_kinds_are_those_whose_patterns_match_in_the_order_of_the_patterns() -> None:
    patterns = {"blue": re.compile("blue"), "red": re.compile("red")}
    assert MakeRequest("red and blue").kinds(patterns) == ("blue", "red")
    assert MakeRequest("red").first_kind(patterns) == "red"
    assert MakeRequest("green").first_kind(patterns) is None


def test_the_title_is_that_of_the_files_then_their_name_then_the_request() -> None:
    assert MakeRequest("Make it", (Source("a.md", "# Rain\n\nIt rains."),)).title == "Rain"
    assert MakeRequest("Make it", (Source("clouds.md", "It rains."),)).title == "clouds"
    assert MakeRequest("A quiz\nabout rain").title == "A quiz about rain"
