"""``torch.func``: the results have the shapes that PyTorch gives, and wrong arguments fail where it fails."""

import pytest

from models.programs import agree

pytestmark = pytest.mark.models

START = """
import torch
from torch import nn
from torch.func import functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap
from torch.func import stack_module_state
net = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2))
params = dict(net.named_parameters())
x, y = torch.randn(7, 3), torch.randn(7, 2)
def loss(p, x, y):
    return ((functional_call(net, p, (x,)) - y) ** 2).mean()
"""

PROGRAMS = [
    ("z = functional_call(net, params, (x,))", "z"),
    ("z = functional_call(net, params, x)", "z"),
    ("z = functional_call(net, params, kwargs={'input': x})", "z"),
    ("z = functional_call(net, params, (torch.randn(7, 4),))", "z"),
    ("g = grad(loss)(params, x, y)\nz = g['0.weight']", "z"),
    ("g = grad(loss, argnums=(1, 2))(params, x, y)\nz, w = g", "z", "w"),
    ("g, w = grad_and_value(loss)(params, x, y)\nz = g['2.bias']", "z", "w"),
    ("z, aux = grad(lambda a: (a.sum(), a), has_aux=True)(x)", "z", "aux"),
    ("z = grad(lambda a: a * 2)(x)", "z"),
    ("g = vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)\nz = g['0.weight']", "z"),
    ("z = vmap(grad(loss), in_dims=(None, 0, 1))(params, x, y)", "z"),
    ("z = vmap(torch.dot)(x, x)", "z"),
    ("z = vmap(torch.dot, in_dims=1)(x, x)", "z"),
    ("z = vmap(torch.dot, in_dims=(None, 0))(x[0], x)", "z"),
    ("z = vmap(torch.dot)(x, torch.randn(6, 3))", "z"),
    ("z = vmap(torch.dot)(x, torch.randn(7, 4))", "z"),
    ("z = vmap(vmap(torch.dot))(torch.randn(2, 4, 3), torch.randn(2, 4, 3))", "z"),
    ("z = vmap(lambda a: a * 2, out_dims=1)(x)", "z"),
    ("z, w = vmap(lambda a: (a, a.sum()), out_dims=(1, 0))(x)", "z", "w"),
    ("z = vmap(lambda d: d['a'] @ d['b'])({'a': x, 'b': torch.randn(7, 3, 2)})", "z"),
    ("z = jacrev(net)(x[0])", "z"),
    ("z = jacfwd(net)(x)", "z"),
    ("z = hessian(lambda a: (a ** 2).sum())(x[0])", "z"),
    ("z = vmap(jacrev(net))(x)", "z"),
    ("out, pull = vjp(net, x)\nz = out.detach()\nw = pull(torch.ones(7, 2))[0].detach()", "z", "w"),
    ("z, pull = vjp(lambda a, b: a @ b, x, torch.randn(3, 4))\nw, v = pull(torch.ones(7, 4))", "z", "w", "v"),
    ("z, w = jvp(net, (x,), (x,))", "z", "w"),
    (
        "nets = [nn.Linear(3, 2) for _ in range(4)]\nps, bs = stack_module_state(nets)\nw = ps['weight']\n"
        "z = vmap(lambda p, b, a: functional_call(nets[0], (p, b), (a,)), in_dims=(0, 0, None))(ps, bs, x)",
        "z",
        "w",
    ),
    (
        "nets = [nn.Linear(3, 2) for _ in range(4)]\nps, bs = stack_module_state(nets)\n"
        "z = vmap(lambda p, b, a: functional_call(nets[0], (p, b), (a,)))(ps, bs, x)",
        "z",
    ),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0][:60])
def test_functions_of_functions(program):
    source, *names = program
    agree(START + source + "\n", *names)
