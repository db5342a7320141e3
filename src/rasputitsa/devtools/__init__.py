"""Tools for developers: speed of play and of the server, load on a server, tests by rule.

`play_bench` and `server_bench` are behind ``rasputitsa bench``, `load` behind ``rasputitsa load`` and `rule_coverage`
behind ``rasputitsa rules --coverage``.
"""
