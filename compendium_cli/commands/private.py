"""What only its owner may see: a publisher's own words, which an import wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from compendium_cli.errors import UsageError

if TYPE_CHECKING:
    from compendium_cli.compendium import Compendium

private_site = click.option(
    "--private-site",
    is_flag=True,
    help="Imported texts, too: they are the publisher's words, and what comes out must stay with you.",
)


def refuse_imported(compendium: Compendium, *, is_private: bool) -> None:
    """Refuse to give away a publisher's words; ``UsageError`` unless somebody said that they stay private."""
    games = compendium.imported_games()
    if games and not is_private:
        raise UsageError(
            f"{', '.join(games)}: these texts were imported; they are the publisher's words and must not be published. "
            "Give --private-site where nobody but you will see what comes out"
        )
