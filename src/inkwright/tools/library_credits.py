"""The line in a result that names the documents of the library from which it was made."""

from inkwright.agent.tools import ToolContext
from inkwright.artifacts.documents.source import DocumentLanguage
from inkwright.conversation.turns import UsedSource
from inkwright.i18n import Language, text


def credited_documents(context: ToolContext, writes: DocumentLanguage) -> list[str]:
    """Return the documents of the library that the turn uses, with their pages if they have more than one."""
    used = [each for each in context.turn.sources or () if each.is_document]
    return [_with_pages(each, _language(writes)) for each in used]


def sources_section(context: ToolContext, writes: DocumentLanguage) -> str:
    """Return the last section of a document, in Markdown; nothing if no document of the library was used."""
    names = credited_documents(context, writes)
    if not names:
        return ""
    listed = "\n".join(f"- {_plain(name)}" for name in names)
    return f"\n\n## {text(_language(writes), 'library.credits')}\n\n{listed}\n"


def sources_line(context: ToolContext, writes: DocumentLanguage, most: int) -> str:
    """Return one line for the first slide, of at most so many characters; nothing if no document was used."""
    names = credited_documents(context, writes)
    while names:
        line = text(_language(writes), "library.credits_line", names="; ".join(names))
        if len(line) <= most:
            return line
        names.pop()
    return ""


def _language(writes: DocumentLanguage) -> Language:
    return "en" if writes == "en" else "zh"


def _with_pages(source: UsedSource, language: Language) -> str:
    pages = sorted({place.page for place in source.places})
    if pages in ([], [1]):
        return source.name
    return text(language, "library.credits_pages", name=source.name, pages=", ".join(map(str, pages)))


def _plain(name: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#" else sign for sign in name)
