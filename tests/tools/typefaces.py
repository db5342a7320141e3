"""Makes the client's typefaces: PT Serif and PT Sans from npm packages, cut down to the letters that are needed.

``python -m tests.tools.typefaces``. The licence of both (OFL 1.1) asks that what was changed has another name.
`tests/web/test_typefaces.py` says when they have to be made anew.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from rasputitsa.site.node import command

PLACE = Path(__file__).parents[2] / "src/rasputitsa/web/typefaces"
PACKAGE = "@fontsource/{}@5.3.0"
FACES = {  # by file: the package, its file, and what it is called here
    "serif": ("pt-serif", "pt-serif-latin-400-normal", "Rasputitsa Serif"),
    "serif-bold": ("pt-serif", "pt-serif-latin-700-normal", "Rasputitsa Serif"),
    "serif-italic": ("pt-serif", "pt-serif-latin-400-italic", "Rasputitsa Serif"),
    "sans-bold": ("pt-sans", "pt-sans-latin-700-normal", "Rasputitsa Sans"),
}
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "ÄÖÜäöüßéèáóíç–—‘’“”…·×½¼−§°"
NAMED = (1, 3, 4, 6, 16)  # entries of the name table that hold the name of the typeface


def downloaded(package: str) -> dict[str, bytes]:
    """The files of a package by their names."""
    with TemporaryDirectory() as folder:
        subprocess.run([command("npm"), "pack", "--loglevel=error", PACKAGE.format(package)], cwd=folder, check=True)
        [archive] = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as packed:
            files = {member.name: packed.extractfile(member) for member in packed if member.isfile()}
            return {Path(name).name: file.read() for name, file in files.items() if file}


def make() -> None:
    PLACE.mkdir(exist_ok=True)
    packages = {package: downloaded(package) for package, _, _ in FACES.values()}
    for file, (package, source, name) in FACES.items():
        font = TTFont(io.BytesIO(packages[package][f"{source}.woff2"]))
        options = Options(
            hinting=False, layout_features=["kern", "lnum", "tnum", "liga"], name_IDs=[*NAMED, 0, 2, 13, 14]
        )
        subsetter = Subsetter(options)
        subsetter.populate(text=LETTERS)
        subsetter.subset(font)
        for entry in list(font["name"].names):
            if entry.nameID in NAMED:
                entry.string = name.replace(" ", "") if entry.nameID == 6 else name
        font.flavor = "woff2"
        font.save(PLACE / f"{file}.woff2")
    (PLACE / "LICENSE").write_bytes(packages["pt-serif"]["LICENSE"])


if __name__ == "__main__":
    make()
