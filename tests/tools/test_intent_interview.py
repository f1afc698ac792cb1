"""The interview is over when three questions are answered, and the summary speaks of what the person said."""

from inkwright.tools.intent_interview import is_answered, lacking_parts, unsaid_parts

SAID = ["我想做航海课", "成年初学者", "希望他们报名"]


def test_greetings_and_questions_of_the_person_are_no_answers() -> None:
    assert is_answered(["你好", *SAID])
    assert not is_answered(["你好", "今天天气怎么样？", *SAID[:2]])
    assert not is_answered(["Hello", "A course", "What is the weather like?", "Beginners"])


def test_the_parts_that_a_summary_lacks_are_named() -> None:
    assert lacking_parts("做什么：航海课", "zh") == ["给谁看", "期望行动"]
    assert lacking_parts("- **What**: a course\n- For whom: beginners\n\n## Action\nEnrol.", "en") == []


def test_a_part_of_which_the_person_has_not_spoken_is_named() -> None:
    summary = "做什么：航海课\n给谁看：成年的初学者\n期望行动：分享到朋友圈"
    assert unsaid_parts(summary, SAID, "zh") == ["期望行动"]
    assert unsaid_parts(summary.replace("分享到朋友圈", "报名"), SAID, "zh") == []
    assert unsaid_parts("做什麼：航海課\n給誰看：成年初學者\n期望行動：報名", SAID, "zh") == []


def test_a_summary_in_another_language_is_not_compared() -> None:
    assert unsaid_parts("做什么：航海课\n给谁看：初学者\n期望行动：报名", ["A sailing course"], "zh") == []
