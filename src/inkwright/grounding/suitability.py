"""Which texts tell or talk instead of explaining: stories, diaries, conversations and speeches."""

import re
from typing import Final

from inkwright.grounding.context_dependence import is_question
from inkwright.grounding.language.traditional import simplified
from inkwright.grounding.source import Material
from inkwright.i18n import Reason

_MAX_SHARE: Final = 0.25
_MIN_SENTENCES: Final = 12
_PERSONAL = re.compile(
    r"\b(?:I|[Ww]e|[Oo]ur|us|[Mm]y|me|[Ll]et['’]s)\b|我们|咱|我(?!国)|俺|[!！]"
    r"|\b(?:said|asked|replied|cried|answered|exclaimed|whispered)\b"
    r"|[说道问云曰回笑骂喊叫] ?[:：,，] ?[“「\"]|^[“「\"]"
)


def tells_or_talks(material: Material) -> bool:
    """Whether so many sentences speak of the author, quote somebody or ask that the text is no explanation."""
    sentences = material.sentences
    personal = sum(_is_personal(each.text) for each in sentences)
    return len(sentences) >= _MIN_SENTENCES and personal > _MAX_SHARE * len(sentences)


def lacking_sentences(material: Material) -> Reason:
    """Return why nothing can be quoted."""
    if tells_or_talks(material):
        return Reason("grounded.lacks.explanation")
    return Reason("grounded.lacks.clear" if len(material.sentences) >= _MIN_SENTENCES else "grounded.lacks.sentences")


def _is_personal(text: str) -> bool:
    return _PERSONAL.search(simplified(text)) is not None or is_question(text)
