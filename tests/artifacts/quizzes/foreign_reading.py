"""Run by the Python of `.venv/readers`: opens exports with libraries that did not write them, and tells what is there.

`foreign_reading.py anki|qti|xlsx FILE` writes JSON.
"""

import importlib
import io
import json
import sys
import tempfile
import warnings
import zipfile
from typing import Any


def anki(path: str) -> Any:
    """The fields of every note after Anki imported the deck into a collection of its own."""
    library: Any = importlib.import_module("anki.collection")
    with tempfile.TemporaryDirectory() as folder:
        collection = library.Collection(f"{folder}/collection.anki2")
        options = library.ImportAnkiPackageOptions()
        collection.import_anki_package(library.ImportAnkiPackageRequest(package_path=path, options=options))
        notes = [collection.get_note(each) for each in sorted(collection.find_notes(""))]
        told = [[*note.fields, sorted(note.tags)] for note in notes]
        collection.close()
    return told


def qti(path: str) -> Any:
    """For every item its type, and the score that Pyslet gives to the answer that the item calls right."""
    # The library is older than what it is run by, and says so at every step.
    warnings.simplefilter("ignore")
    documents: Any = importlib.import_module("pyslet.qtiv2.xml")
    variables: Any = importlib.import_module("pyslet.qtiv2.variables")
    told = {}
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if name == "imsmanifest.xml":
                continue
            document = documents.QTIDocument()
            document.read(io.BytesIO(package.read(name)))
            item = document.root
            told[name] = _marked(item, variables) if type(item).__name__ == "AssessmentItem" else type(item).__name__
    return told


def _marked(item: Any, variables: Any) -> Any:
    state = variables.ItemSessionState(item)
    state.begin_session()
    state.set_outcome_defaults()
    for name, declared in item.declarations.items():
        if type(declared).__name__ == "ResponseDeclaration":
            state[name].set_value(state[f"{name}.CORRECT"].value)
    if item.ResponseProcessing is not None:
        item.ResponseProcessing.run(state)
    return state["SCORE"].value


def xlsx(path: str) -> Any:
    """The rows of every sheet."""
    library: Any = importlib.import_module("python_calamine")
    book = library.CalamineWorkbook.from_path(path)
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


if __name__ == "__main__":
    reader, file = sys.argv[1:]
    sys.stdout.write(json.dumps({"anki": anki, "qti": qti, "xlsx": xlsx}[reader](file)))
