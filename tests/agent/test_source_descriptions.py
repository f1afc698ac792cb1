"""Files that a message describes instead of naming them."""

from inkwright.agent.known_sources import KnownSource
from inkwright.agent.source_choice import SourceChoice, choose_sources
from inkwright.agent.source_descriptions import describes_file, similar_files, unknown_mentions
from tests.each import each


def source(path: str, *, text: str = "", turn: int = 1, key: str = "") -> KnownSource:
    name = path.rpartition("/")[2]
    return KnownSource(key=key or path, name=name, path=f"/home/ann/{path}", text=text, turn=turn)


TWO_FOLDERS = [source("physics/summary.md"), source("chemistry/summary.md")]


def used(message: str, known: list[KnownSource]) -> set[str]:
    return {each.key for each in choose_sources(message, known).used}


def test_a_folder_that_only_one_file_is_in_describes_it() -> None:
    assert used("the same with the physics one", TWO_FOLDERS) == {"physics/summary.md"}
    months = [source("三月/纪要.md"), source("四月/纪要.md", turn=2)]
    assert used("再把三月的也来一份", months) == {"三月/纪要.md"}


def test_a_name_with_another_number_is_no_slip() -> None:
    units = [source("unit5.md"), source("unit6.md")]
    assert unknown_mentions("@unit7.md as slides", units) == [(0, "unit7.md")]
    assert set(similar_files("unit7.md", units)) == {"unit5.md", "unit6.md"}
    assert unknown_mentions("@unit5.md as slides", units) == []


@each("message", ["write to ann@school.org", "thanks, @ann", "no file"])
def test_addresses_and_people_are_no_unknown_files(message: str) -> None:
    assert unknown_mentions(message, TWO_FOLDERS) == []


def test_a_slip_that_may_be_two_names_is_asked_about() -> None:
    known = [source("river1.md"), source("tides.md")]
    assert used("a quiz from the tidse file", known) == {"tides.md"}
    twins = [source("a/tides.md"), source("b/tides.md")]
    assert choose_sources("a quiz from @tidse.md", twins) == SourceChoice((), ("a/tides.md", "b/tides.md"))


def test_counted_files_of_a_topic_are_asked_about_unless_so_many_fit() -> None:
    known = [source("a.md", text="绿茶和红茶"), source("b.md", text="黑茶"), source("c.md", text="咖啡")]
    assert used("用讲茶的那两份做幻灯片", known) == {"a.md", "b.md"}
    assert choose_sources("用讲吃的那两份做幻灯片", known).unclear == ("a.md", "b.md", "c.md")


def test_a_word_before_a_noun_for_files_describes_one() -> None:
    assert describes_file("slides from the bread file")
    assert not describes_file("slides about bread")
