"""A home for learners: observations, a fixed action space, and environments around them. See docs/learning.md.

What needs NumPy, PettingZoo or Gymnasium is in modules of its own, imported only by whoever asks for them: the extra
`rl` brings them. Observation, action space and the loop of the vector environment are compiled and need none of them.
"""
