"""Operations that move elements, natively against the reference: same bits, and no step by NumPy."""

import math

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile import interpret
from gnomon.compile.lower.frame import Frame
from gnomon.compile.lower.held import held
from gnomon.shapes import dtypes, substitute

pytestmark = pytest.mark.usefixtures("verified")

DTYPES = "bool int8 uint16 int32 uint64 float16 float64 complex64 complex128".split()

MOVES = {
    "reversed": lambda x: x[::-1, ::-1],
    "every other": lambda x: x[1::2, ::3],
    "backwards with steps": lambda x: x[::-2],
    "the last rows": lambda x: x[-2:],
    "more than there is": lambda x: x[-100:100, 1:1000],
    "a row": lambda x: x[1],
    "the last column": lambda x: x[..., -1],
    "a new axis": lambda x: x[:, None, 1:],
    "nothing": lambda x: x[:, 3:3],
    "flip": lambda x: ops.flip(x, axis=(0,)),
    "flip all": lambda x: ops.flip(x, axis=None),
    "transposed": lambda x: ops.matrix_flip(x),
    "transposed slice": lambda x: x.T[1:],
    "diagonal": lambda x: ops.diagonal(x, offset=1),
    "diagonal below": lambda x: ops.diagonal(x, offset=-2),
    "diag": lambda x: ops.diag(x),
    "diag of a vector": lambda x: ops.diag(x[0], offset=-1),
    "diag_embed": lambda x: ops.diag_embed(x, offset=2),
    "concat rows": lambda x: ops.concat((x, x[1:], x), axis=0),
    "concat columns": lambda x: ops.concat((x, x[:, :2]), axis=1),
    "concat flat": lambda x: ops.concat((x, x[0]), axis=None),
    "stack": lambda x: ops.stack((x, x[::-1]), axis=1),
    "vstack": lambda x: ops.vstack((x, x[0])),
    "hstack": lambda x: ops.hstack((x, x)),
    "dstack": lambda x: ops.dstack((x, x)),
    "column_stack": lambda x: ops.column_stack((x[0], x[0])),
    "pad": lambda x: ops.pad(x, widths=((1, 2), (0, 3)), value=1),
    "pad the rows": lambda x: ops.pad(x, widths=((2, 0), (0, 0))),
    "crop and pad": lambda x: ops.pad(x, widths=((-1, 1), (2, -2))),
    "pad with edges": lambda x: ops.pad(x, widths=((1, 2), (3, 4)), mode="edge"),
    "pad around": lambda x: ops.pad(x, widths=((1, 2), (3, 4)), mode="wrap"),
    "pad mirrored": lambda x: ops.pad(x, widths=((1, 2), (3, 4)), mode="reflect"),
    "pad mirrored with edges": lambda x: ops.pad(x, widths=((1, 2), (3, 4)), mode="symmetric"),
    "repeat": lambda x: ops.repeat(x, repeats=3, axis=1),
    "repeat flat": lambda x: ops.repeat(x, repeats=2),
    "tile": lambda x: ops.tile(x, reps=(2, 1, 3)),
    "roll": lambda x: ops.roll(x, axis=(0, 1), shift=(1, -2)),
    "roll far": lambda x: ops.roll(x, axis=1, shift=23),
    "roll back": lambda x: ops.roll(x, axis=0, shift=-3),
    "roll flat": lambda x: ops.roll(x, shift=3),
    "rot90": lambda x: ops.rot90(x),
    "rot180": lambda x: ops.rot90(x, turns=2),
    "rot270": lambda x: ops.rot90(x, turns=-1),
    "split": lambda x: ops.split(x, sections=(1, -1, 2), axis=0),
    "unstack": lambda x: ops.unstack(ops.narrow(x, axis=0, start=1, length=3), axis=0),
    "narrow": lambda x: ops.narrow(x, axis=0, start=1, length=2),
    "select_at": lambda x: ops.select_at(x, axis=1, position=2),
    "broadcast_to": lambda x: ops.broadcast_to(x, shape=(3, *x.shape.dims)),
    "meshgrid": lambda x: ops.meshgrid((x[0], x[:, 0])),
    "block_diag": lambda x: ops.block_diag((x, x[:1])),
    "rearrange": lambda x: ops.rearrange(x, pattern="a b -> b 1 a"),
    "repeat_axes": lambda x: ops.repeat_axes(x, pattern="a b -> (a c) b", sizes={"c": 2}),
    "sliding windows": lambda x: ops.sliding_windows(x, axis=0, size=2, step=2),
    "set rows": lambda x: x.at[1:3].set(x[:2]),
    "set a column": lambda x: x.at[:, -1].set(x[0, 0]),
    "set backwards": lambda x: x.at[::-1].set(x),
}
REAL = {
    "tril": lambda x: ops.tril(x, offset=1),
    "triu": lambda x: ops.triu(x, offset=-1),
    "masked_fill": lambda x: ops.masked_fill(x, ops.greater(x, x[0]), 1),
    "argmax": lambda x: ops.argmax(x, axis=1),
    "argmin of rows": lambda x: ops.argmin(x, axis=0, keepdims=True),
    "argmax of all": lambda x: ops.argmax(x),
    "count_nonzero": lambda x: ops.count_nonzero(x, axis=0),
    "any": lambda x: ops.any(x, axis=1),
    "all": lambda x: ops.all(x),
    "as float16": lambda x: ops.cast(x, dtype=dtypes.float16),
    "as uint8": lambda x: ops.cast(x, dtype=dtypes.uint8),
    "max of a row": lambda x: ops.max(x, axis=1),
}


def both(inputs, outputs, *given):
    """Return results by native steps alone, and by NumPy."""
    native = gn.function(inputs, outputs, on_unused_input="ignore")
    plain = gn.function(inputs, outputs, on_unused_input="ignore", native=False)
    assert not any("reference" in repr(step) for step in native.program.steps), native.program.steps
    results = native(*given), plain(*given)
    return zip(*[result if type(result) is tuple else (result,) for result in results], strict=True)


def values(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    made = rng.normal(size=shape) * 5
    if dtype.startswith("complex"):
        return (made + 1j * rng.normal(size=shape)).astype(dtype)
    return (np.abs(made) if dtype[0] in "u" else made).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("title", [*MOVES, *REAL])
def test_moves(title, dtype):
    if title in REAL and dtype.startswith("complex"):
        return
    x = gn.symbol("x", ("rows", "columns"), dtype)
    given = values((5, 7), dtype)
    for got, wanted in both([x], {**MOVES, **REAL}[title](x), given):
        assert got.dtype == wanted.dtype
        assert got.shape == wanted.shape
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("shape", [(4, 4), (19, 40), (5, 129)], ids=str)
@pytest.mark.parametrize("title", [*MOVES, *REAL])
def test_moves_of_known_sizes(title, shape):
    x = gn.symbol("x", shape, "float32")
    for got, wanted in both([x], {**MOVES, **REAL}[title](x), values(shape, "float32")):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("title", [*MOVES, *REAL])
def test_nothing_is_read_or_written_beyond_empty_arrays(title, monkeypatch):
    frames = []
    step = Frame.step
    monkeypatch.setattr(Frame, "step", lambda frame: (frames.append(frame), step(frame))[1])
    x = gn.symbol("x", ("rows", "columns"), "float32")
    y = {**MOVES, **REAL}[title](x)
    gn.function([x], y, on_unused_input="ignore", laws="none")
    plain = gn.function([x], y, on_unused_input="ignore", native=False)
    for shape in ((0, 5), (5, 0), (0, 0)):
        try:
            plain(np.zeros(shape, "float32"))
        except (gn.GnomonError, ValueError, IndexError):  # what asks for entries
            continue
        known = dict(zip([size.atom for size in x.shape.dims], shape))
        for frame in frames:
            number = lambda size: int(interpret.size_value(size, known))  # noqa: B023
            arrays = [
                np.zeros(math.prod(map(number, array.shape.dims)), str(held(array.dtype)))
                for array in (*frame.inputs, frame.out)
            ]
            assert interpret.run(frame.kernel(), arrays, list(map(number, frame.parameters))) == 0


PICTURES = {
    "pixel_shuffle": lambda x: ops.pixel_shuffle(x, block=2),
    "pixel_unshuffle": lambda x: ops.pixel_unshuffle(x, block=2),
    "depth_to_space": lambda x: ops.depth_to_space(x, block=2, layout="first"),
    "space_to_depth": lambda x: ops.space_to_depth(x, block=2, layout="first"),
    "shuffled, channels last": lambda x: ops.pixel_shuffle(
        ops.moveaxis(x, source=1, destination=3), block=2, layout="last"
    ),
    "pad_space": lambda x: ops.pad_space(x, widths=((1, 1), (0, 2)), layout="first"),
    "upsample": lambda x: ops.upsample(x, factors=(2, 3), layout="first"),
    "overlap_add": lambda x: ops.overlap_add(x, axis=2, length=12, step=2),
    "sizes": lambda x: (ops.shape_of(x), ops.size_of(x), ops.rank_of(x), x),
    "kron": lambda x: ops.kron(x[0, 0], x[0, 1]),
    "pack": lambda x: ops.pack((x, x[:, 0]), pattern="n *"),
    "moveaxis": lambda x: ops.moveaxis(x, source=(0, 1), destination=(2, 0))[1:],
    "swapaxes": lambda x: ops.swapaxes(x, first=1, second=-1) * 2,
    "squeezed": lambda x: ops.squeeze(x[:, :1], axis=1) + x[:, 1],
    "with a row": lambda x: x - ops.max(x, axis=-1)[..., None],
    "tril": lambda x: ops.tril(x),
    "broadcast": lambda x: ops.broadcast_arrays((x, x[0], x[0, 0, 0])),
}


@pytest.mark.parametrize("dtype", ["float32", "int8"])
@pytest.mark.parametrize("title", PICTURES)
def test_pictures(title, dtype):
    x = gn.symbol("x", ("n", 8, 4, 6), dtype)
    for got, wanted in both([x], PICTURES[title](x), values((3, 8, 4, 6), dtype)):
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)


def test_a_number_less_than_its_row_is_one_kernel():
    x = gn.symbol("x", ("n", "m"))
    f = gn.function([x], gn.exp(x - ops.max(x, axis=-1)[:, None]))
    assert len(f.program.steps) == 1
    for got, wanted in both([x], f._outputs[0], values((5, 6), "float64")):
        np.testing.assert_allclose(got, wanted)


def test_counting_up_to_a_size_that_a_mask_decides():
    mask = gn.symbol("mask", ("n",), "bool")
    (places,) = gn.nonzero(mask)
    f = gn.function([mask], [places, gn.arange(places.shape[0]) * 2])
    for given in ([True, False, True], [True] * 4, [False]):
        found, counted = f(np.array(given))
        np.testing.assert_array_equal(found, np.nonzero(given)[0])
        np.testing.assert_array_equal(counted, 2 * np.arange(sum(given)))


@pytest.mark.parametrize("dtype", ["int8", "float64", "complex128"])
def test_rolling_an_axis_without_entries(dtype):
    x = gn.symbol("x", ("m", "n"), dtype)
    function = gn.function([x], [gn.roll(x, 5, axis=0), gn.roll(x, -2, axis=1), gn.roll(x, 3, axis=0)[:1]])
    none = {atom: 0 for size in x.shape.dims for atom in size.symbols()}
    sizes = [substitute(size, none) for step in function.program.steps for size in step.sizes]
    assert [type(size) for size in sizes] == [int] * len(sizes), "a remainder of a division by nothing"
    for shape in ((0, 5), (3, 0), (0, 0), (1, 1)):
        value = np.ones(shape, dtype)
        for result, wanted in zip(function(value), (value, value, value[:1]), strict=True):
            np.testing.assert_array_equal(result, wanted)
