"""English messages: the built-in help, and what Inkwright says by itself when no capable model is set up."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "help_topic.abilities": "I make slides, Word documents, PDFs, quizzes and web pages from your files, and check each file. Attach a file with @notes.md and say what you need, or type /make slides notes.md. I can also quote what your files say. With a capable model I can write new text and answer questions: inkwright models install. All commands: /help in a chat, inkwright --help in a terminal.",
    "help_topic.about": "I am Inkwright, a program that makes finished, checked files. No capable language model is set up, so this answer is a fixed text. To see which model is in use: inkwright models. To install a better one: inkwright models install.",
    "help_topic.model": "To see which model is in use and why: inkwright models. To download a good model that runs on this machine: inkwright models install (it shows sizes first). To use a provider: inkwright models key openai, then inkwright models set openai. To use a model in Ollama: inkwright models set ollama:NAME. In a chat: /model NAME.",
    "help_topic.key": "To store a key: inkwright models key openai (or anthropic, google, deepseek, …). You type it once, it is not shown, and it is sent only to that provider. To see which keys are stored: inkwright models key --list. To delete one: inkwright models key openai --remove. A key in an environment variable such as OPENAI_API_KEY works too.",
    "help_topic.slides": "To make slides from your notes: inkwright make slides --from notes.md, or in a chat: /make slides notes.md. Headings become slides and lists become bullet points. To have new slides written about a topic, you need a capable model: inkwright models install.",
    "help_topic.quiz": 'To make a quiz from your notes: inkwright make quiz --from notes.md "ten questions", or in a chat: /make quiz notes.md. Every question quotes its source. To take it: inkwright quiz take FILE.',
    "help_topic.page": 'To make flashcards, a timeline or a matching game: inkwright make page --from notes.md "flashcards", or in a chat: /make page notes.md. The page is one file that opens in any browser.',
    "help_topic.pdf": "To make a PDF from your notes: inkwright make pdf --from notes.md, or in a chat: /make pdf notes.md.",
    "help_topic.doc": 'To make a Word document from your notes: inkwright make doc --from notes.md "a worksheet" (or a summary, or study notes), or in a chat: /make doc notes.md.',
    "help_topic.privacy": "Your files stay on this machine. A provider gets your text only if you choose that provider. A model in Ollama or one that you install with inkwright models install runs on this machine. To see where requests go: inkwright models.",
    "help_topic.saved": "New files are written to the current folder, or to the folder given with -o. Existing files are never overwritten. To list everything that was made: inkwright files, or /files in a chat.",
    "help_topic.attach": "Type @ and the name of the file in your message, for example: What does @notes.md say about bees? On the command line, use --from notes.md. I read Markdown, plain text, Word, PDF and slides.",
    "help_topic.edit": "To change or translate a file, I need a capable model, because only a model can write new text: inkwright models install, or inkwright models key openai. You can always edit your own note and make the file again.",
    "help_topic.cost": "Inkwright is free. A model that runs on this machine costs nothing. A provider charges for its models; to see what was spent: inkwright cost.",
    "help_topic.language": "I understand English and Chinese, and answer in the language of your message. Files may be in either language. To choose the language of the program: inkwright --language zh.",
    "help_topic.history": "To list earlier conversations: inkwright history. To continue one: inkwright chat --conversation ID. In a chat: /history.",
    "help_topic.leave": "To leave the chat: /quit, or Ctrl+D.",
    "by_rule.greeting": "Hello! Attach a file with @notes.md and I will quote it or make slides, a quiz or a document from it. Ask “What can you do?” for more.",
    "by_rule.thanks": "You are welcome!",
    "by_rule.goodbye": "Goodbye! Your conversation is saved.",
    "by_rule.well": "I am a program, and I am ready. Attach a file with @notes.md, or ask “What can you do?”",
    "by_rule.okay": "All right. Tell me what to do next, or ask “What can you do?”",
    "by_rule.files": "Files in this conversation: {names}.",
    "by_rule.no_files": "This conversation has no files yet. Attach one with @ and its name, for example @notes.md.",
    "by_rule.found": "Your {count:file says|files say}:",
    "by_rule.summary": "The key sentences of your {count:file|files}, quoted:",
    "by_rule.not_found": "I found no sentence about this in your {count:file|files} ({names}). I can only quote: no capable model is set up to answer from general knowledge. To install one: inkwright models install. To use a provider: inkwright models key openai.",
    "by_rule.unknown": "I cannot answer this: no capable model is set up, and a tiny one would invent an answer. To install a good model: inkwright models install. To use a provider: inkwright models key openai. If a file of yours has the answer, attach it with @notes.md and I will quote it.",
    "by_rule.edit": "I cannot do this, and nothing was changed: only a capable model can change or write text, and none is set up. To install one: inkwright models install. To use a provider: inkwright models key openai.",
    "by_rule.not_understood": "I did not understand that. Ask “What can you do?”, attach a file with @notes.md, or type /help.",
}
