"""The match and its turns: `contest`, `deployment`, `turn`, `activation` with its `offers`, and what coaches may do
between activations.
"""
