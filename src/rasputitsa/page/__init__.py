"""The tables of one browser: what a server answers and stores, answered in the page itself and stored by its browser.

`desk` handles requests and the messages of a match; `host` is what the browser has to provide; `browser` connects both
in WebAssembly Python.
"""

from .desk import Desk
from .host import Host, NotStored

__all__ = ["Desk", "Host", "NotStored"]
