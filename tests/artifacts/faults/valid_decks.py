"""Good decks for the tests: one with every layout, and any number of different ones."""

import base64
import io
import random
from functools import cache
from typing import Any

from PIL import Image

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck

WORDS = (
    "light water sugar energy leaf plant oxygen carbon cell molecule reaction sun green grow root stem flower seed "
    "experiment measure result before after always often between through together different important"
).split()
PHRASES = (
    "光合作用 叶绿体 二氧化碳 水分 糖类 能量 植物 细胞 反应 阳光 生长 根系 种子 实验 测量 结果 之前 之后 "
    "经常 之间 通过 一起 不同 重要 老师 学生 课堂 讨论 练习"
).split()
THEMES: tuple[ThemeName, ...] = ("editorial", "bold", "classroom", "night", "paper")


def picture(width: int = 640, height: int = 400) -> str:
    """A picture as it is written into a deck."""
    made = io.BytesIO()
    Image.linear_gradient("L").resize((width, height)).save(made, "PNG")
    return "data:image/png;base64," + base64.b64encode(made.getvalue()).decode("ascii")


EVERY_LAYOUT: dict[str, Any] = {
    "title": "Photosynthesis for beginners",
    "subtitle": "How plants feed themselves",
    "slides": [
        {"layout": "agenda", "title": "Today", "items": ["Light", "Water", "Sugar", "Questions"]},
        {"layout": "section", "title": "Light comes first", "subtitle": "Where the energy comes from"},
        {
            "title": "What it is",
            "bullets": [
                "Light becomes sugar in the leaf",
                "Water and carbon dioxide go in",
                "Oxygen comes out",
                "It happens in the chloroplast",
                "All of it starts with a single photon",
            ],
        },
        {
            "layout": "table",
            "title": "How fast it goes",
            "header": ["Plant", "Rate", "Unit"],
            "rows": [["Maize", "30", "µmol"], ["Wheat", "20", "µmol"], ["Oats", "18", "µmol"], ["Moss", "5", "µmol"]],
        },
        {
            "layout": "chart",
            "title": "How they grow",
            "categories": ["May", "June", "July"],
            "series": [{"name": "Height", "values": [1, 2, 3]}],
            "takeaway": "It doubles, and then it adds half again.",
        },
        {"layout": "image", "title": "A gradient", "image": picture(), "alt": "From dark to light", "caption": "Light"},
        {"layout": "closing", "title": "Thank you", "message": "Questions?"},
    ],
}


@cache
def every_layout() -> bytes:
    """A good deck: title 1, agenda 2, section 3, bullets 4, table 5, chart 6, picture 7, closing 8."""
    return build_deck(DeckSpec.model_validate(EVERY_LAYOUT), theme="classroom").main


def a_deck(seed: int) -> Draft:
    """A good deck; another one for each seed, in turn English, Chinese and mixed."""
    return build_deck(DeckSpec.model_validate(_Writer(seed).deck()), theme=THEMES[seed % len(THEMES)])


class _Writer:
    """Writes decks of nonsense that could be anybody's."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._words = (WORDS, PHRASES, [*WORDS, *PHRASES])[seed % 3]
        self._gap = "" if seed % 3 == 1 else " "

    def deck(self) -> dict[str, Any]:
        """The description of a deck."""
        layouts = ["agenda", "bullets", "bullets", "table", "chart", "comparison", "two_columns", "process", "quote"]
        chosen = self._random.sample(layouts, 5)
        return {
            "title": self._text(2, 5),
            "subtitle": self._text(2, 6),
            "slides": [self._slide(each) for each in chosen],
        }

    def _text(self, least: int, most: int) -> str:
        return self._gap.join(self._random.choices(self._words, k=self._random.randint(least, most)))

    def _texts(self, least: int, most: int, words: int = 8) -> list[str]:
        return [self._text(2, words) for _ in range(self._random.randint(least, most))]

    def _slide(self, layout: str) -> dict[str, Any]:
        fields: dict[str, dict[str, Any]] = {
            "agenda": {"items": self._texts(3, 7, 5)},
            "bullets": {"bullets": self._texts(3, 9)},
            "table": {"header": self._texts(3, 3, 2), "rows": [self._texts(3, 3, 3) for _ in range(5)]},
            "chart": {
                "kind": self._random.choice(["bar", "line", "pie"]),
                "categories": [f"{number} {self._text(1, 1)}" for number in range(1, 5)],
                "series": [{"name": self._text(1, 1), "values": [self._random.randint(1, 99) for _ in range(4)]}],
            },
            "comparison": {
                side: {"heading": self._text(1, 2), "points": self._texts(4, 6)} for side in ("left", "right")
            },
            "two_columns": {side: self._texts(5, 7) for side in ("left", "right")},
            "process": {"steps": [{"heading": self._text(1, 2), "text": self._text(6, 12)} for _ in range(4)]},
            "quote": {"quote": self._text(8, 20), "source": self._text(1, 2)},
        }
        return {"layout": layout, "title": self._text(2, 5), "notes": self._text(8, 20), **fields[layout]}
