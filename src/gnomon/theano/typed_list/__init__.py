"""`theano.typed_list`: lists as values of programs."""

# ruff: noqa: F401, F403 (names that users import from here)

from gnomon.theano.typed_list import basic, type
from gnomon.theano.typed_list.basic import *
from gnomon.theano.typed_list.type import TypedListType
