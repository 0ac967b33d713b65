"""Sizes at a call: where each name is read off the leaves, and sizes as Python code over the numbers found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gnomon.graph.array import Array
from gnomon.shapes import AtLeast, Claim, Dim, Divides, Either, Equal, Not, OneOf, Size, Symbol
from gnomon.shapes.atoms import Atom, FloorDiv, Min, Mod


class Table:
    """Names of sizes: those that are ``given``, then those that axes of leaves tell.

    ``sources`` has the leaf and the axis of each name of the second kind.
    """

    def __init__(self, leaves: Sequence[Array], given: Iterable[Symbol] = ()) -> None:
        self.given = tuple(given)
        self.sources: dict[Symbol, tuple[int, int]] = {}
        rest: list[tuple[Size, int, int]] = []
        for position, leaf in enumerate(leaves):
            for axis, size in enumerate(leaf.shape.dims):
                atom = size.atom if isinstance(size, Dim) else None
                if isinstance(atom, Symbol) and atom not in self.sources:
                    self.sources[atom] = (position, axis)
                else:
                    rest.append((size, position, axis))
        self.rest = rest
        """Sizes of leaves that follow from the others: each with the leaf and the axis that must agree."""
        self.order = [*self.given, *self.sources]
        self.names = {atom: f"n[{number}]" for number, atom in enumerate(self.order)}

    def solves(self, sizes: Iterable[Size]) -> bool:
        """Whether all names in these sizes are known."""
        return all(atom in self.names for size in sizes if isinstance(size, Dim) for atom in size.symbols())

    def mapping(self, numbers: Sequence[int]) -> dict[Any, Size]:
        """Return the number of each name, by the name."""
        return dict(zip(self.order, numbers))

    def tuple_of(self, sizes: Sequence[Size]) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """Return a function that computes sizes from the numbers of the names."""
        if all(type(size) is int for size in sizes):
            fixed: Any = tuple(sizes)
            return lambda n: fixed
        texts = [size_text(size, self.names) for size in sizes]
        return _compiled(f"({', '.join(texts)},)" if texts else "()")

    def test_of(self, claims: Sequence[Claim]) -> Callable[[Sequence[int]], bool] | None:
        """Return a function that says whether claims hold; None if one of them has no text."""
        texts = [claim_text(claim, self.names) for claim in claims]
        if any(text is None for text in texts):
            return None
        return _compiled(" and ".join([f"({text})" for text in texts]) or "True")


def size_text(size: Size, names: Mapping[Symbol, str]) -> str:
    """Return a size as a Python expression.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n")
    >>> size_text(2 * n // 3 + 1, {n.atom: "n"})
    'n + 1 + -1*((n + 2)//(3))'
    """
    if not isinstance(size, Dim):
        return str(size)
    terms = []
    for monomial, coefficient in size.terms:
        factors = [_atom_text(atom, names) for atom in monomial]
        if coefficient != 1 or not factors:
            factors.insert(0, str(coefficient))
        terms.append("*".join(factors))
    return " + ".join(terms)


def _atom_text(atom: Atom, names: Mapping[Symbol, str]) -> str:
    if isinstance(atom, Symbol):
        return names[atom]
    parts = [size_text(part, names) for part in atom.args]
    if isinstance(atom, (FloorDiv, Mod)):
        sign = "//" if isinstance(atom, FloorDiv) else "%"
        divisor = f"({parts[1]})" if type(atom.args[1]) is int else f"({parts[1]} or 1)"
        return f"(({parts[0]}){sign}{divisor})"
    return f"{'min' if isinstance(atom, Min) else 'max'}({','.join(parts)})"


def strict(claim: Claim) -> Claim:
    """Return what kernels need of a claim: a size that may be 1 and is then broadcast is not 1.

    >>> from gnomon.shapes import symbol
    >>> strict(OneOf(symbol("n"), (1, 10)))
    n == 10
    >>> n, m = symbol("n"), symbol("m")
    >>> strict(Either(Equal(n, m), Equal(n, 1), Equal(m, 1)))
    n == m
    """
    if isinstance(claim, Either):
        kept = [option for option in claim.claims if not (isinstance(option, Equal) and option.right == 1)]
        return kept[0] if len(kept) == 1 else claim
    if isinstance(claim, OneOf) and len(claim.options) == 2 and 1 in claim.options:
        (other,) = [option for option in claim.options if option != 1]
        return Equal(claim.size, other)
    return claim


def claim_text(claim: Claim, names: Mapping[Symbol, str]) -> str | None:
    """Return a claim as a Python expression, None if there is none for its kind."""
    if isinstance(claim, (Equal, AtLeast)):
        sign = "==" if isinstance(claim, Equal) else ">="
        return f"{size_text(claim.left, names)} {sign} {size_text(claim.right, names)}"
    if isinstance(claim, Divides) and type(claim.divisor) is int and claim.divisor > 0:
        return f"({size_text(claim.size, names)}) % {claim.divisor} == 0"
    if isinstance(claim, OneOf):
        options = ", ".join([size_text(option, names) for option in claim.options])
        return f"{size_text(claim.size, names)} in ({options},)"
    if isinstance(claim, Not):
        text = claim_text(claim.claim, names)
        return None if text is None else f"not ({text})"
    return None


def _compiled(text: str) -> Callable[[Sequence[int]], Any]:
    found: Callable[[Sequence[int]], Any] = eval(f"lambda n: {text}", {"min": min, "max": max})
    return found
