"""Ordering questions: numbered steps, in the order that the text states."""

from inkwright.artifacts.quizzes.model import Ordering
from tests.grounding.quiz_questions import ask, questions
from tests.grounding.quiz_texts import material_of, read


def test_steps_have_the_order_of_the_text() -> None:
    [question] = questions(ask(material_of("light.md"), 1, ("ORDERING",)))
    assert isinstance(question, Ordering)
    ordered = [question.options[ord(letter) - ord("A")] for letter in question.correct_answer]
    assert ordered == [
        "把凸透镜正对太阳光",
        "在凸透镜的另一侧放一张白纸",
        "移动白纸，直到纸上的光斑最小、最亮",
        "用刻度尺量出光斑到凸透镜的距离",
    ]
    assert question.options != ordered


def test_numbered_rules_are_not_an_order_to_ask_for() -> None:
    rules = "# Rules of the pool\n\n1. Nobody runs.\n2. Nobody eats.\n3. Nobody shouts.\n"
    assert questions(ask(read(rules), 3, ("ORDERING",))) == []


def test_steps_are_introduced_by_their_purpose() -> None:
    steps = "1. 检查灯芯和酒精\n2. 取下灯帽放在桌上\n3. 用火柴从侧面点燃\n4. 用灯帽盖灭火焰\n"
    [question] = questions(ask(read(f"# 使用酒精灯\n\n请按下面的步骤操作：\n\n{steps}"), 1, ("ORDERING",)))
    assert question.question == "按照材料中的顺序排列下列步骤（使用酒精灯）。"
    assert questions(ask(read(f"请按下面的步骤操作：\n\n{steps}"), 1, ("ORDERING",))) == []
