"""What tests of kernels share."""

import pytest


@pytest.fixture
def verified(monkeypatch):
    """Verify each kernel that steps are made of, with what is known about its sizes."""
    from gnomon.compile.lower.frame import Frame
    from gnomon.compile.steps import KernelStep
    from gnomon.compile.verify import verify
    from gnomon.shapes import AtLeast, Dim, Equal, Facts
    from gnomon.shapes.dims import of_atom

    kernel_of, start = Frame.kernel, KernelStep.__init__

    def check(kernel, sizes):
        facts = Facts()
        for name, size in zip(kernel.sizes, sizes, strict=True):
            for symbol in size.symbols() if isinstance(size, Dim) else ():
                facts.assume(AtLeast(of_atom(symbol), 0))
            facts.assume(Equal(of_atom(name), size))
            facts.assume(AtLeast(of_atom(name), 0))
        verify(kernel, facts)

    def made(frame):
        kernel = kernel_of(frame)
        check(kernel, list(frame.parameters))
        return kernel

    def started(self, group, nest, native):
        check(nest.kernel, nest.sizes)
        start(self, group, nest, native)

    monkeypatch.setattr(Frame, "kernel", made)
    monkeypatch.setattr(KernelStep, "__init__", started)
