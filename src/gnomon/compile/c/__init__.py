"""Kernels as C99 text: one function with the signature of native kernels."""

from gnomon.compile.c.text import kernel_text

__all__ = ["kernel_text"]
