"""A contract for import-linter: these packages import themselves, each other, and else the standard library alone."""

from __future__ import annotations

import sys
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryContract(Contract):
    """``packages`` may import nothing that has to be installed, but ``given``: what is there wherever they run.

    It needs ``include_external_packages``.
    """

    type_name = "standard_library"
    packages = fields.ListField(subfield=fields.StringField())
    given = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        found = sorted(
            f"{module} imports {imported}"
            for package in cast(list[str], self.packages)
            for module in {package} | graph.find_descendants(package)
            for imported in graph.find_modules_directly_imported_by(module)
            if not self._may_import(package, imported)
        )
        return ContractCheck(kept=not found, metadata={"imports": found})

    def _may_import(self, package: str, imported: str) -> bool:
        root = imported.partition(".")[0]
        given = cast(list[str], self.given or [])
        return root == package.partition(".")[0] or root in sys.stdlib_module_names or root in given

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["imports"]:
            output.print_error(f"{line}, which is not in the standard library")
