"""Computer players of Battle for Moscow."""
