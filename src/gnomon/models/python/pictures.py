"""Pictures and plots: files beside the program tell the size of pictures; ``matplotlib`` draws."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Run,
    Shape,
    Tensor,
    Unknown,
    constant,
    dtypes,
    function,
    host,
    size,
    symbol,
)
from gnomon.models.disk.found import note_written, read, remember
from gnomon.models.disk.images import CHANNELS, Header, read_header
from gnomon.models.python.choosing import elements
from gnomon.models.python.harmless import HARMLESS, harmless, returning
from gnomon.models.python.photos import new_picture


def array(*sizes: Any, dtype: Any = dtypes.uint8) -> Tensor:
    """Return a NumPy array of these sizes."""
    return Tensor(Shape(tuple(sizes)), dtype, "numpy", site=host.reporter.site)


def unknown_array(dtype: Any = dtypes.uint8) -> Tensor:
    """Return a NumPy array of unknown shape."""
    return Tensor(Shape.unknown(), dtype, "numpy", site=host.reporter.site)


def header_of(path: Any) -> Header | None:
    """Return what the header of a picture beside the program says, None if that is not known."""
    return read(path, read_header)


def pixels(path: Any, height: int, width: int, channels: int, dtype: Any) -> Tensor:
    """Return the array of a picture read from a file; one channel is no axis."""
    result = array(height, width, *((channels,) if channels > 1 else ()), dtype=dtype)
    remember(path, result.shape)
    return result


# -- matplotlib ---------------------------------------------------------------------------------------


@function("matplotlib.pyplot.subplots", "pylab.subplots", raw=True, tensor=False)
def subplots(*arguments: Any, **keywords: Any) -> Any:
    """A figure and its axes."""
    return HARMLESS, HARMLESS


@function("matplotlib.pyplot.hist", "matplotlib.pyplot.hist2d", "pylab.hist", raw=True, tensor=False)
def hist(*arguments: Any, **keywords: Any) -> Any:
    """Counts, edges and what was drawn."""
    return UNKNOWN, UNKNOWN, HARMLESS


@function("matplotlib.image.imread", "matplotlib.pyplot.imread", raw=True, tensor=False)
def mpl_imread(fname: Any, format: Any = None) -> Any:
    """A picture: of fractions from a PNG file, of bytes from others."""
    header = header_of(fname) if format is None else None
    if header is None or not header.plain:
        return unknown_array(None)
    dtype = dtypes.float32 if header.kind == "png" else dtypes.uint8
    return pixels(fname, header.height, header.width, CHANNELS[header.form], dtype)


# -- PIL ----------------------------------------------------------------------------------------------


@function("PIL.Image.open", raw=True, tensor=False)
def open_image(fp: Any, *arguments: Any, **keywords: Any) -> Any:
    """A picture of the size that the file's header tells."""
    header = header_of(fp)
    if header is None:
        return Unknown(name="image")
    channels = CHANNELS[header.form]
    remember(fp, Shape((header.height, header.width, *((channels,) if channels > 1 else ()))))
    sure = header.form in ("L", "LA", "RGB", "RGBA", "CMYK")
    dtype = dtypes.uint8 if sure else None
    return new_picture(channels, header.height, header.width, dtype, header.form if sure else None)


@function("PIL.Image.fromarray", "PIL.Image.new", "PIL.Image.frombytes", raw=True, tensor=False)
def make_image(*arguments: Any, **keywords: Any) -> Any:
    """A picture of unknown size."""
    return Unknown(name="image")


harmless("PIL.*")

# -- cv2 -----------------------------------------------------------------------------------------------


constant("cv2.IMREAD_UNCHANGED", -1)
constant("cv2.IMREAD_GRAYSCALE", 0)
constant("cv2.IMREAD_COLOR", 1)


@function("cv2.imread", raw=True, tensor=False)
def cv2_imread(filename: Any, flags: Any = 1) -> Any:
    """A picture: in three colours, as greys (0), or as it is (-1)."""
    header = header_of(filename)
    if header is None and flags in (0, 1):
        return array(symbol(lower=1), symbol(lower=1), *((3,) if flags == 1 else ()))
    if header is None or header.kind == "gif" or header.turned or flags not in (-1, 0, 1):
        return Unknown(name="image")
    if flags == -1 and not header.plain:
        return Unknown(name="image")
    channels = {-1: CHANNELS[header.form], 0: 1, 1: 3}[flags]
    return pixels(filename, header.height, header.width, channels, dtypes.uint8)


def text_of(value: Any) -> str:
    """Return the full name of a constant of a library."""
    reason = value.reason if type(value) is Unknown else None
    return str(reason[1]) if type(reason) is tuple and len(reason) > 1 else ""


@function("imageio.imread", "imageio.v2.imread", "imageio.v3.imread", "skimage.io.imread",
          "tifffile.imread",
          "scipy.misc.imread", raw=True, tensor=False)  # fmt: skip
def imread(*arguments: Any, **keywords: Any) -> Any:
    """A picture as it is in its file."""
    header = header_of(arguments[0]) if len(arguments) == 1 and not keywords else None
    if header is None or not header.plain or header.turned:
        return Unknown(name="image")
    return pixels(arguments[0], header.height, header.width, CHANNELS[header.form], dtypes.uint8)


@function("cv2.imwrite", "matplotlib.pyplot.imsave", "matplotlib.image.imsave", raw=True, tensor=False)
def write_image(filename: Any, *arguments: Any, **keywords: Any) -> Any:
    """Write a picture."""
    note_written(filename)


@function("imageio.imwrite", "imageio.imsave", "imageio.v2.imwrite", "imageio.v2.imsave",
          "imageio.v3.imwrite", "skimage.io.imsave", "scipy.misc.imsave", raw=True, tensor=False)  # fmt: skip
def save_image(uri: Any, *arguments: Any, **keywords: Any) -> Any:
    """Write a picture."""
    note_written(uri)


@function("cv2.resize")
def resize(
    src: Any, dsize: Any, dst: Any = None, fx: Any = None, fy: Any = None, interpolation: Any = None
) -> Any:
    """A picture of a given (width, height) and the channels it had."""
    entries = elements(dsize) if type(dsize) in (tuple, list) else None
    shape = src.shape if type(src) is Tensor else Shape.unknown()
    dtype = src.dtype if type(src) is Tensor else None
    if entries is None or len(entries) != 2 or shape.rank not in (None, 2, 3):
        return Unknown(name="image") if shape.rank is None else unknown_array(dtype)
    if shape.rank is None:
        open_shape = Shape((size(entries[1]), size(entries[0])), Run(), ())
        return Tensor(open_shape, dtype, "numpy", site=host.reporter.site)
    width, height = size(entries[0]), size(entries[1])
    rest = shape.dims[2:]
    if rest == (1,):
        rest = ()
    if rest and type(rest[0]) is Dim:
        return unknown_array(dtype)
    return array(height, width, *rest, dtype=dtype)


@function("cv2.cvtColor")
def cvt_color(src: Any, code: Any, *rest: Any, **keywords: Any) -> Any:
    """A picture of the same height and width."""
    name = text_of(code).rpartition("COLOR_")[2]
    if type(src) is not Tensor or src.shape.rank not in (2, 3) or "2" not in name:
        return unknown_array(src.dtype if type(src) is Tensor else None)
    height, width = src.shape.dims[:2]
    turned = name.rpartition("2")[2]
    if turned == "GRAY":
        return array(height, width, dtype=src.dtype)
    if turned in ("RGB", "BGR", "HSV", "LAB", "Lab", "YCrCb", "YUV", "HLS", "LUV", "XYZ"):
        return array(height, width, 3, dtype=src.dtype)
    return unknown_array(src.dtype)


def _same(src: Any, *rest: Any, **keywords: Any) -> Any:
    return src if type(src) is Tensor else UNKNOWN


for _name in (
    "GaussianBlur",
    "blur",
    "medianBlur",
    "bilateralFilter",
    "bitwise_not",
    "flip",
    "dilate",
    "erode",
    "filter2D",
):
    function(f"cv2.{_name}")(_same)
returning(
    None,
    "cv2",
    "imshow destroyAllWindows namedWindow waitKey putText rectangle circle line destroyWindow",
)
harmless("cv2", "VideoCapture VideoWriter VideoWriter_fourcc")


# -- data frames and stores that only hand data on ----------------------------------------------------


@function("h5py.File", raw=True, tensor=False)
def h5py_file(*arguments: Any, **keywords: Any) -> Any:
    """A store of unknown arrays."""
    return Unknown(name="file")
