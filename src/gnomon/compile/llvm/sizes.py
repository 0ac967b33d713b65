"""Sizes and addresses: each part is computed where the outermost loop that it depends on starts."""

from __future__ import annotations

from collections.abc import Iterable

from gnomon.compile.llvm.code import Code
from gnomon.shapes import Dim, Size, Symbol
from gnomon.shapes.atoms import Atom, FloorDiv, Min, Mod


class Sizes:
    """Integers and addresses over symbols whose registers and depths are known."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.symbols: dict[Symbol, tuple[str, int]] = {}
        """Register and depth of each parameter and open index."""

    def value(self, size: Size) -> str:
        """A size as an i64."""
        return self._value(size)[0]

    def address(self, base: str, kind: str, offset: Size) -> str:
        """The address of an element of an array that starts at a base."""
        place = base
        constant = 0
        for depth, items in self._by_depth(offset):
            if depth < 0:
                constant = items[0][1]
                continue
            part = self._sum(depth, items)
            place = self.code.hoisted(
                depth, ("place", place, kind, part), f"getelementptr {kind}, ptr {place}, i64 {part}"
            )
        if constant:
            place = self.code.put(f"getelementptr {kind}, ptr {place}, i64 {constant}")
        return place

    def _value(self, size: Size) -> tuple[str, int]:
        """Operand and depth."""
        if type(size) is int:
            return str(size), 0
        total, reached, constant = "", 0, 0
        for depth, items in self._by_depth(size):
            if depth < 0:
                constant = items[0][1]
                continue
            part = self._sum(depth, items)
            total = self._combined(depth, "add nsw", total, part) if total else part
            reached = depth
        if constant:
            total = self._combined(reached, "add nsw", total, str(constant))
        return total, reached

    def _by_depth(self, size: Size) -> list[tuple[int, list[tuple[tuple[Atom, ...], int]]]]:
        """The terms of a size from the outermost depth inward; the constant comes first, as depth -1."""
        if not isinstance(size, Dim):
            return [(-1, [((), size)])]
        groups: dict[int, list[tuple[tuple[Atom, ...], int]]] = {}
        for monomial, coefficient in size.coefficients.items():
            depth = max((self._atom(atom)[1] for atom in monomial), default=-1)
            groups.setdefault(depth, []).append((monomial, coefficient))
        return sorted(groups.items())

    def _sum(self, depth: int, items: Iterable[tuple[tuple[Atom, ...], int]]) -> str:
        total = ""
        for monomial, coefficient in items:
            product = ""
            for factor, _ in sorted([self._atom(atom) for atom in monomial], key=lambda pair: pair[1]):
                product = self._combined(depth, "mul nsw", product, factor) if product else factor
            if coefficient != 1:
                product = self._combined(depth, "mul nsw", product, str(coefficient))
            total = self._combined(depth, "add nsw", total, product) if total else product
        return total

    def _combined(self, depth: int, operation: str, left: str, right: str) -> str:
        return self.code.hoisted(depth, (operation, left, right), f"{operation} i64 {left}, {right}")

    def _atom(self, atom: Atom) -> tuple[str, int]:
        if isinstance(atom, Symbol):
            return self.symbols[atom]
        parts = [self._value(part) for part in atom.args]
        depth = max(part[1] for part in parts)
        result = parts[0][0]
        for other, _ in parts[1:]:
            if isinstance(atom, FloorDiv):
                result = self._divided(depth, result, other)
            elif isinstance(atom, Mod):
                quotient = self._divided(depth, result, other)
                back = self._combined(depth, "mul nsw", quotient, other)
                result = self._combined(depth, "sub nsw", result, back)
            else:
                test = "icmp slt" if isinstance(atom, Min) else "icmp sgt"
                smaller = self._combined(depth, test, result, other)
                result = self.code.hoisted(
                    depth,
                    ("select", smaller, result, other),
                    f"select i1 {smaller}, i64 {result}, i64 {other}",
                )
        return result, depth

    def _divided(self, depth: int, left: str, right: str) -> str:
        """The quotient rounded down; division by 0 gives some number and no trap."""
        put = self.code.hoisted
        if right.lstrip("-").isdigit():
            safe = right
        else:
            zero = put(depth, ("zero", right), f"icmp eq i64 {right}, 0")
            safe = put(depth, ("safe", right), f"select i1 {zero}, i64 1, i64 {right}")
        quotient = self._combined(depth, "sdiv", left, safe)
        rest = self._combined(depth, "srem", left, safe)
        signs = self._combined(depth, "xor", rest, safe)
        against = put(depth, ("negative", signs), f"icmp slt i64 {signs}, 0")
        some = put(depth, ("some", rest), f"icmp ne i64 {rest}, 0")
        wrong = put(depth, ("and", against, some), f"and i1 {against}, {some}")
        one = put(depth, ("one", wrong), f"zext i1 {wrong} to i64")
        return self._combined(depth, "sub nsw", quotient, one)
