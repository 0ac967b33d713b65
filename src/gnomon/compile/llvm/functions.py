"""Scalar functions as LLVM instructions, on one value or on one per lane."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.compile.formulas import Formula, formula_of
from gnomon.compile.formulas.terms import ATTEMPT
from gnomon.compile.kernel import Cast, Const
from gnomon.compile.llvm.apart import Apart
from gnomon.compile.llvm.code import Code
from gnomon.compile.llvm.runs import is_run, words
from gnomon.compile.llvm.types import Operand, element, literal, suffix, wide
from gnomon.compile.scalars import result_dtype
from gnomon.shapes import Dtype, dtypes

_FLOAT = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv"}
_INTEGER = {"add": "add", "subtract": "sub", "multiply": "mul"}
_BITWISE = {
    **dict.fromkeys(("bitwise_and", "logical_and"), "and"),
    **dict.fromkeys(("bitwise_or", "logical_or"), "or"),
    **dict.fromkeys(("bitwise_xor", "logical_xor"), "xor"),
}
_INTRINSICS = {
    "sqrt": "sqrt",
    "floor": "floor",
    "ceil": "ceil",
    "round": "rint",
    "trunc": "trunc",
    "fma": "fma",
    "copysign": "copysign",
}
_QUESTIONS = {
    "equal": ("oeq", "eq"),
    "not_equal": ("une", "ne"),
    "less": ("olt", "lt"),
    "less_equal": ("ole", "le"),
    "greater": ("ogt", "gt"),
    "greater_equal": ("oge", "ge"),
}
_LIBRARY = {"power": "pow", "lgamma": "lgamma", "asin": "asin", "acos": "acos", "atan": "atan"}


class Functions:
    """Writes calls of scalar functions into code. ``width`` is the number of lanes of vectors.

    Formulas that ``often`` takes become functions of the module, others lines of the code.
    """

    def __init__(self, code: Code, often: Apart | None = None) -> None:
        self.code = code
        self.often = often or Apart()
        self.width = 1

    def apart(self) -> Functions:
        """The same with the code of a function of its own."""
        other = Functions(Code())
        other.width = self.width
        return other

    def kind(self, operand: Operand) -> str:
        """The type of an operand."""
        return wide(element(operand.dtype), self.width if operand.vector else 1)

    def spread(self, operand: Operand) -> Operand:
        """The operand with one value per lane."""
        if operand.vector or self.width == 1:
            return operand
        kind = element(operand.dtype)
        if operand.literal:
            return Operand(f"splat ({kind} {operand.text})", operand.dtype, True, True)
        many = wide(kind, self.width)
        first = self.code.put(f"insertelement {many} poison, {kind} {operand.text}, i32 0")
        mask = f"<{self.width} x i32> zeroinitializer"
        text = self.code.put(f"shufflevector {many} {first}, {many} poison, {mask}")
        return Operand(text, operand.dtype, True)

    def call(self, function: str, arguments: Sequence[Operand]) -> Operand:
        """The result of a function of operands with one dtype."""
        if is_run(self, function, arguments):
            return words(self, function, arguments)
        vector = any(operand.vector for operand in arguments)
        operands = [self.spread(operand) for operand in arguments] if vector else list(arguments)
        dtype = operands[-1].dtype
        written = formula_of(function, dtype)
        if written is not None and self.often.takes(function, written, dtype):
            return self.often.call(self, function, written, operands, vector)
        if written is not None:
            return self.formula(function, written, operands, vector)
        text = self._primitive(function, dtype, operands, vector)
        if text is None:
            return self._library(function, operands, vector)
        return Operand(text, result_dtype(function, dtype), vector)

    def cast(self, operand: Operand, dtype: Dtype) -> Operand:
        """The operand as another dtype."""
        old = operand.dtype
        if old is dtype:
            return operand
        width = self.width if operand.vector else 1
        before, after = wide(element(old), width), wide(element(dtype), width)
        text = operand.text
        if dtype is dtypes.bool:
            test = "fcmp une" if old.kind == "float" else "icmp ne"
            zero = self._number(0, old, width)
            result = self.code.put(f"{test} {before} {text}, {zero}")
        elif old.kind == "float" and dtype.kind == "float":
            result = self.code.put(
                f"{'fptrunc' if old.bits > dtype.bits else 'fpext'} {before} {text} to {after}"
            )
        elif old.kind == "float":
            name = "fptosi" if dtype.kind == "int" else "fptoui"
            ends = f"{suffix(element(dtype), width)}.{suffix(element(old), width)}"
            result = self.code.call(after, f"llvm.{name}.sat.{ends}", (before, text))
        elif dtype.kind == "float":
            name = "sitofp" if old.kind == "int" else "uitofp"
            result = self.code.put(f"{name} {before} {text} to {after}")
        elif (1 if old is dtypes.bool else old.bits) < dtype.bits:
            name = "sext" if old.kind == "int" else "zext"
            result = self.code.put(f"{name} {before} {text} to {after}")
        elif old.bits > dtype.bits:
            result = self.code.put(f"trunc {before} {text} to {after}")
        else:
            return operand._replace(dtype=dtype, literal=False)
        return Operand(result, dtype, operand.vector)

    def formula(self, function: str, written: Formula, operands: list[Operand], vector: bool) -> Operand:
        """The result of a formula, line by line."""
        if written.again is not None:
            return self._until_accepted(function, written, operands, vector)
        values = self.lines(written, operands)
        result = values[written.result]
        if written.rare is None:
            return result
        return self._unless_rare(function, operands, result, values[written.rare], vector)

    def lines(self, written: Formula, operands: list[Operand]) -> dict[str, Operand]:
        """The values of all lines of a formula."""
        values = dict(zip(written.parameters, operands))
        for line in written.lines:
            if isinstance(line, Const):
                values[line.target] = Operand(literal(line.number, line.dtype), line.dtype, False, True)
            elif isinstance(line, Cast):
                values[line.target] = self.cast(values[line.value], line.dtype)
            else:
                values[line.target] = self.call(line.function, [values[name] for name in line.arguments])
        return values

    def _until_accepted(
        self, function: str, written: Formula, operands: list[Operand], vector: bool
    ) -> Operand:
        """The first result that is not rejected, lane by lane; lanes that have one wait for the others."""
        assert written.again is not None
        first, second, stream, *others = operands
        bools, whole = wide("i1", self.width if vector else 1), self.kind(stream)
        dtype = result_dtype(function, first.dtype)
        kind = wide(element(dtype), self.width if vector else 1)

        def body(values: list[str]) -> tuple[list[str], str]:
            before, waiting, at = values
            now = stream._replace(text=at, literal=False)
            found = self.lines(written, [first, second, now, *others])
            result, rejected = found[written.result], found[written.again or ""]
            if vector:
                result, rejected = self.spread(result), self.spread(rejected)
            kept = self.code.put(f"select {bools} {waiting}, {kind} {result.text}, {kind} {before}")
            still = self.code.put(f"and {bools} {waiting}, {rejected.text}")
            step = self._number(ATTEMPT, stream.dtype, self.width if stream.vector else 1)
            further = self.code.put(f"add {whole} {at}, {step}")
            again = still
            if vector:
                again = self.code.call(
                    "i1", f"llvm.vector.reduce.or.{suffix('i1', self.width)}", (bools, still)
                )
            return [kept, still, further], again

        all_lanes = "splat (i1 true)" if vector and self.width > 1 else "true"
        nothing = "zeroinitializer" if vector and self.width > 1 else literal(0.0, dtype)
        carried = [(kind, nothing), (bools, all_lanes), (whole, stream.text)]
        return Operand(self.code.repeat(carried, body)[0], dtype, vector)

    def _unless_rare(
        self, function: str, operands: list[Operand], usual: Operand, rare: Operand, vector: bool
    ) -> Operand:
        """The usual result, and that of the system's function where something is rare."""
        kind = self.kind(usual)
        any_rare = rare.text
        if vector:
            bools = wide("i1", self.width)
            any_rare = self.code.call(
                "i1", f"llvm.vector.reduce.or.{suffix('i1', self.width)}", (bools, any_rare)
            )

        def body() -> list[str]:
            exact = self._library(function, operands, vector)
            return [
                self.code.put(
                    f"select {self.kind(rare)} {rare.text}, {kind} {exact.text}, {kind} {usual.text}"
                )
            ]

        (text,) = self.code.when(any_rare, [(kind, usual.text)], body)
        return Operand(text, usual.dtype, vector)

    def _library(self, function: str, operands: list[Operand], vector: bool) -> Operand:
        """The function of the system's mathematical library, lane by lane."""
        dtype = operands[0].dtype
        kind = element(dtype)
        name = _LIBRARY.get(function, function) + ("f" if dtype is dtypes.float32 else "")
        if not vector:
            return Operand(self.code.call(kind, name, *[(kind, each.text) for each in operands]), dtype)
        many = wide(kind, self.width)
        result = "poison"
        for lane in range(self.width):
            single = [
                (kind, self.code.put(f"extractelement {many} {each.text}, i32 {lane}")) for each in operands
            ]
            value = self.code.call(kind, name, *single)
            result = self.code.put(f"insertelement {many} {result}, {kind} {value}, i32 {lane}")
        return Operand(result, dtype, True)

    def _primitive(self, function: str, dtype: Dtype, operands: list[Operand], vector: bool) -> str | None:
        """The register of a function that LLVM has or that takes a few instructions, else None."""
        put, width = self.code.put, self.width if vector else 1
        kind = wide(element(dtype), width)
        a = operands[0].text
        b = operands[1].text if len(operands) > 1 else ""
        is_float = dtype.kind == "float"
        if function == "select":
            return put(f"select {wide('i1', width)} {a}, {kind} {b}, {kind} {operands[2].text}")
        if function in _QUESTIONS:
            ordered, signed = _QUESTIONS[function]
            if is_float:
                return put(f"fcmp {ordered} {kind} {a}, {b}")
            unsigned = signed not in ("eq", "ne")
            sign = ("s" if dtype.kind == "int" else "u") if unsigned else ""
            return put(f"icmp {sign}{signed} {kind} {a}, {b}")
        if function in ("minimum", "maximum"):
            return self._extreme(function == "minimum", dtype, kind, a, b, wide("i1", width))
        if function in _BITWISE:
            return put(f"{_BITWISE[function]} {kind} {a}, {b}")
        if function in ("invert", "logical_not"):
            return put(f"xor {kind} {a}, {self._number(-1 if dtype is not dtypes.bool else 1, dtype, width)}")
        if is_float:
            return self._float(function, dtype, kind, width, [each.text for each in operands])
        if dtype is dtypes.bool:
            return None
        return self._integer(function, dtype, kind, width, a, b)

    def _number(self, number: int | float, dtype: Dtype, width: int) -> str:
        text = literal(number, dtype)
        return text if width == 1 else f"splat ({element(dtype)} {text})"

    def _extreme(self, smaller: bool, dtype: Dtype, kind: str, a: str, b: str, bools: str) -> str:
        """The smaller or the larger: whether the second is NaN is known before the first, perhaps a total, is there."""
        put = self.code.put
        if dtype.kind != "float":
            sign = "s" if dtype.kind == "int" else "u"
            test = put(f"icmp {sign}{'lt' if smaller else 'gt'} {kind} {b}, {a}")
            return put(f"select {bools} {test}, {kind} {b}, {kind} {a}")
        test = put(f"fcmp {'olt' if smaller else 'ogt'} {kind} {b}, {a}")
        chosen = put(f"select {bools} {test}, {kind} {b}, {kind} {a}")
        unordered = put(f"fcmp uno {kind} {b}, {b}")
        return put(f"select {bools} {unordered}, {kind} {b}, {kind} {chosen}")

    def _float(self, function: str, dtype: Dtype, kind: str, width: int, operands: list[str]) -> str | None:
        put = self.code.put
        a = operands[0]
        ends = suffix(element(dtype), width)
        bools = wide("i1", width)
        if function in _FLOAT:
            return put(f"{_FLOAT[function]} {kind} {a}, {operands[1]}")
        if function in _INTRINSICS:
            return self.code.call(
                kind, f"llvm.{_INTRINSICS[function]}.{ends}", *[(kind, each) for each in operands]
            )
        if function == "negative":
            return put(f"fneg {kind} {a}")
        if function in ("abs", "isinf", "isfinite"):
            size = self.code.call(kind, f"llvm.fabs.{ends}", (kind, a))
            if function == "abs":
                return size
            infinite = self._number(float("inf"), dtype, width)
            return put(f"fcmp {'oeq' if function == 'isinf' else 'olt'} {kind} {size}, {infinite}")
        if function == "isnan":
            return put(f"fcmp uno {kind} {a}, {a}")
        if function in ("bits", "signbit"):
            whole = wide(f"i{dtype.bits}", width)
            bits = put(f"bitcast {kind} {a} to {whole}")
            zero_bits = "0" if width == 1 else "zeroinitializer"
            return bits if function == "bits" else put(f"icmp slt {whole} {bits}, {zero_bits}")
        if function == "sign":
            zero = self._number(0.0, dtype, width)
            above = put(f"fcmp ogt {kind} {a}, {zero}")
            below = put(f"fcmp olt {kind} {a}, {zero}")
            plain = put(f"fadd {kind} {a}, {zero}")
            rest = put(f"select {bools} {below}, {kind} {self._number(-1.0, dtype, width)}, {kind} {plain}")
            return put(f"select {bools} {above}, {kind} {self._number(1.0, dtype, width)}, {kind} {rest}")
        return None

    def _integer(self, function: str, dtype: Dtype, kind: str, width: int, a: str, b: str) -> str | None:
        put = self.code.put
        bools = wide("i1", width)
        signed = dtype.kind == "int"
        zero = self._number(0, dtype, width)
        if function in _INTEGER:
            return put(f"{_INTEGER[function]} {kind} {a}, {b}")
        if function == "negative":
            return put(f"sub {kind} {zero}, {a}")
        if function == "abs":
            if not signed:
                return a
            return self.code.call(
                kind, f"llvm.abs.{suffix(element(dtype), width)}", (kind, a), ("i1", "false")
            )
        if function == "sign":
            some = put(f"icmp ne {kind} {a}, {zero}")
            rest = put(f"zext {bools} {some} to {kind}")
            if not signed:
                return rest
            below = put(f"icmp slt {kind} {a}, {zero}")
            return put(f"select {bools} {below}, {kind} {self._number(-1, dtype, width)}, {kind} {rest}")
        if function == "from_bits":
            return put(f"bitcast {kind} {a} to {wide('float' if dtype.bits == 32 else 'double', width)}")
        if function in ("left_shift", "right_shift"):
            return self._shift(function, dtype, kind, width, a, b)
        if function in ("floor_divide", "remainder"):
            return self._division(function == "remainder", dtype, kind, width, a, b)
        return None

    def _shift(self, function: str, dtype: Dtype, kind: str, width: int, a: str, b: str) -> str:
        """Shifts by as many bits as there are, or more, drop all of them."""
        put = self.code.put
        bools = wide("i1", width)
        arithmetic = function == "right_shift" and dtype.kind == "int"
        operation = "shl" if function == "left_shift" else "ashr" if arithmetic else "lshr"
        known = b.removeprefix(f"splat ({element(dtype)} ").removesuffix(")")
        if known.isdigit() and int(known) < dtype.bits:
            return put(f"{operation} {kind} {a}, {b}")
        last = self._number(dtype.bits - 1, dtype, width)
        fits = put(f"icmp ule {kind} {b}, {last}")
        count = put(f"select {bools} {fits}, {kind} {b}, {kind} {last}")
        shifted = put(f"{operation} {kind} {a}, {count}")
        if arithmetic:
            return shifted
        return put(f"select {bools} {fits}, {kind} {shifted}, {kind} {self._number(0, dtype, width)}")

    def _division(self, rest_only: bool, dtype: Dtype, kind: str, width: int, a: str, b: str) -> str:
        """Division rounded down; by 0 it gives 0, and nothing traps."""
        put = self.code.put
        bools = wide("i1", width)
        zero, one = self._number(0, dtype, width), self._number(1, dtype, width)
        no_divisor = put(f"icmp eq {kind} {b}, {zero}")
        unsafe = no_divisor
        if dtype.kind == "int":
            lowest = put(f"icmp eq {kind} {a}, {self._number(-(2 ** (dtype.bits - 1)), dtype, width)}")
            minus = put(f"icmp eq {kind} {b}, {self._number(-1, dtype, width)}")
            overflow = put(f"and {bools} {lowest}, {minus}")
            unsafe = put(f"or {bools} {unsafe}, {overflow}")
        safe = put(f"select {bools} {unsafe}, {kind} {one}, {kind} {b}")
        sign = "s" if dtype.kind == "int" else "u"
        rest = put(f"{sign}rem {kind} {a}, {safe}")
        result = rest if rest_only else put(f"{sign}div {kind} {a}, {safe}")
        if dtype.kind == "int":
            signs = put(f"xor {kind} {rest}, {safe}")
            against = put(f"icmp slt {kind} {signs}, {zero}")
            some = put(f"icmp ne {kind} {rest}, {zero}")
            wrong = put(f"and {bools} {against}, {some}")
            change = put(f"select {bools} {wrong}, {kind} {safe if rest_only else one}, {kind} {zero}")
            result = put(f"{'add' if rest_only else 'sub'} {kind} {result}, {change}")
        return put(f"select {bools} {no_divisor}, {kind} {zero}, {kind} {result}")
