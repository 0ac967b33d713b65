"""Sizes and addresses: each part is computed where the outermost loop that it depends on starts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gnomon.compile.llvm.code import Code
from gnomon.shapes import Dim, Size, Symbol
from gnomon.shapes.atoms import Atom, FloorDiv, Min, Mod
from gnomon.shapes.dims import is_natural


class Sizes:
    """Integers and addresses over symbols whose registers and depths are known."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.symbols: dict[Symbol, tuple[str, int]] = {}
        """Register and depth of each parameter and open index; an index is opened by `bind`."""
        self._known: dict[Dim | Atom, tuple[str, int]] = {}
        self._split: dict[Dim, tuple[list[tuple[int, str]], int]] = {}

    def bind(self, index: Symbol, register: str) -> None:
        """Let an index be a register of the innermost scope."""
        depth = len(self.code.scopes) - 1
        former = self.symbols.get(index)
        least = depth if former is None else min(depth, former[1])
        self.symbols[index] = register, depth
        self._known = {size: found for size, found in self._known.items() if found[1] < least}
        self._split = {
            size: found for size, found in self._split.items() if found[0] and found[0][-1][0] < least
        }

    def value(self, size: Size) -> str:
        """A size as an i64."""
        return self._value(size)[0]

    def address(self, base: str, kind: str, offset: Size) -> str:
        """The address of an element of an array that starts at a base."""
        place = base
        parts, constant = self._parts(offset)
        for depth, part in parts:
            place = self.code.hoisted(
                depth, ("place", place, kind, part), f"getelementptr {kind}, ptr {place}, i64 {part}"
            )
        if constant:
            place = self.code.put(f"getelementptr {kind}, ptr {place}, i64 {constant}")
        return place

    def _value(self, size: Size) -> tuple[str, int]:
        """Operand and depth."""
        if not isinstance(size, Dim):
            return str(size), 0
        found = self._known.get(size)
        if found is None:
            total, reached = "", 0
            parts, constant = self._parts(size)
            for depth, part in parts:
                total = self._combined(depth, "add nsw", total, part) if total else part
                reached = depth
            if constant:
                total = self._combined(reached, "add nsw", total, str(constant))
            found = self._known[size] = total, reached
        return found

    def _parts(self, size: Size) -> tuple[list[tuple[int, str]], int]:
        """The sums of terms of each depth, from the outermost inward, and the constant term."""
        if not isinstance(size, Dim):
            return [], size
        found = self._split.get(size)
        if found is None:
            groups: dict[int, list[tuple[tuple[Atom, ...], int]]] = {}
            constant = 0
            for monomial, coefficient in size.coefficients.items():
                if not monomial:
                    constant = coefficient
                    continue
                depth = max([self._atom(atom)[1] for atom in monomial])
                groups.setdefault(depth, []).append((monomial, coefficient))
            parts = [(depth, self._sum(depth, groups[depth])) for depth in sorted(groups)]
            found = self._split[size] = parts, constant
        return found

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
        found = self._known.get(atom)
        if found is None:
            found = self._known[atom] = self._compound(atom)
        return found

    def _compound(self, atom: Any) -> tuple[str, int]:
        parts = [self._value(part) for part in atom.args]
        depth = max([part[1] for part in parts])
        result = parts[0][0]
        for other, _ in parts[1:]:
            if isinstance(atom, FloorDiv):
                result = self._divided(depth, result, other, atom.args[0])
            elif isinstance(atom, Mod):
                quotient = self._divided(depth, result, other, atom.args[0])
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

    def _divided(self, depth: int, left: str, right: str, dividend: Size) -> str:
        """The quotient rounded down; division by 0 gives some number and no trap."""
        put = self.code.hoisted
        if right.lstrip("-").isdigit():
            safe, divisor = right, int(right)
            if divisor > 0 and divisor & (divisor - 1) == 0:
                return self._combined(depth, "ashr", left, str(divisor.bit_length() - 1))
            if divisor > 0 and isinstance(dividend, Dim) and is_natural(dividend):
                return self._combined(depth, "sdiv", left, right)
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
