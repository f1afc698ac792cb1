"""Tests of the labels of study pages."""

import re

from inkwright.artifacts.webpages.study_pages.build import STUDY_PAGE_NAMES
from inkwright.artifacts.webpages.study_pages.labels import TRADITIONAL_CHINESE_LABELS, study_page_labels
from inkwright.i18n.zh import MESSAGES


def test_traditional_chinese_has_every_label_of_simplified_chinese() -> None:
    def fields(words: dict[str, str]) -> dict[str, set[str]]:
        return {key: set(re.findall(r"{\w+}", word)) for key, word in words.items()}

    shown = {key: word for key, word in MESSAGES.items() if key in TRADITIONAL_CHINESE_LABELS}
    assert fields(shown) == fields(TRADITIONAL_CHINESE_LABELS)
    for kind in STUDY_PAGE_NAMES:
        assert fields(study_page_labels(kind, "zh-Hant")) == fields(study_page_labels(kind, "zh"))
    assert study_page_labels("flashcards", "zh-Hant")["restart"] == "重新開始"
    simplified = set("开对显类图错张卡题样长")
    assert simplified & set("".join(TRADITIONAL_CHINESE_LABELS.values())) <= {"卡"}


def test_fields_of_labels_are_left_to_the_page() -> None:
    assert "{n}" in study_page_labels("flashcards", "en")["result"]
