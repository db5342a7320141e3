"""A recruit for Drive on Moscow."""
