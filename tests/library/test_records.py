"""The problems of documents are told in the language of the reader."""

from inkwright.library.records import ReadingProblem


def test_a_problem_has_a_message_in_each_language() -> None:
    problem = ReadingProblem("too_large", (("most", "32"),))

    assert problem.text("en") == "the file is larger than 32 MB; use a part of it"
    assert "32" in problem.text("zh")
