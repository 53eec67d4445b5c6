"""The meaning of expressions written down as directly as possible, to compare the closures with."""

from interpreter.core import ir


def direct(program: ir.Program, expr: ir.Expr, s: list[int]) -> int:
    """The value of an expression; the variables of loops are written to ``s``."""

    def value(inner: ir.Expr) -> int:
        return direct(program, inner, s)

    def each(var: int, over: ir.Expr):
        bits = value(over)
        for i in range(bits.bit_length()):
            if bits >> i & 1:
                s[var] = i
                yield i

    def keys(order):
        return tuple(value(k.value) if k.which == "lowest" else -value(k.value) for k in order)

    match expr:
        case ir.Const(number):
            return number
        case ir.SetConst(bits, _):
            return bits
        case ir.Read(slot):
            return s[slot]
        case ir.ReadAt(base, size, index):
            return s[base : base + size][value(index)]
        case ir.Lookup(table, index):
            return program.tables[table].values[value(index)]
        case ir.Arith(op, left, right):
            a, b = value(left), value(right)
            match op:
                case "add":
                    return a + b
                case "sub":
                    return a - b
                case "mul":
                    return a * b
                case "div":
                    return a // b
                case "mod":
                    return a % b
                case "min":
                    return min(a, b)
                case "max":
                    return max(a, b)
        case ir.Compare(op, left, right):
            a, b = value(left), value(right)
            answers = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
            return int(answers[op])
        case ir.And(left, right):
            return value(right) if value(left) else 0
        case ir.Or(left, right):
            return 1 if value(left) else value(right)
        case ir.Not(inner):
            return 0 if value(inner) else 1
        case ir.If(test, then, other):
            return value(then) if value(test) else value(other)
        case ir.SetOp(op, left, right):
            a, b = value(left), value(right)
            return {"union": a | b, "inter": a & b, "minus": a & ~b}[op]
        case ir.SetCompare(op, left, right):
            a, b = value(left), value(right)
            return int({"eq": a == b, "ne": a != b, "subset": a | b == b}[op])
        case ir.Member(item, of):
            index, bits = value(item), value(of)
            return bits >> index & 1 if index >= 0 else 0
        case ir.Empty(of):
            return int(value(of) == 0)
        case ir.Size(of):
            return value(of).bit_count()
        case ir.Single(item, _):
            index = value(item)
            return 1 << index if index >= 0 else 0
        case ir.Lowest(of, default):
            return min(i for i in range(512) if value(of) >> i & 1) if value(of) else value(default)
        case ir.Highest(of, default):
            return max(i for i in range(512) if value(of) >> i & 1) if value(of) else value(default)
        case ir.Filter(var, over, test, _):
            return sum(1 << i for i in each(var, over) if value(test))
        case ir.Exists(var, over, test):
            return int(sum(value(test) for _ in each(var, over)) > 0)
        case ir.Sum(var, over, inner):
            return sum(value(inner) for _ in each(var, over))
        case ir.Extreme(which, var, over, inner, default):
            found = [value(inner) for _ in each(var, over)]
            return (max if which == "highest" else min)(found) if found else value(default)
        case ir.Union(var, over, inner, _):
            found = 0
            for _ in each(var, over):
                found |= value(inner)
            return found
        case ir.Linked(var, of, within, step):
            found, some = value(of), value(within)
            found &= some
            for _ in range(some.bit_length()):  # so many rounds reach whatever can be reached
                for i in range(some.bit_length()):
                    s[var] = i
                    found |= value(step) & some if found >> i & 1 else 0
            return found
        case ir.Cheapest(var, of, to, price, toll, step):
            start, goal, each = value(of), value(to), value(price)
            least, before = {i: 0 for i in range(start.bit_length()) if start >> i & 1}, None
            while least != before:  # Bellman and Ford: ways of one more step in each round
                before = dict(least)
                for i, cost in before.items():
                    s[var] = i
                    onward, near = cost + each + (0 if start >> i & 1 else value(toll)), value(step)
                    for j in range(near.bit_length()):
                        if near >> j & 1:
                            least[j] = min(onward, least.get(j, onward))
            return least.get(goal, -1)
        case ir.First(var, over, order, default):
            ranked = [(keys(order), i) for i in each(var, over)]
            return min(ranked)[1] if ranked else value(default)
        case ir.Top(var, over, order, _):
            ranked = [(keys(order), i) for i in each(var, over)]
            return sum(1 << i for key, i in ranked if key == min(ranked)[0])
        case ir.Let(slot, inner, rest):
            s[slot] = value(inner)
            return value(rest)
    raise AssertionError(expr)
