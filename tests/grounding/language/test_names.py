"""English names: where they are in a sentence, and whether they are people, places or organisations."""

from inkwright.grounding.language.english import EnglishToken, capitalised_names, tokens_of
from inkwright.grounding.language.names import name_kinds, name_runs, name_text

TEXT = (
    "In 1928 Alexander Fleming discovered penicillin.",
    "Later Fleming worked at the University of London.",
    "The ship sailed to Lisbon.",
    "In 1494 Portugal signed the Treaty of Tordesillas in June.",
)


def tokens(sentences: tuple[str, ...]) -> list[list[EnglishToken]]:
    names = capitalised_names(" ".join(sentences))
    return [tokens_of(sentence, names) for sentence in sentences]


def test_names_are_runs_of_words_and_months_are_not_names() -> None:
    runs = [[name_text(each, first, last) for first, last in name_runs(each)] for each in tokens(TEXT)]
    assert runs == [
        ["Alexander Fleming"],
        ["Fleming", "University of London"],
        ["Lisbon"],
        ["Portugal", "Treaty of Tordesillas"],
    ]


def test_the_context_shows_the_kind_of_a_name() -> None:
    assert name_kinds(tokens(TEXT)) == {
        "Alexander Fleming": "person",
        "Fleming": "person",
        "University of London": "organisation",
        "Lisbon": "place",
        "Portugal": "place",
        "Treaty of Tordesillas": "name",
    }


def test_a_word_in_capitals_is_not_a_name() -> None:
    assert name_kinds(tokens(("The scientists of NASA worked in Texas.",))) == {"Texas": "place"}
