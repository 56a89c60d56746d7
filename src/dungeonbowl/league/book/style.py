"""The style of the book: on a screen, on a phone, on paper."""

from __future__ import annotations

from typing import Final

# Lines of charts and sides of matches: told apart by people who see few colours, and by dashes.
COLOURS: Final = ("#b3362a", "#2355a8", "#2a7a3b", "#9a6410", "#6a3f92", "#0f7f86", "#a3336f", "#555555")
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")

STYLE: Final = """
:root { color-scheme: light; --ink: #1c1a17; --soft: #6a635a; --line: #cfc8bb; --paper: #fffdf8; --wash: #f3eee3; }
* { box-sizing: border-box; }
html { background: #e7e1d5; color: var(--ink); font: 16px/1.45 Georgia, "Liberation Serif", "Times New Roman", serif; }
body { margin: 0 auto; max-width: 60rem; background: var(--paper); padding: 1rem clamp(0.8rem, 4vw, 3rem) 3rem; }
h1, h2, h3, th, nav, .small, figcaption, .score, .key, svg text {
  font-family: "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
h1 { font-size: clamp(2rem, 8vw, 3.6rem); line-height: 1.1; margin: 0.2em 0 0.1em; overflow-wrap: anywhere; }
h2 { font-size: 1.7rem; margin: 2.6rem 0 0.8rem; border-bottom: 3px solid var(--ink); padding-bottom: 0.15em; }
h3 { font-size: 1.15rem; margin: 1.6rem 0 0.5rem; }
p { margin: 0.4em 0; }
a { color: #1d4f91; }
.small, figcaption { font-size: 0.82rem; color: var(--soft); }
.cover { text-align: center; padding: 8vh 0 5vh; }
.cover .champion { font-size: 1.4rem; margin: 1.4rem 0 0.2rem; }
.cover svg { width: 7rem; height: auto; }
nav ul { columns: 2; list-style: none; padding: 0; font-size: 0.92rem; }
nav li { margin: 0.15rem 0; break-inside: avoid; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1rem; font-size: 0.92rem;
  font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: 0.74rem; color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--ink);
  padding: 0.2rem 0.4rem; vertical-align: bottom; }
td { padding: 0.28rem 0.4rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th.n, td.n { text-align: right; white-space: nowrap; }
td.b { font-weight: bold; }
tr.why td { border-bottom: 1px solid var(--line); padding-top: 0; font-size: 0.8rem; color: var(--soft); }
tr.has-why td { border-bottom: 0; padding-bottom: 0; }
tr.out td { color: var(--soft); }
.match { border-top: 1px solid var(--line); padding-top: 0.5rem; margin-top: 1.8rem; }
.match header { display: grid; grid-template-columns: 1fr auto 1fr; gap: 0.6rem; align-items: center; }
.match header > div:first-child { text-align: right; }
.match .team { font-size: 1.2rem; font-weight: bold; line-height: 1.2; overflow-wrap: anywhere; }
.match .score { font-size: 1.9rem; font-weight: bold; white-space: nowrap; padding: 0 0.4rem; }
.match header.many { grid-template-columns: 1fr; text-align: center; }
.match .about { text-align: center; margin: 0.1rem 0 0.7rem; }
.match .two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.2rem; }
.match ol { margin: 0.3rem 0; padding: 0; list-style: none; font-size: 0.93rem; }
.match li { margin: 0.25rem 0; display: grid; grid-template-columns: 3.1rem 1fr; gap: 0.4rem; }
.match li span:first-child { color: var(--soft); font-size: 0.78rem; padding-top: 0.12rem; white-space: nowrap; }
figure { margin: 0.6rem 0; }
figure svg { display: block; width: 100%; height: auto; }
.map svg { max-height: 26rem; background: var(--wash); border-radius: 4px; }
.two .map svg { max-height: 40rem; }
.bracket svg { max-width: 38rem; }
.luck svg { max-width: 24rem; }
.balance > div { break-inside: avoid; }
.charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.2rem 1.6rem; }
.charts figure { margin: 0; break-inside: avoid; }
.charts h3 { margin: 0; }
.boards { columns: 2; column-gap: 2rem; }
.board { break-inside: avoid; margin: 0 0 1.2rem; }
.board h3 { margin: 0 0 0.2rem; }
.board table { margin: 0.1rem 0; }
.board td:first-child { width: 4.4rem; text-align: right; font-weight: bold; }
.key { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; font-size: 0.78rem; margin: 0.2rem 0; padding: 0;
  list-style: none; }
.key li { display: flex; align-items: center; gap: 0.35rem; }
.key svg { width: 1.7rem; height: 0.7rem; display: inline-block; }
.graves { columns: 3; column-gap: 1.5rem; list-style: none; padding: 0; }
.graves li { break-inside: avoid; border: 1px solid var(--line); border-radius: 1.4rem 1.4rem 3px 3px;
  text-align: center; padding: 0.8rem 0.6rem 0.5rem; margin: 0 0 0.8rem; background: var(--wash); }
.graves b { display: block; font-size: 1.05rem; }
.medal { font-weight: bold; }
@media (max-width: 640px) {
  html { font-size: 15px; }
  .match .two, .charts { grid-template-columns: minmax(0, 1fr); }
  .boards, .graves, nav ul { columns: 1; }
  .standings th, .standings td { padding-left: 0.2rem; padding-right: 0.2rem; }
  .standings th:nth-child(3), .standings tr:not(.why) td:nth-child(3) { display: none; }
  .standings th { font-size: 0.66rem; }
  .standings table { font-size: 0.82rem; }
  .match .team { font-size: 1rem; }
  .match .score { font-size: 1.4rem; }
}
@page { size: A4; margin: 14mm 13mm 16mm; }
@media print {
  html { background: none; font-size: 10.5pt; }
  body { max-width: none; padding: 0; background: none; }
  a { color: inherit; text-decoration: none; }
  .jump { display: none; }
  .cover { padding: 30mm 0 10mm; }
  nav, section.chapter { break-after: page; }
  section.chapter:last-of-type { break-after: auto; }
  h2 { margin-top: 0; }
  .match { break-inside: avoid; break-before: page; border-top: 0; margin-top: 0; }
  .match.first { break-before: auto; }
  .map svg { max-height: 82mm; }
  .two .map svg { max-height: 165mm; }
  .match { font-size: 9.5pt; }
  .match td, .match li { font-size: 9pt; }
  .roster { font-size: 9pt; break-inside: avoid; }
  .roster table { font-size: 8.2pt; }
  .roster td, .roster th { padding: 0.5mm 1mm; }
  .charts { gap: 5mm 8mm; }
  .balance { columns: 2; column-gap: 8mm; }
  .balance table { font-size: 8.2pt; margin: 0 0 4mm; }
  tr, figure, li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; }
  svg, td, th { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
