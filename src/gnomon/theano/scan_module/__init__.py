"""`theano.scan_module`: loops."""

# ruff: noqa: F401 (names that users import from here)

from gnomon.theano.compile.copies import clone
from gnomon.theano.scan_module import scan_op, scan_utils
from gnomon.theano.scan_module.scan import scan
from gnomon.theano.scan_module.scan_checkpoints import scan_checkpoints
from gnomon.theano.scan_module.scan_utils import until
from gnomon.theano.scan_module.scan_views import foldl, foldr, map, reduce
