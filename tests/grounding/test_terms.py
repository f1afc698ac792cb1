"""The terms of a text and their kinds."""

import pytest

from inkwright.grounding.terms import Term, terms_of
from tests.grounding.quiz_texts import material_of, read
from tests.parsing.test_any_text import grows_too_fast


def kinds(text: str) -> dict[str, str]:
    return {term.text: term.kind for term in terms_of(read(text))}


def found(name: str) -> dict[str, Term]:
    return {term.text: term for term in terms_of(material_of(name))}


def test_english_terms_have_kinds() -> None:
    terms = found("canal.md")
    assert {
        name: terms[name].kind
        for name in (
            "Ferdinand de Lesseps", "Benjamin Disraeli", "Cairo", "Red Sea", "1875", "26 July 1956", "12 per cent",
            "dredger", "Egyptian peasants",
        )
    } == {
        "Ferdinand de Lesseps": "person",
        "Benjamin Disraeli": "person",
        "Cairo": "place",
        "Red Sea": "place",
        "1875": "year",
        "26 July 1956": "date",
        "12 per cent": "number",
        "dredger": "concept",
        "Egyptian peasants": "concept",
    }  # fmt: skip


def test_chinese_terms_have_kinds() -> None:
    terms = found("yellow_river.md")
    assert {name: terms[name].kind for name in ("潘季驯", "开封市", "渭河", "1855年", "90%", "河床")} == {
        "潘季驯": "person",
        "开封市": "place",
        "渭河": "place",
        "1855年": "year",
        "90%": "number",
        "河床": "concept",
    }


def test_a_term_has_its_sentences_and_frequent_terms_weigh_more() -> None:
    text = "# Leaves\n\nThe leaf is green. The root is white. Every leaf has a stem. The wind moves a leaf.\n"
    terms = terms_of(read(text))
    leaf = next(term for term in terms if term.text == "leaf")
    assert [sentence.location.line for sentence in leaf.sentences] == [3, 3, 3]
    assert terms[0] == leaf


def test_general_words_are_not_terms() -> None:
    assert not {"way", "important", "many", "time"} & set(kinds("In many ways the time is an important part of it."))
    assert not {"方面", "作用", "问题"} & set(kinds("这个问题在很多方面有重要的作用。"))


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The heart pumps blood into the body.", "pumps"),
        ("Cells need water and use light.", "use"),
        ("In 1900 the army left the city.", "left"),
        ("农民利用水库储存雨水。", "利用"),
    ],
)
def test_a_verb_that_may_be_a_noun_is_not_a_term(text: str, verb: str) -> None:
    assert not [term for term in kinds(text) if verb in term]


@pytest.mark.parametrize("text", ["", "。", "...", "1 2 3", "a", "\x00\ud800", "《》", "的的的的", "THE THE THE"])
def test_extracting_terms_never_fails_on_any_text(text: str) -> None:
    assert isinstance(terms_of(read(text)), tuple)


@pytest.mark.parametrize("name", ["canal.md", "light.md"])
def test_time_grows_with_the_text_and_no_faster(name: str) -> None:
    text = "\n\n".join(sentence.text for sentence in material_of(name).sentences)

    def measure(copies: str) -> tuple[Term, ...]:
        return terms_of(read(copies))

    small, large = (f"{text}\n\n" * times for times in (4, 16))
    if grows_too_fast(measure, small, large, tries=1):
        assert not grows_too_fast(measure, small, large, tries=5)
