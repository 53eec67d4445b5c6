import pytest

from interpreter.text.suggest import nearest


@pytest.mark.parametrize(
    ("name", "known", "answer"),
    [
        pytest.param("cel", ["cell", "me"], "cell", id="one letter short"),
        pytest.param("form", ["for", "from"], "from", id="same length first"),
        pytest.param("fomr", ["from", "form"], "form", id="alphabet decides between equals"),
        pytest.param("Light_Enough", ["light_enough"], "light_enough", id="case"),
        pytest.param("lightenough", ["light_enoughs", "light_enough"], "light_enough", id="underscores"),
        pytest.param("oneof", ["one of"], "one of", id="spaces"),
        pytest.param("villages", ["huts", "terrain"], None, id="nothing near"),
        pytest.param("x", ["y"], None, id="one letter has no neighbours"),
        pytest.param("ab", ["xb"], None, id="half is too much"),
        pytest.param("abc", ["xbc"], "xbc", id="a third is not"),
        pytest.param("abcdef", ["xycdef"], "xycdef", id="two of six"),
        pytest.param("abcdef", ["xyzdef"], None, id="three of six"),
        pytest.param("terrian", ["terrains", "terrain"], "terrain", id="likelier length"),
        pytest.param("cell", [], None, id="nothing known"),
        pytest.param("", ["a"], None, id="empty name"),
    ],
)
def test_nearest(name: str, known: list[str], answer: str | None) -> None:
    assert nearest(name, known) == answer
    assert nearest(name, reversed(known)) == answer
