"""Fixes the OMML formulas that pandoc writes into a .docx, so that Word and other programs show the same.

Some programs read a formula as text with operators between operands. An operator without an operand on one side gets
a zero-width space there, as Word itself writes it."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_ARGUMENTS: Final = ("e", "num", "den", "sub", "sup", "lim", "deg", "oMath")
_SCRIPTS: Final = frozenset(f"{_M}{name}" for name in ("sSub", "sSup", "sSubSup"))
_LIMITS: Final = frozenset({"lim", "max", "min", "sup", "inf", "lim sup", "lim inf", "limsup", "liminf", "arg max"})
_GROUPS: Final = {"⏟": "bot", "⏞": "top", "⏜": "top", "⌢": "top"}
_BINARY_OPERATORS: Final = frozenset("=<>≤≥≠≈≡∼≅×·⋅÷∗*∈∉⊂⊆⊃∪∩∧∨∥⊥∣⩽⩾∝")
_OPERATORS: Final = _BINARY_OPERATORS | frozenset("+-−±∓")
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSING: Final = frozenset(")]}")
_BARS: Final = {"∣": "|", "∥": "‖"}
_SIGNS: Final = {"|": "∣", "⟂": "⊥"}
_ZERO_WIDTH_SPACE: Final = "\u200b"


def fix_formulas(root: "Element") -> None:
    """Fix every formula in a part of the package."""
    steps = (
        (_align_lines, ("eqArr",)), (_group_brace, ("limLow", "limUpp")), (_fix_limit, ("sSub", "limLow")),
        (_fix_leading_scripts, ("sSubSup",)),
        (_use_growing_bars, ("begChr", "endChr")), (_replace_signs, ("t",)), (_pair_brackets, _ARGUMENTS),
        (_add_operands, _ARGUMENTS),
    )  # fmt: skip
    for formula in root.iter(f"{_M}oMath"):
        for step, names in steps:
            for each in [*formula.iter(*(f"{_M}{name}" for name in names))]:
                step(each)


def _new_element(near: "Element", name: str, *inside: "Element", **attributes: str) -> "Element":
    made = near.makeelement(f"{_M}{name}", {f"{_M}{key}": value for key, value in attributes.items()})
    made.extend(inside)
    return made


def _replace(old: "Element", new: "Element") -> None:
    parent = old.getparent()
    if parent is not None:
        parent.replace(old, new)


def _text(element: "Element | None") -> str:
    """Return the text of a run, or an empty text for another element."""
    if element is None or element.tag != f"{_M}r":
        return ""
    return "".join(each.text or "" for each in element.iter(f"{_M}t"))


def _child_elements(element: "Element", name: str) -> list["Element"]:
    found = element.find(f"{_M}{name}")
    return [] if found is None else [*found]


def _empty_run(near: "Element") -> "Element":
    content = _new_element(near, "t")
    content.text = _ZERO_WIDTH_SPACE
    return _new_element(near, "r", content)


def _align_lines(array: "Element") -> None:
    """Turn aligned lines into a table without gaps: only Word understands `&`."""
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
        _new_element(
            array,
            "mc",
            _new_element(array, "mcPr", _new_element(array, "count", val="1"), _new_element(array, "mcJc", val=side)),
        )
        for side in ("right", "left") * (count // 2) + ("right",) * (count % 2)
    ]
    properties = [
        _new_element(array, "plcHide", val="1"),
        _new_element(array, "cGpRule", val="3"),
        _new_element(array, "cGp", val="0"),
    ]
    lines = [
        _new_element(
            array,
            "mr",
            *(
                _new_element(array, "e", *(cell or [_empty_run(array)]))
                for cell in [*row, *[[] for _ in range(count - len(row))]]
            ),
        )
        for row in rows
    ]
    _replace(
        array,
        _new_element(array, "m", _new_element(array, "mPr", *properties, _new_element(array, "mcs", *sides)), *lines),
    )


def _group_brace(limit: "Element") -> None:
    """Turn a brace or an arc into one that grows with its content."""
    sign = "".join(_text(each) for each in _child_elements(limit, "lim"))
    side = _GROUPS.get(sign)
    if side is None or (side == "bot") != (limit.tag == f"{_M}limLow"):
        return
    shown = "⏜" if sign == "⌢" else sign
    properties = [_new_element(limit, "chr", val=shown), _new_element(limit, "pos", val=side)]
    properties.append(_new_element(limit, "vertJc", val="top" if side == "bot" else "bot"))
    inside = _new_element(limit, "e", *_child_elements(limit, "e"))
    _replace(limit, _new_element(limit, "groupChr", _new_element(limit, "groupChrPr", *properties), inside))


def _fix_limit(index: "Element") -> None:
    """Write `lim` and similar names as a function with its limit below and its operand after it."""
    base = _child_elements(index, "e")
    parent = index.getparent()
    if "".join(_text(each) for each in base).strip() not in _LIMITS or parent is None:
        return
    if parent.tag == f"{_M}fName":
        return
    under = _new_element(index, "lim", *_child_elements(index, "sub"), *_child_elements(index, "lim"))
    follows = index.getnext()
    is_operand = follows is not None and _text(follows) not in _OPERATORS | _CLOSING and _text(follows) not in _OPENING
    operand = follows if is_operand and follows is not None else _empty_run(index)
    name = _new_element(index, "fName", _new_element(index, "limLow", _new_element(index, "e", *base), under))
    made = _new_element(index, "func", name)
    _replace(index, made)
    made.append(_new_element(made, "e", operand))


def _use_growing_bars(bracket: "Element") -> None:
    """Replace the "divides" sign by a bar, which grows with its content."""
    sign = bracket.get(f"{_M}val", "")
    bracket.set(f"{_M}val", _BARS.get(sign, sign))


def _replace_signs(text: "Element") -> None:
    """Replace the separating bar and the perpendicular sign by signs that every math font has."""
    text.text = _SIGNS.get(text.text or "", text.text)


def _fix_leading_scripts(script: "Element") -> None:
    """Attach leading scripts, such as those of an isotope, to the symbol that follows them."""
    follows = script.getnext()
    if (
        _text_of_base(script) not in ("", _ZERO_WIDTH_SPACE)
        or len(_child_elements(script, "e")) > 1
        or not _text(follows)
    ):
        return
    parts = [_new_element(script, name, *_child_elements(script, name)) for name in ("sub", "sup")]
    made = _new_element(script, "sPre", *parts)
    _replace(script, made)
    if follows is not None:
        made.append(_new_element(made, "e", follows))


def _pair_brackets(argument: "Element") -> None:
    """Join brackets that have a script or differ, as in `[0,1)`, into a pair."""
    waiting: list[tuple[Element, str]] = []
    for piece in [*argument]:
        sign = _text(piece)
        closing = sign or _text_of_base(piece)
        if sign in _OPENING:
            waiting.append((piece, sign))
        elif closing in _CLOSING and closing and waiting:
            first, opening = waiting.pop()
            if not sign or _OPENING[opening] != closing:
                _wrap_in_brackets(first, piece, opening, closing)


def _text_of_base(script: "Element") -> str:
    """Return the text of the base of a script, if the base is a single run."""
    base = _child_elements(script, "e") if script.tag in _SCRIPTS else []
    return _text(base[0]) if len(base) == 1 else ""


def _wrap_in_brackets(first: "Element", last: "Element", opening: str, closing: str) -> None:
    """Put the brackets and their content into one element. A script on the last bracket applies to all of it."""
    parent = first.getparent()
    if parent is None:
        return
    pieces = [*parent]
    inside = pieces[pieces.index(first) + 1 : pieces.index(last)]
    properties = [_new_element(first, "begChr", val=opening), _new_element(first, "endChr", val=closing)]
    made = _new_element(first, "d", _new_element(first, "dPr", *properties), _new_element(first, "e", *inside))
    base = last.find(f"{_M}e")
    if base is None:
        parent.replace(last, made)
    else:
        base[:] = [made]
    parent.remove(first)


def _mark_as_text(run: "Element") -> None:
    """Mark a lone sign as text: text needs no operands."""
    for old in run.findall(f"{_M}rPr"):
        run.remove(old)
    run.insert(0, _new_element(run, "rPr", _new_element(run, "nor")))


def _add_operands(argument: "Element") -> None:
    """Add an empty operand before a leading operator, and mark a trailing one as text, which needs none."""
    pieces = [each for each in argument if each.tag != f"{_M}ctrlPr" and each.tag != f"{_M}argPr"]
    if not pieces:
        if argument.tag == f"{_M}e":
            argument.append(_empty_run(argument))
        return
    if len(pieces) == 1 and _text(pieces[0]) in _OPERATORS:
        _mark_as_text(pieces[0])
        return
    if _text(pieces[0]) in _BINARY_OPERATORS:
        pieces[0].addprevious(_empty_run(argument))
    if _text(pieces[-1]) in _OPERATORS:
        _mark_as_text(pieces[-1])
