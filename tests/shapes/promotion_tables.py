"""The real libraries' promotion tables, as text.

The files in `tables/` are what this script prints where the library is installed:

    python tests/shapes/promotion_tables.py torch > tests/shapes/tables/torch.txt

A row is the dtype of the left operand of `+`, a column that of the right one (an array, then a Python
scalar), and `-` means that the library refuses.
"""

import sys
import warnings
from pathlib import Path

INTEGERS = [f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)]
NAMES = ["bool", *INTEGERS, "float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
SCALARS = {"bool": True, "int": 1, "float": 1.5, "complex": 1j}
CODES = {name: name.replace("complex", "c").replace("uint", "u").replace("int", "i") for name in NAMES}
CODES = {name: code.replace("bfloat", "bf").replace("float", "f") for name, code in CODES.items()}
NAMES_OF_CODES = {code: name for name, code in CODES.items()}


def read(library: str) -> dict[tuple[str, str], str | None]:
    """The table of a library: (row, column) to the name of the result's dtype, None if refused."""
    header, *rows = (Path(__file__).parent / "tables" / f"{library}.txt").read_text().splitlines()
    table: dict[tuple[str, str], str | None] = {}
    for row in rows:
        name, *cells = row.split()
        for column, cell in zip(header.split(), cells, strict=True):
            row_name = NAMES_OF_CODES[name]
            table[row_name, NAMES_OF_CODES.get(column, column)] = NAMES_OF_CODES.get(cell)
    return table


def arrays(library: str):
    """A function that makes an array of ones, and the names of the dtypes to try."""
    if library == "torch":
        import torch

        return (lambda name: torch.ones(2, dtype=getattr(torch, name))), NAMES
    if library == "tf":
        import tensorflow as tf

        return (lambda name: tf.cast(tf.constant([1, 1]), name)), NAMES
    if library in ("jax", "jax64"):
        import jax
        import jax.numpy as jnp

        jax.config.update("jax_enable_x64", library == "jax64")
        wide = ("int64", "uint64", "float64", "complex128")
        names = [name for name in NAMES if library == "jax64" or name not in wide]
        return (lambda name: jnp.ones(2, dtype=name)), names
    import numpy as np

    return (lambda name: np.ones(2, dtype=name)), [name for name in NAMES if name != "bfloat16"]


def result(library: str, left, right) -> str:
    """The dtype of a sum, as a code."""
    try:
        if library == "torch":
            import torch

            torch.promote_types(left.dtype, getattr(right, "dtype", left.dtype))
            dtype = torch.result_type(left, right)
        else:
            dtype = (left + right).dtype
    except Exception:
        return "-"
    name = getattr(dtype, "name", None) or str(dtype).removeprefix("torch.")
    return CODES.get(name, "-")


def main(library: str) -> None:
    """Print the table of an installed library."""
    warnings.simplefilter("ignore")
    make, names = arrays(library)
    print(" " * 5, *[CODES[name].ljust(5) for name in names], *[f"{kind}()".ljust(9) for kind in SCALARS])
    for name in names:
        row = [result(library, make(name), make(other)).ljust(5) for other in names]
        row += [result(library, make(name), scalar).ljust(9) for scalar in SCALARS.values()]
        print(CODES[name].ljust(5), *row)


if __name__ == "__main__":
    main(sys.argv[1])
