"""`pydotprint`: the graph of a program as a picture in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gnomon.theano.configuration import config
from gnomon.theano.drawing import dot_of, picture_of


def pydotprint(
    fct: Any, outfile: Any = None, compact: bool = True, format: str = "png", with_ids: bool = False,
    high_contrast: bool = True, cond_highlight: Any = None, colorCodes: Any = None, max_label_size: int = 70,
    scan_graphs: bool = False, var_with_name_simple: bool = False, print_output_file: bool = True,
    return_image: bool = False,
) -> Any:  # fmt: skip
    """Write the graph of a function or of variables as a picture, or return the picture.

    ``format="dot"`` is text, and needs nothing; other formats are made by the program `dot` of Graphviz.
    """
    if outfile is not None and Path(outfile).suffix[1:]:
        format = Path(outfile).suffix[1:]
    text = dot_of(picture_of(fct, max_label_size))
    image = text.encode() if format == "dot" else _rendered(text, format)
    if return_image:
        return image
    place = Path(outfile or Path(config.compiledir, f"theano.pydotprint.{config.device}"))
    if place.suffix != f".{format}":
        place = place.with_name(f"{place.name}.{format}")
    place.write_bytes(image)
    if print_output_file:
        print("The output file is available at", place)
    return None


def _rendered(text: str, format: str) -> bytes:
    """Return a picture that `dot` makes of a text."""
    import shutil
    import subprocess

    program = shutil.which("dot")
    if program is None:
        raise RuntimeError(
            f"pydotprint: a picture as {format} is made by the program dot, and it is not installed: install "
            'Graphviz, or give format="dot", or write a page with theano.d3viz.d3viz'
        )
    done = subprocess.run([program, f"-T{format}"], input=text.encode(), capture_output=True, check=False)
    if done.returncode:
        raise ValueError(f"pydotprint: dot makes no {format}: {done.stderr.decode().strip()}")
    return done.stdout
