"""Files with pictures of graphs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gnomon.theano.drawing import dot_of, page_of, picture_of


def d3viz(fct: Any, outfile: Any, copy_deps: bool = True, *args: Any, **kwargs: Any) -> None:
    """Write a page that shows the graph of a function or of variables; it needs no other file."""
    place = Path(outfile)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(page_of(picture_of(fct), place.stem), encoding="utf-8")


def d3write(fct: Any, path: Any, *args: Any, **kwargs: Any) -> None:
    """Write a graph in the language of `dot`."""
    Path(path).write_text(dot_of(picture_of(fct)), encoding="utf-8")
