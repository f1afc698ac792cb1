"""The model for search by meaning, as the settings say."""

import os
from pathlib import Path

from inkwright.library.fusion import Embedder
from inkwright.llm.embeddings import open_embedding_model
from inkwright.llm.key_store import KeyEnvironment
from inkwright.llm.local_embeddings import SUFFIX, LocalEmbeddingModel
from inkwright.settings import EMBEDDINGS, Settings


def open_embedder(settings: Settings) -> Embedder | None:
    """Return the model that the person has set; None if there is none. InvalidOption for a name that cannot be one."""
    written = settings.get(EMBEDDINGS)
    if written == "none":
        return None
    if written.lower().endswith(SUFFIX):
        return LocalEmbeddingModel(written, Path(written).expanduser())
    return open_embedding_model(written, KeyEnvironment(os.environ, settings.home))
