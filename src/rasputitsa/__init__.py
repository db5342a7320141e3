"""Rasputitsa: board wargames about the road to Moscow in 1941, complete and by the book."""
