"""Memory against time: expressions that are computed anew where a gradient needs them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.control.tracing import check_callable
from gnomon.graph.inner import frozen, standing_for, tracing
from gnomon.graph.sites import user_site
from gnomon.graph.trees import flatten, unflatten
from gnomon.graph.world import build


def remat(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with another way of differentiation: nothing of what it computes on its way is kept.

    Its gradient computes that anew from the arguments, which saves memory and takes time.

    >>> import gnomon as gn
    >>> x = gn.symbol("x", ("n",))
    >>> y = gn.remat(lambda v: gn.tanh(gn.sin(v)))(x)
    >>> gn.grad(y.sum(), x).shape
    (n,)
    """
    check_callable("remat", function=function)

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        import numpy as np

        ends, form = flatten((arguments, named))
        ends = [as_array(end) if isinstance(end, (np.ndarray, np.generic)) else end for end in ends]
        arrays = [end for end in ends if isinstance(end, Array)]
        given = [standing_for(array) for array in arrays]
        rest = iter(given)
        with tracing() as made:
            inside = unflatten(form, [next(rest) if isinstance(end, Array) else end for end in ends])
            results, structure = flatten(function(*inside[0], **inside[1]))
            results = [as_array(result) for result in results]
        inner, outer = frozen(given, results, made, whole=True)
        return unflatten(
            structure, build(ops.call, ((*arrays, *outer),), {"inner": inner}, user_site()) if results else []
        )

    return called
