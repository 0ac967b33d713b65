"""Forms: operations written as those that native steps know, before kernels are made.

A matrix of whole numbers is cast before it is factored, a sort along any axis is one along the last, a product over named
axes is one of matrices. Unlike the body of a composite a form depends on dtypes and attributes.
"""

from gnomon.compile.forms.registry import simpler

__all__ = ["simpler"]
