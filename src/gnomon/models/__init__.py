"""Models of library functions: real signatures bound to operations of the table."""
