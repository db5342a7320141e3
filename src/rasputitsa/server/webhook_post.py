"""How a webhook is called: the name is looked up and judged just before, redirects are not followed."""

from __future__ import annotations

import asyncio
import socket
import ssl
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Thread
from urllib.parse import SplitResult, urlsplit

from ..table.problems import Problem

PORTS = (80, 443, 8080, 8443)  # of public addresses
LOCAL_NAMES = ("localhost", "localhost.localdomain")
LONGEST_RESPONSE = 16_384  # bytes that are read of the response's head
PUBLIC = ip_network("2000::/3")  # of IPv6; all others are private, or lead to addresses of IPv4 in some networks
# Addresses that are special, or lead to private ones in some networks, though not all versions of Python say so.
REFUSED = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")))


class NotSent(Exception):
    """A notification that failed."""


def url_parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise Problem("malformed", "This is not an address.") from None
    if not parts.hostname or parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise Problem("malformed", "This is not an address that notifications can be sent to.")
    return parts


def port_of(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def check_port(parts: SplitResult) -> None:
    if port_of(parts) not in PORTS:
        raise Problem("forbidden", f"Notifications are sent to these ports only: {', '.join(map(str, PORTS))}.")


def is_private(host: str) -> bool:
    """Whether an address is not one of the public internet. A name is judged when it is looked up."""
    try:
        address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return host.lower().rstrip(".") in LOCAL_NAMES
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if isinstance(address, IPv6Address) and address not in PUBLIC:
        return True
    return not address.is_global or address.is_multicast or any(address in network for network in REFUSED)


class Lookups:
    """Looks names up in threads that nobody has to wait for, since the system's resolver cannot be interrupted."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)

    async def find(self, host: str, port: int) -> list[str]:
        """The addresses of a name."""
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[str]] = loop.create_future()

        def report(addresses: list[str] | None, error: OSError | None) -> None:
            self._free.release()
            if found.done():
                return
            if addresses is not None:
                found.set_result(addresses)
            else:
                found.set_exception(error or OSError())

        def look_up() -> None:
            addresses, error = None, None
            try:
                entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                addresses = [str(entry[4][0]) for entry in entries]
            except (OSError, UnicodeError) as failure:
                error = OSError(str(failure))
            if not loop.is_closed():
                loop.call_soon_threadsafe(report, addresses, error)

        Thread(target=look_up, name="webhook-lookup", daemon=True).start()
        return await found


async def post(url: str, body: bytes, lookups: Lookups, private: bool) -> None:
    """Send it to an address that was just looked up and judged; else `NotSent` or `OSError`."""
    parts = url_parts(url)
    host, port, secure = parts.hostname or "", port_of(parts), parts.scheme == "https"
    addresses = await lookups.find(host, port)
    if not private and any(is_private(address) for address in addresses):
        raise NotSent("the address is private")
    context = ssl.create_default_context() if secure else None
    reader, writer = await asyncio.open_connection(
        addresses[0], port, ssl=context, server_hostname=host if secure else None, limit=LONGEST_RESPONSE
    )
    try:
        writer.write(_request(parts, body))
        await writer.drain()
        status = _status(await reader.readline())
    finally:
        writer.transport.abort()
    if not 200 <= status < 300:
        raise NotSent(f"the response was {status}")


def _request(parts: SplitResult, body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    head = (
        f"POST {path} HTTP/1.1",
        f"Host: {host}" + (f":{parts.port}" if parts.port else ""),
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "User-Agent: rasputitsa",
        "Connection: close",
    )
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def _status(line: bytes) -> int:
    words = line.split()
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise NotSent("the response is not HTTP")
    return int(words[1])
