"""Which file an import means."""

import pytest

from gnomon.check.api import Checker


@pytest.mark.parametrize("layout", ["net", "src/net"])
@pytest.mark.parametrize("mark", ["setup.py", "pyproject.toml", ".git"])
def test_scripts_deep_in_a_project_import_its_package(tmp_path, monkeypatch, layout, mark):
    (tmp_path / mark).write_text("")
    (tmp_path / layout).mkdir(parents=True)
    (tmp_path / layout / "__init__.py").write_text("import numpy as np\nWIDTHS = np.ones((3, 4))\n")
    script = tmp_path / "examples" / "deep" / "run.py"
    script.parent.mkdir(parents=True)
    script.write_text("from net import WIDTHS\nWIDTHS @ WIDTHS\n")
    for path in (str(script), "examples/deep/run.py"):
        monkeypatch.chdir(tmp_path)
        assert [d.rule for d in Checker().check(path).diagnostics] == ["inner-size"]


def test_folders_outside_of_a_project_are_not_searched(tmp_path):
    (tmp_path / "net.py").write_text("import numpy as np\nWIDTHS = np.ones((3, 4))\n")
    script = tmp_path / "examples" / "deep" / "run.py"
    script.parent.mkdir(parents=True)
    script.write_text("from net import WIDTHS\nWIDTHS @ WIDTHS\n")
    assert Checker().check(str(script)).diagnostics == ()


def test_a_bare_folder_above_is_no_package(tmp_path):
    (tmp_path / "setup.py").write_text("")
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "make.py").write_text("")
    script = tmp_path / "examples" / "deep" / "run.py"
    script.parent.mkdir(parents=True)
    script.write_text("from datasets import load_dataset\nx = load_dataset('mnist')\nreveal_shape(x)\n")
    assert [d.message for d in Checker().check(str(script)).diagnostics] == ["unknown"]
