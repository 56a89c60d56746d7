"""Magic items: thirteen cards. The player who opens the chest with the item draws one (S-ITEM)."""
