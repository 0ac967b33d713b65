"""What ends a run with exit code 2 and one line."""


class UsageError(Exception):
    """A wish that cannot be fulfilled: its text is the one line that the user sees."""
