"""Diagnostics for the tests of the report formats, with the program they are about."""

from gnomon.check.diagnostic import Diagnostic, Label, Level, Span
from gnomon.report.sources import Sources

TRAIN = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc1 = nn.Linear(512, 256)

    def forward(self, images):
        x = images.flatten(1)
        h = self.fc1(x)
        return merge(h, x, images)


class Wide(nn.Module):
\tdef forward(self, 形, x):
\t\tself.总 = torch.cat([形, x], dim=1)
\t\treturn nn.Sequential(
\t\t\tself.conv,
\t\t\tnn.ReLU(),
\t\t\tnn.Flatten(),
\t\t\tnn.Linear(8, 4),
\t\t\tnn.Linear(4, 4),
\t\t\tnn.Linear(4, 2),
\t\t)(x) + 1
"""
HELPER = "WIDTH = 512\n"


def sources() -> Sources:
    return Sources({"train.py": TRAIN, "helper.py": HELPER, "long.py": LONG})


def place(text: str, path: str = "train.py", upto: str | None = None) -> Span:
    """Where a text stands in a program; with `upto`, to the end of that later text."""
    program = {"train.py": TRAIN, "helper.py": HELPER, "long.py": LONG}[path]
    start = program.index(text)
    end = start + len(text) if upto is None else program.index(upto, start) + len(upto)
    return Span(path, *_position(program, start), *_position(program, end))


def _position(program: str, offset: int) -> tuple[int, int]:
    before = program[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


LONG = "x = [" + "0, " * 200 + "layer(a)" + ", 0" * 200 + "]\n"

INNER_SIZE = Diagnostic(
    "inner-size",
    Level.ERROR,
    Span("train.py", 13, 22, 13, 23),
    "linear: x ends in 784, but the layer takes 512",
    "x is (B, 784)",
    (Label(place("512"), "in_features is 512"),),
    ("x came from images.flatten(1): (B, 1, 28, 28) -> (B, 784)   train.py:12",),
    "nn.Linear(784, 256) would accept it",
)
ONE_LINE = Diagnostic(
    "broadcast",
    Level.ERROR,
    place("merge"),
    "merge: the arguments do not broadcast",
    "takes three of equal shape",
    (
        Label(Span("train.py", 14, 22, 14, 23), "h is (B, 256)"),
        Label(Span("train.py", 14, 25, 14, 26), "x is (B, 784)"),
        Label(Span("train.py", 14, 28, 14, 34), "images is (B, 1, 28, 28)"),
    ),
)
WIDE_CHARACTERS = Diagnostic(
    "concat-size",
    Level.WARNING,
    place("[形, x]"),
    "cat: 形 and x differ in axis 0",
    "axis 0 is 3 and 4",
    (Label(Span("train.py", 19, 23, 19, 24), "(3, 5)"), Label(Span("train.py", 19, 26, 19, 27), "(4, 5)")),
)
SPREAD = Diagnostic(
    "rank",
    Level.WARNING,
    place("nn.Sequential(", upto="\t\t)"),
    "the model ends in rank 2",
    "this model",
    (Label(place("self.conv,"), "rank 4"), Label(place("nn.Flatten()"), "rank 2 from here")),
)
TWO_SPREAD = Diagnostic(
    "rank",
    Level.UNPROVEN,
    place("nn.Sequential(", upto="\t\t)"),
    "two places of several lines",
    "the whole",
    (Label(place("nn.Flatten()", upto="nn.Linear(4, 2)"), "a part"),),
)
OTHER_FILE = Diagnostic(
    "inner-size",
    Level.INFO,
    place("self.fc1(x)"),
    "the width comes\n from another file",
    "",
    (Label(place("512", "helper.py"), "here"), Label(Span("gone.py", 3, 1, 3, 2), "and there")),
    ("a note\nof two lines",),
)
LONG_LINE = Diagnostic("rank", Level.ERROR, place("layer(a)", "long.py"), "a long line", "here")
ALL = {
    "inner-size": INNER_SIZE,
    "several labels on one line": ONE_LINE,
    "tabs and wide characters": WIDE_CHARACTERS,
    "several lines": SPREAD,
    "nested several lines": TWO_SPREAD,
    "other files": OTHER_FILE,
    "long line": LONG_LINE,
}
