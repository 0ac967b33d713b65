"""Scalar functions as C99: expressions, and helpers that are printed once where they are used."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.compile.formulas import Formula, formula_of
from gnomon.compile.formulas.terms import ATTEMPT
from gnomon.compile.kernel import Cast, Const
from gnomon.compile.scalars import BITS_OF, FLOAT_OF, result_dtype
from gnomon.shapes import Dtype, dtypes

_OPERATORS = {
    **dict.fromkeys(("bitwise_and", "logical_and"), "&"),
    **dict.fromkeys(("bitwise_or", "logical_or"), "|"),
    **dict.fromkeys(("bitwise_xor", "logical_xor"), "^"),
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "equal": "==",
    "not_equal": "!=",
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
}
_WRAPPING = ("add", "subtract", "multiply")
_LIBRARY = {"round": "rint", "power": "pow", "abs": "fabs", "negative": "-", "isnan": "isnan"}
_QUESTIONS = ("isnan", "isinf", "isfinite", "signbit")


def c_type(dtype: Dtype) -> str:
    """The type of a scalar.

    >>> c_type(dtypes.float32), c_type(dtypes.uint8), c_type(dtypes.bool)
    ('float', 'uint8_t', 'uint8_t')
    """
    if dtype.kind == "float":
        return "float" if dtype is dtypes.float32 else "double"
    return "uint8_t" if dtype is dtypes.bool else f"{dtype.name}_t"


def c_number(number: int | float | bool, dtype: Dtype) -> str:
    """A number of a dtype.

    >>> c_number(0.5, dtypes.float32), c_number(-2, dtypes.int64), c_number(float("-inf"), dtypes.float64)
    ('0x1.0000000000000p-1f', '((int64_t)-2)', '(-INFINITY)')
    """
    if dtype.kind == "float":
        value = float(number)
        ending = "f" if dtype is dtypes.float32 else ""
        if value != value:
            return "NAN"
        if value in (float("inf"), float("-inf")):
            return "INFINITY" if value > 0 else "(-INFINITY)"
        return f"({value.hex()}{ending})" if value < 0 else f"{value.hex()}{ending}"
    if dtype is dtypes.bool:
        return "1" if number else "0"
    whole = int(number)
    if dtype.kind == "uint":
        return f"(({c_type(dtype)}){whole % 2**dtype.bits}u)" if whole < 2**31 else f"{whole}u"
    if whole == -(2**63):
        return "INT64_MIN"
    if not -(2**31) < whole < 2**31:
        return f"(({c_type(dtype)}){whole}LL)"
    return f"(({c_type(dtype)}){whole})"


class Functions:
    """Prints calls; ``helpers`` are the definitions that these need, each after what it uses itself."""

    def __init__(self) -> None:
        self.helpers: dict[str, str] = {}

    def call(self, function: str, dtype: Dtype, arguments: Sequence[str]) -> str:
        """The expression of a call."""
        written = formula_of(function, dtype)
        if written is not None:
            return self._named(function, dtype, arguments, written)
        if function == "select":
            return f"({arguments[0]} ? {arguments[1]} : {arguments[2]})"
        if function in _OPERATORS:
            text = f" {_OPERATORS[function]} ".join(arguments)
            if dtype.kind in ("int", "uint") and function in _WRAPPING:
                text = f" {_OPERATORS[function]} ".join(f"(uint64_t){each}" for each in arguments)
                return f"(({c_type(dtype)})({text}))"
            if dtype is not dtypes.bool and _OPERATORS[function] in "&|^":
                return f"(({c_type(dtype)})({text}))"
            return f"({text})"
        if function == "logical_not" or (function == "invert" and dtype is dtypes.bool):
            return f"(!{arguments[0]})"
        if function in ("minimum", "maximum", "sign", "bits", "from_bits"):
            return self._small(function, dtype, arguments)
        if dtype.kind == "float":
            return self._float(function, dtype, arguments)
        return self._integer(function, dtype, arguments)

    def cast(self, text: str, old: Dtype, dtype: Dtype) -> str:
        """The expression of a cast."""
        if old is dtype:
            return text
        if dtype is dtypes.bool:
            return f"({text} != 0)"
        if old.kind != "float" or dtype.kind == "float":
            return f"(({c_type(dtype)}){text})"
        name = f"cast_{old}_{dtype}"
        kind = c_type(dtype)
        high = 2 ** (dtype.bits - (dtype.kind == "int"))
        low = -high if dtype.kind == "int" else 0
        lowest = c_number(low, dtype)
        self.helpers.setdefault(
            name,
            f"static inline {kind} {name}({c_type(old)} x) {{\n"
            f"    if (x != x) return 0;\n"
            f"    if ((double)x >= {float(high).hex()}) return {dtype.name.upper()}_MAX;\n"
            f"    if ((double)x <= {float(low).hex()}) return {lowest};\n"
            f"    return ({kind})x;\n}}",
        )
        return f"{name}({text})"

    def _named(self, function: str, dtype: Dtype, arguments: Sequence[str], written: Formula) -> str:
        """A call of the helper that a formula becomes."""
        name = f"gnomon_{function}_{dtype}"
        if name not in self.helpers:
            self.helpers[name] = ""
            text = self._formula(name, function, dtype, written)
            del self.helpers[name]
            self.helpers[name] = text
        return f"{name}({', '.join(arguments)})"

    def _formula(self, name: str, function: str, dtype: Dtype, written: Formula) -> str:
        kinds = dict.fromkeys(written.parameters, dtype)
        inputs = ", ".join(f"{c_type(dtype)} {parameter}" for parameter in written.parameters)
        texts = {parameter: parameter for parameter in written.parameters}
        lines = [f"static inline {c_type(result_dtype(function, dtype))} {name}({inputs}) {{"]
        if written.again is not None:
            lines.append(f"    for (;; {written.parameters[2]} += UINT64_C({ATTEMPT})) {{")
        for line in written.lines:
            if isinstance(line, Const):
                texts[line.target], kinds[line.target] = c_number(line.number, line.dtype), line.dtype
                continue
            if isinstance(line, Cast):
                kind, text = line.dtype, self.cast(texts[line.value], kinds[line.value], line.dtype)
            else:
                kind = result_dtype(line.function, line.dtype)
                text = self.call(line.function, line.dtype, [texts[each] for each in line.arguments])
            texts[line.target], kinds[line.target] = line.target, kind
            lines.append(f"    const {c_type(kind)} {line.target} = {text};")
        if written.rare is not None:
            library = self._library(function, dtype, written.parameters)
            lines.append(f"    if ({texts[written.rare]}) return {library};")
        if written.again is not None:
            lines.append(f"    if (!{texts[written.again]}) return {texts[written.result]};")
            return "\n".join([*lines, "    }", "}"])
        return "\n".join([*lines, f"    return {texts[written.result]};", "}"])

    def _small(self, function: str, dtype: Dtype, arguments: Sequence[str]) -> str:
        """Helpers that look at an argument more than once, or at its bits."""
        name = f"{function}_{dtype}"
        kind, result = c_type(dtype), c_type(result_dtype(function, dtype))
        if function in ("bits", "from_bits"):
            assert dtype in BITS_OF or dtype in FLOAT_OF
            body = f"{result} y; memcpy(&y, &x, sizeof y); return y;"
        elif function == "sign":
            body = "return x > 0 ? 1 : x < 0 ? -1 : x + 0;"
        else:
            sign = "<" if function == "minimum" else ">"
            odd = " || y != y" if dtype.kind == "float" else ""
            body = f"return y {sign} x{odd} ? y : x;"
        inputs = f"{kind} x, {kind} y" if len(arguments) == 2 else f"{kind} x"
        self.helpers.setdefault(name, f"static inline {result} {name}({inputs}) {{ {body} }}")
        return f"{name}({', '.join(arguments)})"

    def _library(self, function: str, dtype: Dtype, arguments: Sequence[str]) -> str:
        name = _LIBRARY.get(function, function)
        ending = "f" if dtype is dtypes.float32 and function not in (*_QUESTIONS, "negative") else ""
        return f"{name}{ending}({', '.join(arguments)})"

    def _float(self, function: str, dtype: Dtype, arguments: Sequence[str]) -> str:
        text = self._library(function, dtype, arguments)
        if function == "negative":
            return f"({text})"
        return f"({text} != 0)" if function in _QUESTIONS else text

    def _integer(self, function: str, dtype: Dtype, arguments: Sequence[str]) -> str:
        kind, name = c_type(dtype), f"{function}_{dtype}"
        signed = dtype.kind == "int"
        bodies = {
            "negative": f"return ({kind})(0 - (uint64_t)x);",
            "abs": f"return x < 0 ? ({kind})(0 - (uint64_t)x) : x;" if signed else "return x;",
            "invert": f"return ({kind})~x;",
            "left_shift": f"return (uint64_t)y < {dtype.bits} ? ({kind})((uint64_t)x << y) : 0;",
            "right_shift": f"return (uint64_t)y < {dtype.bits} ? ({kind})(x >> y) : {'x < 0 ? -1 : 0' if signed else '0'};",
            "floor_divide": "if (y == 0) return 0;\n"
            + (
                f"    if (y == -1) return ({kind})(0 - (uint64_t)x);\n"
                f"    return ({kind})(x / y - (x % y != 0 && (x % y ^ y) < 0));"
                if signed
                else "    return x / y;"
            ),
            "remainder": "if (y == 0) return 0;\n"
            + (
                "    if (y == -1) return 0;\n"
                f"    return ({kind})(x % y + (x % y != 0 && (x % y ^ y) < 0 ? y : 0));"
                if signed
                else "    return x % y;"
            ),
        }
        inputs = f"{kind} x, {kind} y" if len(arguments) == 2 else f"{kind} x"
        self.helpers.setdefault(name, f"static inline {kind} {name}({inputs}) {{\n    {bodies[function]}\n}}")
        return f"{name}({', '.join(arguments)})"
