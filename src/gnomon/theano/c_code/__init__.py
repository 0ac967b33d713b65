"""C code of operations: `Op.c_code` and what belongs to it, compiled with the system's C++ compiler and called.

`values` says how values travel between Python and C, `program` writes the C++ of one application, `building` compiles
and loads it, `running` calls it. The conventions are those of Theano 1.0: names of variables stand for what C has of
them (`PyArrayObject *` for arrays), ``sub["fail"]`` leaves with the Python error that was set.
"""
