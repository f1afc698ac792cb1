"""English words: word classes in a sentence, noun phrases, plurals and articles."""

import pytest

from inkwright.grounding.language.english import (
    article_before,
    capitalised_names,
    certain_nouns,
    is_plural,
    noun_phrases,
    singular_of,
    tokens_of,
)


@pytest.mark.parametrize(
    ("sentence", "kind"), [("A plant needs light.", "noun"), ("Farmers plant rice.", "verb"), ("Plant grows.", "noun")]
)
def test_the_class_of_an_ambiguous_word_depends_on_its_neighbours(sentence: str, kind: str) -> None:
    assert [token.kind for token in tokens_of(sentence) if token.text.lower() == "plant"] == [kind]


def test_a_capital_inside_a_sentence_marks_a_name_and_known_names_may_open_it() -> None:
    assert [token.kind for token in tokens_of("Rivers reach Lisbon.")] == ["noun", "verb", "name", "break"]
    assert tokens_of("Rivers reach Lisbon.", frozenset({"Rivers"}))[0].kind == "name"


def test_tokens_have_their_spans() -> None:
    sentence = "Farmers plant rice."
    assert [sentence[token.start : token.end] for token in tokens_of(sentence)] == ["Farmers", "plant", "rice", "."]


def test_noun_phrases_drop_general_adjectives() -> None:
    tokens = tokens_of("The old farmers plant rice near the quiet river.")
    phrases = [" ".join(token.text for token in tokens[each.first : each.last + 1]) for each in noun_phrases(tokens)]
    assert phrases == ["farmers", "rice", "quiet river"]


@pytest.mark.parametrize(
    ("word", "singular"),
    [("Leaves", "leaf"), ("mice", "mouse"), ("rivers", "river"), ("gas", "gas"), ("Glass", "glass")],
)
def test_a_plural_has_a_singular(word: str, singular: str) -> None:
    assert singular_of(word) == singular
    assert is_plural(word) == (singular != word.lower())


def test_names_are_words_that_are_never_written_in_lower_case() -> None:
    assert capitalised_names("In Paris, May was cold. We may leave Paris, and London too.") == {"Paris", "London"}


def test_a_word_after_an_article_is_certainly_a_noun() -> None:
    assert certain_nouns("The plants are green. They plant a tree.") == {"plant", "tree"}


def test_the_article_is_found_before_adjectives() -> None:
    tokens = tokens_of("An old castle had his tower of stone.")
    articles = {token.text: article_before(tokens, index) for index, token in enumerate(tokens)}
    assert (articles["castle"], articles["tower"], articles["stone"]) == ("an", "the", "")
