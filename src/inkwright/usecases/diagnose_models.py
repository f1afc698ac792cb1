"""Find out whether the models that serve the tiers answer, and what they can do."""

from inkwright.usecases.diagnose import Row
from inkwright.usecases.list_models import list_models
from inkwright.usecases.open_model import Opening
from inkwright.usecases.probe_model import Probe
from inkwright.usecases.try_model import try_model


def diagnose_models(opening: Opening) -> list[Row]:
    """A row for each model that is in use; each is asked a few tiny questions."""
    return [_row(try_model(opening, name)) for name in list_models(opening).names]


def _row(probe: Probe) -> Row:
    able = ", ".join(check.kind for check in probe.checks if check.worked)
    problem = next((check.problem for check in probe.checks if check.problem), "")
    found = able if probe.is_well else problem
    return Row("model", probe.is_well, found, f"inkwright models test {probe.model}", name=probe.model)
