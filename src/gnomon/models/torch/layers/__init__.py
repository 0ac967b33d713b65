"""Layers of ``torch.nn``: the module itself, containers, and every kind of layer."""
