"""The blind check of extracted questions: a sheet without keys is written, a reader answers it, the answers are judged.

    python -m bench.blind write FOLDER     sources and questions.json, without keys, explanations and places
    python -m bench.blind judge FOLDER     compares answers.json with the keys, and says what the reader doubted

The reader sees the sources and the sheet alone. For each question they write the answer, whether it can be told from
the source alone, and whether exactly one answer is right.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.quizzes.model import Question, as_json
from inkwright.grounding.questions.select import QuestionOptions, select_questions
from inkwright.grounding.read import read_material
from inkwright.grounding.source import GroundedItem, Source, no_choice

TEXTS: Final = Path(__file__).parent / "texts" / "unseen"
PER_TEXT: Final = 8
SEEDS: Final = (1, 2, 3)
_KEYS: Final = "keys.json"
_SHOWN: tuple[str, ...] = ("questionType", "question", "options")


def _ignored(_: GroundedItem[Question]) -> None:
    """Nobody watches."""


def questions_of(path: Path) -> list[dict[str, Any]]:
    """The questions of one text, as they would be delivered in several turns: none twice, so many at most."""
    material = read_material([Source(path.name, path.read_text(encoding="utf-8"))])
    found: dict[str, dict[str, Any]] = {}
    for seed in SEEDS:
        taken = asyncio.run(select_questions(material, QuestionOptions(PER_TEXT, seed=seed), no_choice, _ignored))
        for each in taken.questions:
            found.setdefault(each.item.question, as_json(each.item))
    return list(found.values())[:PER_TEXT]


def write(folder: Path) -> None:
    """The sheet for the reader, and the keys for the judge."""
    folder.mkdir(parents=True, exist_ok=True)
    keys: dict[str, Any] = {}
    sheet: list[dict[str, Any]] = []
    for path in sorted(TEXTS.iterdir()):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        for number, question in enumerate(questions_of(path), 1):
            name = f"{path.stem}-{number}"
            keys[name] = question["correctAnswer"]
            shown = {key: question[key] for key in _SHOWN if key in question}
            if question["questionType"] == "MATCHING":
                shown["answers"] = sorted(question["correctAnswer"])
            sheet.append({"name": name, "source": path.name, **shown})
    for name, content in (("questions.json", sheet), (_KEYS, keys)):
        (folder / name).write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    print(
        f"{len(sheet)} questions from {len(list(TEXTS.iterdir()))} texts; give the reader the folder without {_KEYS}."
    )


def judge(folder: Path) -> None:
    """Each question is good if the reader could tell the answer, found exactly one right, and it is that of the key."""
    keys = json.loads((folder / _KEYS).read_text(encoding="utf-8"))
    answers = {each["name"]: each for each in json.loads((folder / "answers.json").read_text(encoding="utf-8"))}
    bad: dict[str, str] = {}
    for name, key in keys.items():
        given = answers.get(name)
        if given is None:
            bad[name] = "not answered"
        elif not given["answerable"]:
            bad[name] = f"not answerable: {given.get('remark', '')}"
        elif not given["exactly_one"]:
            bad[name] = f"more than one right, or none: {given.get('remark', '')}"
        elif _folded(given["answer"]) != _folded(key):
            bad[name] = f"the reader says {given['answer']}, the key {key}"
    print(f"{len(keys) - len(bad)} of {len(keys)} good ({100 - 100 * len(bad) / len(keys):.1f} %)")
    for name, why in bad.items():
        print(f"- {name}: {why}")


def _folded(answer: Any) -> list[str]:
    parts = answer if isinstance(answer, list) else [answer]
    flat = [each[0] if isinstance(each, list) else each for each in parts]
    return ["".join(str(each).casefold().split()) for each in flat]


if __name__ == "__main__":
    {"write": write, "judge": judge}[sys.argv[1]](Path(sys.argv[2]))
