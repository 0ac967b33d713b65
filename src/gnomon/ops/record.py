"""One operation is one record: its name, shape rule, dtype rule and the slots the compiler fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gnomon.ops.world import find_world
from gnomon.shapes import Notation, parse_notation

if TYPE_CHECKING:
    from inspect import Parameter

TABLE: dict[str, Op] = {}
"""Every operation by name."""


class Op:
    """A row of the table of operations. Calling it hands the operation to the world of its arguments."""

    __slots__ = (
        "batching",
        "dtype",
        "facts",
        "fallback_rule",
        "function",
        "linear_in",
        "lowering",
        "name",
        "outputs",
        "pullback_rule",
        "pushforward_rule",
        "refutes",
        "shape_rule",
        "signature",
        "values",
        "written_doc",
    )

    def __init__(
        self,
        function: Callable[..., Any],
        signature: str | None,
        *,
        dtype: DtypeRule,
        refutes: str,
        linear_in: tuple[str, ...],
        facts: Mapping[str, bool],
        outputs: int = 1,
        name: str | None = None,
        doc: str | None = None,
    ) -> None:
        self.function = function
        self.name = name or function.__name__.rstrip("_")
        self.written_doc = doc
        self.signature: Notation | None = parse_notation(signature) if signature else None
        self.dtype = dtype
        self.refutes = refutes
        self.linear_in = linear_in
        self.facts = facts
        self.outputs = outputs
        self.shape_rule: Callable[..., Any] | None = None
        self.fallback_rule: Callable[..., Any] | None = None
        self.pullback_rule: Callable[..., Any] | None = None
        self.pushforward_rule: Callable[..., Any] | None = None
        self.batching: Callable[..., Any] | None = None
        self.lowering: Any = None
        self.values: Mapping[str, Any] | None = None

    @property
    def doc(self) -> str:
        """What the operation does; the first sentence helps a newcomer."""
        from inspect import cleandoc

        return cleandoc(self.written_doc or self.function.__doc__ or "")

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Arrays first (positional), then attributes (keyword only)."""
        from inspect import signature

        return tuple(signature(self.function).parameters.values())

    @property
    def arrays(self) -> int:
        """How many array arguments it takes, optional ones included."""
        return self.function.__code__.co_argcount

    @property
    def defaults(self) -> dict[str, Any] | None:
        """Attributes that may be left out."""
        return self.function.__kwdefaults__

    @property
    def body(self) -> Callable[..., Any] | None:
        """What a composite is made of, over simpler operations; None for others (see `gnomon.ops.bodies`)."""
        from importlib import import_module  # by name, lest type checkers see a cycle

        found: Callable[..., Any] | None = import_module("gnomon.ops.bodies").BODIES.get(self.name)
        return found

    def __call__(self, *arguments: Any, **attributes: Any) -> Any:
        """Apply the operation in the world that its arguments live in."""
        return find_world(arguments).apply(self, arguments, attributes)

    def shape(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Set the shape rule: ``rule(r, *arrays, **attributes)`` returns a shape or ``Out``, or many."""
        self.shape_rule = rule
        return rule

    def fallback(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Set what is known of the results when not even the rank is: same parameters as the shape rule."""
        self.fallback_rule = rule
        return rule

    def pullback(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Set the reverse-mode derivative."""
        self.pullback_rule = rule
        return rule

    def pushforward(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """Set the forward-mode derivative where it does not follow from the pullback."""
        self.pushforward_rule = rule
        return rule

    def __repr__(self) -> str:
        return f"<op {self.name}>"


DtypeRule = str | Callable[..., Any]


def op(
    signature: str | None = None,
    *,
    dtype: DtypeRule = "promote",
    refutes: str = "shape",
    linear_in: tuple[str, ...] = (),
    outputs: int = 1,
    name: str | None = None,
    doc: str | None = None,
    **facts: bool,
) -> Callable[[Callable[..., Any]], Op]:
    """Declare a primitive. The decorated function gives name, parameters and documentation; it has no body.

    ``signature`` is shape notation such as ``"*b m k, *b k n -> *b m n"``; ``refutes`` names the rule that a
    mismatch of the signature reports; ``dtype`` is ``"promote"``, ``"first"``, ``"float"``, a dtype name or a
    function; ``outputs`` counts the results. ``name`` and ``doc`` serve families declared in a loop.
    """

    def declare(function: Callable[..., Any]) -> Op:
        return _enter(
            Op(
                function,
                signature,
                dtype=dtype,
                refutes=refutes,
                linear_in=linear_in,
                facts=facts,
                outputs=outputs,
                name=name,
                doc=doc,
            )
        )

    return declare


def _enter(record: Op) -> Op:
    if record.name in TABLE:
        raise ValueError(f"the table already has an operation named {record.name}")
    TABLE[record.name] = record
    return record
