"""What README and CONTRIBUTING show can be done as it is written there."""

import doctest
import os
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tractor_fast.cli import main

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])


def blocks(document, language):
    """Texts of the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text("utf-8"), re.M | re.S)


def shell_commands():
    for document in DOCUMENTS:
        for block in blocks(document, "console"):
            for line in block.splitlines():
                if line.startswith("$ "):
                    yield shlex.split(line[2:], comments=True)


def commands_of(program):
    return sorted({words[1] for words in shell_commands() if words[0] == program})


@pytest.mark.parametrize("name", commands_of("tractor-fast"))
def test_commands_in_the_documents_exist(name):
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Usage:")


def test_options_in_the_documents_exist():
    for _, name, *words in (w for w in shell_commands() if w[0] == "tractor-fast"):
        of_a_group = isinstance(main.get_command(None, name), click.Group)
        command = [name, words[0]] if of_a_group else [name]
        helped = CliRunner().invoke(main, [*command, "--help"]).output
        for option in (word for word in words if word.startswith("--")):
            assert re.search(rf"{option}\b", helped), f"{' '.join(command)} has no {option}"


def test_every_command_is_in_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    unmentioned = [
        name for name in main.list_commands(None) if f"tractor-fast {name}" not in readme
    ]
    assert unmentioned == []


def test_scripts_in_the_documents_exist_and_can_be_run():
    named = {words[0] for words in shell_commands() if words[0].startswith("./")}
    assert {"./scripts/run", "./scripts/test"} <= named
    assert [name for name in sorted(named) if not os.access(ROOT / name, os.X_OK)] == []


@pytest.mark.parametrize(
    "script", sorted(path for path in (ROOT / "scripts").iterdir() if path.suffix in ("", ".sh"))
)
def test_shell_scripts_have_no_syntax_errors(script):
    if script.read_bytes().startswith(b"#!/usr/bin/env python"):
        compile(script.read_text("utf-8"), str(script), "exec")
        return
    checked = subprocess.run(["bash", "-n", script], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_in_the_documents_gives_what_it_shows(document):
    text = "\n".join(blocks(document, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, document.name, str(document), 0)
    output = []
    result = doctest.DocTestRunner().run(test, out=output.append)
    assert result.failed == 0, "".join(output)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
