"""The question which file is meant, answered in words."""

from inkwright.agent.source_answers import answer_in_words
from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from tests.each import each

PATHS = ("/home/ann/rain/notes.md", "/home/ann/snow-2023/notes.md", "/home/ann/旅行/notes.md")


def ask_of(paths: tuple[str, ...]) -> Ask:
    options = [AskOption(label=path, value=f"key{number}") for number, path in enumerate(paths, 1)]
    options.append(AskOption(label="All of them", value="*"))
    question = AskQuestion(id="source", question="Which file?", options=tuple(options), allow_freeform=False)
    return Ask(
        id="ask_1", turn_id="turn_1", owner="me", kind="clarification", title="Which file?", questions=(question,)
    )


def answered(message: str, paths: tuple[str, ...] = PATHS) -> str | None:
    answer = answer_in_words(ask_of(paths), message)
    return answer.answers[0].value if answer else None


@each(
    "message, value",
    [
        ("the one in rain", "key1"),
        ("rain/notes.md", "key1"),
        ("the SNOW folder please", "key2"),
        ("2023", "key2"),
        ("旅行文件夹里的那份", "key3"),
        ("the second one", "key2"),
        ("the last", "key3"),
        ("第三个", "key3"),
        ("第二份吧", "key2"),
        ("all of them", "*"),
        ("都用", "*"),
        ("全部", "*"),
        ("rain, not snow", "key1"),
    ],
)
def test_a_part_of_the_path_an_ordinal_or_all_is_an_answer(message: str, value: str) -> None:
    assert answered(message) == value


@each(
    "message, value",
    [
        ("the former", "key1"),
        ("the latter", "key2"),
        ("后者", "key2"),
        ("both", "*"),
        ("not the snow one", "key1"),
        ("rain and snow", "*"),
    ],
)
def test_one_of_two_is_named(message: str, value: str) -> None:
    assert answered(message, PATHS[:2]) == value


@each(
    "message",
    ["thanks", "notes.md", "What is rain?", "Make slides about rain", "a train", "the fourth one", "the ann folder"],
)
def test_what_names_no_single_option_or_is_about_something_else_is_no_answer(message: str) -> None:
    assert answered(message) is None
