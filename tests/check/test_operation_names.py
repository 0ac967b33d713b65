"""Messages name an operation as the program wrote it."""

import pytest

from gnomon.check.api import check_file

START = "import numpy as np\nimport optax\na, b = np.zeros(3), np.zeros(4)\n"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("a + b", "a + b"),
        ("(a == b).sum()", "a == b"),
        ("a <= b", "a <= b"),
        ("(a > 0) & (b > 0)", "(a > 0) & (b > 0)"),
        ("np.add(a, b)", "np.add"),
        ("optax.losses.squared_error(a, b)", "optax.losses.squared_error"),
        (
            "optax.softmax_cross_entropy_with_integer_labels(np.zeros((3, 2)), np.zeros(4, int))",
            "optax.softmax_cross_entropy_with_integer_labels",
        ),
        ("np.zeros((30, 40)).reshape(30, 20, 2).sum(axis=2).dot(b)", "dot"),
    ],
)
def test_name(line, name):
    result = check_file("program.py", source=START + line + "\n")
    assert [d.message.partition(": ")[0] for d in result.diagnostics] == [name]
