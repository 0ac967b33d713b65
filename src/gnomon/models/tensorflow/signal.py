"""`tf.signal`: transforms, frames of signals and windows."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Size, Tensor, flag, items, symbol
from gnomon.models.api import axis as as_axis
from gnomon.models.tensorflow.common import array, as_dtype, made, nothing, number, tf_function, whole
from gnomon.shapes import dtypes
from gnomon.values.unseen import is_changing, unseen


def _names(name: str) -> tuple[str, ...]:
    return f"signal.{name}", name, f"spectral.{name}"


def _same(name: str, rank: int) -> None:
    @tf_function(*_names(name))
    def model(input: Any, name: Any = None) -> Any:
        x = array(input)
        if x.shape.rank is None:
            return made(Shape.unknown(), x.dtype)
        return ops.fftn(x, axes=tuple(range(-rank, 0)))

    model.__name__ = name


def _real(name: str, operation: str, rank: int) -> None:
    apply = ops.TABLE[operation]

    @tf_function(*_names(name))
    def model(input_tensor: Any, fft_length: Any = None, name: Any = None) -> Any:
        x = array(input_tensor)
        lengths = None if fft_length is None else items(fft_length)
        if x.shape.rank is None or (fft_length is not None and (lengths is None or len(lengths) != rank)):
            return made(Shape.unknown(), None)
        sizes = None if lengths is None else tuple(whole(length) for length in lengths)
        return ops.cast(apply(x, sizes=sizes, axes=tuple(range(-rank, 0))), dtype=None)

    model.__name__ = name


for _rank, _suffix in ((1, ""), (2, "2d"), (3, "3d")):
    _same(f"fft{_suffix}", _rank)
    _same(f"ifft{_suffix}", _rank)
    _real(f"rfft{_suffix}", "rfftn", _rank)
    _real(f"irfft{_suffix}", "irfftn", _rank)


@tf_function("signal.fftshift", "signal.ifftshift")
def _shifted(x: Any, axes: Any = None, name: Any = None) -> Any:
    return ops.roll(array(x))


@tf_function("signal.dct", "signal.idct", "spectral.dct", "spectral.idct")
def _dct(input: Any, type: Any = 2, n: Any = None, axis: Any = -1, norm: Any = None, name: Any = None) -> Any:
    x = array(input)
    if n is None:
        return ops.positive(x)
    if x.shape.rank is None or x.shape.rank == 0:
        return made(Shape.unknown(), x.dtype)
    return made(x.shape.with_axis(x.shape.rank - 1, whole(n)), x.dtype)


# -- frames -----------------------------------------------------------------------------------------------


def frames(count: Size, length: Any, step: Any, padded: bool | None) -> Size:
    """Return how many frames of a length fit into a signal, one every so many steps."""
    size, hop = number(length), number(step)
    if padded is None or size is None or hop is None or hop < 1:
        return unseen("frames", lower=0) if is_changing(count) else symbol(lower=0)
    if padded:
        return -(-count // hop)
    if type(count) is int:
        return max(0, 1 + (count - size) // hop)
    return unseen("frames", lower=0) if is_changing(count) else symbol(lower=0)


def framed(signal: Any, length: Any, step: Any, pad_end: Any, axis: Any = -1) -> Tensor:
    """Return the frames of a signal: their number and their length in place of one axis."""
    x = array(signal)
    place = as_axis(axis)
    if x.shape.rank is None or type(place) is not int or x.shape.rank == 0:
        return made(Shape.unknown(), x.dtype)
    ops.flip(x, axis=place)  # the axis has to be there
    if not -x.shape.rank <= place < x.shape.rank:
        return made(Shape.unknown(), x.dtype)
    at, dims = place % x.shape.rank, x.shape.dims
    found = frames(dims[at], length, step, flag(pad_end))
    return made(Shape((*dims[:at], found, whole(length), *dims[at + 1 :])), x.dtype)


@tf_function("signal.frame", "contrib.signal.frame")
def _frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: Any = False,
    pad_value: Any = 0,
    axis: Any = -1,
    name: Any = None,
) -> Any:
    return framed(signal, frame_length, frame_step, pad_end, axis)


@tf_function("signal.stft", "contrib.signal.stft")
def _stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Any = None,
    pad_end: Any = False,
    name: Any = None,
) -> Any:
    parts = framed(signals, frame_length, frame_step, pad_end)
    size = number(frame_length) if fft_length is None else number(fft_length)
    if size is None or parts.shape.rank is None or size < 1:
        return made(Shape.unknown(), None)
    points = 1 << (size - 1).bit_length() if fft_length is None else size  # the next power of 2
    return made(Shape((*parts.shape.dims[:-1], points // 2 + 1)), None)


@tf_function("signal.overlap_and_add", "contrib.signal.overlap_and_add")
def _overlap_and_add(signal: Any, frame_step: Any, name: Any = None) -> Any:
    x, step = array(signal), number(frame_step)
    rank = x.shape.rank
    if rank is None or rank < 2 or step is None:
        return made(Shape.unknown(), x.dtype)
    *lead, count, length = x.shape.dims
    return made(Shape((*lead, (count - 1) * step + length)), x.dtype)


@tf_function("signal.inverse_stft", "contrib.signal.inverse_stft")
def _inverse_stft(
    stfts: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Any = None,
    name: Any = None,
) -> Any:
    x, size, step = array(stfts), number(frame_length), number(frame_step)
    rank = x.shape.rank
    if rank is None or rank < 2 or size is None or step is None or type(x.shape.dims[-2]) is not int:
        return made(Shape.unknown(), None)
    return made(Shape((*x.shape.dims[:-2], (x.shape.dims[-2] - 1) * step + size)), None)


@tf_function("signal.mdct", "signal.inverse_mdct")
def _mdct(signals: Any, *arguments: Any, **options: Any) -> Any:
    return made(Shape.unknown(), array(signals).dtype)


# -- windows and filters ----------------------------------------------------------------------------------


@tf_function("signal.hann_window", "signal.hamming_window", "contrib.signal.hann_window")
def _window(window_length: Any, periodic: Any = True, dtype: Any = None, name: Any = None) -> Any:
    return made(Shape((whole(window_length),)), as_dtype(dtype, dtypes.float32))


@tf_function("signal.kaiser_window", "signal.kaiser_bessel_derived_window")
def _kaiser(window_length: Any, beta: Any = 12.0, dtype: Any = None, name: Any = None) -> Any:
    return made(Shape((whole(window_length),)), as_dtype(dtype, dtypes.float32))


@tf_function("signal.vorbis_window")
def _vorbis(window_length: Any, dtype: Any = None, name: Any = None) -> Any:
    return made(Shape((whole(window_length),)), as_dtype(dtype, dtypes.float32))


@tf_function("signal.linear_to_mel_weight_matrix", "contrib.signal.linear_to_mel_weight_matrix")
def _mel(
    num_mel_bins: Any = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: Any = 125.0,
    upper_edge_hertz: Any = 3800.0,
    dtype: Any = None,
    name: Any = None,
) -> Any:
    return made(Shape((whole(num_spectrogram_bins), whole(num_mel_bins))), as_dtype(dtype, dtypes.float32))


@tf_function("signal.mfccs_from_log_mel_spectrograms", "contrib.signal.mfccs_from_log_mel_spectrograms")
def _mfccs(log_mel_spectrograms: Any, name: Any = None) -> Any:
    return ops.positive(array(log_mel_spectrograms))


tf_function("signal.inverse_stft_window_fn", tensor=False)(nothing)


@tf_function(
    "signal.fftnd", "signal.ifftnd", "signal.rfftnd", "signal.irfftnd", "fftnd", "ifftnd", "rfftnd", "irfftnd"
)
def _many(input_tensor: Any, *arguments: Any, **options: Any) -> Any:
    x = array(input_tensor)
    return ops.unknown_like(x) if x.shape.rank is not None else made(Shape.unknown(), None)


@tf_function("audio.decode_wav")
def _decode_wav(
    contents: Any, desired_channels: Any = -1, desired_samples: Any = -1, name: Any = None
) -> Any:
    samples, channels = (
        size if size is not None and size >= 0 else symbol(lower=0)
        for size in (number(desired_samples), number(desired_channels))
    )
    return made(Shape((samples, channels)), dtypes.float32), made(Shape(()), dtypes.int32)


@tf_function("audio.encode_wav")
def _encode_wav(audio: Any, sample_rate: Any, name: Any = None) -> Any:
    return made(Shape(()), dtypes.string)
