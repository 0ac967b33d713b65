"""Library functions as native code: NumPy's loops and LAPACK by pointer, called without Python objects."""
