"""Lists of names written as text."""


def words(text: str) -> list[str]:
    """Return the words of a text."""
    return text.split()
