"""The words on the buttons of the page kinds, in the language of the page."""

from inkwright.artifacts.interactive.kinds.traditional import TRADITIONAL
from inkwright.artifacts.interactive.specs import PageLanguage
from inkwright.i18n import text
from inkwright.i18n.en import MESSAGES

_SHARED = "page.any."


def words_of(kind: str, language: PageLanguage) -> dict[str, str]:
    """Every word of a kind by its short name. Fields such as `{n}` stay: the page fills them in."""
    own = f"page.{kind}."
    return {
        key.removeprefix(prefix): _word(key, language)
        for prefix in (_SHARED, own)
        for key in MESSAGES
        if key.startswith(prefix)
    }


def _word(key: str, language: PageLanguage) -> str:
    if language == "zh-Hant":
        return TRADITIONAL[key]
    return text(language, key, n="{n}", total="{total}", name="{name}", what="{what}")
