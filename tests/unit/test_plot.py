"""Pictures: what they show, that the same figures give the same bytes, and what cannot be drawn."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from tractor_fast.errors import PlotError
from tractor_fast.report.plot import (
    Line,
    Words,
    cross_table,
    curves,
    distributions,
    intervals,
    picture,
)

WORDS = Words("what it is", "along", "up")

PICTURES = {
    "a curve": lambda _: curves(
        {"value": Line([5, 6, 7], [0.1, 0.3, 0.2], [0, 0.2, 0.1], [0.2, 0.4, 0.3])},
        WORDS,
        line_at=0,
    ),
    "two curves": lambda _: curves(
        {
            "one": Line([1, 2], [3, 4], [2, 3], [4, 5]),
            "other": Line([1, 2], [5, np.nan], [4, np.nan], [6, np.nan]),
        },
        WORDS,
    ),
    "a distribution": lambda _: distributions({"all": [3, 0, 5]}, 0, 5, WORDS),
    "distributions": lambda _: distributions({"few": [1, 2], "many": [0, 0, 7]}, -1, 2, WORDS),
    "intervals": lambda _: intervals({"bid 5h": (0.1, 0.0, 0.2), "pass": (0, -1, 1)}, WORDS),
    "a cross table": lambda _: cross_table(
        ["A", "B"], ["A", "B"], [[np.nan, 0.25], [-0.25, np.nan]], WORDS
    ),
    "no figures": lambda _: distributions({"none": []}, 0, 5, WORDS),
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("ending", ["svg", "png", "SVG"])
def test_the_same_figures_give_the_same_bytes(name, ending, tmp_path):
    files = [tmp_path / f"{number}.{ending}" for number in range(2)]
    for file in files:
        picture(str(file), PICTURES[name])(None)
    assert files[0].read_bytes() == files[1].read_bytes()
    begins = b"<?xml" if ending.lower() == "svg" else b"\x89PNG"
    assert files[0].read_bytes().startswith(begins)


def text_of(name, tmp_path):
    file = tmp_path / "picture.svg"
    picture(str(file), PICTURES[name])(None)
    return re.findall(r"<text[^>]*>([^<]*)</text>", file.read_text("utf-8"))


def test_words_and_figures_are_in_the_picture(tmp_path):
    assert {"what it is", "along", "up"} <= set(text_of("a curve", tmp_path))
    assert {"one", "other"} <= set(text_of("two curves", tmp_path))
    assert "all" not in text_of("a distribution", tmp_path)
    assert {"bid 5h", "pass"} <= set(text_of("intervals", tmp_path))
    cells = text_of("a cross table", tmp_path)
    assert cells.count("A") == cells.count("B") == 2
    assert {"+0.25", "−0.25", "-0.25"} & set(cells)
    assert "+nan" not in cells


def test_colours_of_a_table_are_even_around_its_middle():
    figure = cross_table(["A"], ["x", "y"], [[0.5, 0.62]], WORDS, middle=0.5)
    (image,) = figure.axes[0].images
    assert image.get_clim() == pytest.approx((0.38, 0.62))
    assert [text.get_text() for text in figure.axes[0].texts] == ["0.50", "0.62"]


def test_shares_of_a_distribution_are_of_its_own_group():
    (few, many) = PICTURES["distributions"](None).axes[0].patches
    assert few.get_data().values.tolist() == pytest.approx([1 / 3, 2 / 3])
    assert few.get_data().edges.tolist() == [-1, 1, 3]
    assert many.get_data().values.tolist() == [0, 0, 1]


def test_the_band_lies_between_the_ends_of_the_intervals():
    axes = PICTURES["a curve"](None).axes[0]
    corners = axes.collections[0].get_paths()[0].vertices
    assert {(5.0, 0.0), (5.0, 0.2), (6.0, 0.4), (7.0, 0.1)} <= {tuple(c) for c in corners.tolist()}
    assert axes.lines[-1].get_ydata().tolist() == [0.1, 0.3, 0.2]


def test_without_a_path_there_is_no_picture():
    assert picture(None, PICTURES["a curve"]) is None


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("curve.pdf", ["plot = curve.pdf", ".svg or .png"]),
        ("curve", ["plot = curve", ".svg or .png"]),
        ("", ["allowed", ".svg or .png"]),
        ("nowhere/curve.svg", ["nowhere/curve.svg cannot be written", "No such file"]),
        ("a\0b.svg", ["cannot be written"]),
    ],
)
def test_what_cannot_be_saved_is_refused_beforehand(path, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PlotError) as caught:
        picture(path, PICTURES["a curve"])
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_picture(tmp_path):
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(PlotError, match=r"folder\.svg cannot be written: Is a directory"):
        picture(str(tmp_path / "folder.svg"), PICTURES["a curve"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_no_picture_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.svg")
    with pytest.raises(PlotError, match=r"pipe\.svg cannot be written: it is something else"):
        picture(str(tmp_path / "pipe.svg"), PICTURES["a curve"])


def test_the_check_leaves_an_old_picture_as_it_is(tmp_path):
    old = tmp_path / "old.svg"
    old.write_text("old")
    picture(str(old), PICTURES["a curve"])
    assert old.read_text() == "old"


def test_a_file_that_cannot_be_written_any_more_is_one_line(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    save = picture(str(folder / "curve.svg"), PICTURES["a curve"])
    folder.rmdir()
    with pytest.raises(PlotError, match=r"curve\.svg cannot be written"):
        save(None)


def test_a_missing_matplotlib_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotError, match=r"pip install 'tractor_fast\[report\]'"):
        picture("curve.svg", PICTURES["a curve"])


def test_matplotlib_is_loaded_for_pictures_alone():
    code = (
        "import sys\nfrom tractor_fast.report import FORMATS, picture_of\n"
        "picture_of('simulate', {}, None)\nprint('matplotlib' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
