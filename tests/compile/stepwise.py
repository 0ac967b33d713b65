"""Programs whose kernels are verified, then run by the interpreter in place of native code."""

import numpy as np

from gnomon.compile import interpret, llvm
from gnomon.compile.expand import expanded
from gnomon.compile.lower.borders import border_facts
from gnomon.compile.program import Program
from gnomon.compile.reference.sizes import Solution
from gnomon.compile.rewritten import rewritten
from gnomon.compile.verify import verify


class Interpreted:
    """A kernel with the meaning that the interpreter gives it; an access outside of an array raises."""

    def __init__(self, kernel):
        self.kernel = kernel
        verify(kernel, border_facts(kernel) if kernel.name.startswith("border") else None)

    def run(self, arrays, sizes):
        flat = [array.reshape(-1) for array in arrays]
        return interpret.run(expanded(self.kernel), flat, sizes)


def interpreted(monkeypatch, inputs, outputs, values):
    """The values of outputs, every kernel being interpreted; and the names of the kernels."""
    names = []

    def build(kernel, machine=None):
        names.append(kernel.name)
        return Interpreted(kernel)

    with monkeypatch.context() as patch:
        patch.setattr(llvm, "build", build)
        program = Program(rewritten(list(outputs), {}, expand=True), native=True)
    solution = Solution()
    memory = {}
    for array, value in zip(inputs, values):
        assert solution.meet(array.shape, value.shape) is None
        memory[array] = np.ascontiguousarray(value)
    return program.run(memory, solution), names
