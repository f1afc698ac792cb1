"""Questions about classes are answered with the right numbers, asked back, or honestly not answered."""

import re
from typing import Any

import pytest

from inkwright.i18n import language_of
from inkwright.school.answers import answer_question, candidate_label
from inkwright.school.records import Pupil, Result, SchoolClass, SchoolData, Test
from inkwright.school.school import School
from tests.each import each
from tests.school.cases import REQUESTS, school_of_case

SCHOOL = School(
    SchoolData(
        (SchoolClass("1A", "1A"), SchoolClass("1B", "1B"), SchoolClass("2A", "2A")),
        (
            Pupil("1001", "Amy Chan", ("1A",)),
            Pupil("1002", "Ben Lee", ("1A",)),
            Pupil("1003", "Amy Wong", ("1B",)),
            Pupil("1004", "欧阳晓峰", ("2A",)),
        ),
        (Test("Quiz 1", 20, "Ratio"), Test("Final exam", 100, "Fractions")),
        (
            Result("1001", "Quiz 1", 5),
            Result("1002", "Quiz 1", 15),
            Result("1003", "Quiz 1", 12),
            Result("1001", "Final exam", 90),
            Result("1003", "Final exam", 70),
        ),
    )
)


def said(message: str, *chosen: str) -> tuple[str, str]:
    found = answer_question(message, SCHOOL, language_of(message), chosen)
    return (found.kind, found.message) if found else ("other", "")


@each("case", REQUESTS)
def test_each_request_ends_with_the_right_numbers_a_question_or_no_data(case: dict[str, Any]) -> None:
    school, expected = school_of_case(case["file"]), case["expect"]
    found = answer_question(case["request"], school, language_of(case["request"]))
    assert found is not None
    assert found.kind == expected["kind"]
    numbers = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", found.message)]
    for wanted in expected["numbers"]:
        is_there = any(abs(each - wanted["value"]) <= wanted["tolerance"] for each in numbers)
        is_percent = any(abs(each - wanted.get("or_percent", -99)) <= 0.5 for each in numbers)
        assert is_there or is_percent, (wanted, found.message)
    assert all(name in found.message for name in expected.get("names", ()))
    labels = [candidate_label(each, school) for each in found.candidates]
    assert len(labels) == len(expected["candidates"])
    for candidate in expected["candidates"]:
        assert any((candidate if isinstance(candidate, str) else candidate["id"]) in label for label in labels)


@each(
    "message, kind, words",
    [
        ("What is the average of Form 1A in Quiz 1?", "numbers", "mean 10"),
        ("1A 班 Quiz 1 的平均分", "numbers", "平均分 10"),
        ("What did Ben get in Quiz 1?", "numbers", "15 out of 20"),
        ("What did Ben Lee get in the Final exam?", "numbers", "no result"),
        ("What did Amy get in Quiz 1?", "ask", "Amy Wong (1B, 1003)"),
        ("What did Amy get in Quiz 1 in 1B?", "numbers", "12 out of 20"),
        ("What did 1003 get in Quiz 1?", "numbers", "12 out of 20"),
        ("What did Carol Smith get in Quiz 1?", "no_data", "Carol Smith"),
        ("李雷的Quiz 1成绩是多少？", "no_data", "李雷"),
        ("How did 1A do in Quiz 7?", "no_data", "Quiz 7"),
        ("How did 3C do in Quiz 1?", "no_data", "3C"),
        ("1A 的期中平均分是多少？", "no_data", "期中"),
        ("What is the phone number of Ben Lee?", "no_data", "phone"),
        ("Who was absent in the Final exam in 1A?", "numbers", "Ben Lee"),
        ("What is 1A weakest in?", "numbers", "Ratio: error rate 50%"),
        ("Show the distribution of Quiz 1 in 1A.", "numbers", "4–8: 1"),
        ("How many pupils are in 1A?", "numbers", "2 pupils"),
        ("Which class has the best mean in Quiz 1?", "numbers", "highest mean in 1B (12)"),
        ("Who is below average in Quiz 1 in 1A?", "numbers", "1 of 2 below 10 (50%): Amy Chan"),
        ("Quiz 1 谁高于平均分？", "numbers", "3 人中有 2 人高于 10.67（66.67%）：Ben Lee、Amy Wong"),
        ("Who scored below half marks in Quiz 1?", "numbers", "1 of 3 below 50% (33.33%): Amy Chan"),
        ("Who didn't get full marks in Quiz 1?", "numbers", "3 of 3 below 100%"),
        ("1A有人得满分吗？", "numbers", "2 人中有 0 人达到 100%"),
        ("Top two pupils in Quiz 1 across all classes?", "numbers", "top 2: Ben Lee (15), Amy Wong (12)"),
        ("How many pupils took Quiz 1?", "numbers", "3 of 4 pupils have a result"),
        ("How many pupils do I have?", "numbers", "all classes: 4 pupils"),
        ("期中考试成绩怎么样？", "no_data", "期中"),
        ("Which classes do I have?", "numbers", "2A: 1 pupil."),
        ("How did 2A do in Quiz 1?", "numbers", "no results"),
        ("Show the quartiles of Quiz 1 in 1A", "numbers", "75th percentile 12.5"),
        ("What is the mean of class 1A in the last test?", "numbers", "Final exam"),
        ("What was Ben's email address?", "no_data", "email"),
        ("Who hasn't got a mark in the final, in 1A?", "numbers", "Ben Lee"),
        ("谁没有Final exam的成绩？", "numbers", "1 人没有成绩：Ben Lee"),
        ("Which pupils were absent in Quiz 1?", "numbers", "every pupil has a result"),
        ("Who was absent in Quiz 1 in 2A?", "numbers", "no results"),
        ("Who failed Quiz 1 in 1A?", "numbers", "failed 1: Amy Chan"),
        ("1A的Quiz 1谁不及格", "numbers", "不及格 1 人：Amy Chan"),
        ("Who passed Quiz 1 in 1A?", "numbers", "passed 1: Ben Lee"),
        ("How did 1A do in Quiz 7?", "no_data", "Tests: Quiz 1, Final exam."),
        ("1A的Quiz 7平均分", "no_data", "已有测验：Quiz 1"),
        ("What did Ann get?", "no_data", "no pupil called Ann"),
        ("李华考了多少？", "no_data", "没有叫李华的学生"),
        ("What did Napoleon get for Elba?", "other", ""),
        ("What did 欧阳晓峰 get in Quiz 1?", "numbers", "no result"),
        ("Avg of 1A in the first quiz", "numbers", "mean 10"),
        ("Amy Wong's physics mark", "no_data", "physics"),
        ("What is the pass rate of 1A in Quiz 1, at 60% of the maximum?", "numbers", "pass rate 50% (1 of 2)."),
        ("Did Amy Chan pass Quiz 1?", "numbers", "5 out of 20 (25%). Not passed: the pass mark is 60% of the maximum."),
        ("Amy Chan 的 Quiz 1 在班里排第几？", "numbers", "在1A 2 人中排第 2 名"),
        ("Rank the pupils of 1A in Quiz 1", "numbers", "Ben Lee 15, Amy Chan 5"),
        ("Make a list of the two weakest pupils of 1A in Quiz 1", "numbers", "bottom 2: Amy Chan (5), Ben Lee (15)"),
        ("Is 1C better than 1A?", "no_data", "no class called 1C"),
        ("How many girls are in 1A?", "no_data", "girls"),
        ("Best and worst mark of 1A in Quiz 1?", "numbers", "highest 15 (Ben Lee), lowest 5 (Amy Chan)"),
        ("1A的Quiz 1谁考砸了", "numbers", "最低分 5（Amy Chan）"),
        ("1A的Quiz 1分数差距大吗", "numbers", "标准差 7.07，全距 10（5 到 15）"),
        ("Quiz 1达到五成的有谁", "numbers", "3 人中有 2 人达到 50%"),
        ("1A比2A多几个人", "numbers", "1A比2A多 1 人"),
        (
            "How many marks is 1B ahead of 1A in Quiz 1?",
            "numbers",
            "(difference in marks: 2; in percentage points: 10)",
        ),
        ("What percent did Ben Lee get in Quiz 1?", "numbers", "15 out of 20 (75%)"),
        ("How did Ben Lee do?", "numbers", "Final exam: no result"),
        ("谁没交作业", "no_data", "作业"),
        ("Ben考得怎么样", "numbers", "15 分，满分 20（75%）"),
        ("Amy考得怎么样", "ask", "Amy Wong (1B, 1003)"),
        ("Did 1A go up or down from Quiz 1 to the Final exam?", "numbers", "Quiz 1 (25% of the maximum)"),
        ("Which test went worst for 1A?", "numbers", "1A did worst in"),
        ("1A的Quiz 1没过的名单", "numbers", "不及格 1 人：Amy Chan"),
        ("which class was weakest in Quiz 1", "numbers", "lowest mean in 1A (10)"),
        ("哪个班Quiz 1两极分化最严重", "numbers", "标准差最大的是1A"),
        ("Write a story about a river.", "other", ""),
        ("Make a quiz on the weak points of 1A", "other", ""),
        ("帮我出5道题，针对1A的薄弱知识点", "other", ""),
        ("What is the capital of France?", "other", ""),
        ("What does the mean of a sample tell us?", "other", ""),
    ],
)
def test_questions_in_both_languages(message: str, kind: str, words: str) -> None:
    found = said(message)
    assert found[0] == kind
    assert words in found[1]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Pass rate of 1A in quiz 1 with a pass mark of 25%?", "2 of 2 with 25% or more (100%): Amy Chan, Ben Lee"),
        ("What is the pass rate of 1A in quiz 1 at 25% of the maximum?", "2 of 2 with 25% or more (100%)"),
        ("Who in 1A failed quiz 1 if the pass mark is 10?", "1 of 2 below 10 (50%): Amy Chan"),
        ("1A班 quiz 1 有几个人 15 分以上？", "2 人中有 1 人达到 15（50%）：Ben Lee"),
        ("哪个班 final exam 最好？", "1A（90）"),
        ("Who are the top two in quiz 1?", "top 2: Ben Lee (15), Amy Wong (12)."),
        ("Quiz 1 后两名是谁", "后 2 名：Amy Chan (5)，Amy Wong (12)"),
        ("1A的final exam 80 分以上的有谁", "1 人中有 1 人达到 80（100%）：Amy Chan"),
    ],
)
def test_another_pass_mark_and_marks_that_are_named_are_respected(message: str, words: str) -> None:
    kind, found = said(message)
    assert kind == "numbers"
    assert words in found


def test_what_the_person_chose_answers_the_question() -> None:
    assert said("What did Amy get in Quiz 1?", "1001") == ("numbers", "Amy Chan (1A), Quiz 1: 5 out of 20 (25%).")


def test_without_data_only_questions_about_results_get_an_answer() -> None:
    nothing = School(SchoolData())
    for message in ("What is the mean of class 1A?", "中一A的平均分是多少？", "初一(1)班期中考试考得怎么样？"):
        found = answer_question(message, nothing, language_of(message))
        assert found is not None
        assert found.kind == "no_data"
        assert not re.search(r"\d", found.message)
    for message in ("Hello", "Explain photosynthesis to class 9", "写一首诗", "What is the mean of 3 and 5?"):
        assert answer_question(message, nothing, language_of(message)) is None


@each(
    "message, words",
    [
        ("Who improved most?", "the biggest improvement: Amy Chan"),
        ("谁进步最大？", "进步最大的是Amy Chan (1A)"),
        (
            "which class improved most",
            "1B: from 60% to 70% of the maximum (change in percentage points: +10; 1 pupil).",
        ),
        ("Which class dropped most from Quiz 1 to the final exam?", "there was no drop"),
        ("List the marks of 1A in Quiz 1", "mean 10, Ben Lee 15, Amy Chan 5"),
        ("How did Form 1A do overall?", "1A, Quiz 1"),
    ],
)
def test_changes_and_lists_of_marks_are_computed(message: str, words: str) -> None:
    kind, answer = said(message)
    assert (kind, words in answer) == ("numbers", True), answer


@each(
    "message",
    ["Who improved the steam engine?", "Which company's shares fell most in 2008?", "谁对科学进步的贡献最大？"],
)
def test_changes_outside_the_school_are_not_its_business(message: str) -> None:
    assert said(message)[0] == "other"


def test_classes_with_the_same_mean_have_no_best_one() -> None:
    data = SCHOOL.data
    level = School(SchoolData(data.classes, data.pupils, data.tests, (*data.results[:2], Result("1003", "Quiz 1", 10))))
    found = answer_question("Compare 1A and 1B in Quiz 1", level, "en", ())
    assert found is not None
    assert found.message.endswith("Quiz 1: the same mean in 1A, 1B (10).")


@each(
    "message, absent",
    [
        ("Who still has to write Quiz 1 in 1A?", []),
        ("Who in 1A still has to write the Final exam?", ["Ben Lee"]),
        ("1A里谁没有参加 Final exam？", ["Ben Lee"]),
        ("1A 谁还没有考 Final exam", ["Ben Lee"]),
    ],
)
def test_who_has_still_to_take_a_test_is_who_has_no_result(message: str, absent: list[str]) -> None:
    kind, told = said(message)
    assert kind == "numbers"
    assert [name for name in ("Amy Chan", "Ben Lee") if name in told] == absent


@each(
    "message, is_count",
    [
        ("三个班一共多少人？", True),
        ("每个班有多少人", True),
        ("How many pupils are in all classes together?", True),
        ("每个班多少人最合适？", False),
        ("How many pupils should each class have?", False),
    ],
)
def test_the_pupils_of_all_classes_are_counted_but_not_how_many_there_should_be(message: str, is_count: bool) -> None:
    kind, told = said(message)
    assert (kind == "numbers" and "4" in told) == is_count


def test_those_above_a_mark_are_listed_without_the_marks_of_everybody() -> None:
    _, told = said("List everybody with more than 60 percent in Quiz 1 in 1A")
    assert "Ben Lee" in told
    assert "Amy Chan" not in told
    _, told = said("List the marks of everybody in Quiz 1 in 1A, and who is above 60%")
    assert "Amy Chan 5" in told
