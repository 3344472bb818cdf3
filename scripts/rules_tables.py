"""Write the tables of settings and presets into a document, between its marks."""

import sys
from pathlib import Path

from tractor_fast.rules import Rules, allowed_values, load_rules, preset_names
from tractor_fast.settings import NOTES, setting_text


def settings_table() -> str:
    """Every setting with rule, meaning, allowed values and default."""
    rows = ["| setting | rule | meaning | allowed | default |", "|---|---|---|---|---|"]
    for name, value in Rules().to_dict().items():
        rule, meaning = NOTES[name]
        cells = (f"`{name}`", rule, meaning, allowed_values(name), setting_text(value))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def presets_table() -> str:
    """Every preset with the settings in which it differs from ``tractor``."""
    rows = ["| preset | players, decks, hand, kitty | differs from `tractor` in |", "|---|---|---|"]
    for name in preset_names():
        rules = load_rules(name)
        changes = [f"`{key}={setting_text(value)}`" for key, value in rules.changed().items()]
        table = f"{rules.players}, {rules.decks}, {rules.hand_size}, {rules.kitty_size}"
        rows.append(f"| `{name}` | {table} | {', '.join(changes) or 'nothing'} |")
    return "\n".join(rows)


def with_tables(document: str) -> str:
    """The document with its tables written anew."""
    document = _with_table(document, "settings", settings_table())
    return _with_table(document, "presets", presets_table())


def _with_table(document: str, mark: str, table: str) -> str:
    begin = f"<!-- {mark}: written by scripts/rules_tables -->"
    before, _, rest = document.partition(begin)
    _, end, after = rest.partition("<!-- end -->")
    return f"{before}{begin}\n{table}\n{end}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
