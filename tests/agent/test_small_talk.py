"""Greetings, thanks and the like."""

from inkwright.agent.small_talk import small_talk_in
from tests.each import each


@each(
    "message, kind",
    [
        ("hi, thanks!", "thanks"),
        ("Hello! How are you?", "well"),
        ("ok, bye", "goodbye"),
        ("great, thanks, bye!", "thanks"),
        ("你好，谢谢！", "thanks"),
        ("好的，再见", "goodbye"),
        ("Thanks, I will print it tomorrow.", "thanks"),
        ("thank you for the quiz", "thanks"),
        ("Thanks, my students loved it", "thanks"),
        ("谢谢你做的测验", "thanks"),
        ("谢谢，我明天上课用", "thanks"),
        ("🙂🙂", "okay"),
    ],
)
def test_small_talk_of_several_phrases_is_one_kind(message: str, kind: str) -> None:
    assert small_talk_in(message) == kind


@each(
    "message",
    [
        "Thanks. What is a drone?",
        "Hi, make a quiz from bees.md",
        "thanks, now slides of it",
        "Thanks, but change the title",
        "thanks, I need to know who wrote it",
        "hello world",
        "谢谢，再来一份",
        "谢谢，我想知道长江多长？",
        "",
    ],
)
def test_a_message_that_also_asks_for_something_is_no_small_talk(message: str) -> None:
    assert small_talk_in(message) is None
