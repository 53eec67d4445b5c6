"""How the places of a component lie in the slots of a program."""

from interpreter.core.ir import Component, Program


def slots_each(program: Program, component: Component) -> int:
    """How many slots a place takes: a count for each member of a bag, the cells of a list, else one."""
    match component.form:
        case "bag":
            return program.domains[component.domain].size
        case "list":
            return component.room
        case _:
            return 1
