"""Files of a project share the modules that they import, and no result depends on which were checked before."""

from itertools import permutations
from textwrap import dedent

import pytest

from gnomon.check.api import Checker

PROJECTS = {
    "a registry that modules fill": {
        "registry.py": """
            MODELS = {}
            ORDER = []

            def register(name):
                def keep(make):
                    MODELS[name] = make
                    ORDER.append(name)
                    return make
                return keep
        """,
        "small.py": """
            import torch
            from registry import register

            @register('small')
            def small():
                return torch.nn.Linear(4, 8)
        """,
        "large.py": """
            import torch
            from registry import register

            @register('large')
            def large():
                return torch.nn.Linear(40, 80)
        """,
        "one.py": """
            import torch
            import small
            from registry import MODELS, ORDER
            reveal_shape(len(ORDER))
            reveal_shape(MODELS['small']()(torch.ones(2, 4)))
            MODELS['small']()(torch.ones(2, 40))
        """,
        "two.py": """
            import torch
            import large, small
            from registry import MODELS, ORDER
            reveal_shape(len(ORDER))
            reveal_shape('small' in MODELS)
            MODELS['large']()(torch.ones(2, 4))
        """,
    },
    "packages whose modules import each other": {
        "net/__init__.py": """
            from .blocks import Block
            WIDTH = 16
            from .model import Model
        """,
        "net/blocks.py": """
            import torch
            from torch import nn

            class Block(nn.Module):
                def __init__(self, width):
                    super().__init__()
                    self.layer = nn.Linear(width, width)

                def forward(self, x):
                    return self.layer(x)
        """,
        "net/model.py": """
            from torch import nn
            import net
            from net.blocks import Block

            class Model(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.block = Block(net.WIDTH)
                    self.head = nn.Linear(net.WIDTH + 1, 3)

                def forward(self, x):
                    return self.head(self.block(x))
        """,
        "use.py": """
            import torch
            from net import Model
            reveal_shape(Model()(torch.ones(5, 16)))
        """,
        "other.py": """
            import torch
            from net.model import Model, Block
            reveal_shape(Block(3)(torch.ones(7, 3)))
        """,
    },
    "modules that change another one": {
        "settings.py": """
            SIZE = 4
        """,
        "grown.py": """
            import settings
            settings.SIZE = settings.SIZE + 4
        """,
        "wide.py": """
            import settings
            settings.SIZE = 100
        """,
        "a.py": """
            import numpy as np
            import settings, grown
            np.ones((2, settings.SIZE)) @ np.ones(8)
            np.ones((2, settings.SIZE)) @ np.ones(4)
        """,
        "b.py": """
            import numpy as np
            import wide, settings
            np.ones((2, settings.SIZE)) @ np.ones(8)
        """,
        "c.py": """
            import numpy as np
            import settings
            np.ones((2, settings.SIZE)) @ np.ones(4)
        """,
    },
    "a module that reads a file beside the script": {
        "common.py": """
            import numpy as np
            x = np.loadtxt('x.csv', delimiter=',')
        """,
        "one/x.csv": """
            1,2,3
            4,5,6
        """,
        "two/x.csv": """
            1,2,3,4
            5,6,7,8
            9,9,9,9
        """,
        "one/run.py": """
            import sys
            sys.path.insert(0, '..')
            from common import x
            reveal_shape(x)
        """,
        "two/run.py": """
            import sys
            sys.path.insert(0, '..')
            from common import x
            reveal_shape(x)
        """,
    },
    "two scripts in a circle": {
        "left.py": """
            import numpy as np
            import right
            x = np.ones((2, 3))
            def f():
                return x @ right.y
        """,
        "right.py": """
            import numpy as np
            import left
            y = np.ones((4, 5))
            def g():
                return left.f()
        """,
    },
}


@pytest.mark.parametrize("title", PROJECTS)
def test_every_order_gives_what_each_file_gives_alone(title, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path, text in PROJECTS[title].items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(dedent(text))
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
