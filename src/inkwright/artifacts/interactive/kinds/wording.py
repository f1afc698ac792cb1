"""The words on the buttons of the page kinds, taken from the messages of the language."""

from inkwright.i18n import Language, text
from inkwright.i18n.en import MESSAGES

_SHARED = "page.any."


def words_of(kind: str, language: Language) -> dict[str, str]:
    """Every word of a kind by its short name. Fields such as `{n}` stay: the page fills them in."""
    own = f"page.{kind}."
    return {
        key.removeprefix(prefix): text(language, key, n="{n}", total="{total}", name="{name}", what="{what}")
        for prefix in (_SHARED, own)
        for key in MESSAGES
        if key.startswith(prefix)
    }
