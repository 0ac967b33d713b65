"""Sequences of different lengths: padded, packed, and back."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Iteration,
    Modelled,
    Shape,
    Size,
    Tensor,
    dtypes,
    flag,
    function,
    items,
    modelled,
    size,
    symbol,
)


@modelled("torch.nn.utils.rnn.PackedSequence")
class Packed(Modelled):
    """Sequences of different lengths without padding; ``padded`` is the tensor they come from."""

    def __init__(self, data: Any = None, batch_sizes: Any = None, *rest: Any) -> None:
        self.padded = Tensor(Shape.unknown(), None, "torch")
        self.batch_first = True
        self.given = data

    @property
    def data(self) -> Any:
        """All elements of all sequences."""
        if self.__dict__.get("given") is not None:
            return self.given
        rest = self.padded.shape
        tail = rest.dims[2:] if rest.rank is not None and rest.rank >= 2 else None
        shape = Shape.unknown() if tail is None else Shape((symbol(), *tail))
        return Tensor(shape, self.padded.dtype, "torch")

    @property
    def batch_sizes(self) -> Any:
        """How many sequences reach each step."""
        return Tensor(Shape((symbol(),)), dtypes.int64, "torch")

    def like(self, padded: Any) -> Packed:
        """Return the same packing of another tensor."""
        made: Packed = Packed.__new__(Packed)
        made.padded = padded
        made.batch_first = self.batch_first
        return made

    def to(self, *arguments: Any, **keywords: Any) -> Any:
        """Move or convert."""
        return self

    def iterate(self) -> Iteration:
        """Unpacking gives elements and batch sizes."""
        return Iteration((self.data, self.batch_sizes, UNKNOWN, UNKNOWN))

    def __getitem__(self, index: Any) -> Any:
        return (self.data, self.batch_sizes, UNKNOWN, UNKNOWN)[index]


@function("torch.nn.utils.rnn.pack_padded_sequence", tensor=False)
def pack_padded_sequence(
    input: Any, lengths: Any, batch_first: Any = False, enforce_sorted: Any = True
) -> Any:
    """Leave the padding of sequences out."""
    first = flag(batch_first, default=None)
    if first is None or type(input) is not Tensor:
        return UNKNOWN
    made = Packed.__new__(Packed)
    made.padded, made.batch_first = input, first
    return made


@function("torch.nn.utils.rnn.pack_sequence", tensor=False)
def pack_sequence(sequences: Any, enforce_sorted: Any = True) -> Any:
    """Pack sequences of different lengths."""
    made = Packed.__new__(Packed)
    made.padded, made.batch_first = pad_sequence(sequences, True), True
    return made


@function("torch.nn.utils.rnn.pad_packed_sequence")
def pad_packed_sequence(
    sequence: Any, batch_first: Any = False, padding_value: Any = 0.0, total_length: Any = None
) -> Any:
    """Fill packed sequences up; the number of steps is that of the longest."""
    lengths = Tensor(Shape((symbol(),)), dtypes.int64, "torch")
    first = flag(batch_first, default=None)
    if not isinstance(sequence, Packed) or first is None:
        return UNKNOWN, lengths
    padded = sequence.padded
    shape = padded.shape
    if shape.rank is None or shape.rank < 2:
        return Tensor(Shape.unknown(), padded.dtype, "torch"), lengths
    batch, *rest = (shape.dims[0] if sequence.batch_first else shape.dims[1]), *shape.dims[2:]
    longest = shape.dims[1 if sequence.batch_first else 0]
    steps: Size = symbol(lower=1, upper=longest if type(longest) is int else None)
    if total_length is not None:
        steps = size(total_length)
    lead = (batch, steps) if first else (steps, batch)
    return Tensor(Shape((*lead, *rest)), padded.dtype, "torch"), Tensor(
        Shape((batch,)), dtypes.int64, "torch"
    )


@function("torch.nn.utils.rnn.pad_sequence")
def pad_sequence(
    sequences: Any, batch_first: Any = False, padding_value: Any = 0.0, padding_side: Any = "right"
) -> Any:
    """Stack sequences of different lengths, the shorter ones filled up."""
    first = flag(batch_first, default=None)
    known = items(sequences)
    count = len(known) if known is not None else getattr(sequences, "length", None)
    one = known[0] if known else getattr(sequences, "element", None)
    if first is None or type(one) is not Tensor or one.shape.rank is None or one.shape.rank == 0:
        return Tensor(Shape.unknown(), one.dtype if type(one) is Tensor else None, "torch")
    batch = symbol() if count is None or type(count) not in (int, type(symbol())) else count
    lead = (batch, symbol()) if first else (symbol(), batch)
    return Tensor(Shape((*lead, *one.shape.dims[1:])), one.dtype, "torch")


@function("torch.nn.utils.rnn.unpad_sequence", tensor=False)
def unpad_sequence(padded_sequences: Any, lengths: Any, batch_first: Any = False) -> Any:
    """Take sequences apart again."""
    return UNKNOWN


_ = ops
