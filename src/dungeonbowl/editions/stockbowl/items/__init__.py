"""Magic items: thirteen cards, drawn by whoever opens the chest with the item in it (S-ITEM)."""
