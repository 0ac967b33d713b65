"""Modes that watch a function while it runs, one application after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.theano.compile.mode import Mode, predefined_modes
from gnomon.theano.configuration import config
from gnomon.theano.gof.link import Thunk


class WatchingMode(Mode):
    """A mode that sees each application: ``before`` and ``after`` take its number, itself, and the values."""

    @property
    def watch(self) -> WatchingMode:
        """The mode itself."""
        return self

    def around(
        self, number: int, node: Any, values: list[Any], perform: Callable[[], list[Any]]
    ) -> list[Any]:
        """Return the results of an application, seen before and after."""
        self.before(number, node, values)
        results = perform()
        self.after(number, node, values, results)
        return results

    def before(self, number: int, node: Any, values: list[Any]) -> None:
        """See the values that an application takes."""

    def after(self, number: int, node: Any, values: list[Any], results: list[Any]) -> None:
        """See the values that an application gives."""


class MonitorMode(WatchingMode):
    """Calls functions of the user before and after each application: ``f(number, node, thunk)``."""

    def __init__(
        self,
        pre_func: Callable[..., Any] | None = None,
        post_func: Callable[..., Any] | None = None,
        optimizer: Any = "default",
        linker: Any = None,
    ) -> None:
        super().__init__("vm" if linker is None else linker, optimizer)
        self.pre_func, self.post_func = pre_func, post_func

    def before(self, number: int, node: Any, values: list[Any]) -> None:
        if self.pre_func is not None:
            self.pre_func(number, node, Thunk(values, [None] * len(node.outputs), list))

    def after(self, number: int, node: Any, values: list[Any], results: list[Any]) -> None:
        if self.post_func is not None:
            self.post_func(number, node, Thunk(values, results, lambda: results))


def detect_nan(i: int, node: Any, fn: Any) -> None:
    """Print an application that gives NaN (for ``MonitorMode(post_func=detect_nan)``)."""
    from gnomon.theano.printing import debugprint

    for output in fn.outputs:
        value = output[0]
        if isinstance(value, np.ndarray) and value.dtype.kind in "fc" and np.isnan(value).any():
            print("*** NaN detected ***")
            debugprint(node)
            print(f"Inputs : {[entry[0] for entry in fn.inputs]}")
            print(f"Outputs: {[entry[0] for entry in fn.outputs]}")
            return


def contains_nan(arr: Any, node: Any = None, var: Any = None) -> bool:
    """Whether numbers contain NaN."""
    return _has(arr, np.isnan)


def contains_inf(arr: Any, node: Any = None, var: Any = None) -> bool:
    """Whether numbers contain infinities."""
    return _has(arr, np.isinf)


def _has(arr: Any, test: Callable[..., Any]) -> bool:
    if not isinstance(arr, (np.ndarray, np.number)) or arr.dtype.kind not in "fc":
        return False
    return bool(np.any(test(arr)))


class NanGuardMode(WatchingMode):
    """Raises an AssertionError where NaN, infinities or huge numbers come in or out of an application."""

    def __init__(
        self,
        nan_is_error: bool | None = None,
        inf_is_error: bool | None = None,
        big_is_error: bool | None = None,
        optimizer: Any = "default",
        linker: Any = None,
    ) -> None:
        super().__init__("vm" if linker is None else linker, optimizer)
        settings = config.NanGuardMode
        self.nan_is_error = settings.nan_is_error if nan_is_error is None else nan_is_error
        self.inf_is_error = settings.inf_is_error if inf_is_error is None else inf_is_error
        self.big_is_error = settings.big_is_error if big_is_error is None else big_is_error
        if not (self.nan_is_error or self.inf_is_error or self.big_is_error):
            raise AssertionError(
                "NanGuardMode needs at least one of nan_is_error, inf_is_error and big_is_error"
            )

    def check(self, value: Any, node: Any, variable: Any) -> None:
        """Raise an error if a value has what is forbidden."""
        if getattr(variable.tag, "nan_guard_mode_check", True) is False:
            return
        for part in value if isinstance(value, (list, tuple)) else [value]:
            found = []
            if self.nan_is_error and contains_nan(part):
                found.append("NaN")
            if self.inf_is_error and contains_inf(part):
                found.append("Inf")
            if self.big_is_error and isinstance(part, np.ndarray) and part.dtype.kind == "f" and part.size:
                if np.abs(part[np.isfinite(part)]).max(initial=0) > 1e10:
                    found.append("Big value")
            if found:
                raise AssertionError(f"{' and '.join(found)} detected in {variable}: {part}\n{_where(node)}")

    def before(self, number: int, node: Any, values: list[Any]) -> None:
        for value, variable in zip(values, node.inputs):
            if variable.owner is None:
                self.check(value, node, variable)

    def after(self, number: int, node: Any, values: list[Any], results: list[Any]) -> None:
        for value, variable in zip(results, node.outputs):
            self.check(value, node, variable)


def _where(node: Any) -> str:
    from gnomon.theano.gof.utils import get_variable_trace_string

    written = get_variable_trace_string(node)
    return f"NanGuardMode found an error in the output of {node}" + (
        f", written at\n{written}" if written else ""
    )


predefined_modes["NanGuardMode"] = NanGuardMode(True, True, True)
predefined_modes["MonitorMode"] = MonitorMode()
