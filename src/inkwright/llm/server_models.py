"""Ask a server which models it has, for whoever named the server alone."""

import json
from typing import Any, Final

from inkwright.errors import ModelDenied, ModelUnavailable, ModelUnknown
from inkwright.llm.discovery import listed_models
from inkwright.llm.hosted import Address

_PATIENCE: Final = 10.0


async def first_model(address: Address) -> str:
    """The first model on the server's list that can be talked with."""
    models = listed_models(await _answer(address)) or ()
    if not models:
        raise ModelUnknown(model=f"at {address.url}", problem="the server lists no model that can be talked with")
    return models[0]


async def _answer(address: Address) -> Any:
    import httpx2  # noqa: PLC0415 - slow to import, and needed only where a server was named without a model

    headers = {"Authorization": f"Bearer {address.key}"} if address.key else {}
    # A proxy of the environment has no business between this machine and itself.
    client = httpx2.AsyncClient(timeout=_PATIENCE, trust_env=not address.is_loopback, headers=headers)
    try:
        async with client:
            answer = await client.get(f"{address.url}/models")
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as problem:
        raise ModelUnavailable(model=address.url, problem=str(problem) or type(problem).__name__) from None
    if answer.status_code in (401, 403):
        raise ModelDenied(model=address.url, problem="it wants a key", variable=address.key_variable)
    if answer.status_code != 200:
        raise ModelUnavailable(model=address.url, problem=f"it answers {answer.status_code} at /models")
    try:
        return json.loads(answer.content)
    except (ValueError, RecursionError):
        return None
