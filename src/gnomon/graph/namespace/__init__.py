"""What `import gnomon as gn` offers: the array API standard, NumPy's names beside it, and more."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gnomon.graph.size_operators
import gnomon.graph.world  # noqa: F401  (arrays need their world, and sizes a meaning beside floats)
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array, shared, symbol
from gnomon.graph.errors import (
    ArgumentError,
    DtypeError,
    EvaluationError,
    GnomonError,
    RangeError,
    ShapeError,
    SymbolicValueError,
)
from gnomon.graph.namespace import fft, linalg, nn, random, special
from gnomon.graph.namespace.constants import *  # noqa: F403
from gnomon.graph.namespace.creation import *  # noqa: F403
from gnomon.graph.namespace.dtypes import *  # noqa: F403
from gnomon.graph.namespace.elementwise import *  # noqa: F403
from gnomon.graph.namespace.info import __array_api_version__, __array_namespace_info__
from gnomon.graph.namespace.manipulation import *  # noqa: F403
from gnomon.graph.namespace.more_names import *  # noqa: F403
from gnomon.graph.namespace.numpy_names import *  # noqa: F403
from gnomon.graph.namespace.numpy_shaping import *  # noqa: F403
from gnomon.graph.namespace.numpy_statistics import *  # noqa: F403
from gnomon.graph.namespace.picking import *  # noqa: F403
from gnomon.graph.namespace.products import *  # noqa: F403
from gnomon.graph.namespace.products import outer_of as outer_of
from gnomon.graph.namespace.searching import *  # noqa: F403
from gnomon.graph.namespace.sets import *  # noqa: F403
from gnomon.graph.namespace.sorting import *  # noqa: F403
from gnomon.graph.namespace.statistical import *  # noqa: F403
from gnomon.graph.namespace.utility import *  # noqa: F403
from gnomon.graph.printing import debug_print
from gnomon.graph.traversal import ancestors, replace
from gnomon.graph.trees import map_tree

_OWN: tuple[Any, ...] = (
    Array, as_array, shared, symbol, ArgumentError, DtypeError, RangeError, EvaluationError, GnomonError, ShapeError,
    SymbolicValueError, fft, linalg, nn, random, special, debug_print, ancestors, replace, map_tree,
    __array_api_version__, __array_namespace_info__,
)  # fmt: skip

_HIDDEN = frozenset(
    {
        "Any",
        "annotations",
        "gnomon",
        "as_array",
        "outer_of",
        "import_module",
        "LATER",
        "LATER_CHAPTERS",
        "public",
        "find",
        "advice",
    }
)
_CHAPTERS = frozenset(
    {
        "arguments", "constants", "creation", "dtypes", "elementwise", "info", "manipulation", "more_names",
        "numpy_names", "numpy_shaping", "numpy_statistics",
        "picking", "products", "dropping", "searching", "sets", "sorting", "statistical", "utility", "losses", "pools", "windows",
        "for_numpy", "elsewhere", "attending", "fitting", "recurrent",
    }
)  # fmt: skip


LATER: dict[str, str] = (
    dict.fromkeys(
        ("custom_gradient", "grad", "hessian", "jacobian", "jvp", "stop_gradient", "value_and_grad", "vjp"),
        "gnomon.graph.gradients",
    )
    | dict.fromkeys(
        ("cond", "fori_loop", "map", "remat", "scan", "switch", "while_loop"), "gnomon.graph.control"
    )
    | {
        "Function": "gnomon.runtime.function",
        "ExportError": "gnomon.runtime.exporting",
        "NanError": "gnomon.runtime.guarding",
        "DifferenceError": "gnomon.runtime.comparing",
        "config": "gnomon.runtime.config",
        "ensure": "gnomon.graph.own.watching",
        "tap": "gnomon.graph.own.watching",
        "CompileError": "gnomon.compile.own.compiling",
        "OpError": "gnomon.runtime.op_checks",
        "check_op": "gnomon.runtime.op_checks",
        "op": "gnomon.graph.own",
        "explain": "gnomon.runtime.explaining",
        "function": "gnomon.runtime.function",
        "jit": "gnomon.runtime.jitting",
        "show": "gnomon.runtime.page",
    }
    | dict.fromkeys(("ShapeDtype", "eval_shape", "vectorize", "vmap"), "gnomon.graph.batching")
)
"""Names whose module is loaded on first use."""

LATER_CHAPTERS = {"sparse": "gnomon.graph.sparse"}
"""Modules of the namespace that are loaded on first use."""


def public() -> tuple[str, ...]:
    """Return the names that `gnomon` offers."""
    names = {name for name in globals() if not name.startswith("_")} - _HIDDEN - _CHAPTERS
    return tuple(
        sorted({*names, *LATER, *LATER_CHAPTERS, "__array_api_version__", "__array_namespace_info__"})
    )


def find(name: str) -> Any:
    """Return what `gnomon` offers under a name."""
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
    if name in LATER_CHAPTERS:
        return import_module(LATER_CHAPTERS[name])
    return globals()[name]


def advice(name: str) -> str:
    """Return what to write in place of a name that there is not."""
    from gnomon.graph.namespace import elsewhere

    return elsewhere.advice(name, public())
