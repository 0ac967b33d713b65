"""Random numbers (``gn.random``): explicit keys, and streams that keep their state.

With keys a draw is a pure function, as in JAX: equal keys give equal numbers, whatever computes them, so that a
program can be repeated, differentiated, batched and put on several machines.

>>> import gnomon as gn
>>> first, second = gn.random.split(gn.random.key(0))
>>> noise = gn.random.normal(first, (2, 3))
>>> coin = gn.random.bernoulli(second, 0.5, noise.shape)

`Generator` is the other way, for those who know NumPy's: it counts the calls of compiled functions, which draw new
numbers each time.
"""

from gnomon.graph.namespace.random.continuous import *  # noqa: F403
from gnomon.graph.namespace.random.continuous import __all__ as _continuous
from gnomon.graph.namespace.random.discrete import *  # noqa: F403
from gnomon.graph.namespace.random.discrete import __all__ as _discrete
from gnomon.graph.namespace.random.gammas import *  # noqa: F403
from gnomon.graph.namespace.random.gammas import __all__ as _gammas
from gnomon.graph.namespace.random.generator import Generator, default_rng
from gnomon.graph.namespace.random.keys import *  # noqa: F403
from gnomon.graph.namespace.random.keys import __all__ as _keys
from gnomon.graph.namespace.random.picking import *  # noqa: F403
from gnomon.graph.namespace.random.picking import __all__ as _picking

__all__ = [*_continuous, *_discrete, *_gammas, *_keys, *_picking, "Generator", "default_rng"]


def __dir__() -> list[str]:
    return __all__
