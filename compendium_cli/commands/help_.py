"""compendium help."""

from __future__ import annotations

import click


@click.command("help", short_help="Show the help of a command.")
@click.argument(
    "command_name", metavar="[COMMAND]", required=False, shell_complete=lambda ctx, _, typed: _known(ctx, typed)
)
@click.pass_context
def command(context: click.Context, command_name: str | None) -> None:
    """Show the help of a command, as --help does; without one, what commands there are.

    \b
    Examples:
      compendium help
      compendium help ask
    """
    parent = context.parent
    assert parent is not None  # noqa: S101 - it is a command of a group
    group = parent.command
    assert isinstance(group, click.Group)  # noqa: S101
    if command_name is None:
        click.echo(parent.get_help())
        return
    name, wanted, _ = group.resolve_command(parent, [command_name])
    assert wanted is not None  # noqa: S101 - what is unknown was told by resolve_command
    with click.Context(wanted, info_name=name, parent=parent) as told:
        click.echo(wanted.get_help(told))


def _known(context: click.Context, typed: str) -> list[str]:
    group = context.parent.command if context.parent else None
    names = group.list_commands(context) if isinstance(group, click.Group) else []
    return [name for name in names if name.startswith(typed)]
