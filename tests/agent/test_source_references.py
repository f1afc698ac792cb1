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


def test_a_folder_or_an_order_tells_files_apart_also_in_an_aside() -> None:
    first = KnownSource(key="1", name="notes.md", path="/home/ann/biology/notes.md", turn=1)
    last = KnownSource(key="2", name="notes.md", path="/home/ann/history/notes.md", turn=2)
    said = {
        "Same again for biology please": ["1"],
        "the same for biology lovers": [],
        "最后一份里说的那个人做了什么？": ["2"],
        "回到最早給你的那個檔案": ["1"],
    }
    found = {
        message: [key for each in find_references(message, [first, last]) for key in each.keys] for message in said
    }
    assert found == said


def test_a_question_which_of_my_files_mentions_something_means_that_file() -> None:
    lakes = KnownSource(key="1", name="a1.txt", text="Lake Baikal is deep.", is_new=True)
    press = KnownSource(key="2", name="a2.txt", text="Gutenberg printed books.", is_new=True)
    found = find_references("which of my files mentions Lake Baikal? quote it", [lakes, press])
    assert [each.keys for each in found] == [("1",)]


def test_a_folder_is_named_after_what_somebody_wants() -> None:
    first = KnownSource(key="1", name="教案.md", path="/home/ann/第一周/教案.md", turn=1)
    second = KnownSource(key="2", name="教案.md", path="/home/ann/第二周/教案.md", turn=2)
    found = find_references("不要这个，我要第一周的", [first, second])
    assert [each.keys for each in found if not each.is_negated] == [("1",)]
