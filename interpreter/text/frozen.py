"""`dataclass` as `dataclasses` has it for plain frozen classes with slots, made in a third of the time.

A core program has some seventy forms, and `dataclasses` compiles six methods for each, which took a fifth of
the time of a whole `ludwright simulate`. Here only the constructor is compiled; the others are written once.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """Make a class as `dataclasses.dataclass` does with both arguments true: `fields`, `replace`,
        pickles, equality by value and the order of fields for `match` are all there.

        A field has a plain default or none: no `field()`, and no `__post_init__`.
        """
        assert frozen and slots
        return _made


def _made(cls: type) -> type:
    assert not hasattr(cls, "__post_init__")
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__init__ = _constructor(made)
    made._values = staticmethod(_values(made.__match_args__))
    for name, method in _METHODS.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _constructor(made: type) -> Any:
    """The function that puts its arguments into the slots."""
    known: dict[str, Any] = {}
    arguments, lines = ["self"], []
    for field in dataclasses.fields(made):
        assert field.default_factory is dataclasses.MISSING and field.init
        known[f"put_{field.name}"] = getattr(made, field.name).__set__
        known[f"default_{field.name}"] = field.default
        is_needed = field.default is dataclasses.MISSING
        arguments.append(field.name if is_needed else f"{field.name}=default_{field.name}")
        lines.append(f"    put_{field.name}(self, {field.name})\n")
    made_of: dict[str, Any] = {}
    exec(f"def __init__({', '.join(arguments)}):\n{''.join(lines) or '    pass'}", known, made_of)
    return made_of["__init__"]


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """The function that gives the values of all fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: tuple([getattr(one, name) for name in names])


def _equal(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self is other or self._values(self) == other._values(other)


def _hash(self: Any) -> int:
    return hash(self._values(self))


def _repr(self: Any) -> str:
    values = zip(self.__match_args__, self._values(self), strict=True)
    return f"{self.__class__.__qualname__}({', '.join([f'{name}={value!r}' for name, value in values])})"


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return self.__class__, self._values(self)


def _refuse(self: Any, name: str, *value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"`{name}` cannot be changed")


_METHODS = {
    "__eq__": _equal,
    "__hash__": _hash,
    "__repr__": _repr,
    "__reduce__": _reduce,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
}
