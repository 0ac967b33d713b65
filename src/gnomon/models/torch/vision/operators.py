"""``torchvision.utils``, ``torchvision.io`` and ``torchvision.ops``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Shape,
    Tensor,
    dtypes,
    function,
    host,
    modelled,
    repeated,
    size,
    symbol,
)
from gnomon.models.disk.found import read, remember
from gnomon.models.disk.images import CHANNELS, read_header
from gnomon.models.torch.layers.dense import Elementwise
from gnomon.models.torch.layers.module import Module


def _tensor(*sizes: Any, like: Any = None, dtype: Any = None) -> Tensor:
    known = like.dtype if type(like) is Tensor else None
    return Tensor(Shape(tuple(sizes)), known if dtype is None else dtype, "torch", site=host.reporter.site)


@function("torchvision.utils.make_grid")
def make_grid(
    tensor: Any,
    nrow: Any = 8,
    padding: Any = 2,
    normalize: Any = False,
    value_range: Any = None,
    scale_each: Any = False,
    pad_value: Any = 0.0,
    **named: Any,
) -> Any:
    """Pictures side by side as one: grey ones become colour."""
    channels = tensor.shape.axis(1) if type(tensor) is Tensor and tensor.shape.rank == 4 else None
    count = 3 if channels in (1, 3) or channels is None else channels
    return _tensor(count, symbol(), symbol(), like=tensor)


@function(
    "torchvision.utils.save_image", "torchvision.io.write_png", "torchvision.io.write_jpeg", tensor=False
)
@function("torchvision.io.write_video", "torchvision.disable_beta_transforms_warning", tensor=False)
@function("torchvision.set_image_backend", "torchvision.set_video_backend", tensor=False)
@function(
    "torchvision.datasets.utils.download_url",
    "torchvision.datasets.utils.download_and_extract_archive",
    tensor=False,
)
def nothing(*arguments: Any, **named: Any) -> None:
    """What returns nothing."""


@function(
    "torchvision.utils.draw_bounding_boxes",
    "torchvision.utils.draw_segmentation_masks",
    "torchvision.utils.draw_keypoints",
)
def drawn(image: Any, *rest: Any, **named: Any) -> Any:
    """The picture with something drawn on it."""
    return image


@function(
    "torchvision.io.decode_image",
    "torchvision.io.decode_jpeg",
    "torchvision.io.decode_png",
)
def decode_image(*arguments: Any, **named: Any) -> Any:
    """A picture as a tensor (channels, height, width)."""
    return _tensor(symbol(), symbol(), symbol(), dtype=dtypes.uint8)


@function("torchvision.io.read_image", "torchvision.io.image.read_image")
def read_image(path: Any, *arguments: Any, **named: Any) -> Any:
    """A picture as a tensor (channels, height, width), of the size that its file tells."""
    header = read(path, read_header)
    if header is None or header.kind not in ("png", "jpeg") or (header.turned and (arguments or named)):
        return decode_image()
    channels = symbol() if arguments or named or not header.plain else CHANNELS[header.form]
    result = _tensor(channels, header.height, header.width, dtype=dtypes.uint8 if header.plain else None)
    remember(path, result.shape)
    return result


@function("torchvision.io.read_video", tensor=False)
def read_video(*arguments: Any, **named: Any) -> Any:
    """Frames of a film (time, height, width, 3), its sound, and what is known of it."""
    return _tensor(symbol(), symbol(), symbol(), 3, dtype=dtypes.uint8), UNKNOWN, UNKNOWN


# -- boxes ---------------------------------------------------------------------------------------------


@function("torchvision.ops.nms", "torchvision.ops.boxes.nms", "torchvision.ops.batched_nms")
def nms(boxes: Any, scores: Any, *rest: Any) -> Any:
    """The numbers of the boxes that are kept."""
    return _tensor(symbol(), dtype=dtypes.int64)


@function("torchvision.ops.box_iou", "torchvision.ops.boxes.box_iou", "torchvision.ops.generalized_box_iou")
def box_iou(boxes1: Any, boxes2: Any, *rest: Any) -> Any:
    """How much each box of one list overlaps each of another."""
    rows = boxes1.shape.axis(0) if type(boxes1) is Tensor else None
    columns = boxes2.shape.axis(0) if type(boxes2) is Tensor else None
    return _tensor(symbol() if rows is None else rows, symbol() if columns is None else columns, like=boxes1)


@function("torchvision.ops.box_area", "torchvision.ops.boxes.box_area")
def box_area(boxes: Any) -> Any:
    """The area of each box."""
    return ops.select_at(boxes, axis=-1, position=0)


@function(
    "torchvision.ops.box_convert",
    "torchvision.ops.clip_boxes_to_image",
    "torchvision.ops.boxes.clip_boxes_to_image",
)
def box_convert(boxes: Any, *rest: Any, **named: Any) -> Any:
    """Boxes in another form."""
    return ops.positive(boxes)


@function("torchvision.ops.roi_align", "torchvision.ops.roi_pool", "torchvision.ops.ps_roi_align")
def roi_align(input: Any, boxes: Any, output_size: Any, *rest: Any, **named: Any) -> Any:
    """Parts of feature maps, resized."""
    channels = input.shape.axis(1) if type(input) is Tensor else None
    height, width = repeated(output_size, 2)
    return _tensor(symbol(), symbol() if channels is None else channels, height, width, like=input)


@function("torchvision.ops.sigmoid_focal_loss")
def sigmoid_focal_loss(
    inputs: Any, targets: Any, alpha: Any = 0.25, gamma: Any = 2, reduction: Any = "none"
) -> Any:
    """Cross-entropy that weighs hard examples more."""
    result = ops.bce_with_logits(inputs, targets, reduction="none")
    return result if reduction == "none" else ops.mean(result)


@function("torchvision.ops.stochastic_depth", "torchvision.ops.drop_block2d")
def stochastic_depth(input: Any, *rest: Any, **named: Any) -> Any:
    """Replace random examples by 0."""
    return ops.positive(input)


for _name in ("StochasticDepth", "DropBlock2d", "DropBlock3d"):
    modelled(f"torchvision.ops.{_name}")(
        type(_name, (Elementwise,), {"__init__": lambda self, *a, **k: None})
    )


@modelled("torchvision.ops.FrozenBatchNorm2d", "torchvision.ops.misc.FrozenBatchNorm2d")
class FrozenBatchNorm2d(Module):
    """Normalisation with fixed numbers."""

    def __init__(self, num_features: Any, eps: Any = 1e-05) -> None:
        self.num_features = size(num_features)

    def forward(self, x: Any) -> Any:
        """Normalise."""
        return ops.batch_norm(x, channels=self.num_features, ranks=(4,))
