"""Without its packages an interface says which extra to install, and nothing else needs them."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
import rasputitsa.research
try:
    import {module}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
        ("play", "numpy", "research"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(module: str, missing: str, extra: str) -> None:
    script = WITHOUT.format(missing=[missing], module=f"rasputitsa.research.{module}")
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told == f"This needs the package {missing!r}, which is not installed: pip install 'rasputitsa[{extra}]'.\n"


def test_the_package_and_its_command_import_none_of_them() -> None:
    script = (
        "import sys, rasputitsa, rasputitsa.cli.command; rasputitsa.cli.command.parser(); "
        "print(sorted({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"
