"""How operations of the user's are computed: their Python functions, bodies, and C++."""
