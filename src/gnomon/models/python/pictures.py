"""Pictures and plots: ``PIL``, ``cv2`` and ``imageio`` give unknown arrays; ``matplotlib`` draws."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    function,
    host,
    size,
)
from gnomon.models.python.choosing import elements
from gnomon.models.python.harmless import HARMLESS, harmless, returning


def array(*sizes: Any, dtype: Any = dtypes.uint8) -> Tensor:
    """Return a NumPy array of these sizes."""
    return Tensor(Shape(tuple(sizes)), dtype, "numpy", site=host.reporter.site)


def unknown_array(dtype: Any = dtypes.uint8) -> Tensor:
    """Return a NumPy array of unknown shape."""
    return Tensor(Shape.unknown(), dtype, "numpy", site=host.reporter.site)


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
    """A picture of unknown shape."""
    return unknown_array(None)


# -- PIL ----------------------------------------------------------------------------------------------


@function(
    "PIL.Image.open", "PIL.Image.fromarray", "PIL.Image.new", "PIL.Image.frombytes", raw=True, tensor=False
)
def open_image(*arguments: Any, **keywords: Any) -> Any:
    """A picture of unknown size."""
    return Unknown(name="image")


harmless("PIL.*")

# -- cv2 -----------------------------------------------------------------------------------------------


@function("cv2.imread", "imageio.imread", "imageio.v2.imread", "imageio.v3.imread", "skimage.io.imread",
          "tifffile.imread",
          "scipy.misc.imread", raw=True, tensor=False)  # fmt: skip
def imread(*arguments: Any, **keywords: Any) -> Any:
    """A picture of unknown shape."""
    return Unknown(name="image")


@function("cv2.resize")
def resize(
    src: Any, dsize: Any, dst: Any = None, fx: Any = None, fy: Any = None, interpolation: Any = None
) -> Any:
    """A picture of a given (width, height) and the channels it had."""
    entries = elements(dsize) if type(dsize) in (tuple, list) else None
    shape = src.shape if type(src) is Tensor else Shape.unknown()
    dtype = src.dtype if type(src) is Tensor else None
    if entries is None or len(entries) != 2 or shape.rank not in (2, 3):
        return Unknown(name="image") if shape.rank is None else unknown_array(dtype)
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
    return unknown_array(src.dtype if type(src) is Tensor else None)


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
    "imshow destroyAllWindows namedWindow imwrite waitKey putText rectangle circle line destroyWindow",
)
harmless("cv2", "VideoCapture VideoWriter VideoWriter_fourcc")


# -- data frames and stores that only hand data on ----------------------------------------------------


@function("h5py.File", raw=True, tensor=False)
def h5py_file(*arguments: Any, **keywords: Any) -> Any:
    """A store of unknown arrays."""
    return Unknown(name="file")
