"""Gnomon knows tensor shapes: it checks array programs without running them, and compiles symbolic arrays.

Importing the package loads nothing else; each part loads on first use. ``import gnomon as gn`` gives the
functions of the array API standard (``gn.sum``, ``gn.linalg`` ...) over symbolic arrays; they need NumPy.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PARTS = frozenset(
    {
        "check",
        "cli",
        "compile",
        "graph",
        "models",
        "networks",
        "ops",
        "report",
        "rules",
        "runtime",
        "shapes",
        "theano",
        "values",
    }
)
_DUNDERS = frozenset({"__array_api_version__", "__array_namespace_info__"})


def __getattr__(name: str) -> "Any":
    if name in _PARTS or (name.startswith("_") and name not in _DUNDERS):
        raise AttributeError(f"module 'gnomon' has no attribute {name!r}")
    face = _face(name)
    if name not in face.public():
        raise AttributeError(f"gnomon has no {name!r}{face.advice(name)}; dir(gnomon) lists what there is")
    value = globals()[name] = face.find(name)
    return value


def __dir__() -> list[str]:
    return sorted({*_face("dir").public(), "__doc__", "__name__", "__version__"})


def _face(name: str) -> "Any":
    from importlib import import_module  # by name: the checker, which needs no NumPy, imports this package

    try:
        import_module("numpy")
    except ImportError:
        raise ImportError(
            f"gnomon.{name} works on arrays and needs NumPy: pip install 'gnomon[compile]'"
        ) from None
    return import_module("gnomon.graph.namespace")
