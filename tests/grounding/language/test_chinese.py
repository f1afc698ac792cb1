"""Chinese words: segmentation, runs that name something, and the kinds of terms."""

import pytest

from inkwright.grounding.language.chinese import (
    is_dictionary_word,
    mentions_person,
    names_that_act,
    noun_class,
    term_kind,
    term_runs,
    words_of,
)


def test_words_cover_the_sentence() -> None:
    sentence = "李时珍在北京编写了一本书。"
    words = words_of(sentence)
    assert "".join(word.text for word in words) == sentence
    assert [sentence[word.start : word.end] for word in words] == [word.text for word in words]


def test_runs_are_terms_without_verbs_and_general_words() -> None:
    words = words_of("海水蒸发，叶绿体含有叶绿素，这是重要问题。")
    assert ["".join(word.text for word in words[first : last + 1]) for first, last in term_runs(words)] == [
        "海水",
        "叶绿体",
        "叶绿素",
    ]


@pytest.mark.parametrize(
    ("term", "kind"),
    [
        ("北京", "place"),
        ("李时珍", "person"),
        ("清华大学", "organisation"),
        ("辛亥革命", "act"),
        ("叶绿素", "concept"),
        ("城市", "concept"),
    ],
)
def test_a_term_has_a_kind(term: str, kind: str) -> None:
    assert term_kind(words_of(term), frozenset({"李时珍"})) == kind


def test_a_person_is_a_name_followed_by_a_verb() -> None:
    assert list(names_that_act(words_of("李时珍编写了一本书。"))) == ["李时珍"]
    assert mentions_person("李时珍编写了一本书。")
    assert not mentions_person("河水流入大海。")


@pytest.mark.parametrize(("noun", "found"), [("科学家", "people"), ("图书馆", "room"), ("石头", "thing")])
def test_the_last_character_shows_the_class_of_a_noun(noun: str, found: str) -> None:
    assert noun_class(noun) == found


def test_the_dictionary_has_words_but_not_fragments() -> None:
    assert is_dictionary_word("叶绿素")
    assert not is_dictionary_word("绿素叶")
