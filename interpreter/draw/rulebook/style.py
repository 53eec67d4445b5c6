"""The style sheet of a rulebook page: light and dark, on a phone and on paper."""

STYLE = """
:root{color-scheme:light dark;--ink:#1d1d1b;--soft:#5c5a55;--paper:#fdfcf9;
--line:#d9d5cb;--wash:#f3f0e8;--link:#8a3b12}
@media(prefers-color-scheme:dark){:root{--ink:#e9e6df;--soft:#a8a399;--paper:#191816;--line:#3a3732;--wash:#24221f;--link:#e6a06f}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;max-width:46rem;padding:1.5rem 1.1rem 4rem;background:var(--paper);color:var(--ink);
font:1.02rem/1.6 Georgia,'Iowan Old Style','Times New Roman',serif;overflow-wrap:break-word}
h1,h2,h3,nav,table,summary,.lead{font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
h1{font-size:2.1rem;line-height:1.15;margin:.2rem 0 .4rem}
h2{font-size:1.4rem;margin:2.6rem 0 .6rem;padding-bottom:.25rem;border-bottom:2px solid var(--line)}
h3{font-size:1.1rem;margin:1.7rem 0 .3rem}
h4,h5,h6{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.5rem 0}
.help{font-size:1.15rem;color:var(--soft);margin:.2rem 0 1rem}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.8rem 0}
.facts dt{color:var(--soft)}.facts dd{margin:0}
a{color:var(--link);text-decoration:none}a:hover,a:focus{text-decoration:underline}
ul{padding-left:1.25rem;margin:.35rem 0}li{margin:.28rem 0}li::marker{color:var(--soft)}
li>ul{margin:.15rem 0}
.lead{font-weight:600;font-size:.94em}
.note{color:var(--soft);font-style:italic}
i.name{font-style:italic}
sup.cites{font:.66em system-ui,sans-serif;line-height:1;white-space:normal}
sup.cites a{color:var(--soft);padding:0 .1em}
:target{background:var(--wash);outline:3px solid var(--wash)}
details.raw{display:inline}details.raw>summary{display:inline;cursor:pointer;list-style:none;
color:var(--line);font-size:.8em;padding:0 .25em}
details.raw>summary::-webkit-details-marker{display:none}
details.raw[open]>summary{color:var(--soft)}
details.raw>code{display:block}
code{font:.84em/1.45 ui-monospace,'DejaVu Sans Mono',monospace;background:var(--wash);
padding:.1em .35em;border-radius:3px;overflow-wrap:anywhere}
details.fold{margin:.6rem 0;border-left:3px solid var(--line);padding-left:.8rem}
details.fold>summary{cursor:pointer;color:var(--soft);font-size:.9rem}
nav ul{columns:2;list-style:none;padding:0;font-size:.95rem}nav li{margin:.1rem 0;break-inside:avoid}
nav ul ul{columns:1;padding-left:1rem;font-size:.9em}
@media(max-width:34rem){nav ul{columns:1}}
.wide{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-size:.87rem;line-height:1.35}
th,td{text-align:left;vertical-align:top;padding:.28rem .6rem .28rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}tbody th{color:var(--ink)}
figure{margin:1rem 0}figure svg{max-width:100%;height:auto;max-height:44rem;display:block}
figcaption{color:var(--soft);font-size:.9rem;margin-top:.3rem}
.sources{font-size:.9rem;padding:0;list-style:none}
.sources li{display:grid;grid-template-columns:4.2rem 1fr;gap:.4rem}
.sources b{font-family:system-ui,sans-serif}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@media print{body{max-width:none;font-size:10.5pt}nav,details.raw,footer{display:none}a{color:inherit}
h2,h3{break-after:avoid}li,tr,figure{break-inside:avoid}details.fold>summary{display:none}
details.fold::details-content{content-visibility:visible;display:block}}
"""
