"""``torchvision.models``: the usual networks as modules whose parts can be replaced."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Shape,
    Tensor,
    constant,
    count,
    function,
    host,
    items,
    lookup,
    modelled,
    symbol,
)
from gnomon.models.registry import NAMES
from gnomon.models.torch.layers.containers import Sequential
from gnomon.models.torch.layers.dense import Dropout, Flatten, Linear
from gnomon.models.torch.layers.module import Module
from gnomon.models.torch.layers.remembered import remembered

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

    @remembered
    def forward(self, x: Any) -> Any:
        """Run the parts."""
        for name in self.order:
            if name == "flatten":
                x = ops.flatten(x, start=1)
            else:
                x = host.call(host.get_attribute(self.me, name), x)
        return x


def conv(inputs: Any, outputs: Any, window: int, stride: Any = 1, groups: Any = 1, dilation: Any = 1) -> Any:
    """Return a convolution without bias that keeps the size but for the stride."""
    return layer(
        "Conv2d", inputs, outputs, window, stride, dilation * (window // 2), dilation, groups, bias=False
    )


class Block(Module):
    """A residual block."""

    expansion = 1
    order: tuple[str, ...] = ("conv1", "bn1", "relu", "conv2", "bn2")

    def forward(self, x: Any) -> Any:
        """Add what the convolutions make of the input to the input, perhaps projected."""
        shortcut = host.get_attribute(self.me, "downsample")
        kept = x if shortcut is None else host.call(shortcut, x)
        for name in self.order:
            x = host.call(host.get_attribute(self.me, name), x)
        return ops.add(x, kept)


@modelled(f"{M}resnet.BasicBlock")
class BasicBlock(Block):
    """A residual block of two convolutions."""

    def __init__(
        self,
        inplanes: Any,
        planes: Any,
        stride: Any = 1,
        downsample: Any = None,
        groups: Any = 1,
        base_width: Any = 64,
        dilation: Any = 1,
        norm_layer: Any = None,
    ) -> None:
        inplanes, planes = count(inplanes), count(planes)
        self.conv1, self.bn1 = conv(inplanes, planes, 3, stride), layer("BatchNorm2d", planes)
        self.relu = layer("ReLU")
        self.conv2, self.bn2 = conv(planes, planes, 3), layer("BatchNorm2d", planes)
        self.downsample, self.stride = downsample, stride


@modelled(f"{M}resnet.Bottleneck")
class Bottleneck(Block):
    """A residual block of three convolutions, narrow in the middle."""

    expansion = 4
    order = ("conv1", "bn1", "relu", "conv2", "bn2", "relu", "conv3", "bn3")

    def __init__(
        self,
        inplanes: Any,
        planes: Any,
        stride: Any = 1,
        downsample: Any = None,
        groups: Any = 1,
        base_width: Any = 64,
        dilation: Any = 1,
        norm_layer: Any = None,
    ) -> None:
        inplanes, planes = count(inplanes), count(planes)
        width = planes * count(base_width) // 64 * count(groups)
        self.conv1, self.bn1 = conv(inplanes, width, 1), layer("BatchNorm2d", width)
        self.conv2 = conv(width, width, 3, stride, groups, dilation)
        self.bn2, self.relu = layer("BatchNorm2d", width), layer("ReLU")
        self.conv3, self.bn3 = conv(width, planes * 4, 1), layer("BatchNorm2d", planes * 4)
        self.downsample, self.stride = downsample, stride


@modelled(f"{M}ResNet", f"{M}resnet.ResNet")
class ResNet(Network):
    """A residual network; programs may inherit from it."""

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
        self,
        block: Any,
        layers: Any,
        num_classes: Any = 1000,
        zero_init_residual: Any = False,
        groups: Any = 1,
        width_per_group: Any = 64,
        replace_stride_with_dilation: Any = None,
        norm_layer: Any = None,
    ) -> None:
        self.conv1 = layer("Conv2d", 3, 64, 7, 2, 3, bias=False)
        self.bn1, self.relu, self.maxpool = (
            layer("BatchNorm2d", 64),
            layer("ReLU"),
            layer("MaxPool2d", 3, 2, 1),
        )
        self.inplanes, self.groups, self.base_width, self.dilation = 64, groups, width_per_group, 1
        depths = items(layers)
        if depths is None or len(depths) != 4 or not all(type(depth) is int for depth in depths):
            return
        for number, depth in enumerate(depths):
            made = self._make_layer(block, 64 << number, depth, 2 if number else 1)
            setattr(self, f"layer{number + 1}", made)
        self.avgpool = layer("AdaptiveAvgPool2d", (1, 1))
        self.fc = Linear(self.inplanes, num_classes)

    def _make_layer(self, block: Any, planes: Any, blocks: Any, stride: Any = 1, dilate: Any = False) -> Any:
        expansion = host.get_attribute(block, "expansion")
        if type(expansion) is not int or type(blocks) is not int or dilate is not False:
            return UNKNOWN
        outputs = planes * expansion
        shortcut = None
        if stride != 1 or self.inplanes != outputs:
            shortcut = row(conv(self.inplanes, outputs, 1, stride), layer("BatchNorm2d", outputs))
        found = []
        for place in range(blocks):
            first = (stride, shortcut) if place == 0 else (1, None)
            found.append(host.call(block, self.inplanes, planes, *first, self.groups, self.base_width))
            self.inplanes = outputs
        return row(*found)


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
        block = Bottleneck if wide else BasicBlock
        return ResNet(block, depths, num_classes, groups=groups, width_per_group=width)

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
        for stage, depth in enumerate(counts):
            outputs = min(64 << stage, 512)
            for _ in range(depth):
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


constant(
    f"{M}__dict__",
    DictValue({name[len(M) :]: NAMES[name] for name in NAMES if name.startswith(M) and name.count(".") == 2}),
)
