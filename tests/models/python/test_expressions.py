"""Expressions of the standard library: what the checker makes of them is what Python makes of them."""

import argparse
import collections
import copy
import functools
import itertools
import math
import os
import string
import types

import pytest

from gnomon.check.api import check_file

EXACT = [
    "math.ceil(7 / 2)",
    "math.floor(-7 / 2)",
    "math.trunc(2.7)",
    "math.gcd(12, 18)",
    "math.factorial(5)",
    "math.comb(5, 2)",
    "math.isqrt(17)",
    "math.prod([2, 3, 4])",
    "math.prod((2, 3), start=5)",
    "int(math.sqrt(49))",
    "int(math.log2(8))",
    "int(math.pow(2, 5))",
    "os.path.join('a', 'b', 'c.txt')",
    "os.path.basename('a/b.txt')",
    "os.path.splitext('a/b.txt')[1]",
    "os.path.dirname('a/b.txt')",
    "len(string.ascii_lowercase)",
    "list(itertools.chain([1], (2, 3)))",
    "list(itertools.chain.from_iterable([[1], [2, 3]]))",
    "list(itertools.repeat(4, 3))",
    "list(itertools.islice([1, 2, 3, 4], 1, 3))",
    "list(itertools.product([1, 2], [3]))",
    "list(itertools.product([1, 2], repeat=2))",
    "list(itertools.permutations([1, 2]))",
    "list(itertools.combinations([1, 2, 3], 2))",
    "list(itertools.zip_longest([1, 2], [3], fillvalue=0))",
    "list(itertools.accumulate([1, 2, 3]))",
    "list(itertools.pairwise([1, 2, 3]))",
    "list(itertools.starmap(lambda a, b: a * b, [(2, 3), (4, 5)]))",
    "functools.reduce(lambda a, b: a * b, [2, 3, 4], 5)",
    "functools.partial(max, 3)(2)",
    "functools.partial(sorted, reverse=True)([1, 3, 2])",
    "list(collections.OrderedDict([('a', 1), ('b', 2)]).values())",
    "collections.namedtuple('P', 'x y')(1, 2).y",
    "collections.namedtuple('P', ['x', 'y'], defaults=[5])(1).y",
    "len(collections.namedtuple('P', 'x y')(1, 2))",
    "list(collections.namedtuple('P', 'x y')(1, y=2))",
    "list(collections.deque([1, 2, 3]))",
    "list(collections.ChainMap({'a': 1}, {'a': 2}).values())",
    "copy.copy([1, 2])",
    "copy.deepcopy({'a': [1, 2]})['a']",
    "types.SimpleNamespace(width=3).width",
    "vars(argparse.Namespace(width=3))['width']",
]

NAMES = {
    module.__name__: module
    for module in (argparse, collections, copy, functools, itertools, math, os, string, types)
}


@pytest.mark.parametrize("expression", EXACT)
def test_same_value(expression):
    real = eval(expression, dict(NAMES))
    program = "".join(f"import {name}\n" for name in NAMES) + f"reveal_shape({expression})\n"
    result = check_file("program.py", None, source=program)
    assert [found.message for found in result.diagnostics] == [shown(real)]


def shown(value):
    """A value as the checker reveals it."""
    if isinstance(value, tuple) and all(isinstance(part, int) for part in value):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)
