"""The documentation site: `make docs` builds it with Sphinx, from these pages and the docstrings. No network is used."""

project = "Rasputitsa"
author = "The Rasputitsa authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

# Pages are Markdown; headings can be linked to as on the pages of a forge.
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # a page that is part of another begins below its title

# Docstrings: one backtick is code, and types are in the signatures.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

html_theme = "alabaster"
html_theme_options = {"description": "Four board wargames about the road to Moscow in 1941", "fixed_sidebar": True}
html_show_copyright = False
html_copy_source = False
