"""``tractor-fast strategies``: what can be seated, and the parameters that it is tuned by."""

from typing import TYPE_CHECKING, Any

import click

from .group import Group
from .options import table_or_json_option

if TYPE_CHECKING:
    from ..strategies import Strategy


@click.group("strategies", cls=Group, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List strategies and their parameters."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("list")
@table_or_json_option
def list_strategies(output: str) -> None:
    """List the built-in strategies, and those that installed packages offer."""
    from ..strategies import offered_strategies, strategies

    found: list[dict[str, Any]] = [
        {"name": known.name, "summary": known.summary} for known in strategies().values()
    ]
    for name, summary, package in offered_strategies():
        found.append({"name": name, "summary": summary, "package": package})
    if output == "json":
        _print_json(found)
        return
    width = max(len(each["name"]) for each in found)
    for each in found:
        package = f"  (package {each['package']})" if "package" in each else ""
        click.echo(f"{each['name']:<{width}}  {each['summary']}{package}")


@command.command("show")
@click.argument("strategy", metavar="STRATEGY")
@table_or_json_option
def show(strategy: str, output: str) -> None:
    """Show the parameters of a strategy: values, defaults, ranges and what they mean.

    STRATEGY is a name, MODULE:OBJECT or path/to/FILE.py:OBJECT, with (parameter=value, ...) or
    without.
    """
    from ..strategies import parse_strategy

    seated = parse_strategy(strategy)
    if output == "json":
        _print_json(_to_dict(seated.strategy, seated.values))
    else:
        _print_parameters(seated.strategy, seated.values)


def _to_dict(strategy: "Strategy", values: tuple[float, ...]) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "summary": strategy.summary,
        "parameters": [
            {**parameter._asdict(), "value": value}
            for parameter, value in zip(strategy.parameters, values, strict=True)
        ],
    }


def _print_parameters(strategy: "Strategy", values: tuple[float, ...]) -> None:
    summary = f": {strategy.summary}" if strategy.summary else ""
    click.echo(f"{strategy.name}{summary}")
    if not strategy.parameters:
        click.echo("  no parameters")
    for parameter, value in zip(strategy.parameters, values, strict=True):
        mark = " " if value == parameter.default else "*"
        click.echo(
            f"{mark} {parameter.name} = {value:g}  (default {parameter.default:g},"
            f" {parameter.low:g} to {parameter.high:g}: {parameter.meaning})"
        )


def _print_json(what: Any) -> None:
    import json

    click.echo(json.dumps(what))
