"""Pages of tests as trees, without files."""

from typing import Any

from interpreter.syntax.document import Mapping, Node, Scalar, Sequence, plain
from interpreter.syntax.patches.apply import applied
from interpreter.syntax.patches.conflicts import conflicts
from interpreter.syntax.patches.patch import Patch
from interpreter.syntax.patches.read import read_patches
from interpreter.syntax.schema_check import check
from interpreter.syntax.yaml_reader import read
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Source
from tests.errors.chunks import HERE


def tree(text: str, name: str = "page.yaml") -> Mapping:
    """A text of YAML as a tree."""
    root, found = read(Source(name, text))
    assert not found and isinstance(root, Mapping), found
    return root


def tiny() -> Mapping:
    """The game of the examples."""
    return tree((HERE / "bases" / "tiny.yaml").read_text("utf-8"), "tiny.yaml")


def patches_of(page: str, base: Mapping, layer: str = "v", *, is_module: bool = False) -> tuple[Patch, ...]:
    """The patches of a page that must fit."""
    patches, found = read_patches(layer, tree(page, f"{layer}.yaml"), base, is_module=is_module)
    assert found == ()
    return patches


def changed(base: Mapping, *pages: str) -> Mapping:
    """A page with others carried out on it together; they must not be in each other's way."""
    patches = [one for number, page in enumerate(pages) for one in patches_of(page, base, f"v{number}")]
    assert conflicts(base, patches) == ()
    made = applied(base, patches)
    assert check(made, "ruleset") == ()
    return made


def codes(findings: tuple[Diagnostic, ...]) -> list[str]:
    """The codes of findings."""
    return [one.code for one in findings]


def at(root: Node, *steps: str) -> Any:
    """What stands at a place, as plain data."""
    here: Node | None = root
    for step in steps:
        assert isinstance(here, Mapping)
        here = here.get(step)
        assert here is not None, step
    return plain(here)


def ordered(node: Node) -> Any:
    """A tree as data in which the order of keys counts too."""
    match node:
        case Scalar(text=text):
            return text
        case Mapping(entries=entries):
            return [(entry.name, ordered(entry.value)) for entry in entries]
        case Sequence(items=items):
            return [ordered(item) for item in items]
