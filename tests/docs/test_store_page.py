"""docs/store.md: the tables are those that are made, and its queries give what it says."""

import re
import sqlite3
from pathlib import Path

from tests.unit.stores import chunk, plan

from tractor_fast.sim.store import Store
from tractor_fast.sim.store.fields import checksum
from tractor_fast.sim.store.schema import APPLICATION_ID, SCHEMA_VERSION, TABLES

PAGE = (Path(__file__).parents[2] / "docs" / "store.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sql\n(.*?)^```", PAGE, re.M | re.S)


def test_the_tables_are_those_that_are_made():
    assert BLOCKS[0] == "".join(f"{table};\n" for table in TABLES)
    assert hex(APPLICATION_ID) in PAGE
    assert f"`PRAGMA user_version`, now {SCHEMA_VERSION};" in PAGE


def test_every_column_is_told():
    told = " ".join(re.findall(r"^\|.*", PAGE, re.M))
    database = sqlite3.connect(":memory:")
    for table in TABLES:
        database.execute(table)
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
        for column in [name, *(set(columns) - {"id", "checksum"})]:
            assert f"`{column}`" in told


def test_the_queries_give_what_they_say(tmp_path):
    with Store.create(tmp_path / "run.db", plan()) as store:
        store.begin_session({"jobs": 2})
        store.add([chunk(0, 10), chunk(10, 20)])
        store.begin_session({"jobs": 8})
        store.add([chunk(30, 5), chunk(0, 100, part=1)])
    database = sqlite3.connect(f"file:{tmp_path / 'run.db'}?mode=ro", uri=True)
    speeds, risen = (database.execute(query).fetchall() for query in BLOCKS[1:])
    assert speeds == [(1, 2, 30, 1024.0), (2, 8, 105, 1024.0)]
    assert risen == [(100, 109, 10, 10), (110, 129, 20, 30), (130, 134, 5, 35)]


def test_checksums_are_over_the_columns_in_their_order(tmp_path):
    with Store.create(tmp_path / "run.db", plan()) as store:
        store.begin_session({"jobs": 2})
        store.add([chunk(0, 10, records=b"r"), chunk(10, 20)])
    database = sqlite3.connect(tmp_path / "run.db")
    for table in ("run", "session", "chunk"):
        rows = database.execute(f"SELECT * FROM {table}")
        names = [each[0] for each in rows.description]
        for row in rows.fetchall():
            columns = dict(zip(names, row, strict=True))
            columns.pop("id", None)
            assert columns.pop("checksum") == checksum(*columns.values())
