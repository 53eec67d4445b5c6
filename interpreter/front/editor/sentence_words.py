"""Which words and names the grammar allows behind the beginning of a sentence."""

from functools import cache

import lark

from interpreter.syntax.grammar import STARTS, grammar

_MOST = 4000  # characters: nobody waits for more


@cache
def _words() -> dict[str, str]:
    """The keywords of the grammar by the names of their terminals."""
    return {
        one.name: one.pattern.value
        for one in grammar().terminals
        if isinstance(one.pattern, lark.lexer.PatternStr) and one.pattern.value.isalpha()
    }


def allowed(before: str, start: str) -> frozenset[str] | None:
    """The keywords that may come next, with `NAME` where a name may, `LAST` for a last resort, `FOOT` for a
    footnote; None where what stands before is wrong itself, or too long.

    ``before`` ends in front of the word that is typed. Of a block only the last line counts.
    """
    if start == "do_block":
        before = before.rsplit("\n", 1)[-1].lstrip()
    if start not in STARTS or len(before) > _MOST:
        return None
    try:
        parser = grammar().parse_interactive(before, start=start)
        for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
            # The end of the text ends no line of a block that is being typed.
            if token.type not in {"_NL", "_INDENT", "_DEDENT"}:
                parser.feed_token(token)
        accepts = parser.accepts()  # type: ignore[no-untyped-call]
    except (lark.exceptions.LarkError, ValueError, IndexError, KeyError):
        return None
    words = _words()
    kept = {"NAME", "LAST", "FOOT"}
    return frozenset(words.get(one, one) for one in accepts if one in words or one in kept)
