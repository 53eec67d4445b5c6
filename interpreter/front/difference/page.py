"""A comparison as one HTML file that stands alone: no script, no network, all text escaped."""

from collections.abc import Iterator
from html import escape
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.draw.rulebook.style import STYLE
from interpreter.draw.svg.charts import CHART_STYLE, Row, Whisker, histogram, whiskers
from interpreter.front.difference.play_lines import (
    NAMES,
    SORTS,
    meaning_of_intervals,
    number,
    score_key,
    signed,
    turn_text,
    where_text,
)
from interpreter.front.difference.report import Report, counted
from interpreter.front.difference.rule_lines import DOES, changed_lines
from interpreter.study.contrast.pairs import SHARES

if TYPE_CHECKING:
    from interpreter.api.rules_difference import Made, RuleDifference, RulesDifference, Told
    from interpreter.study.contrast.contrast import Compared, Contrast
    from interpreter.study.contrast.first_step import FirstStep, Seen
    from interpreter.study.contrast.intervals import Interval
    from interpreter.study.statements import Statement

_OWN_STYLE = """
:root{--a:#a5361a;--b:#1a5f8a;--gone:#fbe3dc;--come:#dcecf5}
@media(prefers-color-scheme:dark){:root{--a:#ef9070;--b:#7cc0e8;--gone:#43241b;--come:#1a3444}}
body{max-width:52rem}
.a{color:var(--a)}.b{color:var(--b)}
.change{margin:1.1rem 0}.change h4{margin:0 0 .2rem;font-size:1rem}
.change .does{color:var(--soft);font-weight:400}
pre{margin:.3rem 0;padding:.4rem .6rem;background:var(--wash);white-space:pre-wrap;
font:.84rem/1.45 ui-monospace,'DejaVu Sans Mono',monospace}
pre>*{display:block;padding-left:1.2em;text-indent:-1.2em;text-decoration:none}
pre del{background:var(--gone)}pre ins{background:var(--come)}
pre span::before{content:"  "}pre del::before{content:"− "}pre ins::before{content:"+ "}
.cited{font-size:.9rem;padding-left:0;list-style:none}.cited b{font-family:system-ui,sans-serif}
td.n,th.n{text-align:right;white-space:nowrap}
tbody th{font-weight:400}tr.marked *{font-weight:700}
.at-a pre ins{background:var(--gone)}
figure{overflow-x:auto}figure svg{min-width:32rem}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
@media(max-width:40rem){.two{grid-template-columns:1fr}}
"""


def page_of(report: Report) -> str:
    """The whole file."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    names = [game.title for game in report.subjects.games]
    title = escape(names[0] if names[0] == names[1] else f"{names[0]} and {names[1]}")
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}: what differs</title>"
    yield f"<style>{STYLE}{CHART_STYLE}{_OWN_STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield f"<header><h1>{title}: what differs</h1>"
    yield '<dl class="facts">'
    for side in (0, 1):
        options = ", ".join(report.subjects.chosen(side))
        more = f" <code>{escape(options)}</code>" if options else ""
        letter = "AB"[side]
        told = escape(report.subjects.titles[side])
        yield f'<dt class="{letter.lower()}">{letter}</dt><dd>{told}{more}</dd>'
    if report.rules is not None:
        yield f"<dt>in rules</dt><dd>{escape(counted(report.rules))}</dd>"
    yield "</dl></header>"
    yield from _contents(report)
    yield "<main>"
    if report.rules is not None:
        yield from _rules(report.rules)
    if report.play is not None:
        yield from _play(report, report.play)
    elif report.rules is not None and report.rules.is_empty:
        yield "<p>The same rules play the same games, so that none was played.</p>"
    yield "</main>"
    yield "<footer>Made by <code>ludwright diff</code>.</footer>"
    yield "</body>"
    yield "</html>"


def _contents(report: Report) -> Iterator[str]:
    links = []
    if report.rules is not None and not report.rules.is_empty:
        links.append(("rules", "In rules"))
    if report.play is not None:
        step = report.play.search is not None
        links += [("step", "First step that differs")] if step else []
        links += [("play", "In play"), ("method", "How to read the figures")]
    if links:
        items = "".join(f'<li><a href="#{anchor}">{text}</a></li>' for anchor, text in links)
        yield f'<nav aria-label="Contents"><ul>{items}</ul></nav>'


# -- rules ------------------------------------------------------------------------------------------------


def _rules(rules: "RulesDifference") -> Iterator[str]:
    if rules.is_empty:
        return
    yield '<section id="rules"><h2>In rules</h2>'
    if rules.chosen:
        yield "<h3>Options chosen</h3><ul>"
        for one in rules.chosen:
            old, new = (
                f'<span class="a">{escape(one.old)}</span>',
                f'<span class="b">{escape(one.new)}</span>',
            )
            yield f"<li><code>{escape(one.name)}</code>: {old} → {new}</li>"
        yield "</ul>"
    for section, some in groupby(rules.differences, key=lambda one: one.section):
        yield f"<h3>{escape(section)}</h3>"
        for difference in some:
            yield from _difference(difference)
    yield "</section>"


def _difference(one: "RuleDifference") -> Iterator[str]:
    was = one.old.address if one.old is not None and one.old.address != one.address else ""
    more = f" (was <code>{escape(was)}</code>)" if was else ""
    does = f'<span class="does">{escape(DOES[one.does])}</span>'
    yield f'<div class="change"><h4><code>{escape(one.address)}</code>{more} {does}</h4>'
    if one.does == "moves":
        yield from _beside(one.old, one.new)
    elif one.does in {"changes", "adds", "removes"}:
        lines = changed_lines(one.old.text if one.old else "", one.new.text if one.new else "")
        told = "".join(_marked(mark, text) for mark, text in lines)
        yield f"<pre>{told}</pre>"
    yield from _cited(one.old, one.new)
    yield from _places(one)
    yield "</div>"


def _marked(mark: str, text: str) -> str:
    tag = {"-": "del", "+": "ins"}.get(mark, "span")
    return f"<{tag}>{'…' if mark == '…' else escape(text)}</{tag}>"


def _beside(old: "Told | None", new: "Told | None") -> Iterator[str]:
    if old is not None and new is not None and old.beside and new.beside:
        sides = f'<span class="a">{escape(old.beside)}</span>', f'<span class="b">{escape(new.beside)}</span>'
        yield f"<p>{' → '.join(sides)}</p>"


def _cited(old: "Told | None", new: "Told | None") -> Iterator[str]:
    mine = {one.name: one for one in old.cites} if old is not None else {}
    yours = {one.name: one for one in new.cites} if new is not None else {}
    if not mine and not yours:
        return
    yield '<ul class="cited">'
    for name in dict.fromkeys((*mine, *yours)):
        if name in mine and name in yours and mine[name].text == yours[name].text:
            yield f"<li>{_statement(mine[name])}</li>"
            continue
        for side, cites in (("A", mine), ("B", yours)):
            if name in cites:
                yield f'<li><span class="{side.lower()}">only {side}</span> {_statement(cites[name])}</li>'
    yield "</ul>"


def _statement(one: "Statement") -> str:
    return f"<b>{escape(one.name)}</b> {escape(one.text)}"


def _places(one: "RuleDifference") -> Iterator[str]:
    told = [
        f"in {side} at {escape(where.place)}"
        for side, where in (("A", one.old), ("B", one.new))
        if where is not None
    ]
    told += [
        _made(change, side) for side, some in (("A", one.made_old), ("B", one.made_new)) for change in some
    ]
    yield f'<p class="note">{"; ".join(told)}</p>'


def _made(change: "Made", side: str) -> str:
    why = f" ({escape(change.help)})" if change.help else ""
    return f"made in {side} by {escape(change.page)}, {escape(change.place)}{why}"


# -- play -------------------------------------------------------------------------------------------------


def _play(report: Report, play: "Contrast") -> Iterator[str]:
    if play.search is not None:
        yield '<section id="step"><h2>First step that differs</h2>'
        step = play.search.first
        if step is None:
            told = f"{play.search.matches} matches of {play.search.decisions} decisions"
            yield f"<p>No step differs in {told}.</p>"
        else:
            yield from _step(step)
        for command in report.replays:
            yield f"<p><code>{escape(command)}</code></p>"
        yield "</section>"
    yield '<section id="play"><h2>In play</h2>'
    share = 100 * play.same / play.games if play.games else 0
    head = f"{play.games:,} pairs of games, seed {play.seed}, policy {play.policy}."
    yield f"<p>{escape(head)} In {play.same:,} of them ({share:.1f} %) nothing that is counted differs.</p>"
    yield from _charts(play)
    yield from _tables(play)
    if play.cannot:
        yield "<h3>Not compared</h3><ul>"
        yield from (f"<li>{escape(text)}</li>" for text in play.cannot)
        yield "</ul>"
    yield "</section>"
    yield '<section id="method"><h2>How to read the figures</h2>'
    yield f"<p>{escape(_method(play))}</p></section>"


def _method(play: "Contrast") -> str:
    return (
        "Both games of a pair begin with the same random numbers; players choose at random. Intervals of "
        "shares are Wilson's, those of means rest on Student's t; differences are measured within pairs "
        "(shares after Agresti and Min). In the tables "
        f"{meaning_of_intervals(play.level, '[low, high]')}; that is after Bonferroni."
    )


def _step(step: "FirstStep") -> Iterator[str]:
    told = where_text(step)
    yield f"<p>{escape(told[0].upper() + told[1:])}.</p>"
    yield '<div class="two">'
    for side, seen in (("A", step.old), ("B", step.new)):
        yield f'<div class="at-{side.lower()}"><h3 class="{side.lower()}">{side}</h3>'
        yield from _seen(seen)
        yield "</div>"
    yield "</div>"


def _seen(seen: "Seen") -> Iterator[str]:
    yield f"<p>{escape(turn_text(seen))}</p>"
    log = "".join(f"<span>{escape(text)}</span>" for text in seen.log)
    only = "".join(f"<ins>{escape(text)}</ins>" for text in (*seen.then, *seen.only, *seen.table))
    if log or only:
        yield f"<pre>{log}{only}</pre>"


def _charts(play: "Contrast") -> Iterator[str]:
    def rows(*sorts: str) -> list[Row]:
        return [_row(one) for one in play.figures if one.sort in sorts]

    players = "share of games won, alone or with others"
    charts = [
        (histogram("How long games are", "moves of a game", *play.lengths), "How long games are."),
        (whiskers("Who wins", players, rows("won", "several"), percent=True), "Who wins how often."),
        (whiskers("Scores", score_key(play), rows("score")), "Scores."),
        (
            whiskers("How games end", "share of games", rows("end", "unfinished"), percent=True),
            "How games end.",
        ),
        (whiskers("Actions", "times in a game", rows("action"), log=True), "How often actions are taken."),
    ]
    for svg, caption in charts:
        if svg:
            yield f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"


def _row(one: "Compared") -> Row:
    return Row(one.of or NAMES[one.sort], _whisker(one.old), _whisker(one.new), one.differs)


def _whisker(one: "Interval | None") -> Whisker | None:
    if one is None:
        return None
    known = isfinite(one.low)
    return Whisker(one.estimate, one.low if known else one.estimate, one.high if known else one.estimate)


def _tables(play: "Contrast") -> Iterator[str]:
    for heading, some in groupby(play.figures, key=lambda one: SORTS[one.sort]):
        if heading == "score":
            heading = f"score: {score_key(play)}"
        heads = "".join(f'<th scope="col" class="n">{text}</th>' for text in ("A", "B", "B − A"))
        yield f'<div class="wide"><table><thead><tr><th scope="col">{escape(heading)}</th>'
        yield f"{heads}</tr></thead><tbody>"
        for one in some:
            percent = one.sort in SHARES
            cells = (
                *(_estimate(side, percent=percent) for side in (one.old, one.new)),
                _less(one, percent=percent),
            )
            told = "".join(f'<td class="n">{cell}</td>' for cell in cells)
            mark = ' class="marked"' if one.differs else ""
            name = escape(one.of or NAMES[one.sort])
            yield f'<tr{mark}><th scope="row">{name}</th>{told}</tr>'
        yield "</tbody></table></div>"


def _estimate(one: "Interval | None", *, percent: bool) -> str:
    if one is None:
        return "-"
    ends = (
        f" [{number(one.low, percent=percent)}, {number(one.high, percent=percent)}]"
        if isfinite(one.low)
        else ""
    )
    return f"{number(one.estimate, percent=percent)}{ends}"


def _less(one: "Compared", *, percent: bool) -> str:
    found = one.difference
    if found is None:
        return "-"
    low, high = (signed(end, percent=percent) for end in (found.low, found.high))
    return f"{signed(found.estimate, percent=percent)} [{low}, {high}]{' *' if one.differs else ''}"
