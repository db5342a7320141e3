"""The computer players of Moscow '41."""
