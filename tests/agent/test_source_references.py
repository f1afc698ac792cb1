"""What a message refers to, and where."""

from inkwright.agent.known_sources import KnownSource, SourceReference
from inkwright.agent.source_references import find_references

TEA = KnownSource(key="tea.md", name="tea.md", title="A history of tea", path="/home/ann/tea.md")
HISTORY = KnownSource(key="tea-history.md", name="tea-history.md")


def test_the_longest_name_counts_and_a_shorter_one_inside_of_it_does_not() -> None:
    found = find_references("Use @tea-history.md", [TEA, HISTORY])
    assert found == [SourceReference(5, "name", ("tea-history.md",))]


def test_a_word_without_a_cue_is_weak_and_a_word_in_another_is_none() -> None:
    assert find_references("for tea drinkers", [TEA]) == [SourceReference(4, "word", ("tea.md",), is_weak=True)]
    assert find_references("from tea", [TEA]) == [SourceReference(5, "word", ("tea.md",))]
    assert find_references("a steam engine", [TEA]) == []


def test_a_name_after_a_negation_is_marked() -> None:
    assert find_references("not tea.md", [TEA]) == [SourceReference(4, "name", ("tea.md",), is_negated=True)]
