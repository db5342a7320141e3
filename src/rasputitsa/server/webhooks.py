"""Webhooks: a player who wishes it is told by HTTP that it is their turn."""

from __future__ import annotations

from .problems import Problem


class Webhooks:
    async def check(self, url: str) -> str:
        raise Problem("forbidden", "This server sends no webhooks.")
