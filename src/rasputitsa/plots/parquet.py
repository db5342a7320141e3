"""The tables of a study as Parquet files, where pyarrow is installed (extra ``parquet``)."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ..arena.study import StudyResult
from ..arena.study_tables import columns, tables


def write_parquet(result: StudyResult, folder: Path) -> list[Path]:
    """Every table as a Parquet file in the folder of the study; none without pyarrow."""
    if find_spec("pyarrow") is None:
        return []
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    paths = []
    for name, lines in tables(result).items():
        paths.append(folder / f"{name}.parquet")
        values = {column: [line.get(column) for line in lines] for column in columns(lines)}
        parquet.write_table(arrow.table(values), paths[-1])
    return paths
