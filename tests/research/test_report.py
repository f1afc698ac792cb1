"""The text of a report."""

from inkwright.research.report import check_text, problem_text, report_markdown, sentences_of_report

_SOURCES = {1: "The river is 687 kilometres long."}


def test_the_sentences_of_a_text_keep_their_citations() -> None:
    text = 'He said: "It is." [1] The river is 3.5 km long [2]. 全长1公里。[1]没有。\n'
    assert "".join(sentences_of_report(text)) == text
    assert sentences_of_report(text)[0] == 'He said: "It is." [1] '


def test_a_quotation_of_two_sentences_is_not_cut() -> None:
    text = '"It was late. We left," said Ann [1]. He stayed [1].'
    assert sentences_of_report(text) == ['"It was late. We left," said Ann [1]. ', "He stayed [1]."]


def test_an_unsupported_sentence_is_marked_and_the_others_are_not() -> None:
    checked = check_text("The river is 687 km long [1]. It is 900 km long [1].", _SOURCES, "en")
    assert checked.text == ("The river is 687 km long [1]. It is 900 km long [1]. **(not supported by the source)**")
    ((sentence, (problem,)),) = checked.unsupported
    assert (checked.cited, sentence) == (2, "It is 900 km long [1].")
    assert problem_text(problem, "en") == "the source does not have the number 900"


def test_the_sources_are_listed_and_their_titles_cannot_be_markup() -> None:
    markdown = report_markdown([("One", "Text [1].")], [(1, "A *title*", "https://example.org/a")], "en")
    assert markdown == "## One\n\nText [1].\n\n## Sources\n\n- \\[1\\] A \\*title\\*: <https://example.org/a>\n"
    markdown = report_markdown([("One", "Text [1].")], [(1, "a.md, page 1", "library:doc_1#1")], "en")
    assert markdown.endswith("- \\[1\\] a.md, page 1\n")
