"""A run in a TOML file, as the words of a command line: their values are read in one place only."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ..errors import DataError, did_you_mean
from ..inputs import shown
from ..settings import setting_text
from ..toml import line_of, read_toml
from .group import EVALUATING

_SETTINGS = ("set", "set-a", "set-b")  # tables of settings, which an option changes one by one


class RunFile:
    """What a file says: ``command``, and a value for some of the command's parameters."""

    def __init__(self, path: str) -> None:
        """Read the file; DataError if it cannot be, or names no command that evaluates."""
        self._path = path
        self._values, self._text = read_toml(Path(path), "a run")
        named = self._values.pop("command", None)
        if not isinstance(named, str) or named not in EVALUATING:
            near = did_you_mean(named, EVALUATING)
            said = "has no command" if named is None else f"command = {_toml(named)}"
            raise self._error("command", f"{said}: allowed: {', '.join(EVALUATING)}{near}")
        self.command = named

    def words(self, command: click.Command, options: Sequence[str]) -> list[str]:
        """The words that ``command`` is given: those of the file, then ``options``.

        What these name is left out of the file, but for settings: of those the last word holds.

        Raises:
            DataError: a name that the command does not know, or a value that cannot be its.
            UsageError: an option that is none.
        """
        known = {_key(each): each for each in command.params}
        replaced = {_key(each) for each in _named(command, options)}
        arguments: dict[str, list[str]] = {}
        words: list[str] = []
        for key, value in self._values.items():
            if key not in known:
                near = did_you_mean(key, known) or f"; there are {', '.join(known)}"
                raise self._error(key, f"{self.command} has no {shown(key)}{near}")
            texts = [*self._texts(key, value, known[key])]
            if isinstance(known[key], click.Argument):
                arguments[key] = texts
            elif key in _SETTINGS or key not in replaced:
                words += texts
        first = [text for key in known for text in arguments.get(key, ())]
        return [*first, *words, *options]

    def _texts(self, key: str, value: Any, param: click.Parameter) -> Iterator[str]:
        """The words that say ``key = value``."""
        flag = isinstance(param, click.Option) and param.is_flag
        if flag:
            if not isinstance(value, bool):
                raise self._wrong(key, value, "true or false")
            if value:
                yield f"--{key}"
            return
        for text in self._values_of(key, value, several=param.multiple or param.nargs != 1):
            try:
                param.type.convert(text, param, None)
            except click.BadParameter as error:
                raise self._error(key, f"{key} = {_toml(value)}: {error.message}") from None
            if isinstance(param, click.Option):
                yield f"--{key}={text}"
            elif text.startswith("-"):
                raise self._wrong(key, value, "no text that begins with -")
            else:
                yield text

    def _values_of(self, key: str, value: Any, *, several: bool) -> list[str]:
        if key in _SETTINGS and isinstance(value, dict):
            return [f"{name}={self._setting(key, name, each)}" for name, each in value.items()]
        if several and isinstance(value, list):
            return [self._text_of(key, each, "texts and numbers in a list") for each in value]
        return [self._text_of(key, value, "a text or a number")]

    def _text_of(self, key: str, value: Any, allowed: str) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self._wrong(key, value, allowed)
        text = str(value)
        if "\0" in text:  # which no word of a command line has
            raise self._wrong(key, value, f"{allowed}, without null characters")
        return text

    def _setting(self, key: str, name: str, value: Any) -> str:
        listed = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if not (listed or isinstance(value, str | int | float)):
            raise self._wrong(f"{key}.{name}", value, "a text, number, true, false or list")
        return setting_text(value)

    def _wrong(self, key: str, value: Any, allowed: str) -> DataError:
        return self._error(key, f"{key} = {_toml(value)}: allowed: {allowed}")

    def _error(self, key: str, message: str) -> DataError:
        place = line_of(key.partition(".")[0], self._text)
        return DataError(f"{self._path}{place}: {message}")


def _toml(value: Any) -> str:
    """A value nearly as the file writes it."""
    return shown(value, lambda each: json.dumps(each, default=str, ensure_ascii=False))


def _key(param: click.Parameter) -> str:
    """The name of a parameter in a file: that of the flag, or of the argument."""
    return param.opts[0].removeprefix("--")


def _named(command: click.Command, options: Sequence[str]) -> list[click.Parameter]:
    """The parameters that ``options`` set; UsageError for words that are no options.

    What is wrong with the options themselves is said when all words are read.
    """
    context = command.make_context(command.name, [*options], resilient_parsing=True)
    given = [
        each
        for each in command.params
        if context.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE
    ]
    for each in given:
        if isinstance(each, click.Argument):
            value = context.params[each.name or ""]
            raise click.UsageError(
                f"{shown(value)}: options alone may follow the file, which has the arguments"
            )
    return given
