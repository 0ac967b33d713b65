"""The reference engine: every operation of the table as plain NumPy, the oracle of the other back ends."""
