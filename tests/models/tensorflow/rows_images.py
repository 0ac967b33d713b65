"""Rows for tf.image and for control flow."""

import tensorflow as tf
from hypothesis import strategies as st

from models.tensorflow.comparing import Row
from models.tensorflow.drawing import filled, positive

PLAIN = [
    "flip_left_right",
    "flip_up_down",
    "per_image_standardization",
    "random_flip_left_right",
    "rgb_to_hsv",
]


@st.composite
def images(draw, channels=3):
    shape = [draw(positive), draw(positive), channels]
    if draw(st.booleans()):
        shape = [draw(positive), *shape]
    return filled(shape)


def one(*rest, **keywords):
    """An image and further arguments."""
    return images().map(lambda image: ((image, *rest), keywords))


@st.composite
def boxes(draw):
    image = filled([draw(positive) + 2, draw(positive) + 2, 3])
    return (image, 1, 1, draw(st.integers(1, 4)), draw(st.integers(1, 4))), {}


@st.composite
def decoded(draw):
    channels = draw(st.sampled_from([1, 3]))
    picture = tf.io.encode_png(tf.zeros([draw(positive), draw(positive), channels], tf.uint8))
    return (picture,), draw(st.sampled_from([{}, {"channels": channels}]))


ROWS = [
    *[Row(f"image.{name}", one(), graph=name != "rgb_to_hsv") for name in PLAIN],
    Row("image.resize", one([5, 6])),
    Row("image.resize", st.just(((filled([4, 4]), [5, 6]), {}))),
    Row("image.resize", one([5, 6], method="nearest")),
    Row("image.resize_with_crop_or_pad", one(3, 5)),
    Row("image.resize_with_pad", one(3, 5), dtype=False, lenient=True),
    Row("image.crop_to_bounding_box", boxes(), lenient=True),
    Row("image.rgb_to_grayscale", one()),
    Row("image.grayscale_to_rgb", images(1).map(lambda image: ((image,), {}))),
    Row("image.rot90", one(1)),
    Row("image.transpose", one()),
    Row("image.adjust_brightness", one(0.1)),
    Row("image.convert_image_dtype", one(tf.float64)),
    Row("image.total_variation", one()),
    Row("image.central_crop", one(0.5), open=True),
    Row("io.decode_png", decoded(), open=True),
    Row("image.decode_jpeg", decoded(), open=True),
]
