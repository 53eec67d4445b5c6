"""What the layout looks like, by hand; every expected text is written from the rules of docs/layout.md."""

import pytest

from interpreter.syntax.formatting.format import format_source
from interpreter.syntax.formatting.quoting import written
from interpreter.text.span import Source

HEAD = "language: 1\ngame: g\ntitle: G\nplayers: 2\nlongest: 5 decisions\n"
BODY = "\nphases:\n  turns: nothing\n"


def laid_out(text: str, schema: str | None = None) -> str:
    done = format_source(Source("x.yaml", text), schema)
    assert done.findings == ()
    assert done.text is not None
    return done.text


def codes(text: str) -> list[str]:
    done = format_source(Source("x.yaml", text))
    assert done.text is None
    return [one.code for one in done.findings]


SENTENCES = [
    ("1+2*3", "1 + 2 * 3"),
    ("( 1,2 ) ", "(1, 2)"),
    ("size( hand ( P1 ))", "size(hand(P1))"),
    ("- 1 + -x", None),  # a dash and a blank begin a list
    ("1 - -x", "1 - -x"),
    ("x in( a,b )", "x in (a, b)"),
    ("all  q in Player   where q!=p", "all q in Player where q != p"),
    ("((1 + 2))", "((1 + 2))"),  # the author's brackets stay
    ("a[R1,R2]", None),
    ("a [R1,R2]", "a [R1, R2]"),
    ("1 .. 3", "1..3"),
    ("not a and(b or c)", "not a and (b or c)"),
    ("'x = 1'", "x = 1"),
    ('"x = 1"', "x = 1"),
    ("b\n    + c", "b + c"),
    ("'b\n    + c'", "b + c"),
    (">-\n     b   +\n     c", ">-\n    b +\n    c"),
    (">-\n     b", "b"),
    ("'{a} b'", None),
]


@pytest.mark.parametrize(("given", "wanted"), SENTENCES)
def test_sentences(given: str, wanted: str | None) -> None:
    text = f"{HEAD}\nterms:\n  t: {given}\n{BODY}"
    if wanted is None:
        assert codes(text)
    else:
        assert laid_out(text) == f"{HEAD}\nterms:\n  t: {wanted}\n{BODY}"


def test_keys_that_are_signatures() -> None:
    text = f'{HEAD}\nterms:\n  "rich  (p in   Player,q in Player)": p=q\n{BODY}'
    assert laid_out(text) == f"{HEAD}\nterms:\n  rich(p in Player, q in Player): p = q\n{BODY}"


def test_blocks_keep_their_lines_and_remarks() -> None:
    text = HEAD + (
        "phases:\n"
        "   turns:   |    # all of them\n"
        "      # first\n"
        "      for each p in Player at   once  : [R1,R2]   # loop\n"
        "            # inside\n"
        "           set x( p ) to -  1\n"
        "        # behind it\n"
        "\n"
        "\n"
        "      if a :\n"
        "         stop\n"
        "      else :\n"
        "         nothing\n"
        "         # inside of else\n"
        "   # behind turns\n"
        "# at the end"
    )
    assert laid_out(text) == HEAD + (
        "\nphases:\n"
        "  turns: |                                    # all of them\n"
        "    # first\n"
        "    for each p in Player at once: [R1, R2]    # loop\n"
        "      # inside\n"
        "      set x(p) to -1\n"
        "    # behind it\n"
        "\n"
        "    if a:\n"
        "      stop\n"
        "    else:\n"
        "      nothing\n"
        "      # inside of else\n"
        "  # behind turns\n"
        "# at the end\n"
    )


def test_top_keys_stand_in_the_order_of_the_reference_with_their_remarks() -> None:
    text = (
        "# head\n\nphases:\n  turns: nothing\n  # of turns\n# of players\nplayers: 2\n"
        "longest: 5 decisions  # long\ntitle: G\ngame: g\nlanguage: 1\n"
    )
    assert laid_out(text) == (
        "# head\n\nlanguage: 1\ngame: g\ntitle: G\n# of players\nplayers: 2\n"
        "longest: 5 decisions            # long\n\nphases:\n  turns: nothing\n  # of turns\n"
    )


DATA = [
    ("{a: 1,b: 2}", " {a: 1, b: 2}"),
    ("{ a : [ 1,2 ], }", " {a: [1, 2]}"),
    ("{'a': 'b', c: \"d\"}", " {a: b, c: d}"),
    ("{a: '1', b: 'true', c: 'x: y', d: '#'}", " {a: '1', b: 'true', c: 'x: y', d: '#'}"),
    ('{a: "it\'s", b: "say: \\"it\'s\\""}', " {a: it's, b: 'say: \"it''s\"'}"),
    ("{a: \"'\", b: '\\'}", ' {a: "\'", b: \\}'),
    ("{'l': x, 'k': y}", " {l: x, k: y}"),
    ("\n     {a: 1}", " {a: 1}"),
    (
        "\n    a:\n        - 1\n        -   b: 1\n            c: 2",
        "\n    a:\n      - 1\n      - b: 1\n        c: 2",
    ),
    ("\n    a:\n    - 1\n    -\n      # lead\n      b: 1", "\n    a:\n      - 1\n      # lead\n      - b: 1"),
    ("\n    a: [x: 1, y]", "\n    a: [{x: 1}, y]"),
    ("\n    ? a # one\n    # two\n    : b", "\n    # one\n    # two\n    a: b"),
    ("{a: 1,\n b: 2}", " {a: 1,\n    b: 2}"),
    ("{\n a: 1, b: 2}", " {\n      a: 1, b: 2\n    }"),
    ("{a: 1, # one\n # two\n b: 2}", " {a: 1,".ljust(28) + "# one\n    # two\n    b: 2}"),
    ("{a: 1\n  # last\n  }", " {a: 1\n    # last\n    }"),
    (
        "\n    a: |\n      one\n        two\n\n      three",
        "\n    a: |-\n      one\n        two\n\n      three",
    ),
]


@pytest.mark.parametrize(("given", "wanted"), DATA)
def test_data(given: str, wanted: str) -> None:
    assert laid_out(f"t:\n  r: {given}", "data") == f"t:\n  r:{wanted}\n"


def test_a_long_list_is_broken_at_commas_and_lines_of_the_author_are_filled_anew() -> None:
    names = [f"name{number:02}" for number in range(20)]
    parts = [", ".join(names[:11]), ", ".join(names[11:])]
    short = f"t:\n  r: [{parts[0]},\n    {parts[1]}]\n"
    assert laid_out(short, "data") == short
    # Thirteen names and their commas end in column 6 + 13 * 6 + 12 * 2 + 1 = 109, fourteen in 117.
    filled = f"t:\n  r: [{', '.join(names[:13])},\n    {', '.join(names[13:])}]\n"
    for text in (
        f"t:\n  r: [{', '.join(names)}]\n",
        f"t:\n  r: [{', '.join(names[:15])},\n   name15,\n name16]\n",
    ):
        wanted = filled if "name19" in text else filled.replace(", name17, name18, name19", "")
        assert laid_out(text, "data") == wanted


def test_a_key_of_signs_alone_wears_quotes() -> None:
    assert written(".", True, "inner key") == "'.'"
    assert written(".", True, "inner") == "."
    assert written("l", True, "inner key") == "l"


def test_remarks_behind_lines_share_a_column_unless_a_line_is_too_long() -> None:
    text = "t:\n  a: {x: 1} # one\n  b: {y: 2}    # two\n"
    text += "  c: {long: 'as long as it has to be for this'} # three\n"
    assert laid_out(text + "  d: {z: 3} # four\n", "data") == (
        "t:\n"
        "  a: {x: 1}                     # one\n"
        "  b: {y: 2}                     # two\n"
        "  c: {long: as long as it has to be for this}  # three\n"
        "  d: {z: 3}                     # four\n"
    )


def test_scenarios_stand_apart() -> None:
    text = (
        "language: 1\ngame: g\nscenarios:\n- name: a\n  players: 2\n  then: [x=1]\n- name: b\n  players: 2\n"
    )
    assert laid_out(text) == (
        "language: 1\ngame: g\nscenarios:\n  - name: a\n    players: 2\n    then: [x = 1]\n\n  - name: b\n"
        "    players: 2\n"
    )


def test_what_a_module_changes_is_laid_out_as_where_it_belongs() -> None:
    text = (
        "language: 1\ngame: g\ntitle: M\nswitch:\n  m: flag=false\nchanges:\n  terms.t: {now: a+b}\n"
        "  actions.go.do:\n    now: |\n        set x to( 1 )\nadds:\n  terms:\n    u(p in Player ): p=p\n"
    )
    done = format_source(Source("x.yaml", "# yaml-language-server: $schema=ruleset.schema.json\n" + text))
    assert done.findings == ()
    assert done.text == (
        "# yaml-language-server: $schema=ruleset.schema.json\n"
        "language: 1\ngame: g\ntitle: M\n\nswitch:\n  m: flag = false\n\n"
        "adds:\n  terms:\n    u(p in Player): p = p\n\n"
        "changes:\n  terms.t: {now: a + b}\n  actions.go.do:\n    now: |\n      set x to (1)\n"
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [", "E124"),
        ("", "E106"),
        (HEAD, "E203"),
        (HEAD + "phases:\n  turns: nothnig\n", "E310"),
        (HEAD + "phases:\n\tturns: nothing\n", "E103"),
        (HEAD + "phases: {turns: &a nothing}\n", "E112"),
        (HEAD + "phases: {turns: nothing}\nterms:\n  a(p in Player): 1\n  a( p in Player): 2\n", "E850"),
    ],
)
def test_files_with_errors_have_no_layout(text: str, code: str) -> None:
    assert code in codes(text)
