"""None where an operation wants an array: libraries refuse it, but NumPy, to which it is an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.shapes import Shape
from gnomon.values import Instance, Tensor

if TYPE_CHECKING:
    from gnomon.check.reporter import Reporter
    from gnomon.ops.record import Op

NOTHING = "{op}: None is given where an array is wanted; a function that returns nothing gives None"


def lacks(op: Op, arrays: tuple[Any, ...], many: int) -> bool:
    """Whether None stands for an array without which an operation is not computed, or among those of a sequence."""
    needed = op.arrays - len(op.function.__defaults__ or ())
    for place, array in enumerate(arrays[:needed]):
        if array is None or (place == many and type(array) is tuple and None in map(_kept, array)):
            return True
    return False


def is_certain(reporter: Reporter) -> bool:
    """Whether a value that is None surely is so where the program comes by.

    In a function that nobody calls a subclass may give more than its base. In a method of an object of which a base
    is not known, that base may call what sets its attributes.
    """
    receiver = None if reporter.frame is None else reporter.frame.receiver
    return not (reporter.cold or (type(receiver) is Instance and receiver.cls.has_unknown_base))


def _kept(array: Any) -> Any:
    return None if array is None else 0


def in_place_of_nothing(array: Any) -> Any:
    """Return an array of which nothing is known for None, any other as it is."""
    if type(array) is tuple:
        return tuple(map(in_place_of_nothing, array))
    return Tensor(Shape.unknown()) if array is None else array
