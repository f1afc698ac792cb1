"""How many kinds of problems an artifact was checked for."""

from inkwright.artifacts.check_codes import check_codes, check_text
from inkwright.artifacts.verification import CHECKERS
from inkwright.i18n import LANGUAGES, has_message


def test_every_kind_is_checked_for_known_problems() -> None:
    for kind in ("docx", "html", "pdf", "pptx", "quiz", "tex"):
        assert kind in CHECKERS
        assert len(check_codes(kind)) >= 5, kind
        assert all(has_message(f"finding.{code}.what") for code in check_codes(kind))


def test_a_page_that_ran_was_checked_for_more() -> None:
    assert check_codes("html") < check_codes("html", is_run=True)


def test_nothing_is_said_about_kinds_of_other_packages() -> None:
    assert check_codes("recipe") == frozenset()


def test_every_check_can_be_read_in_both_languages_without_the_details_of_a_finding() -> None:
    codes = {code for kind in CHECKERS for code in check_codes(kind, is_run=True)}
    texts = [check_text(code, language) for code in codes for language in LANGUAGES]
    assert not [each for each in texts if "{" in each or "}" in each]
    assert check_text("pptx.overflow", "en") == "The text overflows its box by … pt."
    assert check_text("quiz.few_options", "en") == "The question has … options but needs at least …"
