"""The formulas of a .docx that pandoc wrote, so that Word and other programs show the same: what OMML has for each.

Some programs read a formula as text with operators between operands. A sign that has nothing on one side gets a space
of no width there, as Word itself would write it.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_ARGUMENTS: Final = ("e", "num", "den", "sub", "sup", "lim", "deg", "oMath")
_SCRIPTS: Final = frozenset(f"{_M}{name}" for name in ("sSub", "sSup", "sSubSup"))
_LIMITS: Final = frozenset({"lim", "max", "min", "sup", "inf", "lim sup", "lim inf", "limsup", "liminf", "arg max"})
_GROUPS: Final = {"⏟": "bot", "⏞": "top", "⏜": "top", "⌢": "top"}
_BETWEEN: Final = frozenset("=<>≤≥≠≈≡∼≅×·⋅÷∗*∈∉⊂⊆⊃∪∩∧∨∥⊥∣⩽⩾∝")
_BEHIND: Final = _BETWEEN | frozenset("+-−±∓")
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSING: Final = frozenset(")]}")
_BARS: Final = {"∣": "|", "∥": "‖"}
_SIGNS: Final = {"|": "∣", "⟂": "⊥"}
_NOTHING: Final = "\u200b"


def touch_formulas(root: "Element") -> None:
    """Mend every formula in the part."""
    steps = (
        (_align, ("eqArr",)), (_group, ("limLow", "limUpp")), (_limit, ("sSub", "limLow")), (_lead, ("sSubSup",)),
        (_grow, ("begChr", "endChr")), (_rename, ("t",)), (_bracket, _ARGUMENTS), (_complete, _ARGUMENTS),
    )  # fmt: skip
    for formula in root.iter(f"{_M}oMath"):
        for step, names in steps:
            for each in [*formula.iter(*(f"{_M}{name}" for name in names))]:
                step(each)


def _made(near: "Element", name: str, *inside: "Element", **told: str) -> "Element":
    made = near.makeelement(f"{_M}{name}", {f"{_M}{key}": value for key, value in told.items()})
    made.extend(inside)
    return made


def _replace(old: "Element", new: "Element") -> None:
    parent = old.getparent()
    if parent is not None:
        parent.replace(old, new)


def _text(element: "Element | None") -> str:
    """The text of a run; empty where it is no run."""
    if element is None or element.tag != f"{_M}r":
        return ""
    return "".join(each.text or "" for each in element.iter(f"{_M}t"))


def _inside(element: "Element", name: str) -> list["Element"]:
    found = element.find(f"{_M}{name}")
    return [] if found is None else [*found]


def _nothing(near: "Element") -> "Element":
    told = _made(near, "t")
    told.text = _NOTHING
    return _made(near, "r", told)


def _align(array: "Element") -> None:
    """Lines that are aligned as a table without gaps: `&` is a sign for Word alone."""
    rows = [[[]] for _ in array.findall(f"{_M}e")]  # type: list[list[list[Element]]]
    for row, line in zip(rows, array.findall(f"{_M}e"), strict=True):
        for piece in [*line]:
            if _text(piece) == "&":
                row.append([])
            else:
                row[-1].append(piece)
    count = max((len(row) for row in rows), default=0)
    if count < 2:
        return
    sides = [
        _made(array, "mc", _made(array, "mcPr", _made(array, "count", val="1"), _made(array, "mcJc", val=side)))
        for side in ("right", "left") * (count // 2) + ("right",) * (count % 2)
    ]
    told = [_made(array, "plcHide", val="1"), _made(array, "cGpRule", val="3"), _made(array, "cGp", val="0")]
    lines = [
        _made(
            array,
            "mr",
            *(
                _made(array, "e", *(cell or [_nothing(array)]))
                for cell in [*row, *[[] for _ in range(count - len(row))]]
            ),
        )
        for row in rows
    ]
    _replace(array, _made(array, "m", _made(array, "mPr", *told, _made(array, "mcs", *sides)), *lines))


def _group(limit: "Element") -> None:
    """A brace or an arc as wide as what it holds."""
    sign = "".join(_text(each) for each in _inside(limit, "lim"))
    side = _GROUPS.get(sign)
    if side is None or (side == "bot") != (limit.tag == f"{_M}limLow"):
        return
    shown = "⏜" if sign == "⌢" else sign
    told = [_made(limit, "chr", val=shown), _made(limit, "pos", val=side)]
    told.append(_made(limit, "vertJc", val="top" if side == "bot" else "bot"))
    inside = _made(limit, "e", *_inside(limit, "e"))
    _replace(limit, _made(limit, "groupChr", _made(limit, "groupChrPr", *told), inside))


def _limit(index: "Element") -> None:
    """What stands under `lim` and its like, and what it is the limit of."""
    base = _inside(index, "e")
    parent = index.getparent()
    if "".join(_text(each) for each in base).strip() not in _LIMITS or parent is None:
        return
    if parent.tag == f"{_M}fName":
        return
    under = _made(index, "lim", *_inside(index, "sub"), *_inside(index, "lim"))
    follows = index.getnext()
    is_operand = follows is not None and _text(follows) not in _BEHIND | _CLOSING and _text(follows) not in _OPENING
    of = follows if is_operand and follows is not None else _nothing(index)
    name = _made(index, "fName", _made(index, "limLow", _made(index, "e", *base), under))
    made = _made(index, "func", name)
    _replace(index, made)
    made.append(_made(made, "e", of))


def _grow(bracket: "Element") -> None:
    """The sign for "divides" does not grow with what it holds; a bar does."""
    sign = bracket.get(f"{_M}val", "")
    bracket.set(f"{_M}val", _BARS.get(sign, sign))


def _rename(told: "Element") -> None:
    """A bar that parts, and what is upright, as signs that all fonts for formulas have."""
    told.text = _SIGNS.get(told.text or "", told.text)


def _lead(script: "Element") -> None:
    """Numbers that stand before a sign, as those of an isotope do."""
    follows = script.getnext()
    if _text_of_base(script) not in ("", _NOTHING) or len(_inside(script, "e")) > 1 or not _text(follows):
        return
    parts = [_made(script, name, *_inside(script, name)) for name in ("sub", "sup")]
    made = _made(script, "sPre", *parts)
    _replace(script, made)
    if follows is not None:
        made.append(_made(made, "e", follows))


def _bracket(argument: "Element") -> None:
    """Brackets with an index, or that are not alike, as in `[0,1)`, as a pair."""
    waiting: list[tuple[Element, str]] = []
    for piece in [*argument]:
        sign = _text(piece)
        closing = sign or _text_of_base(piece)
        if sign in _OPENING:
            waiting.append((piece, sign))
        elif closing in _CLOSING and closing and waiting:
            first, opening = waiting.pop()
            if not sign or _OPENING[opening] != closing:
                _pair(first, piece, opening, closing)


def _text_of_base(script: "Element") -> str:
    """What has an index, where it is a single run."""
    base = _inside(script, "e") if script.tag in _SCRIPTS else []
    return _text(base[0]) if len(base) == 1 else ""


def _pair(first: "Element", last: "Element", opening: str, closing: str) -> None:
    """What stands between the two, and the brackets, as one; an index of the last is one of the whole."""
    parent = first.getparent()
    if parent is None:
        return
    pieces = [*parent]
    inside = pieces[pieces.index(first) + 1 : pieces.index(last)]
    told = [_made(first, "begChr", val=opening), _made(first, "endChr", val=closing)]
    made = _made(first, "d", _made(first, "dPr", *told), _made(first, "e", *inside))
    base = last.find(f"{_M}e")
    if base is None:
        parent.replace(last, made)
    else:
        base[:] = [made]
    parent.remove(first)


def _as_words(run: "Element") -> None:
    """A sign that stands alone is no operator there: text, which needs no operands."""
    for old in run.findall(f"{_M}rPr"):
        run.remove(old)
    run.insert(0, _made(run, "rPr", _made(run, "nor")))


def _complete(argument: "Element") -> None:
    """An operand for the sign that begins or ends what stands here."""
    pieces = [each for each in argument if each.tag != f"{_M}ctrlPr" and each.tag != f"{_M}argPr"]
    if not pieces:
        if argument.tag == f"{_M}e":
            argument.append(_nothing(argument))
        return
    if len(pieces) == 1 and _text(pieces[0]) in _BEHIND:
        _as_words(pieces[0])
        return
    if _text(pieces[0]) in _BETWEEN:
        pieces[0].addprevious(_nothing(argument))
    if _text(pieces[-1]) in _BEHIND:
        pieces[-1].addnext(_nothing(argument))
