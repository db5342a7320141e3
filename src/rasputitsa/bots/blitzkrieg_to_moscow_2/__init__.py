"""Computer players of Blitzkrieg to Moscow 2."""
