"""Writes the files under `docs/editors` that are made from the words of the language.

`python tests/editor/grammar_files.py` writes them anew; a test holds them to what this makes.
"""

import json
import re
from pathlib import Path
from typing import Any

from interpreter.check.builtins import BOARD_WORDS, BUILTINS, VALUES
from interpreter.syntax.keywords import IMPLICIT, KEYWORDS, LAST_RESORTS
from interpreter.syntax.sentences import schema_of

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "docs" / "editors" / "vscode"
SCHEMAS = ("ruleset", "scenario", "data", "document", "picture")
_SCOPES = {
    "effect": "keyword.other.effect", "flow": "keyword.control.flow", "choice": "keyword.other.choice",
    "logic": "keyword.operator.logical", "value": "constant.language", "type": "storage.modifier",
    "order": "keyword.other.order",
}  # fmt: skip
_PLAIN_KEYS = {"title", "help", "why not", "source", "heading", "name"}
"""Keys whose values are prose, in which no word is one of the language."""


_CITED = r"[A-Za-z][A-Za-z0-9_-]*"
_BEFORE_KEY = r"(?:(?<=^)|(?<=[\s{,]))"


def _words(words: Any) -> str:
    return "|".join(
        sorted((re.escape(word).replace(r"\ ", r"\s+") for word in words), key=lambda one: (-len(one), one))
    )


def _keys_of(schema: Any) -> set[str]:
    """All keys that a schema names, at any depth."""
    found: set[str] = set()
    if isinstance(schema, dict):
        found |= set(schema.get("properties", {}))
        for inner in schema.values():
            found |= _keys_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            found |= _keys_of(inner)
    return found


def headings() -> set[str]:
    """Every key that the language gives a meaning."""
    return set().union(*(_keys_of(schema_of(name)) for name in SCHEMAS))


def grammar() -> dict[str, Any]:
    """The TextMate grammar of rulesets and the files beside them."""
    words = [
        {
            "match": rf"\b(?:{_words(one for one in KEYWORDS if KEYWORDS[one].sort == sort)})\b",
            "name": f"{scope}.ludwright",
        }
        for sort, scope in _SCOPES.items()
    ]
    scope = "ludwright"
    return {
        "name": "Ludwright",
        "scopeName": f"source.{scope}",
        "fileTypes": [],
        "patterns": [
            {"include": "#comment"},
            {"include": "#prose_block"},
            {"include": "#prose"},
            {"include": "#key"},
            {"include": "#sentence"},
        ],
        "repository": {
            "comment": {"match": r"(?:^|(?<=\s))#.*$", "name": f"comment.line.number-sign.{scope}"},
            "quoted": {
                "patterns": [
                    {
                        "begin": rf"(?:^|(?<=[\s\[{{,(])){mark}",
                        "end": rf"{end}|$",
                        "name": f"string.quoted.{name}.{scope}",
                        "patterns": [
                            {"match": escape, "name": f"constant.character.escape.{scope}"},
                            {"include": "#words"},
                        ],
                    }
                    for mark, end, name, escape in (
                        ("'", "'(?!')", "single", "''"),
                        ('"', '"', "double", r"\\."),
                    )
                ]
            },
            "prose_block": {
                "begin": rf"^(\s*)(?:-\s+)?({_words(_PLAIN_KEYS | {'says'})})(:)\s+[|>][-+]?\s*$",
                "beginCaptures": {
                    "2": {"name": f"entity.name.tag.heading.{scope}"},
                    "3": {"name": f"punctuation.separator.{scope}"},
                },
                "end": r"^(?!\1\s|\s*$)",
                "name": f"string.unquoted.{scope}",
            },
            "prose": {
                "begin": rf"^(\s*)(?:-\s+)?({_words(_PLAIN_KEYS | {'says'})})(:)(?=\s)",
                "beginCaptures": {
                    "2": {"name": f"entity.name.tag.heading.{scope}"},
                    "3": {"name": f"punctuation.separator.{scope}"},
                },
                "end": r"^(?!\1\s|\s*$)",
                "patterns": [
                    {"include": "#comment"},
                    {
                        "match": r"(?<=:)\s+(?:'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\")",
                        "name": f"string.quoted.{scope}",
                    },
                    {
                        "begin": r"\{",
                        "end": r"\}|$",
                        "name": f"meta.embedded.{scope}",
                        "patterns": [{"include": "#sentence"}],
                    },
                    {"match": r"[^{#]+|#", "name": f"string.unquoted.{scope}"},
                ],
            },
            "key": {
                "patterns": [
                    {
                        "match": rf"{_BEFORE_KEY}({_words(headings())})(:)(?=\s|$)",
                        "captures": {
                            "1": {"name": f"entity.name.tag.heading.{scope}"},
                            "2": {"name": f"punctuation.separator.{scope}"},
                        },
                    },
                    {
                        "match": rf"{_BEFORE_KEY}([A-Za-z_][A-Za-z0-9_.]*)(?=(?:\([^()]*\))?:(?:\s|$))",
                        "name": f"entity.name.function.{scope}",
                    },
                ]
            },
            "sentence": {
                "patterns": [{"include": "#comment"}, {"include": "#quoted"}, {"include": "#words"}]
            },
            "words": {
                "patterns": [
                    {
                        # Behind a sentence, or under `cite`: elsewhere it is a list.
                        "match": rf"(?:(?<=[^:,\[{{\s-] )|(?<=cite: ))\[{_CITED}(?:,\s*{_CITED})*\]",
                        "name": f"markup.underline.link.{scope}",
                    },
                    {"match": rf"\b(?:{_words(LAST_RESORTS)})\b", "name": f"constant.language.{scope}"},
                    *words,
                    {
                        "match": rf"\b(?:{_words([*BUILTINS, *BOARD_WORDS])})(?=\()",
                        "name": f"support.function.{scope}",
                    },
                    {
                        "match": rf"\b(?:{_words([*VALUES, *IMPLICIT])})\b",
                        "name": f"variable.language.{scope}",
                    },
                    {"match": r"\b[A-Z][A-Za-z0-9_]*\b", "name": f"entity.name.type.{scope}"},
                    {"match": r"\b[A-Za-z_][A-Za-z0-9_]*(?=\()", "name": f"entity.name.function.{scope}"},
                    {"match": r"(?<![A-Za-z_])-?[0-9]+\b", "name": f"constant.numeric.{scope}"},
                    {"match": r"<=|>=|!=|[<>=+*&-]|\.\.", "name": f"keyword.operator.{scope}"},
                ]
            },
        },
    }


def text_of(data: Any) -> str:
    """A file of JSON as it lies in the repository."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def files() -> dict[Path, str]:
    """The files that are made, with their texts."""
    return {EXTENSION / "syntaxes" / "ludwright.tmLanguage.json": text_of(grammar())}


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
