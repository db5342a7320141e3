"""What a study shows beside its tables: a page with plots (extra ``study``) and Parquet files (extra ``parquet``)."""

from .page import NoPlots, write_page
from .parquet import write_parquet

__all__ = ["NoPlots", "write_page", "write_parquet"]
