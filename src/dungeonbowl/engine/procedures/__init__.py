"""The chapters of the rulebook that play itself consists of, a folder each.

Every chapter calls `moment`, `stat_test` and `roll_again`, which are here. Chapters refer to each other as modules, as
chapters do.
"""
