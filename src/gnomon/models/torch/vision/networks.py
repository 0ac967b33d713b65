"""``torchvision.models``: the usual networks as modules whose parts can be replaced."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, ListValue, Shape, Tensor, function, host, lookup, symbol
from gnomon.models.torch.layers.containers import Sequential
from gnomon.models.torch.layers.dense import Dropout, Flatten, Linear
from gnomon.models.torch.layers.module import Module

M = "torchvision.models."


def layer(name: str, *arguments: Any, **named: Any) -> Any:
    """Return a layer of ``torch.nn``."""
    return lookup(f"torch.nn.{name}")(*arguments, **named)


def row(*modules: Any) -> Any:
    """Return modules in a row."""
    made = Sequential.__new__(Sequential)
    made.row = ListValue(modules)
    return made


class Network(Module):
    """A network that runs its named parts in order; between convolutions and dense layers it flattens."""

    library_name = "torchvision.models.Network"
    order: tuple[str, ...] = ("features", "avgpool", "flatten", "classifier")

    def forward(self, x: Any) -> Any:
        """Run the parts."""
        for name in self.order:
            if name == "flatten":
                x = ops.flatten(x, start=1)
            else:
                x = host.call(host.get_attribute(self.me, name), x)
        return x


class Block(Module):
    """A residual block."""

    library_name = "torchvision.models.resnet.Bottleneck"

    def __init__(
        self, inputs: int, width: int, outputs: int, stride: int, wide: bool, groups: int, project: bool
    ) -> None:
        if wide:
            self.conv1, self.bn1 = layer("Conv2d", inputs, width, 1, bias=False), layer("BatchNorm2d", width)
            self.conv2 = layer("Conv2d", width, width, 3, stride, 1, groups=groups, bias=False)
            self.bn2 = layer("BatchNorm2d", width)
            self.conv3, self.bn3 = (
                layer("Conv2d", width, outputs, 1, bias=False),
                layer("BatchNorm2d", outputs),
            )
        else:
            self.conv1 = layer("Conv2d", inputs, outputs, 3, stride, 1, bias=False)
            self.bn1 = layer("BatchNorm2d", outputs)
            self.conv2 = layer("Conv2d", outputs, outputs, 3, 1, 1, bias=False)
            self.bn2 = layer("BatchNorm2d", outputs)
        self.relu = layer("ReLU")
        self.wide = wide
        self.downsample = (
            row(layer("Conv2d", inputs, outputs, 1, stride, bias=False), layer("BatchNorm2d", outputs))
            if project
            else None
        )

    def forward(self, x: Any) -> Any:
        """Add what the convolutions make of the input to the input."""
        kept = x if self.downsample is None else host.call(self.downsample, x)
        for name in ("conv1", "bn1", "conv2", "bn2", *(("conv3", "bn3") if self.wide else ())):
            x = host.call(getattr(self, name), x)
        return ops.add(x, kept)


class ResNet(Network):
    """A residual network."""

    library_name = "torchvision.models.ResNet"
    order = (
        "conv1",
        "bn1",
        "relu",
        "maxpool",
        "layer1",
        "layer2",
        "layer3",
        "layer4",
        "avgpool",
        "flatten",
        "fc",
    )

    def __init__(
        self, depths: tuple[int, ...], wide: bool, width: int, groups: int, num_classes: Any
    ) -> None:
        self.conv1 = layer("Conv2d", 3, 64, 7, 2, 3, bias=False)
        self.bn1, self.relu, self.maxpool = (
            layer("BatchNorm2d", 64),
            layer("ReLU"),
            layer("MaxPool2d", 3, 2, 1),
        )
        inputs = 64
        for number, depth in enumerate(depths):
            planes = 64 << number
            inner, outputs = planes * width // 64 * groups, planes * 4 if wide else planes
            blocks = []
            for place in range(depth):
                stride = 2 if number and place == 0 else 1
                project = place == 0 and (stride != 1 or inputs != outputs)
                blocks.append(Block(inputs, inner, outputs, stride, wide, groups, project))
                inputs = outputs
            setattr(self, f"layer{number + 1}", row(*blocks))
        self.avgpool = layer("AdaptiveAvgPool2d", (1, 1))
        self.fc = Linear(inputs, num_classes)


RESNETS = {
    "resnet18": ((2, 2, 2, 2), False, 64, 1),
    "resnet34": ((3, 4, 6, 3), False, 64, 1),
    "resnet50": ((3, 4, 6, 3), True, 64, 1),
    "resnet101": ((3, 4, 23, 3), True, 64, 1),
    "resnet152": ((3, 8, 36, 3), True, 64, 1),
    "resnext50_32x4d": ((3, 4, 6, 3), True, 4, 32),
    "resnext101_32x8d": ((3, 4, 23, 3), True, 8, 32),
    "resnext101_64x4d": ((3, 4, 23, 3), True, 4, 64),
    "wide_resnet50_2": ((3, 4, 6, 3), True, 128, 1),
    "wide_resnet101_2": ((3, 4, 23, 3), True, 128, 1),
}
"""Blocks per stage, whether blocks have three convolutions, width, groups."""


def _resnet(settings: tuple[Any, ...]) -> Any:
    def model(
        pretrained: Any = False,
        progress: Any = True,
        *,
        weights: Any = None,
        num_classes: Any = 1000,
        **named: Any,
    ) -> Any:
        depths, wide, width, groups = settings
        return ResNet(depths, wide, width, groups, num_classes)

    return model


for _name, _settings in RESNETS.items():
    function(M + _name, f"{M}resnet.{_name}", tensor=False)(_resnet(_settings))


class Plain(Network):
    """Convolutions, pooling and dense layers."""

    library_name = "torchvision.models.VGG"

    def __init__(self, features: Any, avgpool: Any, classifier: Any) -> None:
        self.features, self.avgpool, self.classifier = features, avgpool, classifier


VGGS = {
    "vgg11": (1, 1, 2, 2, 2),
    "vgg13": (2, 2, 2, 2, 2),
    "vgg16": (2, 2, 3, 3, 3),
    "vgg19": (2, 2, 4, 4, 4),
}
"""Convolutions per stage."""


def _vgg(counts: tuple[int, ...], normed: bool) -> Any:
    def model(
        pretrained: Any = False,
        progress: Any = True,
        *,
        weights: Any = None,
        num_classes: Any = 1000,
        **named: Any,
    ) -> Any:
        layers: list[Any] = []
        inputs = 3
        for stage, count in enumerate(counts):
            outputs = min(64 << stage, 512)
            for _ in range(count):
                layers.append(layer("Conv2d", inputs, outputs, 3, padding=1))
                if normed:
                    layers.append(layer("BatchNorm2d", outputs))
                layers.append(layer("ReLU"))
                inputs = outputs
            layers.append(layer("MaxPool2d", 2, 2))
        dense = row(
            Linear(512 * 7 * 7, 4096),
            layer("ReLU"),
            Dropout(),
            Linear(4096, 4096),
            layer("ReLU"),
            Dropout(),
            Linear(4096, num_classes),
        )
        return Plain(row(*layers), layer("AdaptiveAvgPool2d", (7, 7)), dense)

    return model


for _name, _counts in VGGS.items():
    function(M + _name, f"{M}vgg.{_name}", tensor=False)(_vgg(_counts, normed=False))
    function(f"{M}{_name}_bn", f"{M}vgg.{_name}_bn", tensor=False)(_vgg(_counts, normed=True))


@function(f"{M}alexnet", tensor=False)
def alexnet(
    pretrained: Any = False,
    progress: Any = True,
    *,
    weights: Any = None,
    num_classes: Any = 1000,
    **named: Any,
) -> Any:
    """AlexNet."""
    features = row(
        layer("Conv2d", 3, 64, 11, 4, 2),
        layer("ReLU"),
        layer("MaxPool2d", 3, 2),
        layer("Conv2d", 64, 192, 5, padding=2),
        layer("ReLU"),
        layer("MaxPool2d", 3, 2),
        layer("Conv2d", 192, 384, 3, padding=1),
        layer("ReLU"),
        layer("Conv2d", 384, 256, 3, padding=1),
        layer("ReLU"),
        layer("Conv2d", 256, 256, 3, padding=1),
        layer("ReLU"),
        layer("MaxPool2d", 3, 2),
    )
    dense = row(
        Dropout(),
        Linear(256 * 6 * 6, 4096),
        layer("ReLU"),
        Dropout(),
        Linear(4096, 4096),
        layer("ReLU"),
        Linear(4096, num_classes),
    )
    return Plain(features, layer("AdaptiveAvgPool2d", (6, 6)), dense)


class Backbone(Module):
    """Convolutions of which only the number of channels at the end is known."""

    library_name = "torchvision.models.Features"

    def __init__(self, channels: int) -> None:
        self.channels = channels

    def knows_parameters(self) -> bool:
        """Its parameters are not listed."""
        return False

    def own_children(self) -> None:
        """Its layers are not listed."""
        return None

    def forward(self, x: Any) -> Any:
        """Return feature maps of unknown size."""
        batch = x.shape.axis(0) if type(x) is Tensor else None
        dtype = x.dtype if type(x) is Tensor else None
        shape = Shape((symbol() if batch is None else batch, self.channels, symbol(lower=1), symbol(lower=1)))
        return Tensor(shape, dtype, "torch", site=host.reporter.site)

    def __getitem__(self, index: Any) -> Any:
        return UNKNOWN


class WithHead(Network):
    """A backbone, a pooling and a head under the name ``classifier`` or ``fc``."""

    library_name = "torchvision.models.WithHead"

    def __init__(self, channels: int, head: str, top: Any) -> None:
        self.features = Backbone(channels)
        self.avgpool = layer("AdaptiveAvgPool2d", (1, 1))
        self.order = ("features", "avgpool", "flatten", head)
        setattr(self, head, top)


DENSE_HEADS = {
    "densenet121": (1024, "classifier"),
    "densenet161": (2208, "classifier"),
    "densenet169": (1664, "classifier"),
    "densenet201": (1920, "classifier"),
    "googlenet_": (1024, "fc"),
    "shufflenet_v2_x0_5": (1024, "fc"),
    "shufflenet_v2_x1_0": (1024, "fc"),
    "shufflenet_v2_x1_5": (1024, "fc"),
    "shufflenet_v2_x2_0": (2048, "fc"),
    "regnet_y_400mf": (440, "fc"),
    "regnet_y_800mf": (784, "fc"),
    "regnet_x_400mf": (400, "fc"),
    "regnet_x_800mf": (672, "fc"),
    "swin_t": (768, "head"),
    "swin_s": (768, "head"),
    "swin_b": (1024, "head"),
}
"""Networks that end in one dense layer: its width, and its name."""

DROPPED_HEADS = {
    "mobilenet_v2": (1280, "classifier"),
    "mnasnet0_5": (1280, "classifier"),
    "mnasnet0_75": (1280, "classifier"),
    "mnasnet1_0": (1280, "classifier"),
    "mnasnet1_3": (1280, "classifier"),
    "efficientnet_b0": (1280, "classifier"),
    "efficientnet_b1": (1280, "classifier"),
    "efficientnet_b2": (1408, "classifier"),
    "efficientnet_b3": (1536, "classifier"),
    "efficientnet_b4": (1792, "classifier"),
    "efficientnet_b5": (2048, "classifier"),
    "efficientnet_b6": (2304, "classifier"),
    "efficientnet_b7": (2560, "classifier"),
    "efficientnet_v2_s": (1280, "classifier"),
    "efficientnet_v2_m": (1280, "classifier"),
    "efficientnet_v2_l": (1280, "classifier"),
}
"""Networks that end in dropout and one dense layer."""


def _headed(width: int, head: str, dropped: bool) -> Any:
    def model(
        pretrained: Any = False,
        progress: Any = True,
        *,
        weights: Any = None,
        num_classes: Any = 1000,
        **named: Any,
    ) -> Any:
        top = Linear(width, num_classes)
        return WithHead(width, head, row(Dropout(), top) if dropped else top)

    return model


for _name, (_width, _head) in DENSE_HEADS.items():
    function(M + _name, tensor=False)(_headed(_width, _head, dropped=False))
for _name, (_width, _head) in DROPPED_HEADS.items():
    function(M + _name, tensor=False)(_headed(_width, _head, dropped=True))


def _mobile(width: int, inner: int) -> Any:
    def model(
        pretrained: Any = False,
        progress: Any = True,
        *,
        weights: Any = None,
        num_classes: Any = 1000,
        **named: Any,
    ) -> Any:
        return WithHead(
            width,
            "classifier",
            row(Linear(width, inner), layer("Hardswish"), Dropout(), Linear(inner, num_classes)),
        )

    return model


function(f"{M}mobilenet_v3_large", tensor=False)(_mobile(960, 1280))
function(f"{M}mobilenet_v3_small", tensor=False)(_mobile(576, 1024))


def _convnext(width: int) -> Any:
    def model(
        pretrained: Any = False,
        progress: Any = True,
        *,
        weights: Any = None,
        num_classes: Any = 1000,
        **named: Any,
    ) -> Any:
        made = WithHead(width, "classifier", row(layer("Identity"), Flatten(1), Linear(width, num_classes)))
        made.order = ("features", "avgpool", "classifier")
        return made

    return model


for _name, _width in {"tiny": 768, "small": 768, "base": 1024, "large": 1536}.items():
    function(f"{M}convnext_{_name}", tensor=False)(_convnext(_width))


class Heads(Network):
    """A vision transformer: a dense layer named ``head`` inside ``heads``."""

    library_name = "torchvision.models.VisionTransformer"

    def __init__(self, width: int, num_classes: Any) -> None:
        self.hidden_dim = width
        top = Sequential.__new__(Sequential)
        top.row = ListValue()
        top.add_module("head", Linear(width, num_classes))
        self.heads = top

    def knows_parameters(self) -> bool:
        """Its parameters are not listed."""
        return False

    def forward(self, x: Any) -> Any:
        """Classify pictures."""
        batch = x.shape.axis(0) if type(x) is Tensor else None
        dtype = x.dtype if type(x) is Tensor else None
        tokens = Tensor(Shape((symbol() if batch is None else batch, self.hidden_dim)), dtype, "torch")
        return host.call(host.get_attribute(self.me, "heads"), tokens)


def _transformer(width: int) -> Any:
    def model(
        pretrained: Any = False,
        progress: Any = True,
        *,
        weights: Any = None,
        num_classes: Any = 1000,
        **named: Any,
    ) -> Any:
        return Heads(width, num_classes)

    return model


for _name, _width in {
    "vit_b_16": 768,
    "vit_b_32": 768,
    "vit_l_16": 1024,
    "vit_l_32": 1024,
    "vit_h_14": 1280,
}.items():
    function(M + _name, tensor=False)(_transformer(_width))


@function(f"{M}squeezenet1_0", f"{M}squeezenet1_1", tensor=False)
def squeezenet(
    pretrained: Any = False,
    progress: Any = True,
    *,
    weights: Any = None,
    num_classes: Any = 1000,
    **named: Any,
) -> Any:
    """SqueezeNet: a convolution as classifier."""
    head = row(
        Dropout(), layer("Conv2d", 512, num_classes, 1), layer("ReLU"), layer("AdaptiveAvgPool2d", (1, 1))
    )
    made = WithHead(512, "classifier", head)
    made.order = ("features", "classifier", "flatten")
    return made


class Auxiliary(Network):
    """Inception or GoogLeNet: while training also auxiliary outputs."""

    library_name = "torchvision.models.Inception3"

    def __init__(self, width: int, num_classes: Any, auxiliary: int) -> None:
        self.features, self.fc = Backbone(width), Linear(width, num_classes)
        self.AuxLogits = Module()
        self.AuxLogits.fc = Linear(auxiliary, num_classes)
        self.aux_logits = True

    def forward(self, x: Any) -> Any:
        """Classify pictures."""
        scores = host.call(host.get_attribute(self.me, "fc"), ops.mean(self.features.forward(x), axis=(2, 3)))
        return scores if self.training is False else UNKNOWN


@function(f"{M}inception_v3", f"{M}googlenet", tensor=False)
def inception(
    pretrained: Any = False,
    progress: Any = True,
    *,
    weights: Any = None,
    num_classes: Any = 1000,
    **named: Any,
) -> Any:
    """Inception with auxiliary outputs."""
    return Auxiliary(2048, num_classes, 768)


@function(f"{M}get_model", tensor=False)
def get_model(name: Any, **config: Any) -> Any:
    """A network by name."""
    found = lookup(f"{M}{name}") if type(name) is str else None
    return UNKNOWN if found is None or not hasattr(found, "function") else found.function(**config)
