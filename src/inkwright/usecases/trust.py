"""Trust the settings of a folder, or withdraw that trust."""

from dataclasses import dataclass
from pathlib import Path

from inkwright.folder_trust import TRUST_FILE, FolderAnswer, FolderSettings, answers_text, read_answers
from inkwright.redaction import redact
from inkwright.setting_values import InvalidValue
from inkwright.settings import SETTINGS, Settings, load_settings, write_private_file


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that the folder changes: its value without the folder, and the value in the folder. Both can be shown:
    they contain no secrets and no control characters.
    """

    name: str
    now: str
    then: str


def folder_settings_in(home: Path, folder: Path) -> FolderSettings | None:
    """Return the settings of the folder that need trust, trusted or not; None if it has none."""
    return load_settings(flags={}, environ={}, folder=folder, home=home).guarded


def setting_changes(settings: Settings, asked: FolderSettings) -> list[SettingChange]:
    """Return what the folder would change, compared with the settings as they are without it."""
    known = {setting.name: setting for setting in SETTINGS}
    changes = []
    for name, raw in asked.values.items():
        try:
            parsed = str(known[name].parse(raw))
        except InvalidValue:
            parsed = repr(raw)
        changes.append(SettingChange(name, showable(str(settings.get(known[name]))), showable(parsed)))
    return changes


def showable(value: str) -> str:
    """Return a value without secrets; a control character is written as its escape."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in redact(value))


def save_answer(home: Path, asked: FolderSettings, *, is_trusted: bool) -> None:
    """Store the person's answer about exactly these values of this folder."""
    answers = {**read_answers(home), str(asked.folder): FolderAnswer(asked.digest, is_trusted)}
    write_private_file(home / TRUST_FILE, answers_text(answers))


def forget_answer(home: Path, folder: Path) -> bool:
    """Forget what was said about a folder; return whether something was said."""
    answers = read_answers(home)
    if answers.pop(str(folder.resolve()), None) is None:
        return False
    write_private_file(home / TRUST_FILE, answers_text(answers))
    return True


def trusted_folders(home: Path) -> list[str]:
    """Return the folders whose settings are trusted, as long as their values stay the same."""
    return [folder for folder, answer in sorted(read_answers(home).items()) if answer.is_trusted]
