"""Which web pages may use the server: its own, and those that the operator allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from .problems import Problem

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Origins:
    """``hosts`` are the names that the server answers to (None: any), ``allowed`` other origins that may use it."""

    def __init__(self, hosts: Iterable[str] | None = None, allowed: Iterable[str] = ()) -> None:
        self._hosts = None if hosts is None else {host.lower() for host in hosts}
        self._allowed = set(allowed)

    def check_host(self, headers: Mapping[str, str]) -> None:
        """A server on the loopback address answers to no other name, or a page elsewhere could use DNS rebinding."""
        host = headers.get("host", "").lower()
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        if self._hosts is not None and name not in self._hosts:
            raise Problem("forbidden", "This server does not answer to that name.")

    def check(self, headers: Mapping[str, str]) -> None:
        """Refuse what another site's page sends. Programs other than browsers send no origin."""
        self.check_host(headers)
        origin = headers.get("origin")
        if origin is None or origin in self._allowed:
            return
        try:
            same = bool(urlsplit(origin).netloc) and urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
        except ValueError:
            same = False
        if not same:
            raise Problem("forbidden", "Requests from other sites are refused.")
