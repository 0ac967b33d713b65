"""Prints the seconds from a finished import to the first result of a program: `first_call.py LIBRARY PROGRAM`."""

from __future__ import annotations

import importlib
import sys
import time

import numpy as np
from lines import formulas, recurrent, training

MODULES = {"Gnomon": "gnomon", "JAX": "jax.numpy", "torch.compile": "torch", "PyTensor": "pytensor.tensor"}


def main(name: str, program: str) -> None:
    """Load the library, then set the program up and call it once."""
    module = importlib.import_module(MODULES[name])
    if name == "Gnomon":
        module.function([], module.asarray(1.0))  # what loads on first use belongs to the import
    if program == "small function":
        x = np.linspace(0, 1, 1000)
        make = formulas.makers(formulas._chain, [x, x])[name]
    elif program.startswith("LSTM"):
        make = recurrent.sequences()[0].makers[name]
    else:
        make = training._line("", [784, 500, 500, 10], 128).makers[name]
    began = time.perf_counter()
    make()()
    print(time.perf_counter() - began)


if __name__ == "__main__":
    main(*sys.argv[1:])
