"""The games for researchers: as environments and games of the libraries they use, with observations as arrays.

``rasputitsa.research.pettingzoo``, ``.gymnasium`` and ``.openspiel`` are the adapters. Each needs its library, which is
installed as an extra: ``pip install 'rasputitsa[pettingzoo]'``, ``[gymnasium]``, ``[openspiel]``, or all of them with
``[research]``. Nothing else in the package imports this one, and it is imported only where it is used.
`docs/research.md` is the guide.
"""
