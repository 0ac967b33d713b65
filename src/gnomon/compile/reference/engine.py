"""Evaluate expressions with NumPy: each application once, in the order of its inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from gnomon.compile.reference.dtypes import converted, numpy_dtype
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import REFERENCES, reference
from gnomon.compile.reference.sizes import Solution, Unsolved
from gnomon.compile.reference.taking import taken
from gnomon.compile.reference.telling import broken
from gnomon.graph.array import Application, Array, Constant, Shared
from gnomon.graph.errors import EvaluationError, GnomonError, PositionError, ShapeError
from gnomon.graph.own.record import OwnOp
from gnomon.graph.windows import BEYOND, is_window
from gnomon.ops.record import Op
from gnomon.shapes import Dtype, Shape

__all__ = ["computed", "evaluate", "find_reference", "reference", "taken"]

FAMILIES = """structure elementwise creation reductions indexing products control activations growing scattering order
random normalization patterns losses statistics linalg convolution pooling special fourier images bessel incomplete
attention ranking_losses calling sparse""".split()
"""Modules of references, those that programs need most often first: they are loaded one after the other as needed."""
NARROW = frozenset({"cast", "nan_to_num", "nextafter", "scan", "while_loop", "cond", "branch", "call"})
"""Operations that see float16 as it is; all others compute in float32."""
WEAKLY = frozenset({"bias_add", "masked_fill", "where", "update", "concat", "stack"})
"""Operations besides the elementwise ones in which a Python number takes the dtype of the others."""

_unloaded = dict.fromkeys(FAMILIES)


def find_reference(name: str) -> Any:
    """Return the function of an operation, or None."""
    for family in [*_unloaded]:
        if name in REFERENCES:
            break
        import_module(f"gnomon.compile.reference.{family}")
        _unloaded.pop(family, None)
    return REFERENCES.get(name)


def _has_reference(op: Op) -> bool:
    if isinstance(op, OwnOp):
        from gnomon.compile.own.computing import is_computable

        return is_computable(op)
    return find_reference(op.name) is not None


def computed(application: Application) -> tuple[Array, ...]:
    """Return the results of an application to constants: constants, or its own outputs if that cannot be."""
    arrays = list(dependencies(application))
    if not all(isinstance(array, Constant) for array in arrays) or not _has_reference(application.op):
        return application.outputs
    known = {array: array.data for array in arrays}  # type: ignore[attr-defined]
    try:
        results = run(application, known, Solution())
    except Unsolved:
        return application.outputs
    return tuple([_constant(data, out) for data, out in zip(results, application.outputs)])


def _constant(data: Any, out: Array) -> Constant:
    from gnomon.graph.constants import SMALL

    data = data.copy() if data.base is not None or data.flags.writeable is False else data
    data.flags.writeable = False
    whole = data.dtype.kind in "iu" and data.size <= SMALL
    contents = tuple([int(entry) for entry in data.ravel()]) if whole else None
    return Constant(
        Shape(tuple(data.shape)), out.dtype, data, weak=out.weak, contents=contents, site=out.site
    )


def evaluate(outputs: Sequence[Array], values: Mapping[Array, Any] | None = None) -> list[Any]:
    """Return the value of each expression. ``values`` gives those of inputs, or of any other array.

    Named sizes are read off the values; claims that were open when the expression was built are checked.
    """
    solution = Solution()
    known: dict[Array, Any] = {}
    for array, value in (values or {}).items():
        known[array] = _given(array, value, solution)
    run_all(outputs, known, solution)
    return [_own(known[array], known, array) for array in outputs]


def _own(value: Any, known: Mapping[Array, Any], array: Array) -> Any:
    """Return a result that shares no memory with a leaf."""
    shared = array.application is None or value.base is not None or not value.flags.writeable
    return value.copy() if shared else value


def _given(array: Array, value: Any, solution: Solution) -> Any:
    data = taken(array, value)
    wrong = solution.meet(array.shape, data.shape)
    if wrong is not None:
        size = solution.number(wrong[0])
        what = str(size) if size == wrong[0] else f"{wrong[0]} = {size}"
        raise ShapeError(
            f"{array!r} is {array.shape}, but {data.shape} was given: {what} is not {wrong[1]}", array.site
        )
    return data


def run_all(outputs: Iterable[Array], known: dict[Array, Any], solution: Solution) -> None:
    waiting = list(outputs)
    while waiting:
        array = waiting[-1]
        if array in known:
            waiting.pop()
            continue
        application = array.application
        if application is None:
            known[array] = _leaf(array, solution)
            continue
        missing = [needed for needed in _needed(application, known) if needed not in known]
        if missing:
            waiting.extend(missing)
            continue
        for out, data in zip(application.outputs, checked(application, known, solution)):
            known.setdefault(out, data)


def _leaf(array: Array, solution: Solution) -> Any:
    if isinstance(array, Constant):
        return array.data
    if isinstance(array, Shared):
        data = array.cell[0]
        wrong = solution.meet(array.shape, data.shape)
        if wrong is not None:
            raise ShapeError(f"{array!r} is {array.shape}, but holds {data.shape}", array.site)
        return data
    raise EvaluationError(f"no value is given for {array!r}", array.site)


def _needed(application: Application, known: Mapping[Array, Any]) -> Iterable[Array]:
    """Return what an application needs: of a choice the condition, then only what is chosen."""
    if application.op.name != "cond":
        return dependencies(application)
    predicate, then, otherwise = application.inputs
    if predicate not in known:
        return (predicate,)
    return (predicate, *(then if known[predicate] else otherwise))


def dependencies(application: Application) -> Iterator[Array]:
    """Each array that an application needs, those among its attributes and those that tell sizes included."""
    yield from application.needed()


def checked(application: Application, known: dict[Array, Any], solution: Solution) -> list[Any]:
    """Run an application after and before asking what was assumed of its sizes."""
    for claim in application.guards:
        if solution.denies(claim):
            raise broken(application, claim, solution)
    try:
        return run(application, known, solution)
    except Unsolved as unsolved:
        raise EvaluationError(
            f"{application.op.name}: the size {unsolved.size} is not known", application.site
        ) from None


def run(application: Application, known: Mapping[Array, Any], solution: Solution) -> list[Any]:
    """Carry out one application, and learn the sizes that only its results tell."""
    op = application.op
    if isinstance(op, OwnOp):
        from gnomon.compile.own.computing import own_results

        return own_results(application, known, solution)
    function = find_reference(op.name)
    if function is None:
        from gnomon.compile.reference.absent import NOT_EXECUTED

        reason = NOT_EXECUTED.get(op.name, "it has no reference yet")
        raise EvaluationError(f"{op.name} cannot be evaluated: {reason}", application.site)
    inputs = [_input(entry, known) for entry in application.inputs]
    inputs += [None] * (op.arrays - len(inputs))
    if op.name not in NARROW:
        inputs = [_wide(entry) for entry in inputs]
    if "elementwise" in op.facts or op.name in WEAKLY:
        inputs = _weakened(application, inputs)
    attributes = {**(op.defaults or {}), **(op.values or {}), **application.attributes}
    attributes = {key: solution.filled(value, known) for key, value in attributes.items()}  # type: ignore[arg-type]
    try:
        with np.errstate(all="ignore"):
            results = function(*inputs, **attributes)
    except GnomonError:
        raise  # of a step inside, which knows its line
    except IndexError as error:
        help = BEYOND if op.name in ("pick", "put") and is_window(application) else None
        raise PositionError(f"{op.name}: {error}", application.site, help) from error
    except (ValueError, TypeError, ArithmeticError, np.linalg.LinAlgError) as error:
        raise _refused(application, inputs, error) from error
    if type(results) is not tuple:
        results = (results,)
    finished = []
    for out, data in zip(application.outputs, results):
        wanted: Dtype | None = out.dtype
        data = np.asarray(data) if wanted is None else converted(data, wanted)
        if data.ndim != out.ndim or solution.meet(out.shape, data.shape) is not None:
            raise EvaluationError(
                f"{op.name}: {out.shape} was inferred, but the result is {data.shape}", application.site
            )
        finished.append(data)
    return finished


def _refused(application: Application, inputs: list[Any], error: Exception) -> EvaluationError:
    shapes = ", ".join(str(getattr(entry, "shape", entry)) for entry in inputs if entry is not None)
    return EvaluationError(f"{application.op.name} of {shapes}: {error}", application.site)


def _input(entry: Any, known: Mapping[Array, Any]) -> Any:
    if entry is None:
        return None
    if isinstance(entry, Array):
        return known[entry]
    return tuple([known.get(array) for array in entry])


def _wide(entry: Any) -> Any:
    if type(entry) is tuple:
        return tuple([_wide(part) for part in entry])
    if entry is not None and entry.dtype == np.float16:
        return entry.astype(np.float32)
    return entry


def _weakened(application: Application, inputs: list[Any]) -> list[Any]:
    """Give Python numbers the dtype that NumPy gives them next to the other arrays."""
    if not any(array.weak for array in application.arrays()):
        return inputs
    strong = [
        numpy_dtype(array.dtype)
        for array in application.arrays()
        if not array.weak and not (application.op.name == "where" and array is application.inputs[0])
    ]
    if not strong:
        return inputs
    return [_weak(source, entry, strong) for source, entry in zip(application.inputs, inputs)] + inputs[
        len(application.inputs) :
    ]


def _weak(source: Any, entry: Any, strong: list[Any]) -> Any:
    if type(source) is tuple:
        return tuple([_weak(part, value, strong) for part, value in zip(source, entry)])
    if source is None or not source.weak:
        return entry
    number = entry.item()
    dtype = np.result_type(*strong, number)
    if (
        dtype.kind in "iu"
        and type(number) is int
        and not np.iinfo(dtype).min <= number <= np.iinfo(dtype).max
    ):
        return entry  # of an operation that computes floats: the number counts, not what integers make of it
    return np.asarray(number).astype(np.float32 if dtype == np.float16 else dtype)
