"""Blocks. A block that pushes a player through a portal is read in nine files, each once, in this order:

1. `block/block.py`: the block is declared, its dice are rolled, and a coach chooses the face;
2. `block/dice.py`: how many dice, and whose choice it is;
3. `block/strike.py`: the chosen face takes effect;
4. `block/push.py`: the chain of the players that are pushed;
5. `block/squares.py`: where each of them may go;
6. `block/follow_up.py`: the blocker follows up, or does not;
7. `block/pushed.py`: what happens to these players then: walls, falls, the squares and their portals;
8. `move/arrive.py`: what the token in a square does to the player that has come into it;
9. `move/teleport.py`: the portal sends the player on, and the player arrives.

If a player goes down, `harm/down.py`, `harm/armour.py` and `harm/injury.py` follow.
"""
