"""The answer after a divider; a farewell after a closing divider is not the answer (ruling 40)."""

from inkwright.parsing.dividers import parse_after_divider
from inkwright.parsing.results import Parsed, Rejected
from tests.each import each

FAREWELLS = [
    "Let me know if you need more!",
    "I hope this helps.",
    "Feel free to ask.",
    "Done.",
    "Thank you!",
    "Best regards,\nYour assistant",
    "希望对你有帮助！",
    "如有問題，請告訴我。",
    "以上就是全部内容。",
    "Ich hoffe, das hilft.",
]


@each("farewell", FAREWELLS)
@each("answer", ["42", "hello", "A longer answer.\n\nWith two paragraphs."])
def test_a_farewell_after_a_closing_divider_is_not_the_answer(answer: str, farewell: str) -> None:
    assert parse_after_divider(f"Thoughts.\n\n=====\n{answer}\n=====\n\n{farewell}\n") == Parsed(answer)


def test_whatever_follows_a_divider_that_is_called_the_end_is_not_the_answer() -> None:
    assert parse_after_divider("===== Answer =====\n42\n===== END =====\nMy notes.") == Parsed("42")
    assert parse_after_divider("=====\n四十二\n=====结束=====\n备注若干") == Parsed("四十二")


def test_a_farewell_is_the_answer_where_it_is_the_only_text() -> None:
    assert parse_after_divider("A short letter:\n=====\nThank you!") == Parsed("Thank you!")
    assert parse_after_divider("=====\nThank you!\n=====\nLet me know.") == Parsed("Thank you!")


def test_a_divider_may_have_full_width_signs() -> None:
    assert parse_after_divider("思考\n＝＝＝＝＝\n答案＝四") == Parsed("答案＝四")


@each("tail", ["A revised text.", "Hope is a thing with feathers. " * 20, "final"])
def test_other_text_after_the_last_divider_is_the_answer(tail: str) -> None:
    assert parse_after_divider(f"=====\na longer draft\n=====\n{tail}") == Parsed(tail.rstrip())


def test_a_divider_inside_a_fence_around_the_whole_reply_counts() -> None:
    assert parse_after_divider("```\nThoughts.\n=====\nanswer\n```") == Parsed("answer")
    rejected = parse_after_divider("Look:\n```\n=====\nanswer\n```")
    assert isinstance(rejected, Rejected)
    assert rejected.reason == "no_divider"


def test_thousands_of_dividers_and_farewells_are_read_whole() -> None:
    assert parse_after_divider("=====\nthe first\n" + "=====\nThanks!\n" * 10_000) == Parsed("the first")
