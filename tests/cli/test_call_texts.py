"""Model calls in words."""

import io
from pathlib import Path
from typing import get_args

import pytest

from inkwright.cli.call_texts import call_text, purpose_text, verdict_counts
from inkwright.cli.shell import Shell
from inkwright.i18n import Language
from inkwright.llm.models import Purpose, VerdictKind
from inkwright.settings import load_settings
from inkwright.store.calls import StoredCall


def shell_of(folder: Path, language: Language) -> Shell:
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder)
    return Shell(settings, language, io.StringIO(), io.BytesIO())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_purpose_and_every_verdict_has_words(tmp_path: Path, language: Language) -> None:
    shell = shell_of(tmp_path, language)
    assert len({purpose_text(purpose, shell) for purpose in get_args(Purpose)}) == len(get_args(Purpose))
    counted = verdict_counts(dict.fromkeys(get_args(VerdictKind), 2), shell)
    assert counted.count("2") == len(get_args(VerdictKind))


def test_a_purpose_of_an_earlier_version_is_shown_as_it_is(tmp_path: Path) -> None:
    assert purpose_text("turn", shell_of(tmp_path, "en")) == "turn"


def test_a_call_is_one_line_with_its_verdict_and_the_reason(tmp_path: Path) -> None:
    call = StoredCall("", "turn_1", "tool", "draw", "Plan", "m", 1200, 1, 0.5, 1.25, "refused", "empty: no words")
    shown = "tools draw Plan · m · 1,200 tokens read, 1 written · 1.2 s · refused: empty: no words"
    assert call_text(call, shell_of(tmp_path, "en")) == shown
