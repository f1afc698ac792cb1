"""The blind comparison of made files: two versions of the program make the same things, and a reader picks one.

    python -m bench.pairs write SOURCES NEW OLD FOLDER    pictures of each pair as A and B in random order, and a sheet
    python -m bench.pairs judge FOLDER                    compares the sheet with the key

NEW and OLD are the programs. A source is named after what becomes of it: `rivers.pptx.md`, `.docx.md` and `.pdf.md` are
descriptions that are rendered, `rivers.slides.md` and `.quiz.md` are texts from which a file is made without a model.
The reader sees the pictures alone, and writes A, B or equal behind each number of `verdicts.csv`.
"""

import csv
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from PIL import Image

_RENDERED: Final = ("pptx", "docx", "pdf")
_MADE: Final = {"slides": "*.pptx", "quiz": "*.docx"}
_SEED: Final = 20
_COLUMNS: Final = 3
_WIDTH: Final = 640
_GAP: Final = 8
_SECONDS: Final = 300
_KEY: Final = "key.json"
_SHEET: Final = "verdicts.csv"


def made_file(program: str, source: Path, folder: Path) -> Path | None:
    """Let a program make the file of a source; None if it does not."""
    kind = source.suffixes[-2].removeprefix(".") if len(source.suffixes) > 1 else ""
    if kind in _RENDERED:
        target = folder / f"made.{kind}"
        arguments, pattern = ["render", str(source), "-o", str(target), "--yes", "--no-look"], target.name
    else:
        pattern = _MADE[kind]
        arguments = ["make", kind, "--from", str(source), "--model", "rule", "--yes", "-o", str(folder)]
    subprocess.run([program, *arguments], capture_output=True, timeout=_SECONDS, check=False)
    return next(folder.glob(pattern), None)


def sheet_of_pages(program: str, made: Path, folder: Path) -> Image.Image | None:
    """Return all pages of a file as one picture."""
    pages = folder / "pages"
    command = [program, "preview", str(made), "-o", str(pages), "--yes"]
    subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    pictures = [_scaled(each) for each in sorted(pages.rglob("*.png"))]
    if not pictures:
        return None
    columns, height = min(_COLUMNS, len(pictures)), max(each.height for each in pictures) + _GAP
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (_WIDTH + _GAP), rows * height), "gray")
    for number, each in enumerate(pictures):
        sheet.paste(each, (number % columns * (_WIDTH + _GAP), number // columns * height))
    return sheet


def _scaled(path: Path) -> Image.Image:
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    return picture.resize((_WIDTH, round(picture.height * _WIDTH / picture.width)))


def write(sources: Path, new: str, old: str, folder: Path) -> None:
    """Write the pictures of each pair, the sheet for the reader, and the key. The pages of both are drawn by `new`."""
    folder.mkdir(parents=True, exist_ok=True)
    order = random.Random(_SEED)
    key: dict[str, str] = {}
    for number, source in enumerate(sorted(sources.glob("*.*.md")), 1):
        name, new_is_a = f"{number:02d}", order.random() < 0.5
        shown: dict[str, Image.Image] = {}
        for program, is_new in ((new, True), (old, False)):
            with tempfile.TemporaryDirectory() as place:
                made = made_file(program, source, Path(place))
                sheet = made and sheet_of_pages(new, made, Path(place))
            if sheet:
                shown["A" if is_new == new_is_a else "B"] = sheet
        if len(shown) < len("AB"):
            print(f"{source.name}: left out, not made by {'one' if shown else 'both'}", flush=True)
            continue
        for side, picture in shown.items():
            picture.save(folder / f"{name}-{side}.png")
        key[name] = "A" if new_is_a else "B"
    (folder / _KEY).write_text(json.dumps(key, indent=1), encoding="utf-8")
    (folder / _SHEET).write_text("pair,verdict,why\n" + "".join(f"{name},,\n" for name in key), encoding="utf-8")
    print(f"{len(key)} pairs; give the reader the folder without {_KEY}.")


def judge(folder: Path) -> Counter[str]:
    """Count the pairs in which the new file is better, equal or worse, as the sheet says."""
    key: dict[str, str] = json.loads((folder / _KEY).read_text(encoding="utf-8"))
    with (folder / _SHEET).open(encoding="utf-8", newline="") as sheet:
        verdicts = {row["pair"]: row["verdict"].strip() for row in csv.DictReader(sheet)}
    found: Counter[str] = Counter()
    for name, side in key.items():
        verdict = verdicts.get(name, "")
        found["equal" if verdict == "equal" else "open" if verdict not in ("A", "B") else _winner(verdict, side)] += 1
    return found


def _winner(verdict: str, new_side: str) -> str:
    return "new is better" if verdict == new_side else "old is better"


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["write", sources, new, old, folder]:
            write(Path(sources), new, old, Path(folder))
        case ["judge", folder]:
            print(dict(judge(Path(folder))))
        case _:
            sys.exit(__doc__)
