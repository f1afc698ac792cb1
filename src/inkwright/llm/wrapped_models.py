"""What every model around another model shares: the name and the abilities of the one inside."""

from inkwright.llm.models import Abilities, Model


class WrappedModel:
    """A model around another one, which is `self._model`. A subclass says what becomes of a request."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The name of the model inside."""
        return self._model.name

    @property
    def abilities(self) -> Abilities:
        """The abilities of the model inside."""
        return self._model.abilities
