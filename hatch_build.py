"""Compiles the glossary when a wheel is built, so that an installation answers at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileGlossary(BuildHookInterface):
    """A wheel carries its glossary compiled; a checkout, which an editable wheel leads to, compiles what is edited."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the glossary into a folder below build/, and put that into the wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from compendium_cli.compiled import build_form

        build_data["force_include"][str(build_form(root))] = "compendium_cli/shipped"
