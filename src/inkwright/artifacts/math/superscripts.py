"""Superscripts and subscripts in plain text: x², H₂O, and TeX where Unicode has no such character."""

import string
from collections.abc import Sequence
from typing import Final, NamedTuple

_SUPERSCRIPTS: Final = str.maketrans("0123456789+-−–=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS: Final = str.maketrans("0123456789+-−–=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")
_UNICODE_SIGNS: Final = {"^": frozenset(map(chr, _SUPERSCRIPTS)), "_": frozenset(map(chr, _SUBSCRIPTS))}
_ALREADY_SUPERSCRIPT: Final = frozenset("°′″*†‡®™")
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th"})
_BASE: Final = string.ascii_letters + string.digits
_NOT_IN_TEX: Final = frozenset("\\$~^{}")
_ESCAPED_IN_TEX: Final = str.maketrans({sign: f"\\{sign}" for sign in "%#&_"})
_FIRST_CJK: Final = "\u2e80"
_MAX_LENGTH: Final = 100


class ScriptText(NamedTuple):
    """A superscript (`^`) or subscript (`_`) as words and as TeX. Either is empty if it cannot be written so."""

    sign: str
    words: str
    tex: str


TextPart = str | ScriptText


def script_text(sign: str, parts: Sequence[TextPart]) -> ScriptText:
    """Return the superscript or subscript that consists of these parts."""
    words = " ".join("".join(part if isinstance(part, str) else part.words for part in parts).split())
    if len(words) > _MAX_LENGTH or any(not each.tex for each in parts if isinstance(each, ScriptText)):
        return ScriptText(sign, words, "")
    if any(_NOT_IN_TEX.intersection(part) for part in parts if isinstance(part, str)):
        return ScriptText(sign, words, "")
    if all(isinstance(part, str) for part in parts):
        return ScriptText(sign, words, _tex_text(words))
    return ScriptText(
        sign, "", "".join(_tex_text(each) if isinstance(each, str) else _tex_script(each) for each in parts).strip()
    )


def join_parts(parts: Sequence[TextPart]) -> str:
    """Return the parts as one text. Each part is looked at once."""
    writer = _PartWriter()
    index = 0
    while index < len(parts):
        part = parts[index]
        if isinstance(part, str):
            writer.text(part)
            index += 1
            continue
        run: list[ScriptText] = []
        while index < len(parts) and isinstance(each := parts[index], ScriptText):
            run.append(each)
            index += 1
        writer.scripts(run)
    return "".join(writer.out)


class _PartWriter:
    def __init__(self) -> None:
        self.out: list[str] = []
        self._formula_ends = 0

    def text(self, written: str) -> None:
        # A digit or a dollar right after a formula would leave it open.
        if self._is_after_formula() and (written[:1].isdigit() or written[:1] == "$"):
            written = f" {written}"
        if written:
            self.out.append(written)

    def scripts(self, run: list[ScriptText]) -> None:
        signs = [_unicode_script(each, "".join(self.out[-1:])) for each in run]
        if all(sign is not None for sign in signs):
            self.out += [sign for sign in signs if sign]
        elif all(each.tex for each in run):
            self._formula(run)
        else:
            self.out += [f"{each.sign}({each.words or each.tex})" for each in run]

    def _formula(self, run: list[ScriptText]) -> None:
        last = self.out.pop() if self.out and not self._is_after_formula() else ""
        before = last.rstrip(_BASE)
        base = last[len(before) :] or "{}"
        if before:
            # Neither a dollar nor a backslash may precede the opening dollar.
            self.out.append(f"{before} " if before[-1] in "$\\" else before)
        low, high = ("".join(each.tex for each in run if each.sign == sign) for sign in "_^")
        scripts = (f"_{{{low}}}" if low else "") + (f"^{{{high}}}" if high else "")
        if self._is_after_formula():
            self.out[-1:] = [f"{base}{scripts}", "$"]
        else:
            self.out += ["$", f"{base}{scripts}", "$"]
        self._formula_ends = len(self.out)

    def _is_after_formula(self) -> bool:
        return 0 < self._formula_ends == len(self.out)


def _unicode_script(part: ScriptText, before: str) -> str | None:
    """Return the Unicode characters for all of it, or None."""
    if not part.words:
        return None
    if part.sign == "^" and part.words in _ORDINALS and before[-1:].isdigit():
        return part.words
    if part.sign == "^" and _ALREADY_SUPERSCRIPT.issuperset(part.words):
        return part.words
    if not _UNICODE_SIGNS[part.sign].issuperset(part.words):
        return None
    return part.words.translate(_SUPERSCRIPTS if part.sign == "^" else _SUBSCRIPTS)


def _tex_text(words: str) -> str:
    written = words.translate(_ESCAPED_IN_TEX)
    is_prose = " " in words.strip() or any(sign >= _FIRST_CJK for sign in words)
    return f"\\text{{{written}}}" if is_prose else written


def _tex_script(part: ScriptText) -> str:
    return f"{part.sign}{{{part.tex}}}"
