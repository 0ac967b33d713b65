"""Which of the names that public programs use the checker's models cover."""
