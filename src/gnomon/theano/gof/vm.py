"""`theano.gof.vm`: the linker that programs name for functions that run by need."""

from gnomon.theano.gof.link import VM_Linker

__all__ = ["VM_Linker"]
