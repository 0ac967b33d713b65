"""`gn.nn.Module`: a part of a network, with parameters that get their shapes when it is first called."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

from gnomon.graph.array import Array, Shared
from gnomon.graph.constants import as_array, as_dtype, shared
from gnomon.graph.errors import ArgumentError, ShapeError
from gnomon.graph.sites import user_site
from gnomon.networks import keys, printing, tree
from gnomon.networks.initialisers import Fans, Initialiser, fans_of, initialiser
from gnomon.shapes import Dtype, Shape, Size


class _Calls(threading.local):
    """The modules whose `forward` is at work, outermost first, each with what it was given."""

    def __init__(self) -> None:
        self.open: list[tuple[Module, tuple[Any, ...]]] = []


class _Made(NamedTuple):
    """How a parameter got its values, for `Module.initialise`."""

    initial: Initialiser
    shape: tuple[int, ...]
    dtype: Dtype
    fans: Fans

    def values(self, seed: int, path: str) -> Any:
        return self.initial(keys.folded(seed, path), self.shape, self.dtype, self.fans)


_calls = _Calls()
_roots = itertools.count()


class Module:
    """A part of a network: a plain class whose parameters and children are its attributes, also in lists and dicts.

    A subclass has a method ``forward``, which makes an expression of expressions; calling the module calls it. Shared
    arrays among the attributes are parameters, and `parameter` makes one with the shape that the first call needs.

    >>> import gnomon as gn
    >>> class Network(gn.nn.Module):
    ...     def __init__(self):
    ...         self.hidden = gn.nn.Dense(16, activation=gn.nn.relu)
    ...         self.scores = gn.nn.Dense(3)
    ...     def forward(self, x):
    ...         return self.scores(self.hidden(x))
    >>> network = Network()
    >>> network(gn.symbol("x", shape=("batch", 4), dtype="float32")).shape
    (batch, 3)
    >>> network
    Network: 131 parameters
      hidden  Dense(16, activation=relu)  weight (4, 16), bias (16,)
      scores  Dense(3)  weight (16, 3), bias (3,)
    >>> list(network.parameters())
    ['hidden.weight', 'hidden.bias', 'scores.weight', 'scores.bias']
    """

    kept: ClassVar[frozenset[str]] = frozenset()
    """The names of arrays that are kept and not trained."""
    _seed: int | None = None
    _path: str = ""

    def __call__(self, *inputs: Any, **settings: Any) -> Any:
        """Return the expression that the module makes of others; NumPy arrays are constants."""
        given = tuple([as_array(value) if hasattr(value, "__array__") else value for value in inputs])
        if self._seed is None:
            self._get_seed()
        _calls.open.append((self, given))
        try:
            return self.forward(*given, **settings)
        finally:
            _calls.open.pop()

    def forward(self, *inputs: Any, **settings: Any) -> Any:
        """Make an expression: what a subclass writes."""
        raise NotImplementedError(f"{type(self).__name__} needs a method forward(self, x)")

    def parameters(self) -> dict[str, Shared]:
        """Return what is trained, by dotted names, in the order of the attributes."""
        return {name: array for name, trained, array in tree.arrays(self) if trained}

    def state(self) -> dict[str, Shared]:
        """Return what is kept but not trained, such as running means, by dotted names."""
        return {name: array for name, trained, array in tree.arrays(self) if not trained}

    def attributes(self) -> dict[str, Any]:
        """Return what may hold parameters and children, by name."""
        return vars(self)

    def initialise(self, key: Any) -> Self:
        """Draw all values from a key (an integer, or one of `gn.random`), at once or when the first call makes them.

        Each value depends on the key and the name of its parameter alone, whatever is called first. Without this, a
        module has the key of its number among those that were called.
        """
        seed = keys.seed_of(key)
        for path, module in tree.modules(self):
            module._seed, module._path = seed, path
            for name, made in vars(module).get("_made", {}).items():
                module.__dict__[name].set_value(made.values(seed, tree.joined(path, name)))
        return self

    def predict(self, x: Any, *, batch: int = 256) -> Any:
        """Return what the module gives for NumPy arrays, computed in batches (see `gn.nn.predict`)."""
        from gnomon.networks.predicting import predict

        return predict(self, x, batch=batch)

    def parameter(
        self,
        name: str,
        shape: Sequence[Size],
        initial: Any,
        dtype: Any = "float32",
        *,
        fans: Fans | None = None,
        trained: bool = True,
    ) -> Shared:
        """Return the parameter of a name, which the first call makes; a later call has to fit its shape.

        ``initial`` is a function of `gn.nn.initialisers`, a number or an array; ``fans`` are the counts of inputs and
        outputs that it scales by. What is not ``trained`` belongs to `state`.
        """
        found = self.__dict__.get(name)
        wanted = tuple([self._known(name, size, shape) for size in shape])
        if isinstance(found, Shared):
            if found.shape.dims != wanted:
                raise self._unfit(name, found, wanted)
            return found
        path = tree.joined(self._path, name)
        if self._seed is None:
            self._get_seed()
        assert self._seed is not None
        made = _Made(initialiser(initial), wanted, as_dtype(dtype), fans or fans_of(wanted))
        array = shared(made.values(self._seed, path), name=path)
        if array.shape.dims != wanted:
            raise ShapeError(
                f"{self.label}: the initial values of {name} must be {Shape(wanted)}, got {array.shape}",
                user_site(),
            )
        if not trained:
            self.kept = self.kept | {name}  # type: ignore[misc]
        self.__dict__[name] = array
        self.__dict__.setdefault("_made", {})[name] = made
        return array

    @property
    def label(self) -> str:
        """What errors call the module: its class and settings, and where it stands."""
        head = printing.head(self)
        return f"{self._path}, {head}" if self._path else head

    def floats(self, x: Any, name: str = "x") -> Array:
        """Return an input that has to be of floats."""
        x = as_array(x) if hasattr(x, "__array__") else x
        if not isinstance(x, Array) or x.dtype.kind not in ("float", "complex"):
            got = f"{x.dtype}" if isinstance(x, Array) else type(x).__name__
            raise ArgumentError(
                f"{self.label}: {name} must be an array of floats, got {got}",
                user_site(),
                f"{name}.astype('float32')" if isinstance(x, Array) else None,
            )
        return x

    def _known(self, name: str, size: Size, shape: Sequence[Size]) -> int:
        if type(size) is int:
            return size
        raise ShapeError(
            f"{self.label}: {name} would be {Shape(tuple(shape))}, but {size} has to be a number{self._given()}",
            user_site(),
            f'give the size as a number where the input is made: gn.symbol("x", shape=("batch", 784)), not {str(size)!r}',
        )

    def _unfit(self, name: str, found: Shared, wanted: tuple[int, ...]) -> ShapeError:
        return ShapeError(
            f"{self.label}: {name} is {found.shape} since the first call, "
            f"but this call needs {Shape(wanted)}{self._given()}",
            user_site(),
            "the inputs of all calls have the same sizes but for the batch; another module has parameters of its own",
        )

    def _given(self) -> str:
        shapes = [str(x.shape) for x in _calls.open[-1][1] if isinstance(x, Array)] if _calls.open else []
        return f"; the input is {', '.join(shapes)}" if shapes else ""

    def _get_seed(self) -> None:
        """Take the seed and name that the outer module gives, or the seed of a number of its own."""
        if _calls.open:
            outer = _calls.open[-1][0]
            for path, module in tree.modules(outer):
                if module._seed is None:
                    module._seed, module._path = outer._seed, tree.joined(outer._path, path)
        if self._seed is None:
            seed = keys.numbered(next(_roots))
            for path, module in tree.modules(self):
                if module._seed is None:
                    module._seed, module._path = seed, path

    def __getattr__(self, name: str) -> Any:
        hint = "; parameters come with the first call" if "_made" not in self.__dict__ else ""
        raise AttributeError(f"{type(self).__name__} has no {name!r}{hint}")

    def __repr__(self) -> str:
        return printing.drawn(self)
