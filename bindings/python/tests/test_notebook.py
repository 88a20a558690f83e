"""The notebook of the examples: every cell runs, and three of them draw."""

from pathlib import Path

import nbclient
import nbformat

TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"


def test_the_notebook_runs_and_draws():
    notebook = nbformat.read(TOUR, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) == 3
