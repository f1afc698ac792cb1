"""Papers on the embedded model: ten folders of notes end with valid files, or with a sentence that says why not."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.i18n import Language
from inkwright.papers.checks import latex_problems

GARDENS = (
    "A rain garden is a planted hollow that collects water from roofs.", "In 2019 we built 12 at three schools.",
    "The aim was to keep water out of the sewers.", "We measured the water level after each storm.",
    "Each garden was 4 m wide and 30 cm deep.", "Pupils read the gauges every morning for 40 weeks.",
    "The gardens kept back 62 % of the rain.", "In March 2020 the largest storm brought 48 mm in one day.",
    "Gardens with sandy soil drained within 6 hours.", "Gardens with clay needed 31 hours.",
    "Sandy soil drains faster than clay.", "Rain gardens reduce the load on sewers.",
)  # fmt: skip
FIELDS = (
    "滴灌把水直接送到作物的根部。", "2021 年我们在四块麦田里安装了 24 个传感器。", "目的是减少灌溉用水。",
    "传感器每十分钟记录一次土壤湿度。", "湿度低于百分之十八时阀门打开。", "每块田有两亩。",
    "传感器田用水二百一十二立方米。", "定时灌溉田用水三百八十五立方米。", "两种田的产量没有差别。",
    "沙土需要更频繁的灌溉。", "传感器节省了百分之四十五的水。", "以后的工作是研究黏土。",
)  # fmt: skip
SECTIONS = ("Background", "Method", "Results", "Conclusion")
ZH_SECTIONS = ("背景", "方法", "结果", "结论")
TABLE = "\n\n| Soil | Hours |\n|---|---|\n| sand | 6 |\n| clay | 31 |\n\nThe level fell as $h = h_0 - kt$.\n"
BOOKS = "@article{maro2019, author={Maro, Ida}, title={Watering}, journal={Water}, year={2019}}\n"
OUTLINE = (
    "\\documentclass{article}\n\\title{Rain gardens}\n\\begin{document}\n\\maketitle\n"
    "\\section{Introduction}\n\\section{Methods}\n\\end{document}\n"
)
TEMPLATE = "\\documentclass[twocolumn]{article}\n\\usepackage{amsmath}\n\\begin{document}\n\\end{document}\n"


def sectioned(title: str, sentences: Sequence[str], sections: Sequence[str]) -> str:
    each = len(sentences) // len(sections)
    parts = [f"## {name}\n\n" + " ".join(sentences[at * each : (at + 1) * each]) for at, name in enumerate(sections)]
    return f"# {title}\n\n" + "\n\n".join(parts) + "\n"


class Notes(NamedTuple):
    """A folder of notes: its files, the arguments, and whether it can become a paper."""

    files: dict[str, str | bytes]
    arguments: tuple[str, ...] = ()
    is_enough: bool = True


def word_file(sentences: Sequence[str]) -> bytes:
    return build_document(read_document(sectioned("Rain gardens", sentences, SECTIONS)), "docx").main


CASES = {
    "sections": Notes({"n.md": sectioned("Rain gardens", GARDENS, SECTIONS)}),
    "no sections": Notes({"n.txt": " ".join(GARDENS)}),
    "Chinese": Notes({"n.md": sectioned("滴灌", FIELDS, ZH_SECTIONS)}),
    "Chinese without sections": Notes({"n.txt": "".join(FIELDS)}),
    "table and formula": Notes({"n.md": sectioned("Rain gardens", GARDENS, SECTIONS) + TABLE}),
    "bibliography": Notes(
        {"n.md": sectioned("Rain gardens", (*GARDENS[:-1], "They hold water [@maro2019]."), SECTIONS), "b.bib": BOOKS}
    ),
    "Word": Notes({"n.docx": word_file(GARDENS)}),
    "outline": Notes({"o.tex": OUTLINE, "n.md": sectioned("Rain gardens", GARDENS, SECTIONS)}, ("--has-outline",)),
    "template": Notes({"n.md": " ".join(GARDENS), "t.tex": TEMPLATE}, ("--template", "t.tex")),
    "too short": Notes({"n.md": "# Rain\n\nIt rains.\n"}, is_enough=False),
}


def problems(folder: Path, case: Notes) -> list[str]:
    """What is wrong with how this paper ended."""
    for name, content in case.files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    environment = {**os.environ, "INKWRIGHT_HOME": str(folder / "home"), "INKWRIGHT_LANGUAGE": "en"}
    sources = [name for name in case.files if name not in case.arguments]
    command = [
        sys.executable,
        "-m",
        "inkwright",
        "paper",
        "new",
        *sources,
        *case.arguments,
        "--model",
        "local",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, cwd=folder, env=environment, text=True, check=False)
    if "Traceback" in done.stderr or "mistake in Inkwright" in done.stderr:
        return [done.stderr[-500:]]
    if not case.is_enough:
        return [] if done.returncode == 1 and "There are not enough sources" in done.stdout else [done.stdout[-500:]]
    if done.returncode != 0:
        return [f"code {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}"]
    made = json.loads(done.stdout)
    generated = Path(made["folder"]) / "generated"
    paper = (generated / "paper.tex").read_text("utf-8")
    language: Language = "zh" if "\\documentclass{ctex" in paper or "ctex" in paper else "en"
    found = [str(each) for each in latex_problems(paper, language=language)]
    found += (
        [] if "taken from the notes" in paper or "摘自" in paper or "笔记" in paper else ["it does not say what it is"]
    )
    if made["stages"]["pdf"].get("compiled"):
        found += [] if (generated / "paper.pdf").read_bytes().startswith(b"%PDF") else ["no PDF"]
    return found


@pytest.mark.soak
def test_ten_papers_on_the_embedded_model_are_valid_or_say_why_there_is_none(tmp_path: Path) -> None:
    found = {}
    for name, case in CASES.items():
        (tmp_path / name).mkdir()
        found[name] = problems(tmp_path / name, case)
    assert {name: each for name, each in found.items() if each} == {}
