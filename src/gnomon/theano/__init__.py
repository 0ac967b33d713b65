"""Theano's names over Gnomon: programs written for Theano run on today's Python.

``python -m gnomon.theano script.py`` runs a program, and ``gnomon.theano.install()`` makes ``import theano`` mean this package.
"""

# ruff: noqa: F401 (names that users import from here)

import logging
import sys

from gnomon.theano import gof

from gnomon.theano import tensor  # isort: skip  (arrays come before functions of them)
from gnomon.theano import compile, gradient, printing, sandbox, scalar, scan_module
from gnomon.theano.compile.copies import clone
from gnomon.theano.compile.function import UnusedInputError, function
from gnomon.theano.compile.io import In, Out, Param, SymbolicInput, SymbolicOutput
from gnomon.theano.compile.mode import Mode
from gnomon.theano.compile.sharedvalue import shared
from gnomon.theano.configuration import change_flags, config
from gnomon.theano.differentiating.forward import Rop
from gnomon.theano.differentiating.reverse import Lop, grad, subgraph_grad
from gnomon.theano.gof import (
    Apply,
    CLinker,
    Constant,
    DualLinker,
    FunctionGraph,
    Generic,
    InconsistencyError,
    Linker,
    LocalLinker,
    Op,
    OpenMPOp,
    OpWiseCLinker,
    PerformLinker,
    Type,
    Variable,
    generic,
    object2,
)
from gnomon.theano.install import install
from gnomon.theano.printing import pp, pprint
from gnomon.theano.sandbox import rng_mrg as _rng_mrg
from gnomon.theano.scan_module import foldl, foldr, map, reduce, scan, scan_checkpoints
from gnomon.theano.tensor import shared_randomstreams as _streams
from gnomon.theano.tensor.constants import get_scalar_constant_value
from gnomon.theano.tensor.products import dot
from gnomon.theano.tensor.subtensor import sparse_grad
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import TensorConstant, TensorVariable
from gnomon.theano.updates import OrderedUpdates

__version__ = "1.0.5"
from gnomon.theano import configdefaults, configparser
from gnomon.theano.compile import FunctionMaker, OpFromGraph, ProfileStats, as_op, function_dump
from gnomon.theano.compile.mode import predefined_linkers, predefined_modes, predefined_optimizers
from gnomon.theano.compile.sharedvalue import Container, SharedVariable
from gnomon.theano.gof.testing_values import get_debug_values
from gnomon.theano.ifelse import ifelse
from gnomon.theano.misc.safe_asarray import _asarray


def __getattr__(name: str) -> object:
    if name == "sparse":
        from importlib import import_module

        return import_module("gnomon.theano.sparse")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


theano = sys.modules[__name__]  # ``from theano import theano`` works, too
theano_logger = logging.getLogger("theano")
