"""Install, add and remove models that run on this machine."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Final

from inkwright.errors import InstallFailed, InvalidOption, NotFound, UnreadableFile
from inkwright.i18n import Reason
from inkwright.llm.gguf import UnreadableWeights, read_header
from inkwright.llm.local_loader import has_engine
from inkwright.llm.local_models import (
    InstalledModel,
    LocalModels,
    context_for,
    free_memory,
    is_model_file_name,
    name_from_file,
)
from inkwright.llm.model_catalogue import CATALOGUE, find_in_catalogue
from inkwright.llm.model_names import LOCAL, ModelName
from inkwright.settings import Settings
from inkwright.usecases.embedded_model import install_engine
from inkwright.usecases.model_choices import AUTO, TIER_SETTINGS, set_chain, setting_for, unset_chain
from inkwright.usecases.model_downloads import Hub, RemoteFile, ShowProgress, download, download_error
from inkwright.usecases.model_memory import ModelMemory

_REPOSITORY_PARTS: Final = 3
_SUFFIX: Final = ".gguf"


def install_local_model(
    home: Path, requested: str, hubs: Sequence[Hub], show: ShowProgress, note: Callable[[Reason | str], None]
) -> InstalledModel:
    """Download the weights of a model of the catalogue, or of `OWNER/REPOSITORY/FILE.gguf`, and record it.

    If a hub cannot be reached, the next one is asked. What is installed already is not downloaded again.
    """
    name, repository, file = _requested_file(requested)
    models = LocalModels(home)
    known = models.get(name)
    if known is not None and known.is_here:
        return known
    if not has_engine():
        install_engine(note)
    target = models.folder / f"{name}{_SUFFIX}"
    remote, hub = _download_from_any(hubs, repository, file, target, show, note)
    return _record(models, name, target, remote.url, sha256=remote.sha256, hub=hub)


def add_local_model(home: Path, path: Path, name: str | None) -> InstalledModel:
    """Record the weights in a file of the person. The file stays where it is."""
    name = name_from_file(path) if name is None else name.lower()
    if not is_model_file_name(name):
        raise InvalidOption(option="--name", value=name[:80], allowed=Reason("reason.usecases.local_name"))
    models = LocalModels(home)
    if (known := models.get(name)) is not None and Path(known.path) != path.resolve():
        raise InvalidOption(option="--name", value=name, allowed=Reason("reason.usecases.local_name_taken"))
    if not path.is_file():
        raise UnreadableFile(
            name=str(path), problem=Reason("reason.system.EISDIR" if path.is_dir() else "reason.system.ENOENT")
        )
    return _record(models, name, path.resolve(), str(path.resolve()))


def remove_local_model(settings: Settings, name: str) -> tuple[InstalledModel, bool]:
    """Remove a model, its test results, and settings that use only it; return it, and whether weights were deleted."""
    models = LocalModels(settings.home)
    model = models.get(name.removeprefix(f"{LOCAL}:").lower())
    if model is None:
        raise NotFound(what_kind=Reason("reason.usecases.local_word"), id=name)
    full_name = ModelName(LOCAL, model.name)
    ModelMemory(settings.home).forget(full_name)
    for tier in (None, *TIER_SETTINGS):
        if settings.get(setting_for(tier)) == str(full_name):
            unset_chain(settings, tier)
    return model, models.remove(model)


def use_if_none_is_set(settings: Settings, name: ModelName) -> bool:
    """Save this model as the one for everything, unless the person has chosen one; return whether it was saved."""
    if any(settings.get(setting) != AUTO for setting in (setting_for(None), *TIER_SETTINGS.values())):
        return False
    set_chain(settings, (name,), None)
    return True


def _requested_file(requested: str) -> tuple[str, str, str]:
    """Return the name, the repository and the file of a requested model."""
    model = find_in_catalogue(requested)
    if model is not None:
        return model.name, model.repository, model.file
    parts = PurePosixPath(requested).parts
    is_file = len(parts) >= _REPOSITORY_PARTS and requested.lower().endswith(_SUFFIX) and ".." not in parts
    if not is_file or requested.startswith("/"):
        known = ", ".join(each.name for each in CATALOGUE)
        raise InvalidOption(
            option="NAME", value=requested[:80], allowed=Reason("reason.usecases.catalogue", known=known)
        )
    return name_from_file(Path(parts[-1])), "/".join(parts[:2]), "/".join(parts[2:])


def _download_from_any(
    hubs: Sequence[Hub],
    repository: str,
    file: str,
    target: Path,
    show: ShowProgress,
    note: Callable[[Reason | str], None],
) -> tuple[RemoteFile, str]:
    for hub, following in pairwise(hubs):
        try:
            return download(hub, repository, file, target, show), hub.name
        except InstallFailed as error:
            if not error.fields["is_unreachable"]:
                raise
            problem = error.fields["problem"]
            detail = problem.fields["problem"] if isinstance(problem, Reason) else problem
            note(Reason("reason.usecases.next_hub", hub=hub.name, problem=detail, next=following.name))
    return download(hubs[-1], repository, file, target, show), hubs[-1].name


def _record(
    models: LocalModels, name: str, path: Path, origin: str, *, sha256: str = "", hub: str | None = None
) -> InstalledModel:
    """Read the header and save the record. Downloaded weights that cannot be used are deleted."""
    try:
        header = read_header(path)
    except UnreadableWeights as problem:
        if hub is None:
            raise InvalidOption(option="FILE", value=str(path), allowed=problem.reason) from problem
        path.unlink(missing_ok=True)
        raise download_error(hub, problem.reason) from problem
    size = path.stat().st_size
    context = context_for(header, size, free_memory())
    model = InstalledModel(name, str(path), origin, size, sha256, header.licence, context)
    models.save(model)
    return model
