"""Tests of error messages for invalid page descriptions, in both languages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.webpages.study_pages.build import STUDY_PAGE_NAMES, load_study_page
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, error_text
from inkwright.usecases.folder_pictures import FolderPictures
from tests.artifacts.webpages.sample_pages import DIAGRAM, FLASHCARDS, MATCHING, PLOTTER, SIMULATION, SORTING, TIMELINE
from tests.each import each

CARD = {"front": "a", "back": "b"}
SLIDER = {"name": "a", "least": 0, "most": 1, "value": 0}
GROUPS = [{"name": "a", "items": ["p", "q"]}, {"name": "b", "items": ["r", "P"]}]


def told(given: object, language: Language, *, name: str = "page.json", pictures: Path | None = None) -> str:
    """Return the message that a user reads."""
    source = given if isinstance(given, str) else json.dumps(given)
    with pytest.raises(InvalidOption) as refused:
        load_study_page(source, name, FolderPictures(pictures) if pictures else {}, language)
    return error_text(language, refused.value)[1]


WRONG: list[tuple[dict[str, Any], str, str]] = [
    (TIMELINE | {"events": TIMELINE["events"][:1]},
     "events: it must have at least 2, not 1", "events：至少要有 2 个，现在有 1 个"),
    (FLASHCARDS | {"cards": [CARD, CARD, {"front": "a"}]},
     "card 3, back: it is missing", "第 3 张卡片，back：缺少这一项"),
    (FLASHCARDS | {"cards": [CARD | {"front": "字" * 601}]},
     "card 1, front: it can have at most 600 characters, not 601",
     "第 1 张卡片，front：最多 600 个字符，现在有 601 个"),
    (FLASHCARDS | {"cards": [CARD | {"bak": "b"}]},
     "card 1, bak: unknown field (allowed: front, back, hint)",
     "第 1 张卡片，bak：没有这个字段（可以写 front, back, hint）"),
    (FLASHCARDS | {"cards": [CARD | {"back": None}]},
     "card 1, back: it must be text, not null", "第 1 张卡片，back：应为文字，而不是 null"),
    (FLASHCARDS | {"cards": CARD},
     'cards: it must be a list in square brackets, not {"front": "a", "back": "b"}',
     'cards：应为方括号里的列表，而不是 {"front": "a", "back": "b"}'),
    (FLASHCARDS | {"cards": ["a"]},
     'card 1: it must be an object in curly brackets, not "a"', '第 1 张卡片：应为花括号里的各个字段，而不是 "a"'),
    (FLASHCARDS | {"accent": "red"},
     'accent: it must be one of blue, green, teal, plum, orange, not "red"',
     'accent：只能是 blue, green, teal, plum, orange 之一，而不是 "red"'),
    (FLASHCARDS | {"cards": [CARD | {"back": "\u200b"}]},
     "card 1, back: it must not be blank", "第 1 张卡片，back：不能只有空白"),
    (MATCHING | {"pairs": [{"left": "a", "right": "b"}, {"left": "c", "right": "B"}]},
     "pair 2, right: it is the same as pair 1, right", "第 2 对，right：与“第 1 对，right”重复"),
    (SORTING | {"groups": GROUPS},
     "group 2, item 2: it is the same as group 1, item 1", "第 2 组，第 2 项：与“第 1 组，第 1 项”重复"),
    (SORTING | {"groups": [GROUPS[0] | {"sources": ["s"]}, {"name": "b", "items": ["r"]}]},
     "group 1, sources: give as many sources as items, or none",
     "第 1 组，sources：sources 要么不写，要么与 items 一样多"),
    (DIAGRAM | {"spots": [{"x": 1, "y": 1, "name": "a"}, {"x": 2, "y": 101, "name": "b"}]},
     "spot 2, y: it must be at most 100, not 101", "第 2 个位置，y：不能大于 100，现在是 101"),
    (PLOTTER | {"x": [1]}, "x: a range is two numbers, [from, to]", "x：范围是两个数：[起点, 终点]"),
    (PLOTTER | {"y": [1, 2, 3]}, "y: a range is two numbers, [from, to]", "y：范围是两个数：[起点, 终点]"),
    (PLOTTER | {"x": [3, 1]}, "x: a range goes from its lower to its upper end", "x：范围要从小到大"),
    (PLOTTER | {"x": [3, "q"]}, 'x[2]: it must be a number, not "q"', 'x[2]：应为数，而不是 "q"'),
    (PLOTTER | {"curves": [{"formula": "x"}, {"formula": "a*z"}]},
     "curve 2, formula: nothing is called z; known names: x, a, b, c",
     "第 2 条曲线，formula：没有名为 z 的量；可以用 x, a, b, c"),
    (PLOTTER | {"curves": [{"formula": "sin x"}]},
     "curve 1, formula: '(' is missing after 'sin'", "第 1 条曲线，formula：“sin”后面缺少“(”"),
    (PLOTTER | {"curves": [{"formula": "1 +"}]},
     "curve 1, formula: a number or a name is missing after '1 +'", "第 1 条曲线，formula：“1 +”后面缺少数或名称"),
    (PLOTTER | {"curves": [{"formula": "1"}], "sliders": [SLIDER, SLIDER]},
     "slider 2, name: it is the same as slider 1, name", "第 2 个滑块，name：与“第 1 个滑块，name”重复"),
    (PLOTTER | {"curves": [{"formula": "1"}], "sliders": [SLIDER | {"name": "sin"}]},
     "slider 1, name: sin already has a meaning in formulas: choose another name",
     "第 1 个滑块，name：sin 在公式里另有含义，请换一个名称"),
    (PLOTTER | {"sliders": [SLIDER | {"name": "1a"}]},
     "slider 1, name: a name is a letter followed by up to 11 letters, digits and _, not 1a",
     "第 1 个滑块，name：名称以英文字母开头，后面最多 11 个英文字母、数字或 _，而不是 1a"),
    (PLOTTER | {"curves": [{"formula": "1"}], "sliders": [SLIDER | {"step": 0}]},
     "slider 1, step: it must be above 0, not 0", "第 1 个滑块，step：应大于 0，而不是 0"),
    (PLOTTER | {"curves": [{"formula": "1"}], "sliders": [SLIDER | {"value": 2}]},
     "slider 1: least must be below most, and value between them",
     "第 1 个滑块：least 应小于 most，value 应在两者之间"),
    (SIMULATION | {"outputs": [{"label": "a", "formula": "1", "decimals": 1.5}]},
     "output 1, decimals: it must be a whole number, not 1.5", "第 1 个结果，decimals：应为整数，而不是 1.5"),
    (SIMULATION | {"motion": {"x": "t", "y": "q"}},
     "motion, y: nothing is called q; known names: t, v, w, g", "motion，y：没有名为 q 的量；可以用 t, v, w, g"),
]  # fmt: skip


@each(("given", "english", "chinese"), WRONG)
def test_an_error_is_reported_with_its_location_and_the_allowed_values(
    given: dict[str, Any], english: str, chinese: str
) -> None:
    assert told(given, "en") == f"Fix the problems in the description: {english}"
    assert told(given, "zh") == f"请修正描述中的问题：{chinese}"


def test_several_errors_are_reported_at_once_with_the_number_of_others() -> None:
    said = told(FLASHCARDS | {"cards": [{"front": "a"}] * 11}, "en")
    assert [f"card {number}, back" in said for number in (1, 8, 9)] == [True, True, False]
    assert said.endswith("; (+3)")


def test_an_error_in_one_card_is_not_an_error_of_the_whole_list() -> None:
    assert told(FLASHCARDS | {"cards": [{"front": "a"}]}, "en").count(":") == 2
    assert "events：" not in told(TIMELINE | {"events": [{"when": "1"}, {"when": "2", "title": "b"}]}, "zh")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_only_the_errors_of_the_named_type_are_reported(language: Language) -> None:
    for kind in STUDY_PAGE_NAMES:
        said = told({"page": kind, "title": "T", "questions": []}, language)
        assert not re.search(r"\b(?:flashcards|timeline|matching|sorting|diagram|plotter|simulation)\b", said)


def test_an_unknown_type_is_reported_with_the_known_types() -> None:
    said = told({"page": "poster", "title": "T"}, "zh")
    assert "没有“poster”这种页面" in said
    assert all(kind in said for kind in STUDY_PAGE_NAMES)
    assert "时间线" in said
    assert "其中" in told([], "zh")
    assert told({"page": ["flashcards"]}, "en").startswith("Unknown page type “['flashcards']”")


def test_invalid_json_and_yaml_are_reported_with_line_and_column() -> None:
    broken = '{"page": "timeline",\n "title": "T"\n "events": []}'
    assert "从第 3 行第 2 列起读不下去" in told(broken, "zh")
    assert "line 3, column 2" in told(broken, "en")
    assert "它不是 YAML：从第 2 行第 12 列" in told("page: timeline\ntitle: [a, }", "zh", name="page.yaml")
    assert told("[" * 100_000, "zh") == "请修正描述中的问题：括号嵌套得太深"
    assert told("page: &a x\ntitle: *a", "zh", name="page.yaml") == "请修正描述中的问题：不读取别名（`*名称`）"


def test_a_description_with_a_byte_order_mark_is_read() -> None:
    assert load_study_page("\ufeff" + json.dumps(FLASHCARDS), "page.json", {}).page == "flashcards"


def test_a_missing_picture_is_reported_with_the_searched_folder(tmp_path: Path) -> None:
    said = told(DIAGRAM | {"picture": "leaf.png"}, "zh", pictures=tmp_path)
    assert said == f"请修正描述中的问题：picture：没有文件 leaf.png：在 {tmp_path.resolve()} 及其子文件夹里找过"
    assert "there is no file ../leaf.png" in told(DIAGRAM | {"picture": "../leaf.png"}, "en", pictures=tmp_path)


def test_a_file_that_is_not_a_picture_or_too_large_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "words.png").write_text("words")
    (tmp_path / "big.png").write_bytes(b"\x89PNG" * 300_000)
    for name, problem in (
        ("words.png", "文件 words.png 的内容不是 PNG、JPEG、WebP 或 GIF 图片"),
        ("big.png", "文件 big.png 有 1,200,000 字节，最多能放进 899,900 字节"),
        ("a.svg", "图片文件的名称以 .png, .jpg, .jpeg, .webp, .gif 结尾，而不是 a.svg"),
        ("data:text/html;base64,AAAA", "图片数据以 data:image/png;base64,（或 jpeg、webp、gif）开头"),
    ):
        assert problem in told(DIAGRAM | {"picture": name}, "zh", pictures=tmp_path)


@pytest.mark.parametrize(
    ("head", "kind"), [(b"\x89PNG", "png"), (b"\xff\xd8", "jpeg"), (b"GIF89a", "gif"), (b"RIFF1234WEBP", "webp")]
)
def test_the_format_of_a_picture_comes_from_its_content(head: bytes, kind: str) -> None:
    spec = load_study_page(json.dumps(DIAGRAM | {"picture": "a.png"}), "page.json", {"a.png": head})
    assert spec.model_dump()["picture"].startswith(f"data:image/{kind};base64,")
