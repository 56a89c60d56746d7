"""What StockBowl and Astrogranite share: numbers, injuries, passes and skills of the Competition Rules Pack (CRP), the
generation of rules before the official game."""
