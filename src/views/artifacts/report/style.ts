// How the report looks: calm, one accent colour, light and dark, on a phone and on paper. Colour repeats what words
// and signs say; nothing depends on it.

import type { Html } from './html.ts';

export const style: Html = {
  html: `
:root{--paper:#fcfbf9;--card:#fff;--ink:#1c2226;--soft:#5b656c;--line:#e2dfd9;--accent:#0f6b72;--tint:#dcebeb;--bad:#a8321f;--bad-tint:#f7e3de;--wait:#8a5a00;--wait-tint:#f6ead0;--gap:#e9e6e0;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--paper:#14181b;--card:#1b2024;--ink:#e4e7e8;--soft:#9aa5ab;--line:#2e363b;--accent:#62b8bd;--tint:#1d3a3d;--bad:#f08d7b;--bad-tint:#43241e;--wait:#e0b35a;--wait-tint:#3d3119;--gap:#242b30}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:68rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
.brand{margin:0 0 .75rem;color:var(--soft);font-size:.85rem;letter-spacing:.02em}
.brand b{color:var(--accent)}
h1{margin:0 0 .5rem;font-size:1.9rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;unicode-bidi:isolate}
h2{margin:0 0 .9rem;font-size:1.15rem;font-weight:650;letter-spacing:-.005em}
h4,h5{margin:1.2rem 0 .4rem;font-size:1rem}
h5{color:var(--soft)}
p{margin:0 0 .8rem}
small{color:var(--soft);font-size:.85em}
section{margin-top:2.75rem;padding-top:1.5rem;border-top:1px solid var(--line)}
code,pre{font-family:var(--mono);font-size:.86em}
code{background:var(--gap);border-radius:4px;padding:.1em .35em}
pre{background:var(--gap);border-radius:6px;padding:.9rem 1rem;white-space:pre-wrap;line-height:1.45;margin:.6rem 0}
blockquote{margin:.4rem 0 0;padding-left:.75rem;border-left:3px solid var(--line);white-space:pre-wrap;color:var(--soft)}
.lead{font-size:1.1rem}
.note{color:var(--soft);font-size:.9rem}
.command{background:none;border:1px solid var(--line);padding:.2em .55em;margin-right:.3em;display:inline-block}
.mark{white-space:nowrap;font-weight:600}
.mark.good{color:var(--accent)}
.mark.bad{color:var(--bad);white-space:normal}
.mark.wait{color:var(--wait)}
.mark.off{color:var(--soft);font-weight:500}
.mark.busy{color:var(--accent)}
.stats{display:grid;grid-template-columns:repeat(4,1fr);gap:.75rem;margin:1.5rem 0}
.stats div{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem}
.stats dt{color:var(--soft);font-size:.85rem}
.stats dd{margin:.1rem 0 0;font-size:1.15rem;font-weight:600;line-height:1.3}
.stats small{display:block;font-weight:400;font-size:.82rem;margin-top:.15rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:.35rem 2rem;margin:0}
.facts div{display:flex;gap:.75rem;align-items:baseline}
.facts dt{color:var(--soft);font-size:.9rem;flex:0 0 6.5rem}
.facts dd{margin:0;min-width:0}
.strip{list-style:none;margin:2rem 0 0;padding:0;display:grid;grid-template-columns:repeat(6,1fr);gap:1px;background:var(--line);border:1px solid var(--line);border-radius:8px;overflow:hidden}
.strip li{background:var(--card);padding:.6rem .8rem .55rem;display:flex;flex-direction:column;font-size:.9rem;line-height:1.35;min-height:4.6rem}
.strip b{font-weight:600}
.strip .mark{font-size:.82rem}
.strip .pending b,.strip .skipped b{color:var(--soft);font-weight:500}
.strip .in_progress{background:var(--tint)}
.strip .blocked{background:var(--bad-tint)}
.call{margin-top:1.25rem;padding:.9rem 1.1rem .2rem;border-radius:8px;border:1px solid var(--wait);background:var(--wait-tint)}
.call.bad{border-color:var(--bad);background:var(--bad-tint)}
nav{margin-top:1.5rem;font-size:.92rem;line-height:2}
nav a{margin-right:1rem}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.2em}
.timeline{list-style:none;margin:0;padding:0;--gaps:none}
.timeline .visit{margin:1.1rem 0 .3rem;font-size:.9rem}
.timeline .visit:first-child{margin-top:0}
.timeline .visit span{color:var(--soft)}
.row{display:grid;grid-template-columns:minmax(0,17rem) minmax(0,1fr) minmax(0,13rem);gap:.9rem;align-items:center;padding:.28rem 0;font-size:.92rem;line-height:1.3}
.what b{font-weight:500;display:block}
.what small,.how small{white-space:nowrap}
.track{position:relative;height:1.15rem;border-radius:3px;background-color:var(--card);background-image:var(--gaps);box-shadow:inset 0 0 0 1px var(--line)}
.track i{position:absolute;top:3px;bottom:3px;min-width:4px;border-radius:2px;background:var(--accent)}
.track i.ask{opacity:.62}
.track i.check{background:repeating-linear-gradient(135deg,var(--accent) 0 3px,transparent 3px 6px);box-shadow:inset 0 0 0 1px var(--accent)}
.track i.bad{background:var(--bad);opacity:1}
.track i.check.bad{background:repeating-linear-gradient(135deg,var(--bad) 0 3px,transparent 3px 6px);box-shadow:inset 0 0 0 1px var(--bad)}
.track i.off{background:var(--soft)}
.track i.busy{background:repeating-linear-gradient(90deg,var(--accent) 0 6px,var(--tint) 6px 10px)}
table{border-collapse:collapse;width:100%;font-size:.93rem}
th{text-align:left;color:var(--soft);font-weight:500;font-size:.85rem;padding:0 .9rem .4rem 0;border-bottom:1px solid var(--line)}
td{padding:.6rem .9rem .6rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:last-child,th:last-child{padding-right:0}
td b{font-weight:600}
td small{display:block}
.card,.failures li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.8rem 1.1rem;margin:0 0 .7rem}
.card p:last-child,.failures p:last-child{margin-bottom:0}
.card ul{margin:.2rem 0 .6rem;padding-left:1.2rem}
.failures{list-style:none;padding:0;margin:0}
details{margin:.2rem 0}
summary{cursor:pointer;color:var(--accent);font-size:.92rem}
.prose{max-width:46rem;margin-top:.6rem}
.prose ul{padding-left:1.2rem;margin:.3rem 0 .9rem}
.prose p{white-space:pre-line}
.head code{word-break:break-all}
@media (max-width:46rem){
main{padding:1.5rem 1rem 3rem}
h1{font-size:1.5rem}
.stats{grid-template-columns:repeat(2,1fr)}
.strip{grid-template-columns:repeat(2,1fr)}
.strip li{min-height:0}
.row{grid-template-columns:1fr;gap:.25rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
.what b{display:inline}
table,tbody,tr,td{display:block;width:100%}
thead{display:none}
tr{border:1px solid var(--line);border-radius:8px;background:var(--card);padding:.5rem .9rem;margin-bottom:.7rem}
td{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.1rem .6rem;padding:.25rem 0;border:0}
td>*{grid-column:2;justify-self:start}
td::before{content:attr(data-label);color:var(--soft);font-size:.85rem;grid-column:1;grid-row:1}
}
@media print{
:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--accent:#0b5258;--tint:#eee;--bad:#8a1f10;--bad-tint:#fff;--wait:#6b4500;--wait-tint:#fff;--gap:#eee}
body{font-size:10.5pt}
main{max-width:none;padding:0}
section{margin-top:1.4rem;padding-top:.9rem}
.card,.failures li,tr,.row,.strip li{break-inside:avoid}
h2{break-after:avoid}
nav{display:none}
.strip{grid-template-columns:repeat(4,1fr)}
.row{grid-template-columns:minmax(0,12rem) minmax(0,1fr) minmax(0,10rem)}
.facts{grid-template-columns:repeat(2,1fr)}
details::details-content{content-visibility:visible;display:block;height:auto}
summary{list-style:none}
.track,.track i,.strip li,.call{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`,
};
