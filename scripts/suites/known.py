"""The suites: what is run of each, what was edited, and how many tests passed with Theano itself."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Suite:
    """Other people's tests."""

    name: str
    version: str
    arguments: tuple[str, ...]
    goal: int
    with_theano: str
    edits: dict[str, dict[str, str]] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)


SUITES = {
    "lasagne": Suite(
        "Lasagne",
        "master of 2018",
        ("lasagne/tests", "--confcutdir=lasagne/tests", "--ignore=lasagne/tests/test_examples.py"),
        1018,
        "1,018 passed, 337 skipped, 4 failed",
        edits={
            "lasagne/tests/layers/test_conv.py": {
                "output[slices]": "output[tuple(slices)]",
                "output[[slice(None, None, factor) for factor in factors]]": (
                    "output[tuple(slice(None, None, factor) for factor in factors)]"
                ),
            },
            "lasagne/layers/special.py": {
                "grid_size = np.sqrt(num_control_points)": "grid_size = int(np.sqrt(num_control_points))"
            },
        },
        known={
            "conv1d_sd": "Theano refuses it too: a part whose first axis has size 1 is set to an array of unknown size"
        },
    ),
    "sympy": Suite(
        "sympy",
        "1.7.1",
        ("sympy/printing/tests/test_theanocode.py",),
        38,
        "38 passed, 2 skipped",
    ),
    "keras": Suite(
        "Keras",
        "2.3.1",
        ("tests/keras/backend/backend_test.py",),
        136,
        "136 passed, 20 skipped, 4 failed",
        environment={"KERAS_BACKEND": "theano"},
    ),
}
