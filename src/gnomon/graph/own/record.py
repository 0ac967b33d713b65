"""The record of an operation of the user's: shape and dtype rules, ways of computing it, derivatives, batching."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array, as_dtype
from gnomon.graph.errors import ArgumentError
from gnomon.graph.own.shapes import rule_of_shapes
from gnomon.graph.sites import user_site
from gnomon.ops.promotion import promote_arrays
from gnomon.ops.record import Op
from gnomon.ops.rule import Rule
from gnomon.shapes import Facts

if TYPE_CHECKING:
    from gnomon.graph.own.sources import Cpp

Function = Callable[..., Any]


class OwnOp(Op):
    """An operation that `gn.op` made. Call it with arrays, and with its attributes by keyword.

    ``compute`` works on NumPy arrays, ``composed`` on Gnomon's (its body), ``formula`` on scalars of kernels; ``cpp`` is
    source text, ``gpu`` keeps sources for devices. ``names`` are those of its arrays, ``given`` its attributes with their
    defaults, ``needs`` the attributes that have none. ``parts`` is what `gn.op` was called with.
    """

    __slots__ = (
        "composed",
        "compute",
        "cpp",
        "formula",
        "given",
        "gpu",
        "has_gradient",
        "home",
        "names",
        "needs",
        "parts",
        "takes",
        "way",
    )

    def __init__(
        self,
        name: str,
        signature: str | None,
        *,
        names: Sequence[str],
        given: Mapping[str, Any],
        needs: frozenset[str],
        dtype: Any,
        shape: Function | None,
        elementwise: bool,
        compute: Function | None,
        composed: Function | None,
        formula: Function | None,
        cpp: Cpp | None,
        gpu: Mapping[str, str],
        takes: Any,
        home: tuple[str, str],
        doc: str | None,
        parts: Mapping[str, Any],
    ) -> None:
        facts = {"elementwise": True} if elementwise else {}
        super().__init__(
            _nothing,
            signature,
            dtype="promote",
            refutes="shape",
            linear_in=(),
            facts=facts,
            name=name,
            doc=doc,
        )
        self.names = tuple(names)
        self.given = dict(given)
        self.needs = needs
        self.compute = compute
        self.composed = composed
        self.formula = formula
        self.cpp = cpp
        self.gpu = dict(gpu)
        self.takes = takes
        self.home = home
        self.parts = dict(parts)
        self.has_gradient = False
        self.way: Any = None
        self.shape_rule = rule_of_shapes(self, shape, dtype)

    @property
    def arrays(self) -> int:
        """How many arrays it takes."""
        return len(self.names)

    @property
    def defaults(self) -> dict[str, Any] | None:
        """Attributes that may be left out."""
        return self.given or None

    @property
    def body(self) -> Function | None:
        """What it is made of, over Gnomon's operations, if it has such a form."""
        return self.composed

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Apply the operation to arrays and to what can become one."""
        from gnomon.graph.world import build

        entries, attributes = self._bound(arguments, named)
        return build(
            self, tuple(self._taken([as_array(entry) for entry in entries])), attributes, user_site()
        )

    def _bound(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return the arrays in their order, and the attributes."""
        words = dict(named)
        entries = list(arguments)
        entries += [words.pop(name) for name in self.names[len(entries) :] if name in words]
        if len(entries) != len(self.names):
            wanted = ", ".join(self.names) or "none"
            raise ArgumentError(
                f"{self.name}: {len(entries)} arrays are given, but it takes {len(self.names)} ({wanted})",
                user_site(),
            )
        for name, value in words.items():
            if name not in self.given and name not in self.needs:
                known = ", ".join([*self.given, *self.needs]) or "none"
                raise ArgumentError(
                    f"{self.name}: there is no attribute {name!r}; it has {known}", user_site()
                )
            if isinstance(value, Array):
                raise ArgumentError(
                    f"{self.name}: {name} is an attribute, whose value must be known, but it is the array {value!r}",
                    user_site(),
                    "what is computed goes among the arrays, which come before the star of the function",
                )
        missing = sorted(self.needs - set(words))
        if missing:
            raise ArgumentError(f"{self.name}: the attribute {missing[0]} is missing", user_site())
        return entries, words

    def _taken(self, arrays: list[Array]) -> list[Array]:
        """Return arrays in the dtypes that the operation takes; Python numbers take the dtype of the others."""
        common = promote_arrays(Rule(Facts(), self), list(arrays))
        wanted: list[Any]
        if self.takes is None:
            alike = "elementwise" in self.facts
            wanted = [
                common if x.weak and common is not None and (alike or common.kind == x.dtype.kind) else None
                for x in arrays
            ]
        else:
            rows = self.takes if isinstance(self.takes, (tuple, list)) else [self.takes] * len(arrays)
            wanted = [common if row == "promote" else row if row is None else as_dtype(row) for row in rows]
        return [
            x if dtype is None or (x.dtype is dtype and not x.weak) else ops.cast(x, dtype=dtype)
            for x, dtype in zip(arrays, wanted)
        ]

    def gradient(self, rule: Function) -> Function:
        """Set how cotangents go back: ``rule(g, *arrays, **attributes)`` gives one for each array, None for no gradient.

        With several results ``g`` is a tuple. A parameter ``out`` gets what the operation gave.
        """
        from gnomon.graph.own.derivatives import pullback_of

        self.pullback_rule = pullback_of(self, rule)
        self.has_gradient = True
        self.parts["gradient"] = rule
        return rule

    pullback = gradient

    def pushforward(self, rule: Function) -> Function:
        """Set how tangents go forward: ``rule(tangents, *arrays, **attributes)`` gives one for each result.

        Without a rule tangents go through the gradient of the gradient.
        """
        from gnomon.graph.own.derivatives import pushforward_of

        self.pushforward_rule = pushforward_of(self, rule)
        self.parts["pushforward"] = rule
        return rule

    @property
    def is_body(self) -> bool:
        """Whether a body alone says what it computes."""
        return (
            self.composed is not None and self.compute is None and self.cpp is None and self.formula is None
        )

    def mapping(self) -> Function | None:
        """Return how it is carried out for many rows (`gnomon.graph.batching`)."""
        from gnomon.graph.own.mapping import batching_of

        return batching_of(self, self.way)

    def ways(self) -> tuple[str, ...]:
        """How it can be computed, in words."""
        found = {"NumPy": self.compute, "C++": self.cpp, "a body": self.composed, "a formula": self.formula}
        return (*[word for word, way in found.items() if way is not None], *self.gpu)

    def __reduce__(self) -> Any:
        if imported(*self.home) is self:
            return imported, self.home
        from gnomon.graph.own.declaring import again

        return again, (self.parts,)

    def __copy__(self) -> OwnOp:
        return self

    def __deepcopy__(self, memo: Any) -> OwnOp:
        return self

    def __repr__(self) -> str:
        return f"<own op {self.name}>"


def imported(module: str, qualname: str) -> Any:
    """Return what stands under a name in a module, None if nothing does."""
    import sys
    from importlib import import_module

    if module not in sys.modules:
        try:
            import_module(module)
        except ImportError:
            return None
    found: Any = sys.modules[module]
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found


def _nothing() -> None:
    """An operation of the user's."""
