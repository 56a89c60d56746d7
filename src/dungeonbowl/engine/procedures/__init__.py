"""The procedures of play, one folder for each chapter of the rulebook.

All chapters use `moment`, `stat_test` and `roll_again`, which are in this folder. Chapters that need each other import
each other as modules, because the imports go in a circle.
"""
