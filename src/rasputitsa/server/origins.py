"""Which names the server answers to, and which web pages may use it: its own, and those that the operator allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..table.problems import Problem
from .problems import status_of
from .protocol import ErrorBody, encode

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
TRANSLATED = ip_network("::ffff:0:0:0/96")  # addresses of IPv4 in the clothes of IPv6, within translators only
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")
_NAME = re.compile(r"[a-z0-9._-]+")


class Hosts(NamedTuple):
    """What the server answers to: these names and, where ``addresses`` is true, any address."""

    names: tuple[str, ...]
    addresses: bool = False


def answered_hosts(host: str, allowed: Iterable[str], proxies: Iterable[str]) -> Hosts | None:
    """What a server that listens at ``host`` answers to; None for anything.

    A page elsewhere can give its own name this machine's address (DNS rebinding) and would then be of the same origin.
    It cannot do so with a name that it does not own, or without one. A proxy on the same machine is asked for any name,
    and decides which; unless the operator has named some.
    """
    allowed, local = tuple(allowed), is_loopback(host)
    if local and not allowed and tuple(proxies):
        return None
    return Hosts((*LOOPBACK, *allowed, host), addresses=not local)


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_name(text: str) -> bool:
    """Whether this is the name of a host, without a port, a user or anything else."""
    return _NAME.fullmatch(text.lower()) is not None


class Origins:
    """``hosts`` are what the server answers to (None: anything), ``allowed`` other origins that may use it."""

    def __init__(self, hosts: Hosts | None = None, allowed: Iterable[str] = ()) -> None:
        self._names = None if hosts is None else {name.lower() for name in hosts.names}
        self._addresses = hosts is not None and hosts.addresses
        self._allowed = set(allowed)

    def check_host(self, headers: Mapping[str, str]) -> None:
        found = _HOST.fullmatch(headers.get("host", "").lower())
        if found is None or (found[1].startswith("[") and not _is_address(found[1])):
            raise Problem("forbidden", "The request does not name a proper host.")
        if self._names is None or found[1] in self._names or (self._addresses and _is_address(found[1])):
            return
        raise Problem(
            "forbidden",
            "This server does not answer to that name. Use its address, or start it with --allow-host NAME.",
        )

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


def _is_address(host: str) -> bool:
    """Whether a host is written as an address, one of IPv6 in brackets; no machine has one of those in `TRANSLATED`."""
    kind = IPv6Address if host.startswith("[") else IPv4Address
    try:
        return kind(host.strip("[]")) not in TRANSLATED
    except ValueError:
        return False


class HostGuard:
    """Refuses every request for a host that the server does not answer to."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._app
        if scope["type"] == "http":
            try:
                self._origins.check_host(Headers(scope=scope))
            except Problem as refusal:
                answer = Response(encode(ErrorBody(refusal.data())), status_of(refusal), media_type="application/json")
        await answer(scope, receive, send)
