"""Files beside the program: the headers of arrays and pictures, and small tables, tell exact sizes."""
