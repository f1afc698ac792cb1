"""Good study pages for tests: each type in each language, with realistic data."""

import base64
import zlib
from typing import Any, Final


def _png(width: int, height: int) -> bytes:
    """A plain picture: sky above, meadow below."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4) + name + content + zlib.crc32(name + content).to_bytes(4)

    rows = b"".join(
        b"\0" + (b"\xbc\xd9\xf2" if row < height // 2 else b"\x8f\xc0\x87") * width for row in range(height)
    )
    head = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PICTURE: Final = "data:image/png;base64," + base64.b64encode(_png(640, 400)).decode()

FLASHCARDS: Final[dict[str, Any]] = {
    "page": "flashcards",
    "title": "Parts of a plant cell",
    "description": "Words that every biology student needs. Turn each card, and be honest with yourself.",
    "accent": "green",
    "cards": [
        {"front": "Chloroplast", "back": "Makes sugar from light, water and carbon dioxide", "hint": "It is green"},
        {"front": "Nucleus", "back": "Holds the DNA and steers the cell"},
        {"front": "What is </script><b>osmosis</b>?", "back": "Water moves through a membrane, " * 9},
        {"front": "Vacuole", "back": "Stores water and keeps the cell firm"},
    ],
}
FLASHCARDS_ZH: Final[dict[str, Any]] = {
    "page": "flashcards",
    "title": "唐诗名句",
    "description": "看上句，想下句。",
    "accent": "plum",
    "cards": [
        {"front": "床前明月光", "back": "疑是地上霜", "hint": "李白"},
        {"front": "白日依山尽", "back": "黄河入海流", "hint": "王之涣"},
        {"front": "春眠不觉晓", "back": "处处闻啼鸟"},
    ],
}
TIMELINE: Final[dict[str, Any]] = {
    "page": "timeline",
    "title": "How we learned to fly",
    "description": "From paper balloons to the Moon in less than two hundred years.",
    "events": [
        {"when": "1783", "title": "The first balloon with people in it", "group": "Balloons",
         "text": "The brothers Montgolfier let two men rise over Paris in a balloon of paper and cloth."},
        {"when": "1903", "title": "Twelve seconds in Kitty Hawk", "group": "Aeroplanes",
         "text": "Orville Wright flies 37 metres.\nHis brother runs alongside."},
        {"when": "1927", "title": "Across the Atlantic alone", "group": "Aeroplanes",
         "text": "Charles Lindbergh needs 33 hours from New York to Paris."},
        {"when": "1961", "title": "A person in space", "group": "Space", "text": "Yuri Gagarin goes around the Earth."},
        {"when": "1969", "title": "Two people walk on the Moon", "group": "Space"},
    ],
}  # fmt: skip
TIMELINE_ZH: Final[dict[str, Any]] = {
    "page": "timeline",
    "title": "中国古代四大发明",
    "accent": "orange",
    "events": [
        {"when": "公元 105 年", "title": "蔡伦改进造纸术", "text": "用树皮、麻头、破布和旧渔网造纸，成本大大降低。"},
        {"when": "约 9 世纪", "title": "火药见于记载", "text": "炼丹家在炼制丹药时发现了火药的配方。"},
        {"when": "约 1045 年", "title": "毕昇发明活字印刷", "text": "沈括《梦溪笔谈》记下了胶泥活字的做法。"},
    ],
}
MATCHING: Final[dict[str, Any]] = {
    "page": "matching",
    "title": "Capitals of Europe",
    "description": "Choose a country, then its capital.",
    "accent": "teal",
    "pairs": [
        {"left": "Portugal", "right": "Lisbon"},
        {"left": "Hungary", "right": "Budapest"},
        {"left": "Norway", "right": "Oslo"},
        {"left": "Greece", "right": "Athens"},
        {"left": "Bosnia and Herzegovina", "right": "Sarajevo"},
    ],
}
MATCHING_ZH: Final[dict[str, Any]] = {
    "page": "matching",
    "title": "作家与作品",
    "pairs": [
        {"left": "鲁迅", "right": "《呐喊》"},
        {"left": "老舍", "right": "《茶馆》"},
        {"left": "巴金", "right": "《家》"},
    ],
}
SORTING: Final[dict[str, Any]] = {
    "page": "sorting",
    "title": "Mammal, bird or reptile?",
    "accent": "orange",
    "groups": [
        {"name": "Mammals", "items": ["Bat", "Whale", "Hedgehog"]},
        {"name": "Birds", "items": ["Penguin", "Ostrich"]},
        {"name": "Reptiles", "items": ["Tortoise", "Gecko"]},
    ],
}
SORTING_ZH: Final[dict[str, Any]] = {
    "page": "sorting",
    "title": "垃圾分类",
    "accent": "green",
    "groups": [
        {"name": "可回收物", "items": ["旧报纸", "易拉罐"]},
        {"name": "厨余垃圾", "items": ["菜叶", "果皮"]},
        {"name": "有害垃圾", "items": ["废电池"]},
    ],
}
DIAGRAM: Final[dict[str, Any]] = {
    "page": "diagram",
    "title": "A landscape and its parts",
    "description": "Look around first, then test yourself.",
    "picture": PICTURE,
    "alt": "A blue sky above a green meadow",
    "spots": [
        {"x": 20, "y": 20, "name": "Sky", "text": "It is blue because air scatters blue light most."},
        {"x": 60, "y": 50, "name": "Horizon", "text": "Where both seem to meet."},
        {"x": 99, "y": 90, "name": "Meadow", "text": "Grass, flowers and insects."},
    ],
}
DIAGRAM_ZH: Final[dict[str, Any]] = {
    "page": "diagram",
    "title": "认识风景",
    "picture": PICTURE,
    "alt": "蓝天下的绿草地",
    "spots": [{"x": 25, "y": 20, "name": "天空", "text": "阳光被空气散射。"}, {"x": 70, "y": 80, "name": "草地"}],
}
PLOTTER: Final[dict[str, Any]] = {
    "page": "plotter",
    "title": "What the numbers of a parabola do",
    "description": "Move a, b and c, and watch the curve. The straight line is its slope.",
    "curves": [
        {"formula": "a*x^2 + b*x + c", "label": "y = ax² + bx + c"},
        {"formula": "2a*x + b", "label": "y′ = 2ax + b"},
    ],
    "sliders": [
        {"name": "a", "least": -3, "most": 3, "value": 1},
        {"name": "b", "least": -5, "most": 5, "value": 0},
        {"name": "c", "least": -5, "most": 5, "value": -2},
    ],
    "x": [-6, 6],
}
PLOTTER_ZH: Final[dict[str, Any]] = {
    "page": "plotter",
    "title": "正弦曲线与正切曲线",
    "accent": "plum",
    "curves": [{"formula": "A*sin(w*x)"}, {"formula": "tan(x)"}],
    "sliders": [
        {"name": "A", "label": "振幅 A", "least": 0.5, "most": 3, "value": 1},
        {"name": "w", "label": "角频率 ω", "least": 0.5, "most": 4, "step": 0.5, "value": 1},
    ],
    "x": [-7, 7],
    "y": [-4, 4],
}
SIMULATION: Final[dict[str, Any]] = {
    "page": "simulation",
    "title": "Throw a ball",
    "description": "At which angle does it fly farthest? And on the Moon?",
    "sliders": [
        {"name": "v", "label": "Speed", "unit": "m/s", "least": 5, "most": 40, "step": 1, "value": 20},
        {"name": "w", "label": "Angle", "unit": "°", "least": 5, "most": 85, "step": 1, "value": 45},
        {"name": "g", "label": "Gravity", "unit": "m/s²", "least": 1.6, "most": 25, "step": 0.1, "value": 9.8},
    ],
    "outputs": [
        {"label": "Distance", "formula": "v^2*sin(2*w*pi/180)/g", "unit": "m"},
        {"label": "Height", "formula": "(v*sin(w*pi/180))^2/(2g)", "unit": "m"},
        {"label": "Time", "formula": "2v*sin(w*pi/180)/g", "unit": "s", "decimals": 2},
    ],
    "motion": {
        "x": "v*cos(w*pi/180)*t",
        "y": "v*sin(w*pi/180)*t - g*t^2/2",
        "seconds": "2v*sin(w*pi/180)/g",
        "x_label": "distance (m)",
        "y_label": "height (m)",
    },
}
SIMULATION_ZH: Final[dict[str, Any]] = {
    "page": "simulation",
    "title": "弹簧振子",
    "accent": "teal",
    "sliders": [
        {"name": "k", "label": "劲度系数 k", "unit": "N/m", "least": 1, "most": 50, "step": 1, "value": 10},
        {"name": "m", "label": "质量 m", "unit": "kg", "least": 0.1, "most": 5, "step": 0.1, "value": 1},
    ],
    "outputs": [{"label": "周期", "formula": "2pi*sqrt(m/k)", "unit": "s", "decimals": 2}],
    "motion": {"x": "t", "y": "cos(sqrt(k/m)*t)", "seconds": "8", "x_label": "时间 (s)", "y_label": "位移 (m)"},
}

FORMULAS: Final[dict[str, Any]] = {
    "page": "flashcards",
    "title": "Derivatives of $f(x)$",
    "description": "It costs $5 or $10 in a shop, and nothing here.",
    "cards": [
        {"front": "$\\frac{d}{dx} x^n$", "back": "$n x^{n-1}$", "hint": "power rule"},
        {"front": "\\(\\sin x\\)", "back": "\\[\\cos x = \\sum_{k=0}^{\\infty} (-1)^k \\frac{x^{2k}}{(2k)!}\\]"},
    ],
}
MATCHING_HANT: Final[dict[str, Any]] = {
    "page": "matching",
    "title": "臺灣的城市與特產",
    "language": "zh-Hant",
    "accent": "orange",
    "pairs": [
        {"left": "臺中", "right": "太陽餅"},
        {"left": "新竹", "right": "米粉"},
        {"left": "嘉義", "right": "方塊酥"},
    ],
}

SAMPLES: Final[dict[str, dict[str, Any]]] = {
    "flashcards": FLASHCARDS, "flashcards-zh": FLASHCARDS_ZH, "timeline": TIMELINE, "timeline-zh": TIMELINE_ZH,
    "matching": MATCHING, "matching-zh": MATCHING_ZH, "sorting": SORTING, "sorting-zh": SORTING_ZH,
    "diagram": DIAGRAM, "diagram-zh": DIAGRAM_ZH, "plotter": PLOTTER, "plotter-zh": PLOTTER_ZH,
    "simulation": SIMULATION, "simulation-zh": SIMULATION_ZH, "flashcards with formulas": FORMULAS,
    "matching-hant": MATCHING_HANT,
}  # fmt: skip
"""By name; those that end in `-zh` are Chinese, in `-hant` traditional Chinese."""
