"""Diagnostics turned into what people and programs read: text, JSON, annotations."""
