"""The built-in help finds the topic of a question, and leaves other questions alone."""

from inkwright.agent.help_topics import HELP_TOPICS, find_help_topic
from inkwright.i18n import LANGUAGES
from tests.each import each

ASKED = [
    ("What can you do?", "abilities"),
    ("help", "abilities"),
    ("How do I use this?", "abilities"),
    ("你能做什么？", "abilities"),
    ("你會做什麼", "abilities"),
    ("Who are you?", "about"),
    ("are you ChatGPT?", "about"),
    ("你是誰？", "about"),
    ("How do I make slides?", "slides"),
    ("怎么做幻灯片", "slides"),
    ("如何製作簡報？", "slides"),
    ("how can I make a quiz from my notes", "quiz"),
    ("怎样出题", "quiz"),
    ("How do I export a quiz to Moodle?", "quiz_formats"),
    ("怎样把测验转成 Excel？", "quiz_formats"),
    ("How do I get a PDF?", "pdf"),
    ("How do I make a worksheet?", "doc"),
    ("How to make flashcards", "page"),
    ("How do I set an API key?", "key"),
    ("怎么设置密钥", "key"),
    ("how do I install a better model?", "model"),
    ("which model are you using?", "model"),
    ("怎麼換一個模型", "model"),
    ("Is my data sent anywhere?", "privacy"),
    ("Where are my files saved?", "saved"),
    ("How do I attach a file?", "attach"),
    ("How do I edit my slides?", "slides"),
    ("How much does it cost?", "cost"),
    ("Do you speak Chinese?", "language"),
    ("how do I quit", "leave"),
]


@each("message, name", ASKED)
def test_a_question_about_the_program_finds_its_topic(message: str, name: str) -> None:
    topic = find_help_topic(message)
    assert topic is not None
    assert topic.name == name


OTHERS = [
    "How do bees make honey?",
    "What is the capital of France?",
    "Can you make slides from @notes.md?",
    "Make slides on how to brew tea",
    "可以帮我做幻灯片吗？",
    "What can you tell me about whales in the Atlantic ocean?",
    "What do you think about love?",
    "how long is the river",
    "这本书讲了什么",
    "hello",
    "",
]


@each("message", OTHERS)
def test_other_questions_are_not_about_the_program(message: str) -> None:
    assert find_help_topic(message) is None


def test_every_topic_has_a_text_in_every_language() -> None:
    assert all(topic.text(language) for topic in HELP_TOPICS for language in LANGUAGES)
