"""`scipy.signal` and `scipy.ndimage`: filters keep shapes, convolutions have modes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Dim, Shape, dtypes, function, items, symbol, text
from gnomon.models.numpy.support import as_array, made, words


@function(
    "scipy.signal.convolve", "scipy.signal.fftconvolve", "scipy.signal.correlate", "scipy.signal.oaconvolve"
)
def convolve(in1: Any, in2: Any, mode: Any = "full", *arguments: Any, **options: Any) -> Any:
    return ops.convolve_many(as_array(in1), as_array(in2), mode=text(mode))


@function("scipy.signal.convolve2d", "scipy.signal.correlate2d")
def convolve2d(in1: Any, in2: Any, mode: Any = "full", boundary: Any = "fill", fillvalue: Any = 0) -> Any:
    return ops.convolve_many(as_array(in1), as_array(in2), mode=text(mode), rank=2)


@function("scipy.signal.lfilter", "scipy.signal.filtfilt")
def lfilter(b: Any, a: Any, x: Any, axis: Any = -1, zi: Any = None, *arguments: Any, **options: Any) -> Any:
    return None if zi is not None else ops.sqrt(as_array(x))


@function("scipy.signal.sosfilt")
def sosfilt(sos: Any, x: Any, axis: Any = -1, zi: Any = None) -> Any:
    return UNKNOWN if zi is not None else ops.sqrt(as_array(x))


@function("scipy.signal.sosfiltfilt")
def sosfiltfilt(sos: Any, x: Any, axis: Any = -1, padtype: Any = "odd", padlen: Any = None) -> Any:
    return ops.sqrt(as_array(x))


@function("scipy.signal.medfilt", "scipy.signal.wiener", "scipy.signal.detrend", "scipy.signal.savgol_filter")
@function("scipy.signal.hilbert", "scipy.signal.sosfilt_", "scipy.signal.medfilt2d")
def medfilt(volume: Any, *arguments: Any, **options: Any) -> Any:
    return ops.cast(as_array(volume), dtype=None)


@function("scipy.signal.resample")
def resample(x: Any, num: Any, t: Any = None, axis: Any = 0, *arguments: Any, **options: Any) -> Any:
    if t is not None or type(axis) is not int or type(num) not in (int, Dim):
        return None
    return ops.in_place_of_axis(as_array(x), made(Shape((num,)), None), axis=axis)


@function(
    *[f"scipy.signal.{name}" for name in words("butter cheby1 cheby2 ellip bessel iirfilter")], tensor=False
)
def filter_design(*arguments: Any, output: Any = "ba", **options: Any) -> Any:
    """Coefficients of a filter: of a quotient, or of sections of second order."""
    kind = text(output)
    if kind == "sos":
        return made(Shape((symbol(lower=1), 6)), dtypes.float64)
    if kind == "ba":
        return tuple(made(Shape((symbol(lower=1),)), dtypes.float64) for _ in range(2))
    return UNKNOWN


def _window(name: str) -> None:
    @function(f"scipy.signal.{name}", f"scipy.signal.windows.{name}")
    def model(M: Any, *arguments: Any, **options: Any) -> Any:
        return made(Shape((M if type(M) in (int, Dim) else symbol(),)), dtypes.float64)

    model.__name__ = name


for _name in words("gaussian hann hanning hamming blackman kaiser boxcar triang bartlett tukey"):
    _window(_name)


# -- images -------------------------------------------------------------------------------------------------


def _filter(name: str) -> None:
    @function(f"scipy.ndimage.{name}", f"scipy.ndimage.filters.{name}", f"scipy.ndimage.morphology.{name}")
    def model(input: Any, *arguments: Any, **options: Any) -> Any:
        return ops.cast(as_array(input), dtype=None)

    model.__name__ = name


for _name in words(
    "gaussian_filter gaussian_filter1d uniform_filter uniform_filter1d median_filter maximum_filter "
    "minimum_filter percentile_filter rank_filter sobel prewitt laplace gaussian_laplace "
    "gaussian_gradient_magnitude convolve convolve1d correlate correlate1d generic_filter shift "
    "binary_dilation binary_erosion binary_opening binary_closing binary_fill_holes grey_dilation "
    "grey_erosion grey_opening grey_closing spline_filter"
):
    _filter(_name)


@function("scipy.ndimage.rotate", "scipy.ndimage.interpolation.rotate")
def rotate(
    input: Any, angle: Any, axes: Any = (1, 0), reshape: Any = True, *arguments: Any, **options: Any
) -> Any:
    x = as_array(input)
    return ops.cast(x, dtype=None) if reshape is False else ops.unknown_like(x)


@function("scipy.ndimage.zoom", "scipy.ndimage.interpolation.zoom")
def zoom(input: Any, zoom: Any, *arguments: Any, **options: Any) -> Any:
    return ops.cast(ops.unknown_like(as_array(input)), dtype=None)


@function("scipy.ndimage.affine_transform")
def affine_transform(input: Any, matrix: Any, *arguments: Any, **options: Any) -> Any:
    return ops.cast(ops.unknown_like(as_array(input)), dtype=None)


@function("scipy.ndimage.map_coordinates")
def map_coordinates(input: Any, coordinates: Any, *arguments: Any, **options: Any) -> Any:
    parts = items(coordinates)
    if parts is not None and parts:
        return ops.cast(as_array(parts[0]), dtype=None)
    return ops.cast(ops.iterate(as_array(coordinates)), dtype=None)


@function("scipy.ndimage.label")
def label(input: Any, *arguments: Any, **options: Any) -> Any:
    return ops.cast(as_array(input), dtype=dtypes.int32), made(Shape(()), dtypes.int64)


@function("scipy.ndimage.distance_transform_edt")
def distance_transform_edt(input: Any, *arguments: Any, **options: Any) -> Any:
    return None if options else ops.cast(as_array(input), dtype=dtypes.float64)


@function("scipy.misc.imresize")
def imresize(arr: Any, size: Any, interp: Any = "bilinear", mode: Any = None) -> Any:
    x = as_array(arr)
    target = items(size)
    if target is None or len(target) != 2 or x.shape.rank not in (2, 3):
        return ops.unknown_like(x)
    return (
        ops.cast(ops.resize(x, size=(target[0], target[1])), dtype=dtypes.uint8)
        if x.shape.rank == 3
        else made(
            Shape(tuple(part if type(part) in (int, Dim) else symbol() for part in target)), dtypes.uint8
        )
    )


@function(
    "scipy.misc.imread", "scipy.ndimage.imread", "scipy.misc.face", "scipy.misc.ascent", "scipy.misc.lena"
)
def imread(*arguments: Any, **options: Any) -> Any:
    return None


@function(
    "scipy.misc.imsave", "scipy.misc.toimage", "scipy.misc.imshow", "scipy.io.wavfile.write", tensor=False
)
@function("scipy.io.savemat", "scipy.sparse.save_npz", tensor=False)
def imsave(*arguments: Any, **options: Any) -> None:
    return None
