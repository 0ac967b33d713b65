"""The world of symbolic arrays: applying an operation infers its result by the table and makes a node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Application, Array, Constant, WeakArray
from gnomon.graph.constants import as_array
from gnomon.graph.engines import engine
from gnomon.graph.errors import DtypeError, PlaceError, ShapeError
from gnomon.graph.inner import TRACES
from gnomon.graph.printing import written
from gnomon.graph.ranges import in_range
from gnomon.graph.sites import user_site
from gnomon.graph.telling import enter
from gnomon.ops.infer import infer
from gnomon.ops.kinds import CHECKED, check_kinds
from gnomon.ops.rule import Out, Refutation, Refuted, Rule
from gnomon.shapes import AtLeast, Equal, Facts

if TYPE_CHECKING:
    from gnomon.graph.sites import Site
    from gnomon.ops.record import Op
    from gnomon.shapes import Claim, Size


class GraphRule(Rule):
    """A rule's voice while an expression is built: undecided claims become guards of the compiled function."""

    __slots__ = ("guards",)

    def __init__(self, op: Op) -> None:
        super().__init__(Facts(), op)
        self.guards: list[Claim] = []

    def maybe(self, claim: Claim, rule: str, blame: Any) -> None:
        self.guards.append(claim)

    def unify(self, a: Size, b: Size) -> Size:
        """Take two unknown sizes to be equal: only a size known to be 1 broadcasts."""
        self.guards.append(Equal(a, b))
        return a

    def sized(self, number: Size) -> Size:
        """Take an integer to be a size: the compiled function refuses a negative one."""
        self.guards.append(AtLeast(number, 0))
        return number


class GraphWorld:
    """Builds nodes; constants alone are computed at once."""

    def apply(self, op: Op, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> Any:
        """Apply an operation to arrays and to what can become one."""
        inputs = tuple([_as_input(argument) for argument in arguments])
        if len(inputs) == 2 and (type(inputs[0]) is Constant or type(inputs[1]) is Constant):
            inputs = tuple([_as_input(entry) for entry in in_range(op, inputs)])
        return build(op, inputs, attributes, user_site())


def build(op: Op, inputs: tuple[Any, ...], attributes: Mapping[str, Any], site: Site | None) -> Any:
    """Return the result of an operation on arrays, written at ``site``."""
    rule = GraphRule(op)
    try:
        outs = infer(rule, op, inputs, attributes)
        if op.name in CHECKED:
            check_kinds(rule, op.name, inputs)
    except Refuted as refuted:
        raise told(op, refuted.refutation, site) from None
    application = Application(op, inputs, dict(attributes), tuple(rule.guards), site)
    if TRACES:
        TRACES[-1].add(application)
    single = isinstance(outs, Out)
    listed: Any = (outs,) if single else outs
    application.outputs = tuple([_made(op, out, application, index) for index, out in enumerate(listed)])
    enter(application)
    if all(isinstance(array, Constant) for array in application.arrays()) and not attributes.get("each_time"):
        application.outputs = engine().computed(application)
    if any(array.application is application for array in application.outputs):
        for array in application.arrays():
            if type(array) is Constant:
                array.captured = True
    return application.outputs[0] if single else application.outputs


def create(op: Op, **attributes: Any) -> Any:
    """Return the result of an operation that takes no arrays."""
    return build(op, (), attributes, user_site())


def _made(op: Op, out: Out, application: Application, index: int) -> Array:
    if out.shape.rank is None or out.dtype is None:
        what = "rank" if out.shape.rank is None else "dtype"
        raise ShapeError(f"{op.name}: the {what} of the result is not known", application.site)
    kind = Array
    if op.name in ARITHMETIC and all(array.weak for array in application.arrays()):
        kind = WeakArray
    return kind(
        out.shape,
        out.dtype,
        application=application,
        index=index,
        contents=out.contents,
        site=application.site,
    )


ARITHMETIC = frozenset(
    "add subtract multiply divide power floor_divide remainder negative positive abs".split()
)
"""What Python computes with its own numbers, which stay weak."""


def _as_input(argument: Any) -> Any:
    if argument is None or isinstance(argument, Array):
        return argument
    if isinstance(argument, (tuple, list)) and any(isinstance(entry, Array) for entry in argument):
        return tuple([as_array(entry) for entry in argument])
    return as_array(argument)


_KINDS: dict[str, type[ShapeError | DtypeError]] = {
    "dtype": DtypeError,
    "axis": PlaceError,
    "index-range": PlaceError,
    "index-rank": PlaceError,
}


def told(op: Op, refutation: Refutation, site: Any) -> ShapeError | DtypeError:
    """Return the error that tells a refutation."""
    kind = _KINDS.get(refutation.rule, ShapeError)
    fields = {
        key: _Named(value) if type(value) is Constant else value for key, value in refutation.fields.items()
    }
    refutation = refutation._replace(fields=fields)
    error = kind(refutation.text(op.name), site, _help(op, refutation))
    if isinstance(error, ShapeError):
        error.rule = refutation.rule
    return error


class _Named:
    """A concrete array in a message: few numbers are shown, many are named by their shape."""

    def __init__(self, array: Constant) -> None:
        self._array = array

    def __getattr__(self, name: str) -> Any:
        return getattr(self._array, name)

    def __str__(self) -> str:
        return written(self._array)


def _help(op: Op, refutation: Refutation) -> str | None:
    return refutation.help and refutation.help.format(op=op.name, **refutation.fields)


Array.world = GraphWorld()
