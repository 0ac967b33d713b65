"""The order of a tensor's entries in memory: what views keep of it, and when it is certain."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Shape, Tensor, host, items
from gnomon.models.torch.common import words
from gnomon.values.storage import cannot_view, in_order

ALONE = frozenset(words("contiguous matmul bmm mm linear Linear"))
"""Functions whose results lie in order whatever they are given."""


ELEMENTWISE = frozenset(
    words(
        "add subtract multiply divide power negative relu ReLU sigmoid Sigmoid tanh Tanh softmax Softmax exp log sqrt "
        "dropout Dropout gelu GELU layer_norm LayerNorm float double clone abs pow mul sub div neg square"
    )
)
"""Functions whose results lie in order where all they are given does."""


def strides_of(short: str, given: list[Tensor], arguments: tuple[Any, ...], value: Tensor) -> Any:
    """Return the strides of a result where they are certain."""
    if short in ALONE and (
        len(given) < 2 or given[0].shape.rank == given[1].shape.rank or given[1].shape.rank == 2
    ):
        return in_order(value.shape)
    held = given[0].storage
    if short in ELEMENTWISE:
        ordered = all(
            x.storage is not None and x.storage.strides is not None and x.storage.strides == in_order(x.shape)
            for x in given
        )
        return in_order(value.shape) if ordered else None
    if held is None or held.strides is None or given[0].shape.rank is None or value.shape.rank is None:
        return None
    return _viewed(short, given[0], held.strides, arguments[1:], value)


def _viewed(short: str, x: Tensor, strides: tuple[Any, ...], rest: tuple[Any, ...], value: Tensor) -> Any:
    rank = len(strides)
    if (
        short in ("transpose", "swapaxes", "swapdims")
        and len(rest) == 2
        and all(type(k) is int for k in rest)
    ):
        order = list(range(rank))
        first, second = (k % rank for k in rest)
        order[first], order[second] = order[second], order[first]
        return tuple(strides[k] for k in order)
    if short == "t" and rank == 2:
        return strides[::-1]
    if short == "permute":
        axes = rest if len(rest) != 1 or type(rest[0]) is int else items(rest[0])
        if axes is not None and len(axes) == rank and all(type(k) is int for k in axes):
            return tuple(strides[k % rank] for k in axes)
    if short in ("expand", "expand_as", "broadcast_to"):
        new = value.shape.dims
        lead = len(new) - rank
        if lead < 0 or any(type(a) is not int for a in x.shape.dims):
            return None
        pairs = zip(x.shape.dims, new[lead:], strides, strict=True)
        return (*(0,) * lead, *(0 if a == 1 and b != 1 else step for a, b, step in pairs))
    if short == "unsqueeze" and len(rest) == 1 and type(rest[0]) is int:
        at = rest[0] % (rank + 1)
        return (*strides[:at], strides[at] * x.shape.dims[at] if at < rank else 1, *strides[at:])
    if short in ("view", "reshape") and strides == in_order(x.shape):
        return in_order(value.shape)
    return strides if short == "detach" else None


def check_view(x: Any, shape: Any) -> None:
    """Report ``view`` of a tensor whose entries do not lie in the order that it needs."""
    if type(x) is not Tensor or x.storage is None or x.storage.strides is None:
        return
    sizes = list(shape.dims) if shape.rank is not None else []
    if sizes.count(-1) == 1 and all(type(size) is int for size in (*sizes, *x.shape.dims)):
        rest = 1
        for size in sizes:
            rest *= size if size != -1 else 1
        total = x.shape.numel()
        if not rest or type(total) is not int or total % rest:
            return
        sizes[sizes.index(-1)] = total // rest
    if sizes and x.shape.numel() != 1 and cannot_view(x.shape, x.storage.strides, Shape(tuple(sizes))):
        host.refuse(
            "view",
            "{op}: the entries of {x} do not lie in memory in the order of its axes, so it cannot be seen as {new}",
            blame=x,
            help="use .reshape(...), or .contiguous().view(...): both copy the entries in order",
            x=x,
            new=Shape(tuple(sizes)),
        )
