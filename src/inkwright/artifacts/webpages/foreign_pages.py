"""The findings about pages of other programs, without what only our pages promise and what our frame forbids."""

import re
from collections.abc import Container, Sequence
from typing import Final
from urllib.parse import unquote

from inkwright.artifacts.findings import Finding

_OURS_ALONE: Final = frozenset(
    {"page.no_policy", "page.frame", "page.dialog", "page.stores", "page.element", "page.no_language", "page.doctype"}
)
_ADVICE: Final = frozenset({"page.no_title", "page.no_viewport", "page.url", "page.style_url"})
_ADDRESSES: Final = frozenset({"page.url", "page.style_url"})
_ELSEWHERE: Final = re.compile(
    r"(?:[\w:-]+=|url\(|src\(|@import\s)?\s*[\"']?(?:https?:|//|mailto:|tel:|sms:|data:)|target=", re.I
)
_FILE: Final = re.compile(r"(?:[\w:-]+=|url\(|src\(|@import\s)?\s*[\"']?([^\"'?#)]+)")
_OUTSIDE_SCRIPT: Final = re.compile(r"src=\s*(?:https?:|//)[^\s]{0,400}?(?:\.m?js\b|cdn|npm)", re.I)
_BLOCKED_HERE: Final = re.compile(
    r"Ignored call to|Permissions policy violation|sandboxed|ERR_BLOCKED_BY_CLIENT|Not allowed to load local resource"
)
_OF_WEB: Final = re.compile(r"https?://", re.I)
_ICON: Final = re.compile(r"\.ico\b", re.I)
_BLOCKED_CODES: Final = frozenset({"page.run.console", "page.run.request"})


def is_foreign(found: Sequence[Finding]) -> bool:
    """Whether a page with these findings was made by another program: ours have a policy."""
    return any(each.code == "page.no_policy" for each in found)


def without_promises(found: Sequence[Finding], files: Container[str] = ()) -> tuple[Finding, ...]:
    """Return the findings of a page of another program. It may link to the web and to the files next to it, may open
    dialogs and store data. Scripts that reach out stay errors.
    """
    has_form = any(each.code == "page.element" and each.fields.get("name") == "form" for each in found)
    kept = (each for each in found if each.code not in _OURS_ALONE and not _is_allowed(each, files))
    return tuple(
        each.model_copy(update={"severity": "warning"}) if each.code in _ADVICE else each
        for each in kept
        if not (has_form and each.code == "page.no_script")
    )


def _is_allowed(found: Finding, files: Container[str]) -> bool:
    if found.code not in _ADDRESSES:
        return False
    what = str(found.fields.get("what"))
    named = _FILE.match(what)
    is_elsewhere = _ELSEWHERE.match(what) is not None or _ICON.search(what) is not None
    return is_elsewhere or (named is not None and unquote(named[1].strip()) in files)


def may_run_here(found: Sequence[Finding]) -> bool:
    """Whether a page of another program can show here what it does: not if it needs the web or a storage."""
    return not any(
        each.code == "page.stores" or _OUTSIDE_SCRIPT.match(str(each.fields.get("what"))) is not None for each in found
    )


def without_limits(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a run without what the frame and the missing network have caused."""
    return tuple(
        each
        for each in found
        if not (each.code in _BLOCKED_CODES and _BLOCKED_HERE.search(str(each.fields.get("what"))))
        and not (each.code == "page.run.request" and _OF_WEB.search(str(each.fields.get("what"))))
    )
