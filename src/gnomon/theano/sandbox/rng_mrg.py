"""`theano.sandbox.rng_mrg`: streams of random numbers under their fast name."""

from __future__ import annotations

from typing import Any

from gnomon.theano.tensor.random_streams import Streams
from gnomon.theano.tensor.variables import as_tensor_variable


class MRG_RandomStreams(Streams):
    """Random numbers from a seed."""

    def __init__(self, seed: Any = 12345) -> None:
        super().__init__(seed if isinstance(seed, int) else [int(entry) for entry in seed])

    def multinomial(
        self,
        size: Any = None,
        n: Any = 1,
        pvals: Any = None,
        ndim: Any = None,
        dtype: Any = "int64",
        nstreams: Any = None,
        **named: Any,
    ) -> Any:
        """Return how often each class comes in n trials, for each row of chances."""
        if pvals is None:
            raise TypeError("You have to specify pvals")
        return super().multinomial(size, n, as_tensor_variable(pvals), ndim, dtype)


RandomStreams = MRG_RandomStreams
