"""Laws of patches, tried on random pages: order of pages, removing and adding, refusals."""

from itertools import permutations
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interpreter.syntax.document import Mapping
from interpreter.syntax.patches.address import encloses, written
from interpreter.syntax.patches.apply import applied
from interpreter.syntax.patches.conflicts import conflicts
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.patches.places import Place, child, names_in, page_place, unfolded
from interpreter.syntax.patches.read import read_patches
from interpreter.syntax.patches.same import is_same, text_of
from tests.patches.tree import codes, ordered, patches_of, tiny, tree

BASE = tiny()

CHANGES = {
    "terms.income": "{now: 1}",
    "terms.rich": "{now: purse(p) > 12}",
    "terms.sown": "{remove: true}",
    "components.purse.start": "{was: 5, now: 6}",
    "kinds.Flower.rows.rose.worth": "{now: 7}",
    "kinds.Flower.rows.rose.hue": "{now: green}",
    "kinds.Flower.rows.rose": "{now: 'green, 1'}",
    "kinds.Flower.rows.iris": "{before: rose}",
    "kinds.Flower.rows": "{now: {rose: 'green, 1'}}",
    "kinds.Colour.blue": "{remove: true}",
    "phases.turns.one of.pick": "{before: earn}",
    "phases.turns.one of.sow": "{remove: true}",
    "phases.turns.one of": "{now: earn}",
    "phases.turns.who": "{now: each clockwise from P2}",
    "phases.turns": "{now: nothing}",
    "actions.sow.requires.fits": "{now: rainy}",
    "actions.sow": "{remove: true}",
    "ends.wealth": "{after: bloom}",
    "ends.bloom": "{remove: true}",
    "ends.bloom.when": "{now: rainy}",
    "ranking.keys.taste": "{before: coins, now: lowest purse(p)}",
    "ranking.keys.harvest": "{remove: true}",
    "ranking.last": "{now: listed}",
    "setup.stock": "{before: flowers}",
}
"""Changes of what is there, each of which fits."""

BESIDE = {
    "phases": ["turns"],
    "setup": ["flowers", "stock"],
    "ends": ["wealth", "bloom"],
    "ranking.keys": ["coins", "harvest", "taste"],
    "scoring": ["show"],
}
"""Lists whose order means something, with their names."""

UNORDERED = {"terms": "rainy", "checks": "rainy", "actions.pick.requires": "rainy"}


@st.composite
def entries(draw: st.DrawFn, number: int) -> dict[str, str]:
    """The `changes` of one page."""
    found = {
        address: CHANGES[address] for address in draw(st.lists(st.sampled_from(list(CHANGES)), max_size=3))
    }
    for at in range(draw(st.integers(0, 3))):
        where = draw(st.sampled_from(list(BESIDE)))
        side, anchor = draw(st.sampled_from(["before", "after"])), draw(st.sampled_from(BESIDE[where]))
        others = [f"n{other}_{index}" for other in range(3) if other != number for index in range(2)]
        named = draw(st.lists(st.sampled_from(others), max_size=4, unique=True))
        value = {"ranking.keys": "highest purse(p)", "ends": "rainy"}.get(where, "nothing")
        beside = ", ".join([anchor, *named])
        found[f"{where}.n{number}_{at}"] = f"{{{side}: [{beside}], now: {value}}}"
    return found


@st.composite
def pages(draw: st.DrawFn) -> list[str]:
    """Three pages that each fit the base."""
    made = []
    for number in range(3):
        text = "changes:\n" + "".join(f"  {key}: {one}\n" for key, one in draw(entries(number)).items())
        where = draw(st.lists(st.sampled_from(list(UNORDERED)), max_size=2, unique=True))
        if where:
            adds: dict[str, Any] = {}
            for path in where:
                here = adds
                for step in path.split("."):
                    here = here.setdefault(step, {})
                here[f"u{number}"] = UNORDERED[path]
            text += f"adds: {adds}\n".replace("'", "")
        made.append(text if text != "changes:\n" else "{}")
    return made


def read(page: str, layer: str) -> tuple[Patch, ...]:
    if page == "{}":
        return ()
    patches, found = read_patches(layer, tree(page, layer), BASE, is_module=False)
    assert found == (), found
    return patches


@given(pages())
def test_the_order_of_pages_never_matters(texts: list[str]) -> None:
    read_ = [read(text, f"m{number}") for number, text in enumerate(texts)]
    first: tuple[list[str], Any] | None = None
    for order in permutations(read_):
        patches = [patch for page in order for patch in page]
        found = sorted(f"{one.code} {one.message}" for one in conflicts(BASE, patches))
        made = ordered(applied(BASE, patches)) if not found else None
        if first is None:
            first = (found, made)
        assert (found, made) == first


@settings(max_examples=40)
@given(pages(), st.randoms(use_true_random=False))
def test_the_order_of_changes_in_a_page_never_matters(texts: list[str], lots: Any) -> None:
    """But for what one page puts beside one neighbour, which comes in the order of the page."""
    text = next((one for one in texts if one.count("\n") > 2), "")
    head, *lines = text.splitlines()[: text.count("\n  ") + 1] or [""]
    patches = read(text, "m") if text else ()
    gaps = [(patch.steps[:-1], patch.side, patch.anchors[0].text) for patch in patches if patch.anchors]
    assume(len(set(gaps)) == len(gaps) and not conflicts(BASE, patches))
    adds = [line for line in text.splitlines() if line.startswith("adds")]
    lots.shuffle(lines)
    turned = read("\n".join([head, *lines, *adds]) + "\n", "m") if lines else patches

    assert len(turned) == len(patches)
    assert ordered(applied(BASE, turned)) == ordered(applied(BASE, patches))


@given(pages())
def test_pages_that_go_together_may_be_carried_out_one_after_another(texts: list[str]) -> None:
    read_ = [read(text, f"m{number}") for number, text in enumerate(texts)]
    together = [patch for page in read_ for patch in page]
    assume(not conflicts(BASE, together))
    # Beside one neighbour the pages say an order, which they could not if one came after the other.
    lists = [{patch.steps[:-1] for patch in page if patch.anchors} for page in read_]
    assume(not any(lists[one] & lists[other] for one, other in ((0, 1), (0, 2), (1, 2))))
    step_by_step = BASE
    for page in read_:
        step_by_step = applied(step_by_step, page)

    assert _bare(applied(BASE, together)) == _bare(step_by_step)


@given(pages())
def test_two_changes_of_one_place_or_inside_one_another_are_always_told(texts: list[str]) -> None:
    patches = [patch for number, text in enumerate(texts) for patch in read(text, f"m{number}")]
    touching = {
        max((one, other), key=lambda patch: patch.rank)
        for one in patches
        for other in patches
        if one is not other and encloses(one.steps, other.steps)
    }
    told = [one.span for one in conflicts(BASE, patches) if one.code == "E943"]

    assert len(told) == len(touching)
    assert set(told) == {patch.span for patch in touching}


def _places(place: Place, steps: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """Every named thing that has something behind it: its address, and the name of that."""
    place = unfolded(place)
    found = []
    names = list(names_in(place)) if isinstance(place.node, Mapping) else []
    for number, name in enumerate(names):
        inner = child(place, name)
        if place.is_named and number + 1 < len(names) and len(steps) > 0:
            found.append(((*steps, name), names[number + 1]))
        if isinstance(inner, Place):
            found += _places(inner, (*steps, name))
    return found


NAMED = [one for one in _places(page_place(BASE)) if one[0][0] != "options"]


@given(st.sampled_from(NAMED))
def test_to_remove_and_to_add_is_to_replace(place: tuple[tuple[str, ...], str]) -> None:
    steps, behind = place
    address, now = written(steps), "nothing"
    gone = applied(BASE, patches_of(f"changes: {{{address}: {{remove: true}}}}", BASE))
    there = child_of(BASE, steps)
    key = next(one.name for one in above(BASE, steps).entries if one.name.split("(")[0] == steps[-1])
    page = f'changes: {{"{written((*steps[:-1], key))}": {{before: {behind}, now: {now}}}}}'
    again = applied(gone, patches_of(page, gone))
    replaced = applied(BASE, patches_of(f"changes: {{{address}: {{now: {now}}}}}", BASE))

    assert ordered(again) == ordered(replaced)
    assert ordered(again) != ordered(BASE)
    assert there is not None


@given(st.sampled_from(NAMED))
def test_what_stands_there_is_what_it_was(place: tuple[tuple[str, ...], str]) -> None:
    found = child_of(BASE, place[0])

    assert is_same(found.node, found)
    assert not is_same(tree("a: zzz").entries[0].value, found)
    assert text_of(found.node)


@given(
    st.lists(
        st.sampled_from([*CHANGES, "terms.incme", "ends.blom.when", "phases.turn"]), max_size=4, unique=True
    )
)
def test_a_refused_page_changes_nothing(addresses: list[str]) -> None:
    before = ordered(BASE)
    text = "changes:\n" + "".join(f"  {one}: {CHANGES.get(one, '{now: 1}')}\n" for one in addresses)
    if not addresses:
        return
    patches, found = read_patches("m", tree(text), BASE, is_module=False)
    unknown = [one for one in addresses if one not in CHANGES]

    assert codes(found) == ["E940"] * len(unknown)
    assert len(patches) == len(addresses) - len(unknown)
    assert ordered(BASE) == before


def child_of(root: Mapping, steps: tuple[str, ...]) -> Place:
    here = page_place(root)
    for step in steps:
        found = child(here, step)
        assert isinstance(found, Place)
        here = found
    return here


def above(root: Mapping, steps: tuple[str, ...]) -> Mapping:
    node = unfolded(child_of(root, steps[:-1])).node
    assert isinstance(node, Mapping)
    return node


def _bare(root: Mapping) -> Any:
    """A tree as data in which only the order counts that means something."""
    return _sorted(page_place(root))


def _sorted(place: Place) -> Any:
    place = unfolded(place)
    if not isinstance(place.node, Mapping):
        # Of listed words and alternatives the order is the pages' own.
        text = text_of(place.node)
        return sorted(text.split(", ")) if place.start in {"calls_line", "kind_line"} else text
    pairs = [
        (name, _sorted(found)) for name in names_in(place) if isinstance(found := child(place, name), Place)
    ]
    if place.is_ordered and place.is_named:
        return [name for name, _ in pairs], dict(pairs)
    return dict(pairs)
