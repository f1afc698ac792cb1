"""Requests without a verb."""

from inkwright.agent.intents import deliverables_in, is_clear_request
from inkwright.agent.noun_requests import noun_position
from tests.each import each

ASKED = [
    ("Quiz from coffee.md", ("quiz",)),
    ("quiz: @coffee.md", ("quiz",)),
    ("then slides from tea.md", ("slides",)),
    ("and a handout from it", ("doc",)),
    ("A short quiz about rivers, please", ("quiz",)),
    ("5 questions about tea", ("quiz",)),
    ("10 more questions, please", ("quiz",)),
    ("Flashcards on the water cycle", ("page",)),
    ("coffee.md: a quiz", ("quiz",)),
    ("Slides and a quiz from tea.md", ("slides", "quiz")),
    ("测验，用茶.md", ("quiz",)),
    ("幻灯片，根据茶.md", ("slides",)),
    ("再来10道判断题", ("quiz",)),
    ("關於茶的測驗", ("quiz",)),
    ("然后一份讲义，用咖啡.md", ("doc",)),
]
TALK = [
    "The quiz about coffee was too hard",
    "Is a quiz from coffee.md possible?",
    "slides from tea.md?",
    "Question about tea: who brought it to Europe",
    "Thanks for the quiz about tea",
    "I liked the slides",
    "quiz",
    "A handout for my class.",
    "What do the slides of tea.md say",
    "测验是什么？",
    "tea.md tells of a test that failed",
    "关于测验的问题",
]


@each("message, names", ASKED)
def test_a_deliverable_that_comes_first_with_what_it_is_about_is_a_clear_request(
    message: str, names: tuple[str, ...]
) -> None:
    assert (deliverables_in(message), is_clear_request(message)) == (names, True)


@each("message", TALK)
def test_a_question_a_statement_and_a_bare_noun_are_none(message: str) -> None:
    assert deliverables_in(message) == ()


def test_the_position_is_that_of_the_noun() -> None:
    assert noun_position("then a quiz of it", has_file=False) == 7
    assert noun_position("no such thing", has_file=True) == len("no such thing")
