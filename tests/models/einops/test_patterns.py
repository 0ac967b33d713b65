"""einops: patterns good and bad on arrays of many shapes, for real and in the model."""

import einops
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.harness import abstract, checker, shapes_in, trial
from models.programs import agree

checker()
pytestmark = pytest.mark.models
drawn = settings(
    max_examples=150, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
sizes = st.integers(1, 6)

REARRANGE = [
    "b c h w -> b (c h w)",
    "b c h w -> b h w c",
    "b c (h p1) (w p2) -> b (h w) (p1 p2 c)",
    "b (c k) h w -> b c (k h) w",
    "b ... -> b (...)",
    "... c -> c ...",
    "b ... c -> (b ...) c",
    "b c 1 1 -> b c",
    "b c -> b c 1",
    "() c h w -> c h w",
    "b c h w -> b c h",
    "b c h w -> b c h w d",
    "b b -> b",
    "(b c) -> b c",
    "b c h -> b (c h",
    "h w -> w h 2",
]
REDUCE = [
    "b c h w -> b c",
    "b c (h 2) (w 2) -> b c h w",
    "b c h w -> b c 1 1",
    "... h w -> ...",
    "b c -> ",
    "b c h -> b d",
    "b (h p) c -> b h c",
]
REPEAT = [
    "h w -> h w c",
    "b h w -> b (h r) (w s)",
    "... -> ... r",
    "b c -> b r c",
    "h w -> r w",
    "b -> b 3",
    "c -> c c",
]
PACK = ["b *", "* d", "b * d", "*", "* *", "b c"]


@st.composite
def calls(draw, patterns, names=None):
    if names is None:
        names = ["p1", "p2", "k", "c", "h", "p", "r", "s"]
    shape = tuple(draw(st.lists(sizes, min_size=1, max_size=4)))
    lengths = draw(st.dictionaries(st.sampled_from(names), st.integers(1, 3), max_size=3))
    pattern = draw(st.sampled_from(patterns))
    wanted = [name for name in names if name in pattern.replace("(", " ").replace(")", " ").split()]
    if draw(st.booleans()):
        lengths = {name: draw(st.integers(1, 3)) for name in wanted if name != "h" or "(h" in pattern}
        lengths = {name: size for name, size in lengths.items() if draw(st.booleans()) or name not in "hw"}
    return np.ones(shape), pattern, lengths


def check(name, arguments, keywords):
    try:
        real = getattr(einops, name)(*arguments, **keywords)
    except Exception as raised:
        real = raised
    seen = trial(f"einops.{name}", tuple(abstract(a, "numpy") for a in arguments), keywords)
    assert seen.error is None, seen.error
    if isinstance(real, Exception):
        assert seen.raises, f"einops raises {real}; the model gives {seen.value}"
        return
    assert not seen.raises, seen.diagnostics
    assert seen.shapes == shapes(real)


def shapes(value):
    if hasattr(value, "shape"):
        return value.shape
    return [shapes(part) for part in value]


@drawn
@given(calls(REARRANGE))
def test_rearrange(call):
    x, pattern, lengths = call
    check("rearrange", (x, pattern), lengths)


@drawn
@given(calls(REDUCE), st.sampled_from(["mean", "sum", "max", "prod"]))
def test_reduce(call, reduction):
    x, pattern, lengths = call
    check("reduce", (x, pattern, reduction), lengths)


@drawn
@given(calls(REPEAT))
def test_repeat(call):
    x, pattern, lengths = call
    check("repeat", (x, pattern), lengths)


@drawn
@given(st.lists(sizes, min_size=1, max_size=3), st.integers(1, 3))
def test_list_of_arrays(shape, count):
    parts = [np.ones(shape) for _ in range(count)]
    check("rearrange", (parts, "b ... -> ... b"), {})


@drawn
@given(st.lists(st.lists(st.integers(1, 3), max_size=4), min_size=1, max_size=3), st.sampled_from(PACK))
def test_pack(parts, pattern):
    arrays = [np.ones(shape) for shape in parts]
    try:
        packed, spread = einops.pack(arrays, pattern)
    except Exception:
        packed = None
    seen = trial("einops.pack", ([abstract(a, "numpy") for a in arrays], pattern))
    assert seen.error is None, seen.error
    assert seen.raises == (packed is None)
    if packed is not None:
        value, rows = seen.value
        assert shapes_in(value) == packed.shape
        assert list(rows.items) == [tuple(row) for row in spread]


@drawn
@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=3),
    st.sampled_from([[()], [(2,), (1,)], [(2, 2)], [(), (-1,)], [(2,), (-1, 2)]]),
    st.sampled_from(PACK[:4]),
)
def test_unpack(shape, rows, pattern):
    check("unpack", (np.ones(shape), rows, pattern), {})


@drawn
@given(
    st.lists(st.integers(2, 3), min_size=1, max_size=3),
    st.lists(st.integers(2, 3), min_size=1, max_size=3),
    st.sampled_from(
        ["i j, j k -> i k", "b i, b i -> b", "... i, i -> ...", "head i, head j -> i j head", "i, j -> k"]
    ),
)
def test_einsum(first, second, pattern):
    check("einsum", (np.ones(first), np.ones(second), pattern), {})


@drawn
@given(st.lists(sizes, min_size=1, max_size=4), st.sampled_from(["b c h w", "b _ h", "b c", "b ... c"]))
def test_parse_shape(shape, pattern):
    x = np.ones(shape)
    try:
        real = einops.parse_shape(x, pattern)
    except Exception:
        real = None
    seen = trial("einops.parse_shape", (abstract(x, "numpy"), pattern))
    assert seen.error is None, seen.error
    assert seen.raises == (real is None)
    if real is not None:
        assert dict(seen.value.cell) == real


def test_layers():
    pytest.importorskip("torch")
    agree(
        "import torch\nfrom torch import nn\nfrom einops.layers.torch import Rearrange, Reduce\n"
        "net = nn.Sequential(Rearrange('b c (h p) (w q) -> b (h w) (p q c)', p=4, q=4), nn.Linear(48, 10))\n"
        "x = net(torch.zeros(2, 3, 8, 8))\ny = Reduce('b n c -> b c', 'mean')(x)\n",
        "x",
        "y",
    )


def test_layers_refuse():
    pytest.importorskip("torch")
    agree(
        "import torch\nfrom einops.layers.torch import Rearrange\n"
        "x = Rearrange('b c (h p) (w q) -> b (h w) (p q c)', p=4, q=4)(torch.zeros(2, 3, 9, 8))\n"
    )


def test_layers_of_keras():
    pytest.importorskip("tensorflow")
    agree(
        "import keras, numpy as np\n"
        "from einops.layers.keras import Rearrange, Reduce, EinMix\n"
        "x = Rearrange('b h w c -> b (h w) c')(np.ones((2, 3, 4, 5)))\n"
        "y = Reduce('b n c -> b c', 'mean')(x)\n"
        "z = EinMix('b n c -> b n d', weight_shape='c d', c=5, d=7)(x)\n",
        *"xyz",
    )


def test_layers_of_flax():
    pytest.importorskip("flax")
    agree(
        "import jax, jax.numpy as jnp\n"
        "from einops.layers.flax import Rearrange, Reduce, EinMix\n"
        "key, x = jax.random.key(0), jnp.ones((2, 3, 4, 5))\n"
        "a, _ = Rearrange('b h w (c k) -> b (h w) c k', sizes={'c': 1}).init_with_output(key, x)\n"
        "b, _ = Reduce('b h w c -> b c', 'mean').init_with_output(key, x)\n"
        "c, _ = EinMix('b h w c -> b (h w) d', 'c d', sizes={'c': 5, 'd': 7}).init_with_output(key, x)\n",
        *"abc",
    )


def test_mixing_layers_of_torch():
    pytest.importorskip("torch")
    agree(
        "import torch\n"
        "from einops.layers.torch import EinMix\n"
        "mix = EinMix('b n c -> b d n', weight_shape='c d', bias_shape='d', c=5, d=7)\n"
        "x = mix(torch.zeros(2, 3, 5))\n",
        "x",
    )
    agree(
        "import torch\n"
        "from einops.layers.torch import EinMix\n"
        "x = EinMix('b n c -> b n d', weight_shape='c d', c=5, d=7)(torch.zeros(2, 3, 6))\n"
    )


def test_lists_of_sizes():
    agree(
        "import numpy as np\nfrom einops import pack, unpack, rearrange\n"
        "a, b = np.zeros((2, 3, 5)), np.zeros((2, 5))\n"
        "c, ps = pack([a, b], 'b * d')\nd, e = unpack(c, ps, 'b * d')\n"
        "f, = unpack(c, ps[:1] + [[1]], 'b * d')[:1]\n",
        *"cdef",
    )
