"""The dtype of new float tensors of PyTorch, where the tests of a project set another one."""

from gnomon.check.api import check_file

PROGRAM = """import torch

x = torch.zeros(2, 3, dtype=torch.float64)
x @ torch.ones(3, 2)
"""


def test_it_is_open_below_a_conftest_that_sets_one(tmp_path):
    folder = tmp_path / "tests" / "layers"
    folder.mkdir(parents=True)
    path = folder / "test_products.py"
    path.write_text(PROGRAM)
    assert [found.rule for found in check_file(str(path)).diagnostics] == ["dtype"]
    other = tmp_path / "checks"
    other.mkdir()
    (tmp_path / "conftest.py").write_text("import torch\n\ntorch.set_default_dtype(torch.float64)\n")
    path = other / "test_products.py"
    path.write_text(PROGRAM)
    assert check_file(str(path)).diagnostics == ()
