"""The question in a message."""

from inkwright.agent.question_texts import question_in
from inkwright.grounding.source import Source
from tests.each import each

BEES = Source("bees.md", "x")


@each(
    "message, question",
    [
        ("I teach grade 5. How many eggs are there?", "How many eggs are there?"),
        ("How many eggs (roughly)?", "How many eggs  ?"),
        ("a/b/bees.md how many eggs", "how many eggs"),
        ("我是老师。长江有多长？", "长江有多长？"),
        ("Drones and queens", "Drones and queens"),
        ("Node.js is what I like", "Node.js is what I like"),
        ("", ""),
    ],
)
def test_names_and_remarks_are_left_out(message: str, question: str) -> None:
    assert question_in(message, [BEES]) == question
