import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from tractor_fast import __version__
from tractor_fast.cli import main
from tractor_fast.cli.group import COMMANDS


def command_of(name):
    return main.get_command(click.Context(main), name)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(name):
    assert command_of(name).help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name):
    context = click.Context(command_of(name))
    options = [p for p in command_of(name).get_params(context) if isinstance(p, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_name_that_it_is_called_by(name):
    assert command_of(name).name == name


def test_help_lists_all_commands():
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.split("Commands:\n")[1].splitlines()]
    assert sorted(listed) == sorted(COMMANDS)


def test_version():
    result = CliRunner().invoke(main, ["--version"], prog_name="tractor-fast")
    assert (result.exit_code, result.stdout) == (0, f"tractor-fast {__version__}\n")


def test_no_arguments_print_help():
    assert CliRunner().invoke(main, []).stdout == CliRunner().invoke(main, ["--help"]).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulat"], ["'simulat'", "did you mean simulate?"]),
        (["--nonsense"], ["--nonsense"]),
        (["simulate", "--deal", "x"], ["--deal"]),
        (["simulate", "--deals", "many"], ["--deals", "many"]),
        (["simulate", "--format", "xml"], ["xml", "table", "json", "csv"]),
        (["simulate", "surplus"], ["surplus"]),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(arguments, words):
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


def modules_after(code):
    lines = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    ).stdout.splitlines()
    return {name.partition(".")[0] for name in lines[-1].split()}


def test_importing_the_package_loads_nothing_heavy():
    heavy = {"numba", "scipy", "matplotlib", "dask", "numpy", "click", "rich", "msgspec"}
    assert modules_after("import tractor_fast") & heavy == set()


def test_a_run_loads_nothing_that_it_does_not_need():
    code = (
        "from tractor_fast.cli import main\n"
        "main(['simulate', '--deals', '5', '--format', 'csv'], standalone_mode=False)"
    )
    unneeded = {"sqlite3", "numba", "scipy", "matplotlib", "dask", "pyarrow", "multiprocessing"}
    assert modules_after(code) & unneeded == set()


def test_help_loads_nothing_heavy():
    code = "from tractor_fast.cli import main\nmain(['--help'], standalone_mode=False)"
    assert modules_after(code) & {"numba", "scipy", "matplotlib", "dask", "numpy"} == set()
