"""`gn.function`: a compiled function of symbolic arrays."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gnomon.compile.donation import reused
from gnomon.compile.plan import Plan
from gnomon.compile.program import Program
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.reference.sizes import Solution
from gnomon.compile.reference.taking import taken
from gnomon.compile.rewritten import rewritten
from gnomon.graph.array import Array, Constant, Input, Shared
from gnomon.graph.errors import ArgumentError, EvaluationError, GnomonError, ShapeError
from gnomon.graph.garbage import seldom_searched
from gnomon.graph.rewrites import LEVELS
from gnomon.graph.sites import user_site
from gnomon.graph.streams import automatic_updates
from gnomon.graph.traversal import resized
from gnomon.runtime import detour
from gnomon.runtime.arguments import Binder, checked, held
from gnomon.runtime.arranging import Arranging
from gnomon.runtime.checking import check_inputs, check_update, given_up, givens_of, pairs_of
from gnomon.runtime.config import config
from gnomon.runtime.entry import native_entry
from gnomon.runtime.execution import Execution, Watch
from gnomon.runtime.failing import Failure, as_written, trampoline, trimmed
from gnomon.runtime.forms import LIST, NOTHING, SINGLE, TUPLE, form_of

__all__ = ["ArgumentError", "Function", "function"]

if TYPE_CHECKING:
    from gnomon.runtime.profiling import Recorder


class Options(NamedTuple):
    """How a function is made (see `function`)."""

    name: str | None = None
    native: bool = True
    laws: str = "stable"
    donate: tuple[Input, ...] = ()
    profile: bool = False


class Function:
    """What `function` returns. Call it with one value per input, by position or by name.

    ``inputs``, ``outputs`` (as they were given), ``updates`` (a dict) and ``name`` tell what it was made of.
    """

    inputs: tuple[Array, ...]
    outputs: Any
    updates: dict[Shared, Array]
    name: str | None

    def __init__(
        self,
        inputs: Sequence[Array],
        outputs: Any,
        updates: Sequence[tuple[Shared, Array]],
        givens: Mapping[Array, Array],
        options: Options,
    ) -> None:
        self.inputs = tuple(inputs)
        self.outputs = outputs
        self.updates = dict(updates)
        self.givens = dict(givens)
        self.options = options
        self.name = name = options.name
        self.donate = options.donate
        self.recorder: Recorder | None = None
        self._outputs, self.form = form_of(outputs)
        self.count = len(self._outputs)
        self.updated = [shared for shared, _ in updates]
        wanted = [*self._outputs, *[array for _, array in updates]]
        fitted = resized(wanted, givens) if givens else None
        given = givens if fitted is None else {}
        self.capture = rewritten(fitted or wanted, given, laws=options.laws, expand=options.native)
        self.program = Program(self.capture, native=options.native)
        self.plan = Plan(self.program, self.inputs, self.updated)
        self._binder = Binder(self.inputs, name or "the function")
        self.kinds = [(numpy_dtype(array.dtype), array.ndim) for array in self.inputs]
        self._others = self.plan.leaves[len(self.inputs) :]
        self._plain = all(isinstance(leaf, Constant) for leaf in self._others)
        self._constants: list[Any] = [leaf.data for leaf in self._others if isinstance(leaf, Constant)]
        self.reused = reused(self.plan, self.donate, len(self._outputs))
        entry = None
        if options.profile:
            from gnomon.runtime.profiling import Recorder

            self.recorder = Recorder(self)
        elif options.native:
            entry = native_entry(
                self.plan, self.updated, self.form, self._python, name or "function", reused=self.reused
            )
        self.is_native = entry is not None
        self._arranging = Arranging(self, self._slow) if self.is_native else None
        self.__class__ = type(  # one class each, so that a call goes straight to native code
            "Function",
            (Function,),
            {"__slots__": (), "__call__": entry or trampoline(self._python), "__doc__": Function.__doc__},
        )

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run the function; returns NumPy arrays in the structure of its outputs."""
        raise NotImplementedError

    @functools.cached_property
    def _execution(self) -> Execution:
        """The Python path, prepared when a call first takes it."""
        return Execution(self.plan)

    @property
    def __signature__(self) -> inspect.Signature:
        """The inputs as parameters."""
        names = [array.name or "" for array in self.inputs]
        named = all(name.isidentifier() for name in names) and len(set(names)) == len(names)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if named else inspect.Parameter.POSITIONAL_ONLY
        return inspect.Signature(
            [inspect.Parameter(name if named else f"input{k}", kind) for k, name in enumerate(names)]
        )

    def _python(self, *arguments: Any, **named: Any) -> Any:
        """Run what the native entry does not take."""
        try:
            arranged = self._arranging.call(arguments) if self._arranging is not None and not named else None
        except GnomonError as error:
            return Failure(trimmed(error))
        return self._slow(arguments, named) if arranged is None else arranged[0]

    def _slow(self, arguments: Sequence[Any], named: dict[str, Any]) -> Any:
        """Run the function without a native entry."""
        try:
            return self._run(tuple(arguments), named, None)
        except GnomonError as error:
            return Failure(trimmed(error))

    def _run(self, arguments: tuple[Any, ...], named: dict[str, Any], watch: Watch | None) -> Any:
        if watch is None and config.nan_guard:
            from gnomon.runtime.guarding import nan_watch

            watch = nan_watch(self.plan)
        elif watch is None and config.compare:
            from gnomon.runtime.comparing import comparing_watch

            watch = comparing_watch(self.plan)
        elif watch is None and self.recorder is not None:
            watch = self.recorder.call()
        if named or len(arguments) != len(self.inputs):
            values = self._binder.bound(arguments, named)
        else:
            values = list(arguments)
        for place, (value, (dtype, rank)) in enumerate(zip(values, self.kinds)):
            if type(value) is not np.ndarray or value.dtype != dtype or value.ndim != rank:
                values[place] = taken(self.inputs[place], value)
        if not self.updated:
            return self._rebuilt(self._results(values, watch))
        with detour.alone():
            results = self._results(values, watch)
            count = len(self._outputs)
            self._check_updates(results[count:])
            with detour.still():
                for shared, new in zip(self.updated, results[count:]):
                    shared.cell[0] = new
        return self._rebuilt(results[:count])

    def computed(self, values: Sequence[Any], watch: Watch | None = None) -> list[Any]:
        """Return the values of outputs and updates without storing updates, watching each step."""
        checked_values = [taken(array, value) for array, value in zip(self.inputs, values)]
        return self._results(checked_values, watch)

    def _results(self, values: list[Any], watch: Watch | None) -> list[Any]:
        leaves = values + (self._constants if self._plain else self._held())

        def check() -> Solution:
            solution = Solution()
            for array, value in zip(self.inputs, values):
                checked(array, value, solution)
            for leaf in self._others:
                held(leaf, solution)
            return solution

        try:
            results = self._execution.run(leaves, check, watch)
        except EvaluationError as error:
            raise as_written(self.capture, dict(zip(self.inputs, values)), error) from None
        return _owned(results, leaves)

    def _held(self) -> list[Any]:
        """The values of shared arrays and constants, as they are between two updates."""
        shared = sum([isinstance(leaf, Shared) for leaf in self._others])
        with detour.still() if shared > 1 else nullcontext():
            return [
                leaf.cell[0] if isinstance(leaf, Shared) else leaf.data  # type: ignore[attr-defined]
                for leaf in self._others
            ]

    def _check_updates(self, values: Sequence[Any]) -> None:
        for shared, value in zip(self.updated, values):
            if value.shape != shared.cell[0].shape:
                raise ShapeError(
                    f"the update of {shared!r} has the shape {value.shape}, but it is {shared.cell[0].shape}",
                    self.updates[shared].site,
                )

    def _rebuilt(self, values: list[Any]) -> Any:
        form = self.form.form
        if form == SINGLE:
            return values[0]
        if form == NOTHING:
            return None
        return values if form == LIST else tuple(values) if form == TUPLE else self.form.rebuild(values)

    def __reduce__(self) -> tuple[Any, ...]:
        updates, givens = list(self.updates.items()), list(self.givens.items())
        return (_made, (self.inputs, self.outputs, updates, givens, tuple(self.options)))

    def copy(self, *, share: bool = False) -> Function:
        """Return a function that does the same, with shared arrays of its own unless ``share``."""
        import pickle

        if share:
            updates = list(self.updates.items())
            return Function(self.inputs, self.outputs, updates, self.givens, self.options)
        made: Function = pickle.loads(pickle.dumps(self))
        return made

    @property
    def pointer(self) -> Any:
        """A C function that does the same without Python, as a ctypes function; ``pointer.address`` is its address.

        It takes the sizes (see `export`), then addresses of the inputs and of room for the outputs, and returns 0 or what
        went wrong. Shared arrays keep the values that they have when the pointer is made.
        """
        from gnomon.runtime.exporting import pointer_of

        return pointer_of(self)

    def export(self, path: Any, *, name: str | None = None, processor: str | None = None) -> Any:
        """Write a shared library of the function and its C header beside it; returns the path of the library.

        A path that ends with ``.o`` becomes an object file, for which no linker is needed. ``name`` is that of the C
        function (the file's name if None), ``processor`` what LLVM calls the processor that it will run on, such as
        ``"x86-64-v3"`` (this one if None). Shared arrays begin in the library with the values that they have now.
        """
        from gnomon.runtime.exporting import export

        return export(self, path, name, processor)

    def profile(self, *arguments: Any, repeat: int = 10, **named: Any) -> Any:
        """Run the steps one by one and return the time, bytes and operations of each; updates are not stored.

        Without arguments, of a function made with ``profile=True``: the means over all its calls so far.
        """
        from gnomon.runtime.profiling import profiled

        if not arguments and not named and self.recorder is not None:
            return self.recorder.profile()
        return profiled(self, self._binder.bound(arguments, named), repeat)

    def __repr__(self) -> str:
        inputs = ", ".join(f"{array!r} {array.shape}" for array in self.inputs)
        return f"<function {self.name or ''}({inputs})>"


def _made(inputs: Any, outputs: Any, updates: Any, givens: Any, options: Any) -> Function:
    return Function(inputs, outputs, updates, dict(givens), Options(*options))


def function(
    inputs: Any,
    outputs: Any,
    *,
    updates: Any = None,
    givens: Any = None,
    on_unused_input: str = "raise",
    name: str | None = None,
    native: bool = True,
    laws: str = "stable",
    donate: Any = (),
    profile: bool = False,
) -> Function:
    """Compile expressions into a function.

    ``inputs``: arrays made by `gn.symbol`. ``outputs``: an array, nested lists, tuples and dicts of arrays, or None.
    ``updates``: pairs of a shared array and the expression of its next value; all read the old values and are
    stored together at the end (those of random generators are added). ``givens``: arrays to be replaced by others
    of the same dtype and rank.
    ``on_unused_input``: "raise", "warn" or "ignore".
    With ``native=False`` NumPy computes everything. ``laws`` says which rewrites may be applied: "exact" (same
    bits), "stable" (also those that gain accuracy or differ by roundings), "all" or "none"; see docs/laws.md.

    ``donate``: inputs whose arrays each call may use for its outputs. The caller gives such an array up, with all
    views of it: afterwards it holds anything, or is an output. An array that is read-only, a view, or overlaps another
    argument is left as it is.

    With ``profile`` calls run step by step and are timed; ``f.profile()`` tells where their time went.
    """
    if laws not in LEVELS:
        raise ArgumentError(f"laws is one of {', '.join(LEVELS)}, not {laws!r}", user_site())
    listed = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    for entry in listed:
        if not isinstance(entry, Input):
            raise ArgumentError(f"inputs must be made by gn.symbol, but {entry!r} is not", user_site())
    if len(set(listed)) != len(listed):
        raise ArgumentError("an input is listed twice", user_site())
    if on_unused_input not in ("raise", "warn", "ignore"):
        raise ArgumentError(
            f"on_unused_input must be 'raise', 'warn' or 'ignore', got {on_unused_input!r}", user_site()
        )
    pairs = pairs_of(updates)
    replaced = givens_of(givens)
    pairs += automatic_updates(form_of(outputs)[0], pairs, replaced)
    targets: set[int] = set()
    for target, new in pairs:
        check_update(target, new)
        if id(target) in targets:
            raise ArgumentError(f"{target!r} has two updates", user_site())
        targets.add(id(target))
    options = Options(name, native, laws, tuple(given_up(donate, listed)), profile)
    with seldom_searched():
        made = Function(listed, outputs, pairs, replaced, options)
    check_inputs(made.capture, listed, on_unused_input)
    return made


def _owned(results: list[Any], leaves: list[Any]) -> list[Any]:
    """Return results that share no memory with a leaf or with each other."""
    seen = {id(leaf) for leaf in leaves}
    owned = []
    for result in results:
        flags = result.flags
        if result.base is not None or not flags.owndata or not flags.writeable or id(result) in seen:
            result = result.copy()
        seen.add(id(result))
        owned.append(result)
    return owned
