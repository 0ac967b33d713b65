"""Packages all of whose calls change no array: logging, plotting, processes, parsers, web clients."""

from gnomon.models.python import MODULES
from gnomon.models.python.harmless import harmless, words

for _name in words(MODULES["quiet"]):
    harmless(f"{_name}.*")
