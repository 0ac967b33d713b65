"""`keras.applications`: pretrained networks as one layer, whose output size follows from the input size."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnomon import ops
from gnomon.models.api import Dim, Shape, Size, Tensor, Unknown, function, symbol
from gnomon.models.keras.graph import fresh_batch
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.model import Model
from gnomon.models.keras.options import default_layout
from gnomon.models.keras.promoting import tensor
from gnomon.models.keras.tensors import declared_shape, hidden, symbolic
from gnomon.shapes import dtypes


class Window(NamedTuple):
    """One step that shrinks the picture."""

    size: int
    stride: int
    padding: Any


class Network(NamedTuple):
    """A network: how it shrinks pictures, how many channels come out, which input size is its own."""

    steps: tuple[Window, ...]
    channels: int
    side: int


def _steps(*entries: tuple[int, int, Any]) -> tuple[Window, ...]:
    return tuple(Window(*entry) for entry in entries)


_HALVED = _steps(*[(2, 2, 0)] * 5)
_RESNET = _steps((7, 2, 3), (3, 2, 1), (1, 2, 0), (1, 2, 0), (1, 2, 0))
_DENSE = _steps((7, 2, 3), (3, 2, 1), (2, 2, 0), (2, 2, 0), (2, 2, 0))
_INCEPTION = _steps((3, 2, 0), (3, 1, 0), (3, 2, 0), (3, 1, 0), (3, 2, 0), (3, 2, 0), (3, 2, 0))
_XCEPTION = _steps((3, 2, 0), (3, 1, 0), *[(3, 2, "same")] * 4)
_SAME = _steps(*[(3, 2, "same")] * 5)
_MOBILE = _steps((3, 2, "same"), *[(3, 2, ((0, 1), (0, 1)))] * 4)
_CONVNEXT = _steps((4, 4, 0), (2, 2, 0), (2, 2, 0), (2, 2, 0))

NETWORKS: dict[str, Network] = {
    "VGG16": Network(_HALVED, 512, 224),
    "VGG19": Network(_HALVED, 512, 224),
    **{f"ResNet{n}{v}": Network(_RESNET, 2048, 224) for n in (50, 101, 152) for v in ("", "V2")},
    "DenseNet121": Network(_DENSE, 1024, 224),
    "DenseNet169": Network(_DENSE, 1664, 224),
    "DenseNet201": Network(_DENSE, 1920, 224),
    "InceptionV3": Network(_INCEPTION, 2048, 299),
    "InceptionResNetV2": Network(_INCEPTION, 1536, 299),
    "Xception": Network(_XCEPTION, 2048, 299),
    "MobileNet": Network(_MOBILE, 1024, 224),
    "MobileNetV2": Network(_SAME, 1280, 224),
    "MobileNetV3Small": Network(_SAME, 576, 224),
    "MobileNetV3Large": Network(_SAME, 960, 224),
    **{
        f"EfficientNetB{k}": Network(_SAME, channels, side)
        for k, (channels, side) in enumerate(
            (
                (1280, 224),
                (1280, 240),
                (1408, 260),
                (1536, 300),
                (1792, 380),
                (2048, 456),
                (2304, 528),
                (2560, 600),
            )
        )
    },
    **{
        f"EfficientNetV2{name}": Network(_SAME, channels, side)
        for name, channels, side in (
            ("B0", 1280, 224),
            ("B1", 1280, 240),
            ("B2", 1408, 260),
            ("B3", 1536, 300),
            ("S", 1280, 384),
            ("M", 1280, 480),
            ("L", 1280, 480),
        )
    },
    **{
        f"ConvNeXt{name}": Network(_CONVNEXT, channels, 224)
        for name, channels in (
            ("Tiny", 768),
            ("Small", 768),
            ("Base", 1024),
            ("Large", 1536),
            ("XLarge", 2048),
        )
    },
    "NASNetMobile": Network((), 1056, 224),
    "NASNetLarge": Network((), 4032, 331),
}


class Backbone(Layer):
    """The body of a network, and its head where it has one."""

    library_name = "keras.applications"

    def __init__(self, network: Network, top: Any, pooling: Any, classes: Any) -> None:
        self.start({})
        self.network = network
        self.top = top
        self.pooling = pooling
        self.classes = classes

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) is not Tensor:
            return Unknown()
        arranged = default_layout()
        if arranged is None or self.top is None:
            return Unknown()
        if not self.network.steps:
            sizes: tuple[Size, ...] = (symbol(), symbol())
            made = ops.resize(x, size=sizes) if arranged == "last" else x
        else:
            made = x
            for step in self.network.steps:
                made = ops.max_pool(
                    made,
                    window=(step.size, step.size),
                    stride=(step.stride, step.stride),
                    padding=step.padding,
                    layout=arranged,
                )
        batch = made.shape.axis(0)
        lead: Size = symbol() if batch is None else batch
        if self.top:
            return self.result((lead, self.classes), x)
        if self.pooling in ("avg", "max"):
            return self.result((lead, self.network.channels), x)
        if self.pooling is not None or made.shape.rank != 4:
            return Unknown()
        space = made.shape.dims[1:3] if arranged == "last" else made.shape.dims[2:4]
        channels = self.network.channels
        return self.result((lead, *space, channels) if arranged == "last" else (lead, channels, *space), x)

    @staticmethod
    def result(sizes: tuple[Size, ...], x: Tensor) -> Tensor:
        """Return features of a shape."""
        from gnomon.models.api import host

        return Tensor(Shape(sizes), dtypes.float32, x.library, site=host.reporter.site)


def _declare(name: str, network: Network) -> None:
    paths = [f"keras.applications.{name}", f"keras.applications.{module_of(name)}.{name}"]

    @function(*paths, tensor=False)
    def build(
        include_top: Any = True,
        weights: Any = "imagenet",
        input_tensor: Any = None,
        input_shape: Any = None,
        pooling: Any = None,
        classes: Any = 1000,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        from gnomon.models.api import host

        if name.startswith("MobileNet"):
            input_shape = kwargs.get(
                "input_shape", include_top if type(include_top) in (tuple, list) else input_shape
            )
            include_top = kwargs.get(
                "include_top", True if type(include_top) in (tuple, list) else include_top
            )
        top = include_top if type(include_top) is bool else None
        given = tensor(input_tensor) if input_tensor is not None else None
        if type(given) is not Tensor or given.maker is None:
            sides = (network.side, network.side, 3) if top else (hidden(), hidden(), 3)
            if input_shape is None:
                shape = Shape((hidden("batch"), *sides))
            else:
                shape = declared_shape(input_shape, hidden("batch"))
            given = symbolic(fresh_batch(shape), dtypes.float32)
        body = Backbone(network, top, pooling, classes if type(classes) in (int, Dim) else symbol())
        model = Model(inputs=given, outputs=host.call(body, given), name=name.lower())
        return model


def module_of(name: str) -> str:
    """Return the module in which a network's function lives."""
    for prefix, module in (
        ("VGG16", "vgg16"),
        ("VGG19", "vgg19"),
        ("ResNet50V2", "resnet_v2"),
        ("ResNet101V2", "resnet_v2"),
        ("ResNet152V2", "resnet_v2"),
        ("ResNet50", "resnet50"),
        ("ResNet", "resnet"),
        ("DenseNet", "densenet"),
        ("InceptionV3", "inception_v3"),
        ("InceptionResNetV2", "inception_resnet_v2"),
        ("Xception", "xception"),
        ("MobileNetV2", "mobilenet_v2"),
        ("MobileNetV3", "mobilenet_v3"),
        ("MobileNet", "mobilenet"),
        ("EfficientNetV2", "efficientnet_v2"),
        ("EfficientNet", "efficientnet"),
        ("ConvNeXt", "convnext"),
        ("NASNet", "nasnet"),
    ):
        if name.startswith(prefix):
            return module
    return "others"


for _name, _network in NETWORKS.items():
    _declare(_name, _network)

_MODULES = sorted({module_of(name) for name in NETWORKS} | {"imagenet_utils", "resnet"})

for _module in _MODULES:

    @function(f"keras.applications.{_module}.preprocess_input")
    def preprocess_input(x: Any, *args: Any, **kwargs: Any) -> Any:
        """Scale pictures as the network was trained."""
        if type(x) is Tensor:
            result = ops.positive(x)
            return Tensor(result.shape, None, x.library, site=result.site)
        return Unknown()

    @function(f"keras.applications.{_module}.decode_predictions", tensor=False)
    def decode_predictions(*args: Any, **kwargs: Any) -> Any:
        """Return the names of the best classes."""
        return Unknown()


function("keras.applications.resnet.ResNet50")(lambda *args, **kwargs: _again("ResNet50", args, kwargs))


def _again(name: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    from gnomon.models.api import lookup

    return lookup(f"keras.applications.{name}").function(*args, **options)
