"""`DebugMode`: checks each application while a function runs: what it gives, what it overwrites, what memory it shares."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.theano.compile.mode import predefined_modes
from gnomon.theano.compile.watching import WatchingMode
from gnomon.theano.configuration import config
from gnomon.theano.lowering import lowering_of

default_make_thunk: list[Any] = []
"""Methods that programs name as ones that only call `perform` or C code; each application is computed by one of these."""


class DebugModeError(Exception):
    """What `DebugMode` finds."""


class BadThunkOutput(DebugModeError):
    """Two ways to compute an application differ."""


class BadOptimization(DebugModeError):
    """A rewritten application gives another value."""


class BadDestroyMap(DebugModeError):
    """An operation overwrites an input that its ``destroy_map`` does not name."""

    def __init__(self, node: Any, idx: int, old_val: Any, new_val: Any, perform: str = "perform") -> None:
        super().__init__()
        self.node, self.idx, self.old_val, self.new_val, self.perform = node, idx, old_val, new_val, perform

    def __str__(self) -> str:
        return (
            f"{self.node.op} overwrites its input {self.idx}, which its destroy_map does not name: it was {self.old_val} and "
            f"is {self.new_val}"
        )


class BadViewMap(DebugModeError):
    """An output shares memory with an input, or another output, that ``view_map`` does not name."""

    def __init__(
        self, node: Any, output: Any, out_storage: Any, in_alias_idx: Any = None, out_alias_idx: Any = None
    ) -> None:
        super().__init__()
        self.node, self.output, self.out_storage = node, output, out_storage
        self.in_alias_idx, self.out_alias_idx = in_alias_idx, out_alias_idx

    def __str__(self) -> str:
        return (
            f"{self.output} of {self.node.op} shares memory with inputs {self.in_alias_idx} and outputs "
            f"{self.out_alias_idx}, which its view_map does not name"
        )


class StochasticOrder(DebugModeError):
    """Two compilations of one graph differ."""


class InvalidValueError(DebugModeError):
    """A value that its variable's type does not allow."""

    def __init__(
        self, r: Any, v: Any, client_node: Any = None, hint: str = "none", specific_hint: str = "none"
    ) -> None:
        super().__init__()
        self.r, self.v, self.client_node, self.hint, self.specific_hint = (
            r,
            v,
            client_node,
            hint,
            specific_hint,
        )

    def __str__(self) -> str:
        return f"{self.r} of type {self.r.type} may not be {self.v!r}: {self.hint}; {self.specific_hint}"


class DebugMode(WatchingMode):
    """A mode that checks each application: slow, and thorough."""

    def __init__(
        self,
        optimizer: Any = "fast_run",
        stability_patience: int | None = None,
        check_c_code: bool | None = None,
        check_py_code: bool | None = None,
        check_isfinite: bool | None = None,
        check_preallocated_output: Any = None,
        require_matching_strides: Any = None,
        linker: Any = None,
    ) -> None:
        super().__init__("py" if linker is None else linker, optimizer)
        settings = config.DebugMode
        self.stability_patience = settings.patience if stability_patience is None else stability_patience
        self.check_c_code = settings.check_c if check_c_code is None else check_c_code
        self.check_py_code = settings.check_py if check_py_code is None else check_py_code
        self.check_isfinite = settings.check_finite if check_isfinite is None else check_isfinite
        self.check_preallocated_output = check_preallocated_output
        self.require_matching_strides = require_matching_strides
        if not (self.check_c_code or self.check_py_code):
            raise ValueError("DebugMode has to check at least one of c and py code")

    def before(self, number: int, node: Any, values: list[Any]) -> None:
        for variable, value in zip(node.inputs, values):
            if variable.owner is None:
                self._check(variable, value, node)
        self._old = [np.array(value) if isinstance(value, np.ndarray) else None for value in values]

    def after(self, number: int, node: Any, values: list[Any], results: list[Any]) -> None:
        for variable, value in zip(node.outputs, results):
            self._check(variable, value, node)
        destroyed = {place for places in getattr(node.op, "destroy_map", {}).values() for place in places}
        for place, (old, new) in enumerate(zip(self._old, values)):
            if old is not None and place not in destroyed and not node.inputs[place].type.values_eq(old, new):
                raise BadDestroyMap(node, place, old, new)
        if lowering_of(node.op) is None:
            self._check_views(node, values, results)

    def _check(self, variable: Any, value: Any, node: Any) -> None:
        if not variable.type.is_valid_value(value):
            raise InvalidValueError(
                variable, value, node, specific_hint=variable.type.value_validity_msg(value)
            )
        finite = getattr(variable.type, "filter_checks_isfinite", False) or self.check_isfinite
        if (
            finite
            and isinstance(value, np.ndarray)
            and value.dtype.kind in "fc"
            and not np.isfinite(value).all()
        ):
            raise InvalidValueError(variable, value, node, hint="it is not finite")

    def _check_views(self, node: Any, values: list[Any], results: list[Any]) -> None:
        views, destroys = getattr(node.op, "view_map", {}), getattr(node.op, "destroy_map", {})
        for place, result in enumerate(results):
            if not isinstance(result, np.ndarray):
                continue
            allowed = [*views.get(place, []), *destroys.get(place, [])]
            shared = [
                k
                for k, value in enumerate(values)
                if isinstance(value, np.ndarray) and np.may_share_memory(value, result)
            ]
            wrong = [k for k in shared if k not in allowed]
            if wrong:
                raise BadViewMap(node, node.outputs[place], result, in_alias_idx=wrong)
            if allowed and not shared:
                continue
            self._check_pairs(node, place, results)

    def _check_pairs(self, node: Any, place: int, results: list[Any]) -> None:
        for other in range(place):
            mine, its = results[place], results[other]
            both = node.outputs[place], node.outputs[other]
            if (
                isinstance(its, np.ndarray)
                and np.may_share_memory(mine, its)
                and all(_is_used(v) for v in both)
            ):
                raise BadViewMap(node, node.outputs[place], mine, out_alias_idx=[other])


def _is_used(variable: Any) -> bool:
    """Whether a variable is used inside its function, not only given back."""
    return any(node != "output" for node, _ in getattr(variable, "clients", ()))


predefined_modes["DebugMode"] = predefined_modes["DEBUG_MODE"] = DebugMode()

__all__ = [
    "BadDestroyMap",
    "BadOptimization",
    "BadThunkOutput",
    "BadViewMap",
    "DebugMode",
    "DebugModeError",
    "InvalidValueError",
    "StochasticOrder",
]
