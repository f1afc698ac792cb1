"""Which files a message uses."""

from inkwright.agent.known_sources import KnownSource
from inkwright.agent.source_choice import ChosenSource, SourceChoice, choose_sources
from tests.agent.source_cases import CONVERSATIONS, TEXTS, TITLES, Step
from tests.each import each


def known_before(steps: tuple[Step, ...], attached: tuple[str, ...]) -> list[KnownSource]:
    """What the last of these steps may mean."""
    files = dict.fromkeys(name for step in steps for name in step.attached) | dict.fromkeys(attached)
    turns = {name: number for number, step in enumerate(steps, 1) for name in step.used}
    known = [
        KnownSource(
            key=name,
            name=name,
            title=TITLES[name],
            turn=turns.get(name, 0),
            is_new=name in attached,
            text=TEXTS[name],
        )
        for name in files
    ]
    for number, step in enumerate(steps, 1):
        if step.made:
            count = sum(each.kind == step.made for each in known) + 1
            name = TITLES[step.used[0]] + (".quiz.json" if step.made == "quiz" else f".{step.made}")
            known.append(
                KnownSource(
                    key=f"{step.made}{count}",
                    name=name,
                    title=TITLES[step.used[0]],
                    kind=step.made,
                    turn=number,
                    made_from=step.used,
                )
            )
    return known


@each("steps", CONVERSATIONS)
def test_every_message_uses_what_it_means(steps: tuple[Step, ...]) -> None:
    for number, step in enumerate(steps):
        choice = choose_sources(step.message, known_before(steps[:number], step.attached))
        assert ({each.key for each in choice.used}, choice.unclear) == (set(step.used), ()), step.message


def two_notes(**changes: bool) -> list[KnownSource]:
    return [
        KnownSource(key="notes.md", name="notes.md", path="/home/ann/rain/notes.md", turn=1),
        KnownSource(key="notes (2).md", name="notes (2).md", path="/home/ann/snow/notes.md", turn=2, **changes),  # type: ignore[arg-type]
    ]


def test_a_name_of_two_files_is_asked_about() -> None:
    for message in ("a quiz from notes.md", "用 notes.md 做测验"):
        assert choose_sources(message, two_notes()) == SourceChoice((), ("notes.md", "notes (2).md"))


def test_a_path_or_the_file_of_this_message_tells_two_files_of_one_name_apart() -> None:
    assert choose_sources("a quiz from rain/notes.md", two_notes()).used == (ChosenSource("notes.md", "named"),)
    assert choose_sources("a quiz from @notes.md", two_notes(is_new=True)).used == (
        ChosenSource("notes (2).md", "named"),
    )


def test_the_other_one_of_three_is_asked_about() -> None:
    three = [KnownSource(key=name, name=name, turn=number) for number, name in enumerate(("a.md", "b.md", "c.md"))]
    assert choose_sources("now the other one", three) == SourceChoice((), ("a.md", "b.md"))


def test_each_source_has_its_reason() -> None:
    tea = KnownSource(key="tea.md", name="tea.md", turn=1)
    new = KnownSource(key="new.md", name="new.md", is_new=True)
    assert choose_sources("Make slides", [tea]).used == (ChosenSource("tea.md", "earlier"),)
    assert choose_sources("Make slides from tea.md", [tea, new]).used == (
        ChosenSource("tea.md", "named"),
        ChosenSource("new.md", "attached"),
    )
    assert choose_sources("Make slides", []) == SourceChoice()


@each(
    "message",
    ["Make a quiz from it", "now slides of this", "Make a quiz from the file", "用它做一份测验", "用这个文件做测验"],
)
def test_one_of_two_files_of_the_turn_before_is_asked_about(message: str) -> None:
    two = [KnownSource(key=name, name=name, turn=1) for name in ("a.md", "b.md")]
    assert choose_sources(message, two) == SourceChoice((), ("a.md", "b.md"))


def test_a_file_whose_text_could_be_either_is_asked_about() -> None:
    two = [KnownSource(key=f"{name}.md", name=f"{name}.md", text="Rain falls.", turn=1) for name in "pq"]
    assert choose_sources("a quiz from the file about rain", two) == SourceChoice((), ("p.md", "q.md"))
