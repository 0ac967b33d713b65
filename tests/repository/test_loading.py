"""Models load with the import that needs them: each name is there once its library is imported, and no sooner."""

import json
import subprocess
import sys

LOAD = """
import json, os, sys
from gnomon.models import loading, registry

def loaded(packages):  # in a process of its own
    there, here = os.pipe()
    if not os.fork():
        for package in packages:
            loading.import_module(f"gnomon.models.{package}")
        with open(here, "w") as answer:
            json.dump([*registry.NAMES, *registry.NAMESPACES, *registry.HARMLESS, *registry.ALIASES], answer)
        os._exit(0)
    os.close(here)
    with open(there) as answer:
        return set(json.load(answer))

def top(name):
    return name.partition(".")[0]

everything = loaded(dict.fromkeys(package for needed in loading.NEEDED.values() for package in needed))
missing = {}
for needed in set(loading.NEEDED.values()):
    names = loaded(needed)
    for library in loading.NEEDED:
        if loading.NEEDED[library] == needed:
            lost = sorted(name for name in everything - names if top(name) == library)
            if lost:
                missing[library] = lost[:5]
unlisted = sorted({top(name) for name in everything} - set(loading.NEEDED))
print(json.dumps([missing, unlisted]))
"""


def answer(code):
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def test_importing_a_library_loads_all_its_names():
    missing, unlisted = answer(LOAD)
    assert not missing, "modelled, but not loaded with the library (gnomon.models.loading)"
    assert not unlisted, "modelled, but no import loads them (gnomon.models.loading)"


def test_a_checker_loads_no_models_and_no_bodies():
    code = "import sys, json; from gnomon.check.api import Checker; Checker(); print(json.dumps(list(sys.modules)))"
    loaded = answer(code)
    assert "gnomon.ops.bodies" not in loaded
    packages = {name.split(".")[2] for name in loaded if name.startswith("gnomon.models.")}
    assert packages <= {"api", "arguments", "disk", "loading", "python", "registry", "rows"}


def test_no_model_loads_what_is_slow_to_load():
    code = """
import sys, json
from gnomon.check.api import Checker
from gnomon.models import loading
Checker()
for package in dict.fromkeys(package for needed in loading.NEEDED.values() for package in needed):
    loading.import_module(f"gnomon.models.{package}")
print(json.dumps(sorted({"dataclasses", "inspect", "typing_extensions", "numpy"} & set(sys.modules))))
"""
    assert answer(code) == []


CALLED = """
import sys, json
import numpy as np
import gnomon as gn
x = gn.symbol("x", ("n",))
f = gn.function
first = list(sys.modules)
f([x], gn.sum(gn.tanh(x) * 2))(np.ones(3))
print(json.dumps([first, list(sys.modules)]))
"""


def test_compiling_loads_no_derivatives_and_no_maps():
    imported, compiled = answer(CALLED)
    derivatives_and_maps = {"gnomon.graph.gradients", "gnomon.graph.batching", "gnomon.graph.control"}
    assert derivatives_and_maps.isdisjoint(compiled)
    assert {"gnomon.ops.bodies", "gnomon.graph.rewrites.table", "llvmlite"}.isdisjoint(imported)
