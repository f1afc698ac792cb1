"""What kind of answer a question asks for."""

from inkwright.grounding.question_types import contradicts, question_type
from tests.each import each


@each(
    "question, fitting, other",
    [
        ("How hot is it?", "It reaches 1,420 degrees.", "It has 12 doors."),
        ("How long does it last?", "It lasts eighteen hours.", "It is green."),
        ("how high is it", "It is 2,917 metres high.", "It opened in 1951."),
        ("How heavy is it?", "It weighs three tonnes.", "It is three metres long."),
        ("When was it built?", "It was built in 1889.", "It was built by hand."),
        ("When was it built?", "It was built in 312 BC.", "It is 16 kilometres long."),
        ("要多热的水", "要用刚烧开的水", "水里有盐"),
        ("How many arms has it?", "It has three arms.", "It has arms."),
        ("持续了多久", "长达106分钟", "呈现暗红色"),
        ("温度是多少", "温度为220摄氏度", "面积为120公顷"),
        ("什么时候建成", "建于1908年", "由石头建成"),
    ],
)
def test_a_question_of_a_kind_is_answered_only_by_its_kind(question: str, fitting: str, other: str) -> None:
    kind = question_type(question)
    assert kind is not None
    assert (bool(kind.answer.search(fitting)), bool(kind.answer.search(other))) == (True, False)


def test_other_questions_have_no_kind() -> None:
    assert question_type("Who lit the furnace?") is None
    assert question_type("什么是萎凋") is None


@each(
    "question, sentence, is_opposite",
    [
        ("When did the first eruption begin?", "Its last eruption began in 1951.", True),
        ("What is the largest lake?", "The smallest lake is Oke.", True),
        ("What is the largest lake?", "The largest lake is not the smallest.", False),
        ("最高的山是哪座", "最低的山是小山", True),
        ("Who wrote it?", "The last page is lost.", False),
    ],
)
def test_a_sentence_about_the_opposite_is_told(question: str, sentence: str, is_opposite: bool) -> None:
    assert contradicts(question, sentence) == is_opposite
