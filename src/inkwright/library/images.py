"""Read the text of an image with a model that can see."""

import base64
from typing import Final

from inkwright.i18n import Language
from inkwright.llm.models import Model, Request
from inkwright.prompts import load_prompt

_STARTS: Final = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}
_MAX_TOKENS: Final = 4_000


def image_type(content: bytes) -> str | None:
    """Return the media type of an image that models read; None if the content is not one."""
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _STARTS.items() if content.startswith(start)), None)


async def read_image(model: Model, content: bytes, media_type: str, language: Language) -> str:
    """Return what the model reads in the image; empty if there is nothing."""
    url = f"data:{media_type};base64,{base64.b64encode(content).decode()}"
    asked = {"type": "text", "text": load_prompt("inkwright.library", "read_image", language)}
    message = {"role": "user", "content": [asked, {"type": "image_url", "image_url": {"url": url}}]}
    request = Request([message], max_tokens=_MAX_TOKENS, may_think=False, purpose="tool", subject="image")
    return (await model.reply(request)).text.strip()
