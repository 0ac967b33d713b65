"""Pictures, and generators of batches of pictures from folders, arrays and tables."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    DictValue,
    Iteration,
    ListValue,
    Modelled,
    Shape,
    Size,
    TakesAnything,
    Tensor,
    Unknown,
    function,
    host,
    is_unknown,
    items,
    modelled,
    size,
    symbol,
    text,
    unknown_of,
)
from gnomon.models.keras.options import wants_rank
from gnomon.models.tensorflow.data import Dataset
from gnomon.shapes import Dtype, dtypes

COLORS = {"rgb": 3, "grayscale": 1, "rgba": 4}


class Picture(Modelled):
    """A picture in memory (a PIL image)."""

    library_name = "PIL.Image.Image"

    def __init__(self, space: tuple[Any, ...], channels: Any) -> None:
        self.space = (space[0], space[1])
        self.channels = channels

    @property
    def tensor(self) -> Tensor:
        """The picture as an array."""
        sizes = self.space if self.channels == 1 else (*self.space, self.channels)
        return Tensor(Shape(sizes), dtypes.uint8, "numpy")

    @property
    def size(self) -> Any:
        """Width and height."""
        return (self.space[1], self.space[0])

    @property
    def width(self) -> Any:
        """The number of columns."""
        return self.space[1]

    @property
    def height(self) -> Any:
        """The number of rows."""
        return self.space[0]

    def resize(self, size: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the picture with another width and height."""
        found = items(size)
        return Picture((found[1], found[0]), self.channels) if found and len(found) == 2 else Unknown()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the picture."""

    show = close = save


class Batches(Modelled):
    """A generator of batches: tuples of tensors whose first axis is the batch."""

    library_name = "keras.batches"

    def __init__(
        self,
        parts: tuple[tuple[tuple[Any, ...], Dtype | None], ...],
        *,
        batch: Any,
        library: str,
        single: bool,
        total: Any = None,
    ) -> None:
        self.parts = parts
        self.batch = batch
        self.library = library
        self.single = single
        self.total = total
        self.samples = self.n = symbol() if total is None else total
        self.batch_size = batch
        self.image_shape = parts[0][0] if parts else ()
        self.num_classes = unknown_of("int")
        self.class_indices = DictValue(rest=unknown_of("int"))
        self.class_names = ListValue(None, element=unknown_of("str"))
        self.classes = Tensor(Shape((self.samples,)), dtypes.int32, "numpy")
        self.labels = self.classes
        self.filenames = ListValue(None, element=unknown_of("str"))
        self.file_paths = self.filepaths = self.filenames

    def element(self, rows: Any = None) -> Any:
        """Return one batch."""
        first: Size = rows if rows is not None else self.batch
        made = [
            Tensor(Shape((first, *sizes)), dtype, self.library, site=host.reporter.site)
            for sizes, dtype in self.parts
        ]
        return made[0] if self.single else tuple(made)

    def iterate(self) -> Iteration:
        """Loop over batches."""
        return Iteration(make=self.element)

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        return self.element()

    next = __next__

    def __getitem__(self, index: Any) -> Any:
        return self.element()

    def __len__(self) -> Any:
        return unknown_of("int")

    def reset(self) -> None:
        """Begin again."""


def target_parts(class_mode: Any, classes: Any = None) -> Any:
    """Return the shape and dtype of the targets of a class mode; None: no targets; False: not known."""
    if class_mode is None:
        return None
    name = text(class_mode)
    if name == "categorical":
        return ((symbol("classes", lower=1) if classes is None else classes,), dtypes.float32)
    if name in ("binary", "sparse", "raw"):
        return ((), dtypes.float32)
    return False


@modelled("keras.preprocessing.image.ImageDataGenerator")
class ImageDataGenerator(TakesAnything):
    """Makes generators of pictures that are varied at random."""

    def fit(self, *args: Any, **kwargs: Any) -> None:
        """Take statistics from data."""

    def flow_from_directory(
        self,
        directory: Any,
        target_size: Any = (256, 256),
        color_mode: Any = "rgb",
        classes: Any = None,
        class_mode: Any = "categorical",
        batch_size: Any = 32,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        """Yield batches of pictures from a folder with one subfolder for each class."""
        names = items(classes) if classes is not None else None
        count = len(names) if names is not None else None
        return self._flow(target_size, color_mode, target_parts(class_mode, count), batch_size)

    def flow_from_dataframe(self, dataframe: Any, *args: Any, **kwargs: Any) -> Any:
        """Yield batches of pictures whose paths are in a table."""
        wanted = kwargs.get("class_mode", "categorical")
        columns = items(kwargs.get("y_col")) if type(kwargs.get("y_col")) in (list, tuple) else None
        parts = target_parts(wanted, None)
        if wanted in ("raw", "other", "multi_output"):
            parts = ((len(columns),), None) if columns is not None and wanted != "multi_output" else False
        size_given = kwargs.get("target_size", (256, 256))
        return self._flow(size_given, kwargs.get("color_mode", "rgb"), parts, kwargs.get("batch_size", 32))

    @staticmethod
    def _flow(target_size: Any, color_mode: Any, targets: Any, batch_size: Any) -> Any:
        space = items(target_size)
        if space is None or len(space) != 2:
            space = [symbol(), symbol()]
        image = ((size(space[0]), size(space[1]), channels_of(color_mode)), dtypes.float32)
        if targets is False:
            return Unknown()
        parts = (image,) if targets is None else (image, targets)
        return Batches(parts, batch=rows_of(batch_size), library="numpy", single=targets is None)

    def flow(self, x: Any, y: Any = None, batch_size: Any = 32, *args: Any, **kwargs: Any) -> Any:
        """Yield batches of given pictures."""
        given = [x] if y is None else [x, y]
        if any(type(part) is not Tensor or part.shape.rank is None for part in given):
            return Unknown()
        if not wants_rank(x, 4, axes="(batch, height, width, channels)"):
            return Unknown()
        total = x.shape.dims[0]
        parts = tuple((part.shape.dims[1:], dtypes.float32 if part is x else part.dtype) for part in given)
        rows = rows_of(batch_size)
        if type(rows) is int and type(total) is int:
            rows = min(rows, total)
        return Batches(parts, batch=rows, library="numpy", single=y is None, total=total)

    def random_transform(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Return a picture varied at random."""
        return Tensor(x.shape, x.dtype, "numpy") if type(x) is Tensor else Unknown()

    apply_transform = standardize = random_transform


def rows_of(batch_size: Any) -> Any:
    """Return the number of rows of a full batch."""
    return symbol("batch", lower=1) if is_unknown(batch_size) or batch_size is None else size(batch_size)


def channels_of(color_mode: Any) -> Size:
    """Return the number of channels of a colour mode."""
    name = text(color_mode)
    return COLORS.get(name, 3) if name is not None else symbol(domain=frozenset((1, 3, 4)))


@function(
    "keras.utils.image_dataset_from_directory",
    "keras.preprocessing.image_dataset_from_directory",
    tensor=False,
)
def image_dataset_from_directory(
    directory: Any,
    labels: Any = "inferred",
    label_mode: Any = "int",
    class_names: Any = None,
    color_mode: Any = "rgb",
    batch_size: Any = 32,
    image_size: Any = (256, 256),
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Return a dataset of pictures from a folder with one subfolder for each class."""
    space = items(image_size)
    if space is None or len(space) != 2:
        space = [symbol(), symbol()]
    image = ((size(space[0]), size(space[1]), channels_of(color_mode)), dtypes.float32)
    return folder_dataset(image, labels, label_mode, class_names, batch_size, kwargs)


@function(
    "keras.utils.text_dataset_from_directory",
    "keras.preprocessing.text_dataset_from_directory",
    tensor=False,
)
def text_dataset_from_directory(
    directory: Any,
    labels: Any = "inferred",
    label_mode: Any = "int",
    class_names: Any = None,
    batch_size: Any = 32,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Return a dataset of texts from a folder with one subfolder for each class."""
    return folder_dataset(((), dtypes.parse("string")), labels, label_mode, class_names, batch_size, kwargs)


@function("keras.utils.audio_dataset_from_directory", tensor=False)
def audio_dataset_from_directory(
    directory: Any,
    labels: Any = "inferred",
    label_mode: Any = "int",
    class_names: Any = None,
    batch_size: Any = 32,
    sampling_rate: Any = None,
    output_sequence_length: Any = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Return a dataset of sounds from a folder: (batch, samples, channels)."""
    length = symbol() if output_sequence_length is None else size(output_sequence_length)
    sound = ((length, symbol(lower=1)), dtypes.float32)
    return folder_dataset(sound, labels, label_mode, class_names, batch_size, kwargs)


def folder_dataset(
    data: Any, labels: Any, label_mode: Any, class_names: Any, batch_size: Any, options: dict[str, Any]
) -> Any:
    """Return the dataset of files under a folder; two of them where both subsets are asked for."""
    targets: Any = False
    names = items(class_names) if class_names is not None else None
    if label_mode is None or labels is None:
        targets = None
    elif text(label_mode) == "int":
        targets = ((), dtypes.int32)
    elif text(label_mode) == "binary":
        targets = ((1,), dtypes.float32)
    elif text(label_mode) == "categorical":
        targets = ((symbol("classes", lower=1) if names is None else len(names),), dtypes.float32)
    if targets is False:
        return Unknown()
    parts = (data,) if targets is None else (data, targets)

    def make() -> Any:
        return as_dataset(parts, batch_size, targets is None)

    return (make(), make()) if options.get("subset") == "both" else make()


def as_dataset(parts: Any, batch_size: Any, single: bool) -> Any:
    """Return a dataset whose elements are batches."""
    rows: Any = None if batch_size is None else rows_of(batch_size)
    made = [
        Tensor(Shape(sizes if rows is None else (rows, *sizes)), dtype, "tf", site=host.reporter.site)
        for sizes, dtype in parts
    ]
    dataset = Dataset(made[0] if single else tuple(made))
    dataset.class_names = ListValue(None, element=unknown_of("str"))
    return dataset


@function(
    "keras.utils.timeseries_dataset_from_array",
    "keras.preprocessing.timeseries_dataset_from_array",
    tensor=False,
)
def timeseries_dataset_from_array(
    data: Any,
    targets: Any,
    sequence_length: Any,
    sequence_stride: Any = 1,
    sampling_rate: Any = 1,
    batch_size: Any = 128,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Return a dataset of windows over a series: (batch, sequence_length, ...)."""
    if type(data) is not Tensor or data.shape.rank is None:
        return Unknown()
    parts: list[Any] = [((size(sequence_length), *data.shape.dims[1:]), data.dtype)]
    if targets is not None:
        if type(targets) is not Tensor or targets.shape.rank is None:
            return Unknown()
        parts.append((targets.shape.dims[1:], targets.dtype))
    return as_dataset(tuple(parts), symbol("batch", lower=1, upper=_upper(batch_size)), targets is None)


def _upper(batch_size: Any) -> int | None:
    return batch_size if type(batch_size) is int else None
