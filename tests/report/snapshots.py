"""Expected texts in files: `GNOMON_UPDATE=1 pytest` writes them anew; read them before you commit."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"


def assert_snapshot(name: str, text: str) -> None:
    """The text is what the file of this name holds."""
    file = FOLDER / name
    if os.environ.get("GNOMON_UPDATE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
