"""Preprocessing layers: pictures are resized, cropped and varied, texts and categories become numbers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    ListValue,
    Modelled,
    Shape,
    Size,
    TakesAnything,
    Tensor,
    Unknown,
    host,
    items,
    modelled,
    size,
    symbol,
    text,
    unknown_of,
)
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.options import layout, wants_rank
from gnomon.models.keras.promoting import returned, tensor
from gnomon.shapes import dtypes

_PICTURES = (
    "Rescaling AugMix AutoContrast ContrastLimitedAdaptiveHistogramEqualization Equalization RandAugment"
    " RandomBrightness RandomColorDegeneration RandomColorJitter RandomContrast RandomElasticTransform"
    " RandomErasing RandomFlip RandomGaussianBlur RandomGrayscale RandomHue RandomInvert RandomPerspective"
    " RandomPosterization RandomRotation RandomSaturation RandomSharpness RandomShear"
    " RandomTranslation RandomZoom Solarization"
)


class _Picture(Layer):
    """A layer that varies pictures of any number."""

    numbers = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.positive(x) if type(x) is Tensor else Unknown()


for _name in _PICTURES.split():
    modelled(f"keras.layers.{_name}")(
        type(_name, (_Picture,), {"__doc__": f"The layer {_name}: shapes stay.", "__module__": __name__})
    )


@modelled(
    "keras.layers.MixUp", "keras.layers.CutMix", "keras.layers.Pipeline", "keras.layers.MaxNumBoundingBoxes"
)
class Mixed(Layer):
    """Layers over pictures with labels, which are not followed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)


class _Sized(Layer):
    """A layer that gives pictures another height and width."""

    numbers = True

    def __init__(self, height: Any, width: Any, *args: Any, data_format: Any = None, **kwargs: Any) -> None:
        self.start(kwargs)
        self.space = (size(height), size(width))
        self.layout = layout(data_format)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is not Tensor or self.layout is None:
            return Unknown()
        if x.shape.rank is not None and not wants_rank(x, 3, 4, axes="(batch, height, width, channels)"):
            return Unknown()
        if self.layout == "first":
            return Unknown()
        return ops.resize(x, size=self.space)


@modelled("keras.layers.Resizing")
class Resizing(_Sized):
    """Resize pictures."""


@modelled("keras.layers.CenterCrop")
class CenterCrop(_Sized):
    """Cut the middle out of pictures."""


@modelled("keras.layers.RandomCrop")
class RandomCrop(_Sized):
    """Cut a random part out of pictures."""


@modelled("keras.layers.RandomHeight", "keras.layers.RandomWidth")
class RandomSide(Layer):
    """Stretch pictures by a random factor (Keras 2)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.resize(x, size=(symbol(), symbol()))


class _Table(Layer):
    """A layer that learns a table from data."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start({"name": kwargs.get("name")})
        self.mode = text(kwargs.get("output_mode", self.default_mode))
        self.limit = kwargs.get("max_tokens", kwargs.get("num_tokens"))
        self.configure(args, kwargs)

    default_mode = "int"

    def configure(self, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        """Take the options of one kind of layer."""

    def standardize(self, inputs: Any) -> Any:
        return tensor(inputs)

    def adapt(self, *args: Any, **kwargs: Any) -> None:
        """Learn the table from data."""

    set_vocabulary = finalize_state = load_assets = save_assets = adapt

    def get_vocabulary(self, *args: Any, **kwargs: Any) -> Any:
        """Return the entries of the table."""
        return ListValue(None, element=unknown_of("str"))

    def vocabulary_size(self) -> Any:
        """Return the number of entries."""
        return symbol("vocabulary", lower=1)

    vocab_size = vocabulary_size

    def width(self) -> Size:
        """Return the number of columns of an encoding."""
        return size(self.limit) if self.limit is not None else symbol()

    def encoded(self, x: Any) -> Any:
        """Return one position for each entry, or an encoding over the table."""
        if type(x) is not Tensor or x.shape.rank is None or self.mode is None:
            return Unknown()
        if self.mode == "int":
            return returned(ops.positive(x), dtypes.int64)
        sizes = x.shape.dims
        width = self.width()
        if self.mode == "one_hot":
            lead = sizes[:-1] if len(sizes) > 1 and sizes[-1] == 1 else sizes
            return Tensor(Shape((*lead, width)), dtypes.float32, x.library, site=host.reporter.site)
        if self.mode in ("multi_hot", "count", "tf_idf", "tf-idf", "binary"):
            return Tensor(Shape((*sizes[:-1], width)), dtypes.float32, x.library, site=host.reporter.site)
        return Unknown()

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return self.encoded(x)


@modelled("keras.layers.StringLookup", "keras.layers.IntegerLookup")
class Lookup(_Table):
    """Positions of entries in a table."""

    def configure(self, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.limit = None
        if options.get("invert") is True:
            self.mode = "int"

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        found = self.encoded(x)
        return returned(found, None) if self.mode == "int" else found


@modelled("keras.layers.CategoryEncoding")
class CategoryEncoding(_Table):
    """Class numbers as rows of 0 and 1."""

    default_mode = "multi_hot"

    def configure(self, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.limit = options.get("num_tokens", args[0] if args else None)
        if len(args) > 1:
            self.mode = text(args[1])

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is Tensor and x.shape.rank == 1 and self.mode in ("multi_hot", "count"):
            return Unknown()
        return self.encoded(x)


@modelled("keras.layers.Discretization", "keras.layers.Hashing", "keras.layers.HashedCrossing")
class Buckets(_Table):
    """Numbers of the buckets that entries fall into."""

    def configure(self, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.limit = options.get("num_bins", args[0] if args and type(args[0]) is int else None)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return returned(ops.positive(x), None) if type(x) is Tensor and self.mode == "int" else Unknown()


@modelled("keras.layers.TextVectorization")
class TextVectorization(_Table):
    """Texts as rows of word numbers: (batch,) or (batch, 1) -> (batch, length)."""

    def configure(self, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.limit = options.get("max_tokens", args[0] if args else None)
        self.length = options.get("output_sequence_length")

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is not Tensor or x.shape.rank is None or self.mode is None or x.shape.rank > 2:
            return Unknown()
        lead = x.shape.dims[:1]
        if self.mode == "int":
            width = symbol() if self.length is None else size(self.length)
            return Tensor(Shape((*lead, width)), dtypes.int64, x.library, site=host.reporter.site)
        if self.mode in ("multi_hot", "count", "tf_idf", "tf-idf", "binary"):
            width = size(self.limit) if self.limit is not None else symbol()
            return Tensor(Shape((*lead, width)), dtypes.float32, x.library, site=host.reporter.site)
        return Unknown()


@modelled("keras.layers.MelSpectrogram", "keras.layers.STFTSpectrogram")
class Spectrogram(Layer):
    """Spectra of sounds, whose sizes are not followed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)


@modelled(
    "keras.layers.TFSMLayer",
    "keras.layers.JaxLayer",
    "keras.layers.FlaxLayer",
    "keras.layers.TorchModuleWrapper",
)
class Foreign(Layer):
    """A layer from another library."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)


@modelled("keras.utils.FeatureSpace")
class FeatureSpace(TakesAnything):
    """Encodes tables column by column."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown()

    def adapt(self, *args: Any, **kwargs: Any) -> None:
        """Learn from data."""


@modelled("keras.preprocessing.text.Tokenizer")
class Tokenizer(Modelled):
    """Numbers the words of texts (Keras 2)."""

    def __init__(self, num_words: Any = None, *args: Any, **kwargs: Any) -> None:
        self.num_words = num_words
        from gnomon.models.api import DictValue

        self.word_index = DictValue(rest=unknown_of("int"))
        self.index_word = DictValue(rest=unknown_of("str"))
        self.word_counts = self.word_docs = self.index_docs = self.word_index
        self.document_count = unknown_of("int")

    def fit_on_texts(self, texts: Any = None) -> None:
        """Learn the words."""

    fit_on_sequences = fit_on_texts

    def texts_to_sequences(self, texts: Any = None) -> Any:
        """Return a list of word numbers for each text."""
        rows = items(texts) if type(texts) in (list, tuple) else None
        count: Size | None = len(rows) if rows is not None else None
        if type(texts) is Tensor:
            count = texts.shape.axis(0)
        inner = ListValue(None, element=unknown_of("int"))
        return ListValue(None, element=inner, length=count)

    def texts_to_matrix(self, texts: Any = None, mode: Any = "binary") -> Any:
        """Return one row of numbers for each text."""
        rows = items(texts) if type(texts) in (list, tuple) else None
        count: Size = len(rows) if rows is not None else symbol()
        if type(texts) is Tensor and texts.shape.axis(0) is not None:
            count = texts.shape.dims[0]
        elif type(texts) is ListValue and texts.length is not None:
            count = size(texts.length)
        width = symbol() if self.num_words is None else size(self.num_words)
        return Tensor(Shape((count, width)), dtypes.float64, "numpy", site=host.reporter.site)

    sequences_to_matrix = texts_to_matrix
