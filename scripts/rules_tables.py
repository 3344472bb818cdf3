"""Write the tables of settings and presets into a document, between its marks."""

import re
import sys
from pathlib import Path

from tractor_fast.rules import Rules, allowed_values, load_rules, preset_names
from tractor_fast.settings import NOTES, setting_text


def settings_table() -> str:
    """Every setting with rule, meaning, allowed values and default."""
    rows = ["| setting | rule | meaning | allowed | default |", "|---|---|---|---|---|"]
    for name, value in Rules().to_dict().items():
        note = NOTES[name]
        rows.append(
            f"| `{name}` | {note.rule} | {note.meaning} | {allowed_values(name)} | {setting_text(value)} |"
        )
    return "\n".join(rows)


def presets_table() -> str:
    """Every preset with the settings in which it differs from ``tractor``."""
    rows = ["| preset | players, decks, hand, kitty | differs from `tractor` in |", "|---|---|---|"]
    for name in preset_names():
        rules = load_rules(name)
        changed = ", ".join(
            f"`{key}={setting_text(value)}`" for key, value in rules.changed().items()
        )
        table = f"{rules.players}, {rules.decks}, {rules.hand_size}, {rules.kitty_size}"
        rows.append(f"| `{name}` | {table} | {changed or 'nothing'} |")
    return "\n".join(rows)


def with_tables(document: str) -> str:
    """The document with its tables written anew."""
    for mark, table in (("settings", settings_table()), ("presets", presets_table())):
        begin = f"<!-- {mark}: written by scripts/rules_tables -->"
        pattern = re.escape(begin) + r".*?<!-- end -->"
        document = re.sub(
            pattern, lambda _: f"{begin}\n{table}\n<!-- end -->", document, flags=re.S
        )
    return document


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
