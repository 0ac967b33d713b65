"""Values of arrays on demand: ``x.eval()``, ``float(x)``, ``np.asarray(x)``, and the error where there is none."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from gnomon.graph.engines import engine
from gnomon.graph.errors import SymbolicValueError
from gnomon.graph.sites import user_site

if TYPE_CHECKING:
    from gnomon.graph.array import Array


def value_of(array: Any, why: str, given: Mapping[Any, Any] | None = None) -> Any:
    """Return the NumPy array that an expression is; ``why`` is what the user wrote that needs it."""
    from gnomon.graph.array import Constant, Input, Shared, SizeArray
    from gnomon.graph.traversal import ancestors

    if not given:
        if isinstance(array, Constant):
            return array.data
        if isinstance(array, Shared):
            return array.cell[0]
    missing = [leaf for leaf in ancestors([array], until=given or ()) if isinstance(leaf, Input)]
    if missing and not (given and all(leaf in given for leaf in missing)):
        names = ", ".join(sorted({leaf.name or "an unnamed input" for leaf in missing}))
        raise SymbolicValueError(
            f"{why} needs a known value, but {array!r} depends on {names}",
            user_site(),
            _CURES.get(why, "compile it with gn.function, or give values: x.eval({x: ...})"),
        )
    if not given:
        sizes = [leaf for leaf in ancestors([array]) if isinstance(leaf, SizeArray)]
        if sizes:
            raise SymbolicValueError(
                f"{why} needs a known value, but {array!r} depends on sizes known only when the function runs",
                user_site(),
                _CURES.get(why, "compile it with gn.function") + "; gn.minimum and gn.maximum compare sizes",
            )
    return engine().evaluate([array], given)[0]


_CURES = {
    "bool()": "choose between arrays with gn.where or gn.cond; combine conditions with & and |",
    "int()": "sizes are x.shape[0]; positions and counts may stay arrays",
}


def _exported(data: Any, settings: Mapping[str, Any]) -> Any:
    """Share memory by the old protocol, which has no word for read-only."""
    owner = data
    while owner.base is not None and hasattr(owner.base, "flags"):
        owner = owner.base
    writeable = owner.flags.writeable
    owner.flags.writeable = True
    try:
        view = data.view()
        view.flags.writeable = True
        return view.__dlpack__(**settings)
    finally:
        owner.flags.writeable = writeable


class Valued:
    """Mixed into `Array`."""

    __slots__ = ()

    def eval(self, given: Mapping[Any, Any] | None = None) -> Any:
        """Return the value as a NumPy array; ``given`` has the values of inputs (or of any other array)."""
        return value_of(self, "eval()", given)

    def item(self) -> Any:
        """Return the only element as a Python number."""
        return value_of(self, "item()").item()

    def tolist(self) -> Any:
        """Return nested lists of Python numbers."""
        return value_of(self, "tolist()").tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy as np

        return np.array(value_of(self, "np.asarray()"), dtype=dtype, copy=copy)

    def __bool__(self) -> bool:
        return bool(value_of(self, "bool()"))

    def __float__(self) -> float:
        return float(self._single("float()"))

    def __int__(self) -> int:
        return int(self._single("int()"))

    def __complex__(self) -> complex:
        return complex(self._single("complex()"))

    def __index__(self) -> int:
        return operator.index(self._single("int()"))

    def _single(self, why: str) -> Any:
        array = cast("Array", self)
        if array.ndim:
            raise TypeError(f"{why} takes an array without axes, but {array!r} is {array.shape}")
        return value_of(array, why)[()]

    def __format__(self, text: str) -> str:
        array = cast("Array", self)
        if text and not array.ndim:
            return format(value_of(array, "format()")[()], text)
        return format(str(self), text)

    @property
    def device(self) -> str:
        """Where the value lives: "cpu"."""
        return "cpu"

    def to_device(self, device: str, /, *, stream: Any = None) -> Any:
        """Return the array on a device."""
        from gnomon.graph.namespace.arguments import check_device

        check_device(device)
        if stream is not None:
            raise ValueError(f"to_device: stream must be None on the CPU, got {stream!r}")
        return self

    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        from gnomon.graph.namespace.info import namespace_of

        return namespace_of(api_version)

    def __dlpack__(
        self,
        /,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[Any, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        import numpy as np

        data = value_of(self, "from_dlpack()")
        settings = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        if data.flags.writeable or (max_version is not None and max_version >= (1, 0)):
            return data.__dlpack__(**settings)
        if copy is not False:
            return np.array(data).__dlpack__(**settings)
        return _exported(data, settings)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)
