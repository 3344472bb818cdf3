"""``tractor-fast rules``: the settings of the game, presets and files of house rules."""

import json
from typing import TYPE_CHECKING

import click

from .group import Group
from .options import overrides_option

if TYPE_CHECKING:
    from ..rules import Rules


@click.group("rules", cls=Group, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show, check and compare rule sets."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("list")
def list_presets() -> None:
    """List the presets, each with the settings in which it differs from tractor."""
    from ..rules import load_rules, preset_names

    width = max(map(len, preset_names()))
    for name in preset_names():
        click.echo(f"{name:<{width}}  {_changes(load_rules(name))}")


@command.command("show")
@click.argument("rules", metavar="NAME|FILE")
@overrides_option
@click.option(
    "--format",
    "output",
    type=click.Choice(["table", "toml", "json"]),
    default="table",
    show_default=True,
    help="A table with rule and meaning of each setting, a file that --rules reads, or JSON.",
)
def show(rules: str, overrides: tuple[str, ...], output: str) -> None:
    """Show every setting of a preset or file, and what follows from them."""
    from ..rules import load_rules

    loaded = load_rules(rules, overrides)
    if output == "toml":
        click.echo(loaded.to_toml(), nl=False)
    elif output == "json":
        click.echo(json.dumps(loaded.to_dict()))
    else:
        _print_settings(loaded)


@command.command("check")
@click.argument("file", metavar="FILE")
@overrides_option
def check(file: str, overrides: tuple[str, ...]) -> None:
    """Say whether a file of house rules can be played, and how it differs from tractor."""
    from pathlib import Path

    from ..rules import load_rules

    click.echo(f"{file}: fine; {_changes(load_rules(Path(file), overrides))}")


@command.command("diff")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
def diff(one: str, other: str) -> None:
    """List the settings in which two rule sets differ (presets or files)."""
    from ..rules import load_rules
    from ..settings import setting_text

    a, b = load_rules(one).to_dict(), load_rules(other).to_dict()
    for name in a:
        if a[name] != b[name]:
            click.echo(f"{name}: {setting_text(a[name])} | {setting_text(b[name])}")


def _changes(rules: "Rules") -> str:
    from ..settings import setting_text

    changed = [f"{name}={setting_text(value)}" for name, value in rules.changed().items()]
    return " ".join(changed) or "as tractor"


def _print_settings(rules: "Rules") -> None:
    from ..rules import allowed_values
    from ..settings import NOTES, setting_text

    changed = rules.changed()
    for name, value in rules.to_dict().items():
        note = NOTES[name]
        mark = "*" if name in changed else " "
        click.echo(f"{mark} {name} = {setting_text(value)}  ({note.rule}: {note.meaning})")
        click.echo(f"      allowed: {allowed_values(name)}")
    click.echo(
        f"so: hands of {rules.hand_size}, kitty of {rules.kitty_size}, attackers take over at "
        f"{2 * rules.level_step} points; * differs from tractor"
    )
