"""The models of a chat: opened in the background, changed by `/model`, used after consent."""

from collections.abc import Callable
from functools import partial
from typing import Final

from inkwright.agent.rule_planner import RULE_MODEL_NAME
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import run_in_thread
from inkwright.cli.probe_output import print_probe
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.forms import fill_form
from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.errors import InkwrightError
from inkwright.llm.discovery import KeyProposal
from inkwright.llm.model_names import chain_text, parse_chain
from inkwright.settings import FILE_NAME
from inkwright.usecases.model_choices import set_chain
from inkwright.usecases.model_tests import try_model
from inkwright.usecases.models import ModelOpener, Note, TierModels, current_environment, open_tiers

PrintNote = Callable[[str], None]
_ABOUT_SMALL_MODELS: Final = frozenset({"models.local_is_tiny", "models.none_found"})
"""A chat has its own messages about these, because more can be done about it here."""


class ChatModels:
    """The models in use, and why. `problem` is why there are none; the chat continues, and `/model` can select one."""

    def __init__(self, shell: Shell, status: StatusLine, name: str | None, *, may_ask: bool) -> None:
        self._shell = shell
        self.status = status
        self._name = name
        self._may_ask = may_ask
        self._decided: dict[str, bool] = {}
        self._proposal: KeyProposal | None = None
        self._tiers: TierModels | None = None
        self.problem: InkwrightError | None = None
        self.why = ""

    async def open(self, note: PrintNote) -> None:
        """Open the models without asking the user anything; `note` gets which ones they are and why."""
        self._proposal, self.problem = None, None
        lines: list[str] = []
        try:
            tiers = await run_in_thread(lambda: self._open_tiers(lines.append))
        except InkwrightError as error:
            self._tiers, self.problem = None, error
            self.status.model = self._shell.text("chat.status.no_model")
            return
        self._tiers = tiers
        told = {line.key: line for line in lines if isinstance(line, Note)}
        none_found = told.get("models.none_found")
        self.why = none_found or told.get("models.using") or ""
        standard = tiers("standard")
        is_rule = standard.name == RULE_MODEL_NAME
        self.status.is_tiny = standard.abilities.is_weak and none_found is None and not is_rule
        self.status.model = self._shell.text("chat.status.no_model") if none_found else standard.name
        for line in lines:
            if not (isinstance(line, Note) and line.key in _ABOUT_SMALL_MODELS):
                note(line)
        if self.is_weak and self._name != RULE_MODEL_NAME:
            note(self._shell.text("chat.no_model" if none_found else "chat.tiny", model=standard.name))

    async def ready(self, note: PrintNote) -> TierModels:
        """Return the models of each tier. If a key was found, ask now whether it may be used."""
        while self._proposal is not None:
            proposal = self._proposal
            answer = await fill_form(_consent_ask(proposal, self._shell), self._shell.language)
            if answer.status != "answered":
                self._proposal = None  # no answer: the next chat asks again
                break
            self._decided[proposal.variable] = answer.answers[0].value == "yes"
            await self.open(note)
        if self._tiers is None:
            await self.open(note)
        if self._tiers is None:
            assert self.problem is not None  # noqa: S101 - without models there is a reason
            raise self.problem
        return self._tiers

    @property
    def is_weak(self) -> bool:
        """Whether the standard model is too small to write files."""
        return self._tiers is not None and self._tiers("standard").abilities.is_weak

    async def choose(self, written: str, note: PrintNote) -> bool:
        """Test a model and, if it works, use it in this and later chats; return whether it works."""
        names, shell = parse_chain(written), self._shell
        opener = ModelOpener(shell.settings, current_environment(shell.settings.home))
        for name in names:
            probe = await run_in_thread(partial(try_model, opener, name))
            print_probe(probe, shell)
            if not probe.is_well:
                shell.say(shell.text("chat.model.not_saved"))
                return False
        setting, path = set_chain(shell.settings, names, None), str(shell.settings.home / FILE_NAME)
        shell.say(shell.text("models.set_done", setting=setting.name, value=chain_text(names), path=path))
        origin = shell.settings.origin(setting)
        if origin.code not in (path, "default"):
            shell.say(shell.text("models.hidden", origin=origin))
        self._name, self._decided = chain_text(names), {}
        await self.open(note)
        return True

    def _open_tiers(self, note: PrintNote) -> TierModels:
        ask = self._decision if self._may_ask else None
        return open_tiers(self._shell.settings, name=self._name, note=note, ask=ask)

    def _decision(self, proposal: KeyProposal) -> bool | None:
        """Return the user's decision; remember a proposal that they have not decided on yet."""
        if proposal.variable not in self._decided:
            self._proposal = proposal
        return self._decided.get(proposal.variable)


def _consent_ask(proposal: KeyProposal, shell: Shell) -> Ask:
    fields = {"provider": proposal.name, "variable": proposal.variable, "host": proposal.host}
    options = tuple(AskOption(label=shell.text(f"chat.consent.{value}"), value=value) for value in ("yes", "no"))
    written = shell.text("consent.question", **fields)
    question = AskQuestion(id="consent", question=written, options=options, recommended="no", allow_freeform=False)
    title = shell.text("chat.consent.title")
    return Ask(kind="permission", title=title, questions=(question,), id="consent", turn_id="", owner="")
