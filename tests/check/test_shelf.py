"""Files of a project share the modules that they import, and no result depends on which were checked before."""

from itertools import permutations

import pytest

from gnomon.check.api import Checker

PROJECTS = {
    "a registry that modules fill": {
        "registry.py": "MODELS = {}\nORDER = []\n\ndef register(name):\n    def keep(make):\n        MODELS[name] = make\n        ORDER.append(name)\n        return make\n    return keep\n",
        "small.py": "import torch\nfrom registry import register\n\n@register('small')\ndef small():\n    return torch.nn.Linear(4, 8)\n",
        "large.py": "import torch\nfrom registry import register\n\n@register('large')\ndef large():\n    return torch.nn.Linear(40, 80)\n",
        "one.py": "import torch\nimport small\nfrom registry import MODELS, ORDER\nreveal_shape(len(ORDER))\nreveal_shape(MODELS['small']()(torch.ones(2, 4)))\nMODELS['small']()(torch.ones(2, 40))\n",
        "two.py": "import torch\nimport large, small\nfrom registry import MODELS, ORDER\nreveal_shape(len(ORDER))\nreveal_shape('small' in MODELS)\nMODELS['large']()(torch.ones(2, 4))\n",
    },
    "packages whose modules import each other": {
        "net/__init__.py": "from .blocks import Block\nWIDTH = 16\nfrom .model import Model\n",
        "net/blocks.py": "import torch\nfrom torch import nn\n\nclass Block(nn.Module):\n    def __init__(self, width):\n        super().__init__()\n        self.layer = nn.Linear(width, width)\n\n    def forward(self, x):\n        return self.layer(x)\n",
        "net/model.py": "from torch import nn\nimport net\nfrom net.blocks import Block\n\nclass Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.block = Block(net.WIDTH)\n        self.head = nn.Linear(net.WIDTH + 1, 3)\n\n    def forward(self, x):\n        return self.head(self.block(x))\n",
        "use.py": "import torch\nfrom net import Model\nreveal_shape(Model()(torch.ones(5, 16)))\n",
        "other.py": "import torch\nfrom net.model import Model, Block\nreveal_shape(Block(3)(torch.ones(7, 3)))\n",
    },
    "modules that change another one": {
        "settings.py": "SIZE = 4\n",
        "grown.py": "import settings\nsettings.SIZE = settings.SIZE + 4\n",
        "wide.py": "import settings\nsettings.SIZE = 100\n",
        "a.py": "import numpy as np\nimport settings, grown\nnp.ones((2, settings.SIZE)) @ np.ones(8)\nnp.ones((2, settings.SIZE)) @ np.ones(4)\n",
        "b.py": "import numpy as np\nimport wide, settings\nnp.ones((2, settings.SIZE)) @ np.ones(8)\n",
        "c.py": "import numpy as np\nimport settings\nnp.ones((2, settings.SIZE)) @ np.ones(4)\n",
    },
    "a module that reads a file beside the script": {
        "common.py": "import numpy as np\nx = np.loadtxt('x.csv', delimiter=',')\n",
        "one/x.csv": "1,2,3\n4,5,6\n",
        "two/x.csv": "1,2,3,4\n5,6,7,8\n9,9,9,9\n",
        "one/run.py": "import sys\nsys.path.insert(0, '..')\nfrom common import x\nreveal_shape(x)\n",
        "two/run.py": "import sys\nsys.path.insert(0, '..')\nfrom common import x\nreveal_shape(x)\n",
    },
    "two scripts in a circle": {
        "left.py": "import numpy as np\nimport right\nx = np.ones((2, 3))\ndef f():\n    return x @ right.y\n",
        "right.py": "import numpy as np\nimport left\ny = np.ones((4, 5))\ndef g():\n    return left.f()\n",
    },
}  # fmt: skip


@pytest.mark.parametrize("title", PROJECTS)
def test_every_order_gives_what_each_file_gives_alone(title, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path, text in PROJECTS[title].items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    paths = [path for path in PROJECTS[title] if path.endswith(".py")]
    alone = {path: told(Checker(), path) for path in paths}
    for order in permutations(paths, len(paths)):
        checker = Checker()
        for path in (*order, *order):
            assert told(checker, path) == alone[path], (order, path)


def told(checker, path):
    result = checker.check(path)
    assert result.fault is None
    found = [(d.rule, d.span.path, d.span.line, d.message, d.label) for d in result.diagnostics]
    return found, dict(result.statistics)


def test_shared_modules_are_run_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "common.py").write_text("import numpy as np\nx = np.ones(3)\n")
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("import common\nreveal_shape(common.x)\n")
    checker = Checker()
    checker.check("a.py")
    module = checker.project.modules["common.py"]
    checker.check("b.py")
    assert checker.project.modules["common.py"] is module
