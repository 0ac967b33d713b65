"""Rows of the elementwise operations: every one over floats, integers and booleans, broadcast, empty and scalar."""

import math

import numpy as np

from compile.reference.rows import Rows, c128, f32, f64, i32, truths

row = ROWS = Rows()

SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-300, 1e300, 0.5])


def each(function):
    """Apply a function of Python numbers to each element in float64."""

    def apply(x):
        wide = np.asarray(x, np.float64)
        return np.array([function(v) for v in wide.ravel().tolist()], np.float64).reshape(wide.shape)

    return apply


def sigmoid(x):
    return 0.5 * (1 + np.tanh(np.asarray(x, np.float64) / 2))


def softplus(x):
    return np.log1p(np.exp(np.asarray(x, np.float64)))


NUMPY_FLOAT = (
    """exp exp2 expm1 sqrt cbrt sin cos tan sinh cosh tanh degrees radians sinc log log2 log10 log1p"""
)
NAMES = {
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    **{name: getattr(np, name) for name in NUMPY_FLOAT.split()},
}
SAME = (
    "abs ceil floor trunc round sign square negative conj real imag isfinite isinf isnan signbit logical_not"
)

for name, function in NAMES.items():
    for x in (f64(2, 3), f32(4), i32(5), f64(0, 2), f64(), SPECIAL, truths(3)):
        if name in ("degrees", "radians", "sinc", "cbrt") and x.dtype == bool:
            continue
        row(name, x, expected=function)
    if name not in ("degrees", "radians", "cbrt"):
        row(name, c128(3), expected=function)

for name in SAME.split():
    function = np.square if name == "square" else getattr(np, name)
    for x in (f64(2, 3), f32(4), i32(5), f64(0, 2), f64(), SPECIAL):
        if name == "signbit" and x.dtype.kind == "i":
            continue
        row(name, x, expected=function)
row("positive", f64(3), expected=lambda x: x)
row("reciprocal", f64(3), expected=np.reciprocal)
row("reciprocal", np.array([2, 1, -1, 0, 7]), expected=np.array([0, 1, -1, 0, 0]))
row("invert", i32(4), expected=np.invert)
row("invert", truths(4), expected=np.invert)
row("angle", c128(4), expected=np.angle)
row("angle", f64(4), expected=np.angle)
row("nan_to_num", SPECIAL, expected=np.nan_to_num)
row("nan_to_num", SPECIAL, nan=2.0, posinf=5.0, expected=lambda x: np.nan_to_num(x, nan=2.0, posinf=5.0))
row("round", f64(4), decimals=1, expected=lambda x: np.round(x, 1))

ACTIVATIONS = {
    "sigmoid": sigmoid,
    "log_sigmoid": lambda x: np.log(sigmoid(x)),
    "softplus": softplus,
    "relu": lambda x: np.where(x > 0, x, 0),
    "relu6": lambda x: np.minimum(np.where(x > 0, x, 0), 6),
    "hard_tanh": lambda x: np.clip(x, -1, 1),
    "leaky_relu": lambda x: np.where(x > 0, x, 0.01 * x),
    "elu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "celu": lambda x: np.where(x > 0, x, np.exp(x) - 1),
    "selu": lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * (np.exp(x) - 1)),
    "gelu": lambda x: x * 0.5 * each(math.erfc)(-x / math.sqrt(2)),
    "silu": lambda x: x * sigmoid(x),
    "mish": lambda x: x * np.tanh(softplus(x)),
    "softsign": lambda x: x / (1 + abs(x)),
    "hard_sigmoid": lambda x: np.clip((x + 3) / 6, 0, 1),
    "hard_swish": lambda x: x * np.clip((x + 3) / 6, 0, 1),
    "hard_shrink": lambda x: np.where(abs(x) > 0.5, x, 0),
    "soft_shrink": lambda x: np.where(x > 0.5, x - 0.5, np.where(x < -0.5, x + 0.5, 0)),
    "tanh_shrink": lambda x: x - np.tanh(x),
    "threshold": lambda x: np.where(x > 0, x, 0),
}
for name, function in ACTIVATIONS.items():
    for x in (f64(2, 3), f64(0, 2), f64()):
        row(name, x, expected=function)
    row(name, f32(7), expected=function, same_dtype=False)
    if name != "tanh_shrink":  # the formula cancels in float16
        row(name, f64(5).astype(np.float16), expected=function, same_dtype=False)
row("relu", i32(5), expected=lambda x: np.maximum(x, 0))
row("logit", np.array([0.1, 0.5, 0.9]), expected=lambda x: np.log(x / (1 - x)))
row(
    "gelu",
    np.array([1.0, -1.0]),
    approximate="tanh",
    expected=np.array([0.8411919906082768, -0.15880800939172324]),
)
row("softplus", f64(4), beta=2.0, expected=lambda x: softplus(2 * x) / 2)
row("leaky_relu", f64(4), slope=0.2, expected=lambda x: np.where(x > 0, x, 0.2 * x))
row("elu", f64(4), alpha=0.5, expected=lambda x: np.where(x > 0, x, 0.5 * (np.exp(x) - 1)))
row("celu", f64(4), alpha=0.5, expected=lambda x: np.where(x > 0, x, 0.5 * (np.exp(x / 0.5) - 1)))
row("hard_tanh", f64(4), low=-0.5, high=2.0, expected=lambda x: np.clip(x, -0.5, 2))
row("hard_shrink", f64(4), threshold=1.0, expected=lambda x: np.where(abs(x) > 1, x, 0))
row("soft_shrink", f64(4), threshold=0.0, expected=lambda x: x)
row("threshold", f64(4), threshold=1.0, value=-2.0, expected=lambda x: np.where(x > 1, x, -2))
row("prelu", f64(2, 3, 4), f64(3), expected=lambda x, s: np.where(x > 0, x, s[:, None] * x))
row("prelu", f64(2, 3), f64(1), expected=lambda x, s: np.where(x > 0, x, s * x))
row("prelu", f64(2, 3), f64(), expected=lambda x, s: np.where(x > 0, x, s * x))

FLOATS = {
    "atan2": np.arctan2,
    "copysign": np.copysign,
    "divide": np.true_divide,
    "heaviside": np.heaviside,
    "hypot": np.hypot,
    "logaddexp": np.logaddexp,
    "logaddexp2": np.logaddexp2,
    "float_power": np.float_power,
    "nextafter": np.nextafter,
}
BOTH = "add subtract multiply maximum minimum fmax fmin floor_divide remainder fmod".split()
COMPARED = (
    "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor isclose".split()
)
PAIRS = [
    (f64(2, 3), f64(3)),
    (f64(2, 1), f32(1, 3)),
    (f32(4), f32(4)),
    (i32(3), f32(3)),
    (f64(), f64(2)),
    (f64(0, 2), f64(2)),
    (SPECIAL[:, None], SPECIAL),
]
for name, function in {**FLOATS, **{n: getattr(np, n) for n in BOTH + COMPARED}}.items():
    for x, y in PAIRS:
        row(name, x, y, expected=function)
for name in BOTH:
    row(name, i32(7), i32(7, low=1), expected=getattr(np, name))
    if name not in ("floor_divide", "remainder", "fmod"):
        row(name, i32(7).astype(np.int8), np.arange(7, dtype=np.uint8), expected=getattr(np, name))
for name in ("add", "multiply", "maximum", "minimum", "equal", "logical_and"):
    row(name, truths(4), truths(4), expected=getattr(np, name))
for name in ("floor_divide", "remainder", "fmod"):
    row(name, np.array([7, -7, 0]), np.array([0, 0, 0]), expected=np.array([0, 0, 0]))
    row(name, np.array([7, -7, 9]), np.array([2, 3, 0]), expected={
        "floor_divide": np.array([3, -3, 0]),
        "remainder": np.array([1, 2, 0]),
        "fmod": np.array([1, -1, 0]),
    }[name])  # fmt: skip
row("divide", i32(4), i32(4), expected=np.true_divide)
row("power", abs(f64(2, 3)), f64(3), expected=np.power)
row("power", f32(3), i32(3), expected=np.power)
row("power", np.array([2, 3, -2]), np.array([3, 0, 5]), expected=np.power)
row("power", np.array([2, 1, -1, -1, 0]), np.array([-1, -3, -3, -2, -1]), expected=np.array([0, 1, -1, 1, 0]))
for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    row(name, i32(2, 3), i32(3), expected=getattr(np, name))
    row(name, truths(3), truths(3), expected=getattr(np, name))
row("left_shift", np.array([1, 5, -1, 3]), np.array([2, 64, 1, -1]), expected=np.array([4, 0, -2, 0]))
row("right_shift", np.array([9, 5, -9, -3]), np.array([2, 64, 1, 99]), expected=np.array([2, 0, -5, -1]))
row("left_shift", i32(3), np.array([1, 2, 3], np.int32), expected=np.left_shift)
row("right_shift", i32(3), np.array([1, 2, 3], np.int32), expected=np.right_shift)
row("gcd", np.array([12, -8, 0]), np.array([18, 12, 5]), expected=np.gcd)
row("lcm", np.array([4, 6, 0]), np.array([6, 8, 5]), expected=np.lcm)
row("ldexp", f64(3), i32(3), expected=np.ldexp)
row("ldexp", f32(3), i32(3), expected=np.ldexp)
row("complex", f64(2, 1), f64(3), expected=lambda x, y: x + 1j * y)
row("complex", f32(3), f32(3), expected=lambda x, y: (x + 1j * y).astype(np.complex64))
row("xlogy", np.array([0.0, 0.0, 2.0]), np.array([0.0, 3.0, 4.0]), expected=np.array([0, 0, 2 * np.log(4)]))
row("isclose", f64(3), f64(3), rtol=1.0, atol=0.5, expected=lambda x, y: np.isclose(x, y, 1.0, 0.5))
row("addcdiv", f64(2, 3), f64(3), f64(), expected=lambda x, y, z: x + y / z)
row("addcmul", f64(2, 3), f64(3), f64(), expected=lambda x, y, z: x + y * z)
row("lerp", f64(2, 3), f64(3), f64(), expected=lambda x, y, z: (1 - z) * x + z * y)
row("clip", f64(2, 3), f64(3), f64(2, 1), expected=np.clip)
row("clip", f64(3), None, np.float64(1), expected=lambda x, y, z: np.minimum(x, z))
row("clip", f64(3), np.float64(0), expected=np.maximum)
row("clip", i32(3), np.int32(0), np.int32(2), expected=np.clip)

KNOWN = {
    "erf": ([0.0, 0.5, -2.0, 3.0], [0.0, 0.5204998778130465, -0.9953222650189527, 0.9999779095030014]),
    "erfc": ([0.0, 0.5, -2.0, 10.0], [1.0, 0.4795001221869535, 1.9953222650189527, 2.088487583762545e-45]),
    "erfinv": ([0.0, 0.5, -0.9, 1.0], [0.0, 0.4769362762044699, -1.1630871536766743, math.inf]),
    "gamma": ([0.5, 5.0, -1.5, 171.0], [math.sqrt(math.pi), 24.0, 2.363271801207355, 7.257415615307994e306]),
    "lgamma": (
        [0.5, 10.0, 100.0, -1.5],
        [0.5723649429247001, 12.801827480081469, 359.1342053695754, 0.860047015376481],
    ),
    "digamma": (
        [1.0, 0.5, 10.0, -0.5],
        [-0.5772156649015329, -1.9635100260214235, 2.251752589066721, 0.03648997397857652],
    ),
    "i0": ([0.0, 1.0, -5.0, 50.0], [1.0, 1.2660658777520082, 27.239871823604442, 2.932553783849336e20]),
}
KNOWN["i1"] = ([0.0, 1.0, -5.0, 50.0], [0.0, 0.565159103992485, -24.335642142450527, 2.903078590103557e20])
KNOWN["i0e"] = ([0.0, 1.0, -5.0, 700.0], [1.0, 0.46575960759364043, 0.1835408126093283, 0.015081295651531358])
KNOWN["i1e"] = ([0.0, 1.0, -5.0, 700.0], [0.0, 0.2079104153497085, -0.1639722669445423, 0.015070519444716848])
for name, (places, values) in KNOWN.items():
    row(name, np.array(places), expected=np.array(values), tolerance=1e-12)
    row(name, np.array([[0.25, 0.75]], np.float32), expected=None)
    row(name, np.zeros((0, 2)), expected=np.zeros((0, 2)))
row("igamma", np.array([0.5, 2.0, 10.0, 100.0]), np.array([0.5, 3.0, 5.0, 110.0]), tolerance=1e-12,
    expected=np.array([0.6826894921370859, 0.8008517265285442, 0.03182805730620480, 0.8417213299399129]))  # fmt: skip
row("igamma", np.array([[1.0], [2.0]]), np.array([0.0, 1.0]), tolerance=1e-12,
    expected=np.array([[0.0, 1 - math.exp(-1)], [0.0, 1 - 2 * math.exp(-1)]]))  # fmt: skip
row("cast", f64(3), dtype="int32", expected=lambda x: x.astype(np.int32))
row("cast", np.array([np.nan, 1e300, -np.inf, 300.7]), dtype="int32",
    expected=np.array([0, 2**31 - 1, -(2**31), 300], np.int32))  # fmt: skip
row("cast", np.array([np.nan, -5.0, 256.0]), dtype="uint8", expected=np.array([0, 0, 255], np.uint8))
row("cast", i32(3), dtype="bool", expected=lambda x: x.astype(bool))
row("polygamma", np.array([1.0, 0.5, -0.5, 20.0]), order=1, tolerance=1e-12,
    expected=np.array([np.pi**2 / 6, np.pi**2 / 2, np.pi**2 / 2 + 4, 0.05127082293520315]))  # fmt: skip
row("polygamma", np.array([1.0, 0.25]), order=2, tolerance=1e-12,
    expected=np.array([-2.404113806319188570799, -2 * np.pi**3 - 56 * 1.2020569031595942]))  # fmt: skip
row("igamma_by_shape", np.array([2.0, 2.0, 0.5]), np.array([1.0, 6.0, 0.5]), tolerance=1e-12,
    expected=np.array([-0.2761960457028348, -0.026592285283509868, -0.64720035237775388]))  # fmt: skip
