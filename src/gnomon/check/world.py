"""The checker's world: operations on abstract tensors infer shape and dtype and report what cannot hold."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gnomon.check.contents import contents_of
from gnomon.check.converting import TENSORFLOW, converted
from gnomon.check.decided import to_be_filled
from gnomon.check.nothing import NOTHING, in_place_of_nothing, is_certain, lacks
from gnomon.check.trees import walk
from gnomon.ops import fallback, infer
from gnomon.ops.refusals import REFUSALS, check_refusals
from gnomon.ops.rule import Out, Refutation, Refuted, Rule
from gnomon.shapes import Dim, Equal, Shape, dtypes, symbol
from gnomon.values import Choice, ListValue, SequenceValue, Tensor, Unknown, state, unknown_of
from gnomon.values.cells import Outcomes
from gnomon.values.promotion import PROMOTION, chooses_dtypes
from gnomon.values.unseen import any_changing

if TYPE_CHECKING:
    from gnomon.check.reporter import Reporter
    from gnomon.ops.record import Op
    from gnomon.shapes import Claim

RANK = {"torch": 5, "jax": 4, "keras": 3, "tf1": 3, "tf": 3, "theano": 2, "numpy": 1}
"""Whose tensor results when tensors of several libraries meet."""


class CheckRule(Rule):
    """A rule's voice in the checker: undecided claims become assumptions, warnings are reported."""

    __slots__ = ("world",)

    def __init__(self, world: CheckWorld, op: Any) -> None:
        super().__init__(state.facts, op)
        self.world = world

    @property
    def lowers(self) -> bool:
        """Whether the program is inside of `torch.autocast`."""
        return chooses_dtypes()

    def require(self, claim: Claim, rule: str, message: str, **details: Any) -> None:
        if type(claim) is Equal and self.world.is_set_apart(claim):
            return
        super().require(claim, rule, message, **details)

    def maybe(self, claim: Claim, rule: str, blame: Any) -> None:
        self.world.assume(claim)

    def warn(
        self, rule: str, message: str, *, blame: Any = None, help: str | None = None, **fields: Any
    ) -> None:
        self.world.reporter.warned += 1
        if rule == "silent-broadcast" and self.op.name not in _LOSSES:
            written = self.world.reporter.arguments
            if self.world.inserts_axis() or _made_of_the_other(written) or any(map(_keeps_axes, written)):
                return
        if rule == "singleton-softmax" and (
            _cut_out(getattr(blame, "site", None)) or self.world.reporter.is_one_of_several_ways()
        ):
            return
        self.world.reporter.refute(self.op.name, Refutation(rule, message, fields, blame, help, warning=True))


class CheckWorld:
    """Applies operations to abstract tensors."""

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self.library: str | None = None
        self.calling = ""
        self.set_apart = SetApart()
        self.applied = 0
        self.surely_nothing: Callable[[], bool] | None = None
        """Tells whether each None that the function at work was given is one whatever else the program does; None
        where it was given none."""
        self.nothing: set[ast.AST] = set()
        """Calls that give nothing."""

    def apply(self, op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> Any:
        """Infer the results of an operation; report and go on with unknown sizes where it must fail."""
        self.applied += 1
        many = sequence_at(op)
        arrays = tuple([as_arrays(a) if k == many else as_array(a) for k, a in enumerate(arguments)])
        library = result_library(self.library, arrays)
        if library in TENSORFLOW:
            arrays = converted(arrays, self.reporter)
        elif library == "numpy":
            arrays = tuple(map(_widened, arrays, arguments))
        rule = CheckRule(self, op)
        surely = self.surely_nothing
        missing = surely is not None and lacks(op, arrays, many)
        if missing:
            arrays = tuple(map(in_place_of_nothing, arrays))
        try:
            promoting = promotion_library(library)
            if surely and missing and promoting != "numpy" and surely() and is_certain(self.reporter):
                rule.fail("arguments", NOTHING)
            outs = infer(rule, op, arrays, attributes, promoting)
            if self.refuses(promoting, arrays):
                check_refusals(rule, op.name, arrays, attributes, promoting)
        except Refuted as refuted:
            if not (library == "torch" and refuted.refutation.rule == "dtype" and _may_be_converted(arrays)):
                self.reporter.refute(op.name, refuted.refutation)
            outs = fallback(op, arrays, attributes, rule)
        if library == "torch":
            outs = _in_chosen_floats(outs, arrays, attributes)
        if isinstance(outs, Out):
            contents = outs.contents
            if contents is not None and op.name in _FOLDS and to_be_filled(arrays[0]):
                contents = None
            if contents is None:
                contents = contents_of(op.name, arrays, attributes, outs)
            made = self._tensor(outs, library, contents)
            if op.name in _SAME_ENTRIES:
                made.bounds = getattr(arrays[0], "bounds", None)
            return made
        return tuple([self._tensor(out, library, out.contents) for out in outs])

    def refuses(self, library: str, arrays: tuple[Any, ...]) -> bool:
        """Whether the function at work leaves the dtypes of its arguments as they are: Keras converts them."""
        if library == "tf":
            own = self.calling.startswith(("tensorflow.", "tf.")) or "." not in self.calling
            return own and all(getattr(x, "library", None) != "keras" for x in arrays)
        return library in REFUSALS

    def _tensor(self, out: Out, library: str | None, contents: Any) -> Tensor:
        dtype = out.dtype
        if library == "jax" and dtype is not None and dtype.bits >= 64:
            from gnomon.models.jax.support import narrow

            dtype = narrow(dtype)
        if library == "torch" and dtype is not None and dtype.bits == 16 and chooses_dtypes():
            dtype = None  # the result may be wider
        for size in out.shape.prefix:
            if type(size) is int and size < 0:
                out = Out(_without_negative(out.shape), dtype)  # of which the library has none
                break
        return Tensor(out.shape, dtype, library, contents=contents, site=self.reporter.site)

    def inserts_axis(self) -> bool:
        """Whether the expression at work inserts an axis itself, so that its broadcasting is meant."""
        site = self.reporter.site
        return site is not None and site.node is not None and _inserts_axis(site.node)

    def suppose_unequal(self, a: Any, b: Any) -> None:
        """Go on with two sizes that differ by an undecided test of the program."""
        if type(a) is Dim or type(b) is Dim:
            state.write(self.set_apart, a - b, True)

    def is_set_apart(self, claim: Equal) -> bool:
        """Whether an undecided test of the program asked for exactly this, and its other outcome led here.

        The call at hand may be one that never comes here: what is wrong only then is not proven.
        """
        if not self.set_apart:
            return False
        needed = claim.left - claim.right
        if type(needed) is int:
            return False
        if needed in self.set_apart or -needed in self.set_apart:
            return True
        known = state.facts.normalize(needed)
        return type(known) is Dim and any(
            state.facts.normalize(difference) in (known, -known) for difference in self.set_apart
        )

    def assume(self, claim: Claim) -> None:
        """Keep an undecided claim of this path: past the call it holds, or the program has ended."""
        if not any_changing(claim):
            state.facts.assume(claim)


def _without_negative(shape: Shape) -> Shape:
    """Return a shape with unknown sizes in place of negative ones."""
    sizes = tuple(symbol() if type(size) is int and size < 0 else size for size in shape.prefix)
    return Shape(sizes, shape.run, shape.suffix)


class SetApart(Outcomes):
    """The differences of sizes that undecided tests of the path were said not to be zero."""

    __slots__ = ()


_FOLDS = ("sum", "prod", "max", "min")
_SAME_ENTRIES = frozenset(
    [
        "reshape",
        "flatten",
        "expand_dims",
        "squeeze",
        "transpose",
        "swapaxes",
        "moveaxis",
        "matrix_transpose",
        "positive",
        "flip",
    ]
)
"""Operations whose result holds the entries of their argument, and so keeps their limits."""
_LOSSES = ("mse_loss", "l1_loss", "huber_loss", "keras_regression")
_INSERTING = frozenset(("newaxis", "expand_dims", "unsqueeze", "reshape", "view", "atleast_2d", "vstack"))
_CUTTING = ("slice", "top_k", "topk", "narrow", "take", "gather")
_REGROUPING = ("reshape", "view", "rearrange", "unflatten")
_KEEPING = ("keepdims", "keepdim", "keep_dims")


def _made_of_the_other(written: list[tuple[Any, Any]]) -> bool:
    """Whether one operand is the other with an axis inserted on purpose: ``column = x[:, None]; column - x``."""
    for column, _ in written:
        site = getattr(column, "site", None)
        if site is not None and _inserts_axis(site.node):
            names = _names(site.node)
            for other, node in written:
                if other is not column and (
                    (isinstance(node, ast.Name) and node.id in names) or _made_alike(other, site.node)
                ):
                    return True
    return False


def _keeps_axes(written: tuple[Any, Any]) -> bool:
    """Whether an operand was made to stretch: by a reduction that keeps the axes it has gone over."""
    site = getattr(written[0], "site", None)
    return site is not None and any(
        isinstance(inner, ast.keyword) and inner.arg in _KEEPING for inner in walk(site.node)
    )


def _made_alike(value: Any, whole: ast.AST) -> bool:
    """Whether an expression has in it what made a value: ``column = arange(n)[:, None]; row = arange(n)``."""
    site = getattr(value, "site", None)
    if site is None or not isinstance(site.node, ast.Call):
        return False
    made = ast.dump(site.node)
    return any(isinstance(inner, ast.Call) and ast.dump(inner) == made for inner in walk(whole))


def _cut_out(site: Any) -> bool:
    """Whether a value is part of another: that the part is one entry wide may be a choice of this call."""
    node = None if site is None else site.node
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        return name in _CUTTING or (name in _REGROUPING and not _says_one(node))
    return isinstance(node, ast.Subscript)


def _says_one(node: ast.AST) -> bool:
    """Whether an expression has the number 1 in it, alone or as a size in a pattern."""
    return any(
        isinstance(inner, ast.Constant)
        and (inner.value == 1 or (isinstance(inner.value, str) and "1" in inner.value.split()))
        for inner in walk(node)
    )


def _names(node: ast.AST) -> set[str]:
    return {inner.id for inner in walk(node) if isinstance(inner, ast.Name)}


def _inserts_axis(node: ast.AST) -> bool:
    """Whether an expression has ``[:, None]``, ``newaxis``, ``expand_dims``, ``keepdims=True`` ... in it."""
    for inner in walk(node):
        if isinstance(inner, ast.Subscript):
            parts = inner.slice.elts if isinstance(inner.slice, ast.Tuple) else [inner.slice]
            if any(isinstance(part, ast.Constant) and part.value is None for part in parts):
                return True
        elif isinstance(inner, ast.Attribute):
            if inner.attr in _INSERTING:
                return True
        elif isinstance(inner, ast.keyword) and inner.arg in _KEEPING:
            return True
    return False


class Scalar:
    """A Python number among the arrays of an operation: shape (), a weak dtype."""

    __slots__ = ("bounds", "contents", "dtype", "shape", "value", "weak")

    def __init__(self, value: Any, weak: str | None) -> None:
        self.value = value
        self.weak = weak
        self.shape = _SCALAR_SHAPE
        self.dtype = _WEAK.get(weak)  # type: ignore[arg-type]
        self.contents = (value,) if weak == "int" else None
        self.bounds = None


_SCALAR_SHAPE = Shape(())
_WEAK = {"bool": dtypes.bool, "int": dtypes.int64, "float": dtypes.float32, "complex": dtypes.complex64}
_PLAIN = {bool: "bool", int: "int", float: "float", complex: "complex", Dim: "int"}


def as_array(value: Any) -> Any:
    """Return what an operation's rule sees for an argument."""
    kind = type(value)
    if kind is Tensor or kind is Scalar or value is None:
        return value
    weak = _PLAIN.get(kind)
    if weak is not None:
        return Scalar(value, weak)
    if kind is Unknown:
        if value.kind in ("float", "int", "bool"):
            return Scalar(value, value.kind)
        if value.tensor is None:
            if value.name is None and value.reason is None:
                return Tensor(Shape.unknown())
            state.write_slot(value, "tensor", Tensor(Shape.unknown(), site=None))
        return value.tensor
    if kind is list or kind is tuple:
        return literal(value)
    if kind is ListValue and value.items is not None:
        return literal(value.items)
    if kind is ListValue or kind is SequenceValue:
        inner = as_array(value.element)
        from gnomon.shapes import symbol

        length = value.length if type(value.length) in (int, Dim) else symbol()
        return Tensor(Shape((length, *inner.shape.prefix), inner.shape.run, inner.shape.suffix), inner.dtype)
    if kind is range:
        return literal(tuple(value)) if len(value) <= 64 else Tensor(Shape((len(value),)), dtypes.int64)
    if kind is Choice:
        kinds = {_weak_kind(single) for single in value.values}
        weak = kinds.pop() if len(kinds) == 1 else None
        return Tensor(Shape.unknown()) if weak is None else Scalar(unknown_of(weak), weak)
    if getattr(value, "kind", None) == "float":
        return Scalar(value, "float")  # a quotient of sizes
    inner = getattr(value, "tensor", None)
    return inner if type(inner) is Tensor else Tensor(Shape.unknown())


def _weak_kind(value: Any) -> str | None:
    """Return what kind of Python number a value is, None if it may be something else."""
    kind = _PLAIN.get(type(value)) or getattr(value, "kind", None)
    return kind if kind in _WEAK else None


_DOUBLE = {dtypes.float32: dtypes.float64, dtypes.complex64: dtypes.complex128}


def _widened(array: Any, given: Any) -> Any:
    """Return what NumPy makes of nested sequences of Python numbers: their floats have 64 bits."""
    if type(array) is tuple and type(given) in (list, tuple) and len(array) == len(given):
        return tuple(map(_widened, array, given))
    if type(array) is not Tensor or array.library is not None or array.dtype not in _DOUBLE:
        return array
    while type(given) in (list, tuple, ListValue):
        given = given.items if type(given) is ListValue else given
        given = given[0] if given else None
    if type(given) not in _PLAIN:
        return array
    return Tensor(array.shape, _DOUBLE[array.dtype], contents=array.contents)


_NOTHING = Tensor(_SCALAR_SHAPE, dtypes.object)
"""What None is among the items of an array."""


def literal(items: Any) -> Tensor:
    """Return nested Python sequences as the array they make."""
    if not items:
        return Tensor(Shape((0,)), contents=())
    first = items[0]
    if type(first) in _PLAIN:
        kinds = {_PLAIN.get(type(item)) for item in items}
        if None not in kinds:
            dtype = next(_WEAK[k] for k in ("complex", "float", "int", "bool") if k in kinds)
            whole = kinds <= {"int", "bool"} and len(items) <= 64
            contents = tuple(int(i) if type(i) is bool else i for i in items) if whole else None
            return Tensor(Shape((len(items),)), dtype, contents=contents)
    arrays: list[Any] = [_NOTHING if item is None else as_array(item) for item in items[:256]]
    common = arrays[0].shape
    for array in arrays[1:]:
        if array.shape != common:
            agreed = _common_shape(common, array.shape)
            if agreed is None:
                common = Shape.unknown()  # objects, or an error of the library
                break
            common = agreed
    shared = arrays[0].dtype if all(a.dtype is arrays[0].dtype for a in arrays) else None
    contents = None
    if (
        common.rank is not None
        and all(a.contents is not None for a in arrays)
        and len(items) * len(arrays[0].contents) <= 64
    ):
        contents = tuple(entry for a in arrays for entry in a.contents)
    return Tensor(Shape((len(items), *common.prefix), common.run, common.suffix), shared, contents=contents)


def _common_shape(first: Shape, second: Shape) -> Shape | None:
    """Return the shape that both rows of an array have, None if they differ."""
    if first.rank is None or second.rank is None:
        return second if first.rank is None else first  # all rows of an array have one shape
    if first.rank != second.rank:
        return None
    if any(
        type(a) is int and type(b) is int and a != b for a, b in zip(first.dims, second.dims, strict=True)
    ):
        return None
    from gnomon.shapes import symbol

    return Shape(tuple(a if a == b else symbol() for a, b in zip(first.dims, second.dims, strict=True)))


def _may_be_converted(arrays: tuple[Any, ...]) -> bool:
    """Whether arrays of mixed precision meet where PyTorch may convert them."""
    from gnomon.models.torch.mixing import is_of_16_bits, may_mix

    each = [x for array in arrays for x in (array if type(array) is tuple else (array,))]
    return any(map(is_of_16_bits, each)) and may_mix()


def sequence_at(op: Op) -> int:
    """Return the position of the argument that is a sequence of arrays, -1 if there is none."""
    found = _SEQUENCES.get(op.name)
    if found is None:
        names = op.function.__code__.co_varnames[: op.arrays]
        found = next((k for k, name in enumerate(names) if name in ("arrays", "states")), -1)
        _SEQUENCES[op.name] = found
    return found


_SEQUENCES: dict[str, int] = {}


def as_arrays(value: Any) -> Any:
    """Return a sequence of arrays as a tuple of what a rule sees for each."""
    if type(value) is list or type(value) is tuple:
        return tuple([as_array(item) for item in value])
    if type(value) is ListValue and value.items is not None:
        return tuple([as_array(item) for item in value.items])
    return as_array(value)


def _in_chosen_floats(outs: Any, arrays: tuple[Any, ...], attributes: Mapping[str, Any]) -> Any:
    """Return the results of a function of PyTorch with its default dtype as the program has set it.

    Where no argument has floats and no dtype was asked for, those of a result are of the default dtype.
    """
    if not isinstance(outs, Out):
        return tuple([_in_chosen_floats(out, arrays, attributes) for out in outs])
    if outs.dtype is not dtypes.float32 and outs.dtype is not dtypes.complex64:
        return outs
    if "dtype" in attributes or not all(map(_has_no_floats, arrays)):
        return outs
    from gnomon.models.torch.common import default_complex, default_float

    return outs._replace(dtype=default_float() if outs.dtype is dtypes.float32 else default_complex())


def _has_no_floats(array: Any) -> bool:
    if array is None:
        return True
    if type(array) is tuple:
        return all(map(_has_no_floats, array))
    dtype = getattr(array, "dtype", None)
    return getattr(array, "weak", False) or (dtype is not None and dtype.kind in ("bool", "int", "uint"))


def result_library(current: str | None, arrays: tuple[Any, ...]) -> str | None:
    """Return the library whose tensor a function of the current library returns for these arguments."""
    given = library_of(arrays)
    if current is None or (current == "tf" and given in ("tf1", "keras")):
        return given
    return current


def library_of(arrays: tuple[Any, ...]) -> str | None:
    """Return the library whose tensor results from these arguments."""
    best = None
    for array in arrays:
        if array is None:
            continue
        library = library_of(array) if type(array) is tuple else getattr(array, "library", None)
        if library is not None and (best is None or RANK.get(library, 0) > RANK.get(best, 0)):
            best = library
    return best


def promotion_library(library: str | None) -> str:
    """Return whose dtype promotion applies."""
    if library in ("keras", "tf1", "tf"):
        return PROMOTION.get("tf", "tf")
    return library if library in ("torch", "jax") else "numpy"
