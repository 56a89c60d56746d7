"""Blocks, in reading order: `block` (declare, roll, choose), `dice` (how many), `strike` (a face takes effect),
`push` (the chain and the follow-up), `squares` (where a pushed player may go), `pushed` (what becomes of them then).
"""
