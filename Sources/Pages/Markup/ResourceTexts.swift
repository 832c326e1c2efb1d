// swift-format-ignore-file
// Made by Sources/Pages/Resources/embed; do not edit.

/// The contents of the files in Resources.
enum ResourceTexts {
  /// `page.css`.
  static let pageStyle = #"""
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f6f4, #121417);
  --card: light-dark(#ffffff, #1a1d21);
  --sunk: light-dark(#f0f0ee, #22262b);
  --ink: light-dark(#1a1c1f, #e8eaed);
  --soft: light-dark(#565c64, #a6adb8);
  --line: light-dark(#dfe0dd, #31363d);
  --link: light-dark(#0b57d0, #8ab4f8);
  --own: light-dark(#0b57d0, #8ab4f8);
  --own-back: light-dark(#e8f0fe, #1b2a44);
  --bad: light-dark(#b3261e, #ff9d92);
  --bad-back: light-dark(#fdecea, #3b1f1d);
  --warn: light-dark(#7a4b00, #f3c26b);
  --warn-back: light-dark(#fff3dc, #35290f);
  --mark: light-dark(#fff2b3, #4a3f12);
  --bar: light-dark(#c9d9f7, #2d4571);
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
code, pre, .fn, .at, .ad { font-family: var(--mono); font-size: .87em; unicode-bidi: isolate; }
td, dd, li, p, summary, h1 { unicode-bidi: isolate; }
pre { margin: 0; overflow-x: auto; white-space: pre; tab-size: 4; }
pre.wrap { white-space: pre-wrap; }
a { color: var(--link); }
h1, h2, h3, p, ul, dl, figure { margin: 0; }
h1 { font-size: clamp(1.35rem, 1rem + 2vw, 2.1rem); line-height: 1.2; letter-spacing: -.015em; font-weight: 680; }
h2 { font-size: 1.05rem; font-weight: 650; }
h3 { font-size: .95rem; font-weight: 620; display: inline; }
summary h2 { display: inline; }
.thread h2 { font-size: .95rem; font-weight: 620; }
h2 .hint { font-weight: 400; }
ul { padding-left: 1.1em; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.away { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 9; background: var(--card); padding: .4rem .8rem; }
.hint { color: var(--soft); font-size: .9em; }
.scroll { overflow-x: auto; }
main, .foot, .tools > div { max-width: 1560px; margin: 0 auto; padding: 0 clamp(.75rem, 2.5vw, 2.25rem); }
.foot { color: var(--soft); font-size: .85rem; padding-top: 1.5rem; padding-bottom: 2rem; }

/* The bar of tools, which the script makes. */
.tools { position: sticky; top: 0; z-index: 5; background: color-mix(in srgb, var(--page) 92%, transparent); backdrop-filter: blur(8px); border-bottom: 1px solid var(--line); }
.tools > div { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding-top: .5rem; padding-bottom: .5rem; }
.tools .search { flex: 1 1 12rem; min-width: 0; max-width: 34rem; }
.tools output { order: 9; color: var(--soft); font-size: .85rem; white-space: nowrap; }
input, select, button { font: inherit; color: inherit; }
input[type="search"], select {
  width: 100%; background: var(--card); border: 1px solid light-dark(#878c94, #6d7580); border-radius: 8px; padding: .3rem .6rem; min-height: 2.1rem;
}
label.check { display: inline-flex; gap: .4rem; align-items: center; white-space: nowrap; font-size: .9rem; }
label.check input { accent-color: var(--link); width: 1rem; height: 1rem; }
button { background: var(--card); border: 1px solid light-dark(#878c94, #6d7580); border-radius: 8px; padding: .2rem .65rem; min-height: 2.1rem; cursor: pointer; white-space: nowrap; font-size: .9rem; }
button:hover { background: var(--sunk); }
button.copy { min-height: 0; padding: 0 .45rem; font: .75rem/1.6 system-ui, sans-serif; border-radius: 6px; margin-left: .4rem; color: var(--soft); background: var(--card); vertical-align: baseline; }
button.link { border: 0; background: none; padding: 0; min-height: 0; color: var(--link); text-decoration: underline; text-align: left; white-space: normal; font-size: inherit; }
.said { position: fixed; left: 50%; bottom: 1.2rem; translate: -50% 0; background: var(--ink); color: var(--page); padding: .35rem .9rem; border-radius: 99px; font-size: .9rem; opacity: 0; transition: opacity .15s; pointer-events: none; max-width: 90vw; }
.said.on { opacity: 1; }

/* What happened. */
.hero { padding: clamp(1rem, 2.5vw, 2rem) 0 1rem; }
.kicker { color: var(--soft); font-size: .88rem; }
.where { margin-top: .35rem; font-size: 1.02rem; }
.where .fn { font-size: .95em; font-weight: 650; }
.where .process { color: var(--soft); }
.message { margin-top: .7rem; padding: .55rem .8rem; background: var(--bad-back); color: var(--ink); border-left: 4px solid var(--bad); border-radius: 4px; white-space: pre-wrap; font-family: var(--mono); font-size: .88rem; max-height: 16rem; overflow: auto; }
.meaning { margin-top: .6rem; max-width: 75ch; }
.hero.bad h1 { color: var(--bad); }

.columns { display: grid; gap: 1.1rem; grid-template-columns: minmax(0, 1fr); }
.side { display: grid; gap: 1.1rem; align-content: start; }
.main > * + *, .rest > * + * { margin-top: .8rem; }
.rest { margin-top: 1.1rem; }
@media (min-width: 1080px) {
  .columns { grid-template-columns: minmax(0, 1fr) clamp(320px, 25vw, 400px); }
}
.card, .thread, .fold, .report, .information, .memory { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.card, .information, .memory { padding: .8rem 1rem; }
.card > * + *, .information > * + * { margin-top: .45rem; }
.tag { display: inline-block; font: 600 .72rem/1.5 system-ui, sans-serif; padding: 0 .4rem; border-radius: 5px; border: 1px solid var(--line); background: var(--sunk); color: var(--soft); white-space: nowrap; vertical-align: .08em; }
.tag.own { color: var(--own); background: var(--own-back); border-color: transparent; }
.tag.bad { color: var(--bad); background: var(--bad-back); border-color: transparent; }
.tag.look, .tag.warn { color: var(--warn); background: var(--warn-back); border-color: transparent; }
.cause { border-left: 4px solid var(--warn); }
.evidence { list-style: none; padding: 0; font-size: .92em; }
.evidence li + li { margin-top: .25rem; }
.evidence code { background: var(--sunk); padding: .05rem .3rem; border-radius: 4px; }
.missing { border-left: 4px solid var(--bad); }
.missing ul { list-style: none; padding: 0; }
.missing li + li { margin-top: .6rem; }
.missing .uuid { display: inline-block; }
.reason { display: block; color: var(--soft); font-size: .88em; font-family: system-ui, sans-serif; }
.missing .uuid { font-size: .75rem; letter-spacing: -.02em; }
dl { display: grid; gap: .15rem; }
dl > div { display: grid; grid-template-columns: minmax(5.5rem, 28%) minmax(0, 1fr); gap: .6rem; }
dt { color: var(--soft); }
dd { margin: 0; white-space: pre-line; }
.facts dl { font-size: .92rem; }
.registers { grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); padding: 0 1rem .9rem; }
.registers > div { grid-template-columns: 5.5rem minmax(0, 1fr); }

/* Stacks. */
summary { cursor: pointer; }
.thread > summary, .fold > summary, .report > summary { padding: .6rem 1rem; border-radius: 10px; }
.thread > summary:hover, .fold > summary:hover, .report > summary:hover { background: var(--sunk); }
.thread .name { color: var(--soft); }
.thread .peek { color: var(--soft); display: inline-block; max-width: 60%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
.thread.crashed > summary h2 { color: var(--bad); }
.thread > p, .thread > ul { padding: 0 1rem .8rem 2rem; }
.fold > .scroll, .fold > pre { padding: 0 1rem .9rem; }
.others > h2 { margin: 1.2rem 0 .5rem; }
.others > * + * { margin-top: .4rem; }
.holder { position: relative; }
.holder > .copy { position: absolute; top: .72rem; right: .8rem; }
.holder > details > summary { padding-right: 5rem; }
.holder > .card > summary { padding-right: 4rem; }
.report + .report { margin-top: .5rem; }
.report > summary .event { color: var(--bad); }
.report > article { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; }
.stack { font-size: .93rem; }
.stack td { padding: .22rem .5rem; vertical-align: top; border-top: 1px solid color-mix(in srgb, var(--line) 55%, transparent); }
.stack .n { width: 1%; text-align: right; padding-left: 1rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
.stack .n a { color: var(--soft); text-decoration: none; }
.stack .n a:hover { text-decoration: underline; }
.stack .im { width: 1%; white-space: nowrap; color: var(--soft); }
.stack .fn { color: var(--soft); font-size: .87rem; }
.stack .fn code { font-size: 1em; }
.stack .at { white-space: nowrap; font-size: .84rem; }
.stack .ad { width: 1%; white-space: nowrap; color: var(--soft); padding-right: 1rem; font-size: .8rem; }
.stack tr.app .fn, .stack tr.app .at { color: var(--ink); }
.stack tr.app .fn code { font-weight: 650; }
.stack tr.app .n { box-shadow: inset 3px 0 var(--own); }
.stack tr.inl .fn { padding-left: 1.4rem; }
.stack tr.inl .fn code { font-weight: 450; }
.stack .off { color: var(--soft); }
.stack tr.first { background: var(--warn-back); }
.stack tr:hover { background: var(--sunk); }
.stack tr:target, .stack tr.at-hash { background: var(--mark); }
.stack .gap td { text-align: center; color: var(--soft); font-style: italic; }
.stack tr .copy { opacity: 0; }
.stack tr:hover .copy, .stack tr:focus-within .copy, .stack tr.now .copy { opacity: 1; }
@media (hover: none) { .stack tr .copy { opacity: 1; } }
.stack tr.now { background: var(--own-back); }
.excerpt { margin: .2rem 0 .4rem 1rem; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.excerpt summary { padding: .25rem .7rem; background: var(--sunk); font-size: .85rem; color: var(--soft); }
.excerpt pre { padding: .35rem 0; font-size: .84rem; line-height: 1.55; }
.stack .source td { max-width: 0; border: 0; }
.excerpt:not([open]) { margin: 0 0 .2rem 1rem; border-color: transparent; }
.excerpt:not([open]) summary { background: none; padding-top: 0; padding-bottom: 0; }
.excerpt .ln { display: block; width: max-content; min-width: 100%; padding: 0 .7rem; }
.excerpt .no { color: var(--soft); user-select: none; }
.excerpt mark { background: var(--mark); color: inherit; font-weight: 650; }
.excerpt mark .no { color: inherit; }
.list { font-size: .9rem; }
.list th, .list td { text-align: left; padding: .28rem .6rem; border-top: 1px solid var(--line); vertical-align: top; }
.list thead th { border-top: 0; color: var(--soft); font-weight: 600; white-space: nowrap; }
.list tbody th { font-weight: 500; }
.memory .list tbody th { white-space: nowrap; }
.list tr.app th { font-weight: 680; }
.list td code { white-space: nowrap; }
.list .num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.memory .scroll { max-height: 34rem; overflow: auto; }
.only-app .stack tbody tr:not(.app):not(.source), .stack tr.miss { display: none; }

/* Flame graphs. */
.flame { padding: 0 1rem .6rem; }
.flame .scroll { max-height: 75vh; overflow: auto; border-radius: 6px; }
.flame .f { cursor: pointer; }
.flame .f rect { fill: light-dark(#e2e4e8, #333941); stroke: var(--card); stroke-width: 1; }
.flame .f.own rect { fill: light-dark(#b9d1fb, #274a86); }
.flame .f text { font: 11px var(--mono); fill: var(--ink); pointer-events: none; }
.flame .f.own text { font-weight: 650; }
.flame .f:hover rect, .flame .f.at rect { stroke: var(--ink); stroke-width: 1.5; }
.flame .f.hit rect { fill: var(--mark); stroke: var(--warn); stroke-width: 2; }
.flame .f.off { display: none; }
.flame .key::before { content: ""; display: inline-block; width: .8em; height: .8em; margin-right: .3em; border-radius: 2px; background: light-dark(#e2e4e8, #333941); vertical-align: -.05em; }
.flame .key.own::before { background: light-dark(#b9d1fb, #274a86); }
.flame .key { margin-right: .7em; }
.flame .now { font-family: var(--mono); font-size: .85rem; padding: .3rem 0; }
.astext > summary { padding: 0 1rem .6rem; color: var(--link); }
.astext pre { padding: 0 1rem .8rem; font-size: .8rem; max-height: 60vh; overflow: auto; }

/* Summaries. */
.overview { display: grid; gap: 1.1rem; grid-template-columns: minmax(0, 1fr); margin-bottom: 1.2rem; }
.tiles { grid-template-columns: repeat(auto-fit, minmax(8.2rem, 1fr)); gap: .6rem; align-content: start; }
@media (min-width: 900px) {
  .overview { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
  .tiles { grid-template-columns: repeat(3, 1fr); }
}
.tiles > div { display: block; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .55rem .8rem; }
.tiles dt { font-size: .85rem; }
.tiles dd b { font-size: 1.45rem; font-weight: 680; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.trend { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .6rem .9rem .5rem; }
.trend svg { display: block; border-bottom: 1px solid var(--line); margin-top: .3rem; }
.trend rect, .spark path { fill: light-dark(#3f74c8, #7ba6ef); }
.ends { display: flex; justify-content: space-between; font-size: .8rem; }
.is-summary section + section, .is-summary #live > * + *, .is-summary #plain + * { margin-top: 1.2rem; }
.is-summary #live + section { margin-top: 1.2rem; }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; }
.filters select { width: auto; max-width: 8.2rem; text-overflow: ellipsis; }
.filters #by-order { max-width: none; }
.loops { border-left: 4px solid var(--bad); }
#plain .loops { padding-left: 1rem; }
.loops li + li { margin-top: .3rem; }
.groups { list-style: none; margin: .5rem 0 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.group { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr) 9rem; gap: 1rem; padding: .7rem 1rem; align-items: center; }
.group { content-visibility: auto; contain-intrinsic-height: auto 106px; }
#plain section { content-visibility: auto; }
.group + .group { border-top: 1px solid var(--line); }
.group:hover { background: var(--sunk); }
.group .count { text-align: right; line-height: 1.3; }
.group .count b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.group h3 { display: block; font-weight: 620; line-height: 1.35; }
.group h3 a { color: var(--ink); text-decoration: none; }
.group h3 a:hover { text-decoration: underline; }
.group h3 code { font-size: .95em; }
.group h3 .at, .view h2 .at { color: var(--soft); font-weight: 400; }
.line { margin: .15rem 0; }
.because { font-size: .92em; }
.bar { display: block; margin: .25rem 0; }
.bar rect { fill: light-dark(#3f74c8, #7ba6ef); }
.bar .back { fill: var(--sunk); }
.group:hover .bar .back { fill: var(--line); }
.spark svg { display: block; border-bottom: 1px solid var(--line); }
.none { padding: 2rem 0; text-align: center; }
.table > button { margin-top: .6rem; }
.view > * + * { margin-top: .6rem; }
.view h2 { font-size: 1.3rem; line-height: 1.3; }
.view h2:focus { outline: none; }
.halves { display: grid; gap: 1.1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); align-items: start; }
.is-summary .halves > section, .is-summary .side > section { margin-top: 0; }
.share h3, .view .card h3 { display: block; margin-bottom: .3rem; }
.share .list { font-size: .87rem; }
.share tbody th { max-width: 11rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.share .list th, .share .list td { padding-left: .35rem; padding-right: .35rem; }
.share .draw { width: 30%; min-width: 3rem; vertical-align: middle; }
.view .key { margin: .3rem 0; padding-left: 1.3rem; }
.reports ul { list-style: none; padding: 0; font-size: .92rem; }
.reports li { padding: .15rem 0; }
.one-group .hero { padding-bottom: 0; }
.one-group .hero h1 { font-size: 1.1rem; }
.one-group .hero p, .one-group .overview, .one-group #live ~ section { display: none; }

@media (max-width: 760px) {
  .group { grid-template-columns: 4.6rem minmax(0, 1fr); gap: .7rem; padding: .6rem .7rem; align-items: start; }
  .group .spark { display: none; }
  .filters { flex: 1 1 100%; flex-wrap: nowrap; overflow-x: auto; padding: 3px; margin: -3px; }
  .filters select { flex: none; }
  .stack, .stack tbody { display: block; }
  .stack tr { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr) auto; padding: .3rem 0; border-top: 1px solid var(--line); }
  .stack td { border: 0; padding: 0 .6rem 0 .2rem; width: auto; }
  .stack .n { grid-row: span 2; padding: 0 .5rem; width: auto; }
  .stack .im { order: 2; font-size: .8rem; }
  .stack .fn { grid-column: 2 / -1; }
  .stack .at { order: 3; text-align: right; }
  .stack .ad { display: none; }
  .stack tr.source, .stack tr.gap { display: block; }
  .stack tr.source td { display: block; max-width: none; padding: 0; }
  .excerpt { margin-left: .4rem; margin-right: .4rem; }
  .thread .peek { max-width: 100%; }
  .tools .search { flex-basis: 100%; max-width: none; }
  .tools .keys { display: none; }
  .theme .long { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
}
/* A button that is out of sight takes no line of its own. */
@media (max-width: 760px) and (hover: hover) {
  .stack tr { position: relative; }
  .stack tr .copy { position: absolute; right: .5rem; top: .25rem; }
}

dialog { background: var(--card); color: inherit; border: 1px solid var(--line); border-radius: 12px; padding: 1.2rem 1.4rem; max-width: min(34rem, 92vw); }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog dl { margin: .8rem 0; }
kbd { font: .82rem/1.4 var(--mono); background: var(--sunk); border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 5px; padding: 0 .35rem; }

@media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important; } }
@media print {
  :root { color-scheme: light; }
  body { background: none; font-size: 10pt; }
  .tools, .skip, .copy, .said, .foot { display: none !important; }
  .columns { display: block; }
  .side { margin-top: 1rem; }
  .card, .thread, .fold { break-inside: avoid-page; border-color: #bbb; }
  .thread[open], .stack { break-inside: auto; }
  tr { break-inside: avoid; }
  .stack .at { white-space: normal; }
  a[href^="http"]::after { content: " <" attr(href) ">"; font-size: .85em; }
}
"""#
  /// `page.js`.
  static let pageScript = #"""
// What every page does: themes, copying, keys, deep links, and search among the frames of reports.
(() => {
  "use strict";
  const root = document.documentElement;
  const all = (query, from = document) => [...from.querySelectorAll(query)];

  // Makes an element; text is never markup.
  const make = (name, attributes = {}, ...contents) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...contents.filter((part) => part !== null && part !== undefined));
    return element;
  };

  let silence;
  const say = (text) => {
    const place = document.getElementById("said");
    place.textContent = text;
    place.classList.add("on");
    clearTimeout(silence);
    silence = setTimeout(() => place.classList.remove("on"), 1600);
  };

  // The clipboard is closed to some pages: then a selection is copied as people do it.
  const copyBySelection = (text) => {
    const area = make("textarea", { class: "away", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  const copy = async (text, what) => {
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch {
      done = copyBySelection(text);
    }
    say(done ? `Copied ${what}` : "The browser does not allow copying");
  };
  const copyButton = (what, text) =>
    make("button", {
      type: "button", class: "copy", "aria-label": `Copy ${what}`,
      onclick: (event) => { event.preventDefault(); event.stopPropagation(); copy(text(), what); },
    }, "Copy");

  // Themes.
  const themes = ["auto", "light", "dark"];
  const keep = (value) => { try { localStorage.setItem("symbolicate-theme", value); } catch { /* Not kept. */ } };
  const kept = () => { try { return localStorage.getItem("symbolicate-theme"); } catch { return null; } };
  const setTheme = (theme) => {
    if (theme === "auto") delete root.dataset.theme; else root.dataset.theme = theme;
    return theme;
  };
  const themeButton = () => {
    let theme = setTheme(themes.includes(kept()) ? kept() : "auto");
    const button = make("button", { type: "button", class: "theme", title: "Theme: as the system, light or dark" });
    const show = () => button.replaceChildren(make("span", { class: "long" }, "Theme: "), theme);
    button.addEventListener("click", () => {
      theme = setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
      keep(theme);
      show();
    });
    show();
    return button;
  };

  // Frames as plain text.
  const cell = (row, name) => {
    const found = row.querySelector("." + name);
    if (!found) return "";
    return [...found.childNodes].filter((node) => !(node.matches && node.matches("button, .tag, .reason")))
      .map((node) => node.textContent).join("").replace(/\s+/g, " ").trim();
  };
  const frameText = (row) => {
    if (row.classList.contains("gap")) return row.textContent.trim();
    const place = cell(row, "at");
    const inlined = row.classList.contains("inl") ? " [inlined]" : "";
    return `${cell(row, "n").padEnd(4)}${cell(row, "im").padEnd(30)}\t${cell(row, "ad")} ${cell(row, "fn")}${inlined}`
      + (place ? ` (${place})` : "");
  };
  const rows = (from) => all("table.stack tbody tr:not(.source)", from);
  const stackText = (thread) => {
    const title = thread.querySelector("summary h2, summary h3").textContent.trim();
    return `${title}:\n${rows(thread).map(frameText).join("\n")}\n`;
  };

  // Deep links: opens what is folded around the target.
  const reveal = (element) => {
    for (let parent = element; parent; parent = parent.parentElement) if (parent.localName === "details") parent.open = true;
    element.scrollIntoView({ block: "center" });
  };
  const follow = () => {
    all(".at-hash").forEach((row) => row.classList.remove("at-hash"));
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || target.id === "main") return;
    reveal(target);
    if (target.localName === "tr") {
      target.classList.add("at-hash");
      setNow(target, false);
    }
  };

  // The frame that keys act on.
  let now = null;
  const setNow = (row, moves = true) => {
    if (now) now.classList.remove("now");
    now = row;
    if (!row) return;
    row.classList.add("now");
    if (!moves) return;
    row.querySelector("a, button")?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };
  const visibleRows = () => rows(document).filter((row) => row.offsetParent !== null && !row.classList.contains("gap"));
  const step = (by) => {
    const list = visibleRows();
    if (!list.length) return;
    const at = now ? list.indexOf(now) : -1;
    setNow(list[Math.min(Math.max(at + by, 0), list.length - 1)]);
  };

  // Search among frames.
  const isReport = document.body.classList.contains("is-report");
  const search = (field, result) => {
    const wanted = field.value.trim().toLowerCase();
    let found = 0;
    const stacks = new Set();
    for (const row of rows(document)) {
      const hits = !wanted || row.textContent.toLowerCase().includes(wanted);
      row.classList.toggle("miss", !hits);
      if (hits && wanted) { found += 1; stacks.add(row.closest("details.thread")); }
    }
    for (const tree of all("details.tree")) if (wanted && tree.textContent.toLowerCase().includes(wanted)) stacks.add(tree);
    for (const thread of all("details.thread")) {
      thread.dataset.was ??= thread.open ? "open" : "shut";
      thread.open = wanted ? stacks.has(thread) : thread.dataset.was === "open";
      thread.hidden = wanted !== "" && !stacks.has(thread) && thread.querySelector("table.stack") !== null;
    }
    searchReports(wanted);
    if (!wanted) all("details.thread").forEach((thread) => delete thread.dataset.was);
    const word = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
    result.textContent = wanted ? `${word(found, "frame")} in ${word(stacks.size, "stack")}` : "";
    document.dispatchEvent(new CustomEvent("page-search", { detail: wanted }));
  };
  const searchReports = (wanted) => {
    for (const report of all("details.report")) report.hidden = wanted !== "" && !report.textContent.toLowerCase().includes(wanted);
  };

  const help = () => {
    const keys = isReport
      ? [["/", "search"], ["j k", "next, previous frame"], ["c", "copy the frame"], ["s", "copy its stack"],
        ["a", "only frames of the app"], ["o", "unfold or fold all stacks"], ["?", "this help"], ["Esc", "end the search"]]
      : [["/", "search"], ["j k", "next, previous group"], ["Enter", "open the group"], ["Esc", "back"], ["?", "this help"]];
    const dialog = make("dialog", { "aria-labelledby": "keys-title" }, make("h2", { id: "keys-title" }, "Keys"),
      make("dl", {}, ...keys.map(([key, text]) => make("div", {},
        make("dt", {}, ...key.split(" ").flatMap((one) => [make("kbd", {}, one), " "])), make("dd", {}, text)))),
      make("button", { type: "button", onclick: () => dialog.close() }, "Close"));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };

  const toggleAll = () => {
    const threads = all("details.thread, details.fold").filter((thread) => !thread.hidden);
    const opens = threads.some((thread) => !thread.open);
    threads.forEach((thread) => { thread.open = opens; });
    say(opens ? "All stacks are open" : "All stacks are folded");
  };

  const tools = (...contents) => {
    const bar = make("header", { class: "tools", "aria-label": "Tools" }, make("div", {}, ...contents, themeButton(),
      make("button", { type: "button", class: "keys", "aria-label": "Keys", onclick: help }, "?")));
    document.querySelector("main").before(bar);
    return bar;
  };

  const reportTools = () => {
    const field = make("input", { type: "search", id: "find", placeholder: "Search frames", "aria-label": "Search frames",
      autocomplete: "off", spellcheck: "false" });
    const result = make("output", { for: "find" });
    let wait;
    field.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(() => search(field, result), 60); });
    const only = make("input", { type: "checkbox", id: "only-app" });
    only.addEventListener("change", () => document.body.classList.toggle("only-app", only.checked));
    tools(make("div", { class: "search", role: "search" }, field), result,
      make("label", { class: "check", for: "only-app" }, only, "App frames only"),
      make("button", { type: "button", onclick: toggleAll }, "Unfold all"));
  };

  // Puts a button beside the summary of a foldable part: inside, it would be a control in a control.
  const hold = (details, button) => {
    const holder = make("div", { class: "holder" });
    details.replaceWith(holder);
    holder.append(details, button);
  };
  const addCopyButtons = () => {
    for (const thread of all("details.thread")) {
      if (!thread.querySelector("table.stack")) continue;
      hold(thread, copyButton("stack", () => stackText(thread)));
    }
    for (const place of all("[data-copy]")) {
      const button = copyButton(place.dataset.copy, () => place.textContent);
      if (place.localName === "pre") hold(place.closest("details"), button);
      else place.after(button);
    }
    // Rows get their button when they are first looked at: reports have thousands.
    const add = (event) => {
      const row = event.target.closest?.("table.stack tbody tr:not(.gap):not(.source)");
      if (row && !row.querySelector(".copy")) row.querySelector(".fn").append(copyButton("frame", () => frameText(row)));
    };
    document.addEventListener("pointerover", add);
    document.addEventListener("focusin", add);
    if (matchMedia("(hover: none)").matches) for (const row of rows(document)) add({ target: row });
  };

  const keys = {
    "/": () => document.querySelector("input[type=search]")?.focus(),
    "?": help,
    j: () => step(1), k: () => step(-1),
    c: () => now && copy(frameText(now), "frame"),
    s: () => { const thread = (now || document.querySelector("details.thread table"))?.closest("details.thread"); if (thread) copy(stackText(thread), "stack"); },
    a: () => document.getElementById("only-app").click(),
    o: toggleAll,
  };
  const onKey = (event) => {
    const isField = event.target.matches?.("input[type=search], select, textarea");
    if (event.key === "Escape" && event.target.matches?.("input[type=search]")) {
      event.target.value = "";
      event.target.dispatchEvent(new Event("input"));
      event.target.blur();
      return;
    }
    if (isField || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const action = isReport || "/?".includes(event.key) ? keys[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  };

  // Everything is unfolded on paper.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details.thread:not([open]), details.brief:not([open])");
    folded.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((details) => { details.open = false; }));

  window.page = { all, make, say, copy, copyButton, tools, reveal };
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", follow);
  if (isReport) {
    reportTools();
    addCopyButtons();
    follow();
  }
})();
"""#
  /// `flame.js`.
  static let flameScript = #"""
// Zooming, keys and search in flame graphs. The drawing itself is in the page.
(() => {
  "use strict";
  const { all, make } = window.page;
  const number = (element, name) => parseFloat(element.getAttribute(name));

  const start = (figure) => {
    const frames = all("svg.f", figure).map((element) => ({
      element, x: number(element, "x"), width: number(element, "width"), y: number(element, "y"),
      title: element.querySelector("title").textContent,
    }));
    if (!frames.length) return;
    const line = figure.querySelector(".now");
    const whole = { x: 0, width: 100, y: -1 };
    let zoomed = whole;
    let at = null;

    const label = (frame) => {
      if (frame.element.querySelector("text")) return;
      const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
      text.setAttribute("x", "4");
      text.setAttribute("y", "13");
      text.textContent = frame.title.replace(/(?: in [^:]*)?(?: \(app\))?: [\d,]+ samples?, .*$/, "");
      frame.element.append(text);
    };
    const near = 1e-3;
    const contains = (outer, inner) => outer.x <= inner.x + near && outer.x + outer.width >= inner.x + inner.width - near;
    const zoom = (target) => {
      zoomed = target;
      for (const frame of frames) {
        const isAbove = frame.y < target.y && contains(frame, target);
        const isInside = frame.y >= target.y && contains(target, frame);
        frame.element.classList.toggle("off", !isAbove && !isInside);
        const x = isAbove ? 0 : ((frame.x - target.x) / target.width) * 100;
        const width = isAbove ? 100 : (frame.width / target.width) * 100;
        frame.element.setAttribute("x", `${x}%`);
        frame.element.setAttribute("width", `${width}%`);
        if (width >= .4 && (isAbove || isInside)) label(frame);
      }
      reset.hidden = target === whole;
    };
    const show = (frame) => {
      if (at) at.element.classList.remove("at");
      at = frame;
      line.hidden = !frame;
      if (!frame) return;
      frame.element.classList.add("at");
      line.textContent = frame.title;
    };
    const reset = make("button", { type: "button", onclick: () => zoom(whole) }, "Show all");
    reset.hidden = true;
    figure.querySelector("figcaption").append(" ", reset);
    line.setAttribute("role", "status");

    const find = (event) => frames.find((frame) => frame.element === event.target.closest?.("svg.f"));
    figure.addEventListener("click", (event) => { const frame = find(event); if (frame) { show(frame); zoom(frame === zoomed ? whole : frame); } });
    figure.addEventListener("pointerover", (event) => { const frame = find(event); if (frame) show(frame); });

    const below = (frame) => frames.filter((other) => other.y > frame.y && other.y - frame.y < 20 && contains(frame, other));
    const above = (frame) => frames.find((other) => other.y < frame.y && frame.y - other.y < 20 && contains(other, frame));
    const beside = (frame, by) => {
      const level = frames.filter((other) => other.y === frame.y && contains(zoomed, other)).sort((a, b) => a.x - b.x);
      return level[level.indexOf(frame) + by];
    };
    const widest = (list) => list.reduce((best, one) => (best && best.width >= one.width ? best : one), null);
    const moves = {
      ArrowDown: () => (at ? widest(below(at)) : widest(frames.filter((frame) => frame.y === 0))),
      ArrowUp: () => at && above(at), ArrowLeft: () => at && beside(at, -1), ArrowRight: () => at && beside(at, 1),
    };
    figure.querySelector(".scroll").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && at) zoom(at === zoomed ? whole : at);
      else if (event.key === "Escape") zoom(whole);
      else if (moves[event.key]) {
        const next = moves[event.key]();
        if (next) { show(next); next.element.scrollIntoView({ block: "nearest" }); }
      } else return;
      event.preventDefault();
    });
    document.addEventListener("page-search", (event) => {
      for (const frame of frames) {
        frame.element.classList.toggle("hit", event.detail !== "" && frame.title.toLowerCase().includes(event.detail));
      }
    });
  };
  all("figure.flame").forEach(start);
})();
"""#
  /// `summary.js`.
  static let summaryScript = #"""
// The lists of a summary: filters, search, sorting, and a view of each group. Everything is made from the data in the page.
(() => {
  "use strict";
  const { all, make, copyButton, tools } = window.page;
  const data = JSON.parse(document.getElementById("data").textContent);
  const live = document.getElementById("live");
  document.getElementById("plain").remove();

  const count = data.events.group.length;
  const groupsById = new Map(data.groups.map((group, index) => [group.id, index]));
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  const counted = (number, noun, plural) => `${grouped(number)} ${number === 1 ? noun : plural || noun + "s"}`;
  const percent = (part, whole) => {
    const tenths = whole ? Math.round((part / whole) * 1000) : 0;
    return tenths >= 100 || tenths % 10 === 0 ? `${Math.round(tenths / 10)}%` : `${(tenths / 10).toFixed(1)}%`;
  };
  const svg = (name, attributes, ...contents) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...contents);
    return element;
  };
  const title = (group) => (group.function ? `${group.function}` : group.class + ", no stack");

  // Counting.
  const tally = (rows, column) => {
    const counts = new Map();
    for (const row of rows) { const at = data[column].rows[row]; if (at >= 0) counts.set(at, (counts.get(at) || 0) + 1); }
    return [...counts].map(([at, number]) => ({ name: data[column].names[at], count: number })).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  };
  const dayNumber = (day) => Math.round(Date.parse(day + "T00:00:00Z") / 86400000);
  const dayName = (number) => new Date(number * 86400000).toISOString().slice(0, 10);
  const days = data.day.names.map(dayNumber);
  const lastDay = days.reduce((a, b) => Math.max(a, b), -Infinity);
  // At least two weeks, so that a single day is no wall.
  const firstDay = Math.min(Math.max(days.reduce((a, b) => Math.min(a, b), Infinity), lastDay - 3650), lastDay - 13);

  // Filters.
  const wanted = { text: "", version: "", system: "", model: "", cause: "", mark: "" };
  let order = "devices";
  const subjects = [["version", "Version"], ["system", "System"], ["model", "Device"], ["cause", "Cause"]];
  const matches = (group) => !wanted.text || [group.function, group.place, group.image, group.class, group.cause, group.app, group.group,
    ...group.key].some((text) => text && text.toLowerCase().includes(wanted.text));
  const admitted = () => {
    const isWanted = data.groups.map((group) => matches(group) && (!wanted.mark || (group.flags || []).includes(wanted.mark)));
    const limits = subjects.map(([name]) => [data[name].rows, data[name].names.indexOf(wanted[name])]).filter((limit, at) => wanted[subjects[at][0]] !== "");
    const rows = [];
    for (let row = 0; row < count; row += 1) {
      const group = data.events.group[row];
      if (group >= 0 && isWanted[group] && limits.every(([column, value]) => column[row] === value)) rows.push(row);
    }
    return rows;
  };
  const summarize = (rows) => {
    const found = new Map();
    for (const row of rows) {
      const at = data.events.group[row];
      let one = found.get(at);
      if (!one) found.set(at, one = { at, group: data.groups[at], rows: [], devices: new Set(), unknown: 0 });
      one.rows.push(row);
      const device = data.device.rows[row];
      if (device < 0) one.unknown += 1; else one.devices.add(device);
    }
    const weight = { devices: (one) => one.devices.size + one.unknown, events: (one) => one.rows.length,
      latest: (one) => data.events.time[one.rows[0]] }[order];
    return [...found.values()].sort((a, b) => weight(b) - weight(a) || b.rows.length - a.rows.length || a.at - b.at);
  };

  // Drawings.
  const binned = (rows, most) => {
    const width = Math.max(Math.ceil((lastDay - firstDay + 1) / most), 1);
    const bins = new Array(Math.floor((lastDay - firstDay) / width) + 1).fill(0);
    for (const row of rows) {
      const at = data.day.rows[row];
      if (at >= 0 && days[at] >= firstDay) bins[Math.floor((days[at] - firstDay) / width)] += 1;
    }
    return { bins, width, top: Math.max(...bins, 1) };
  };
  const bars = (rows, height, most, label) => {
    if (!Number.isFinite(lastDay)) return null;
    const { bins, width, top } = binned(rows, most);
    const caption = `${label} ${width === 1 ? "a day" : `in ${width} days`}, at most ${grouped(Math.max(...bins))}`;
    return { caption, drawing: svg("svg", { width: "100%", height, role: "img", "aria-label": `${caption}, from ${dayName(firstDay)} to ${dayName(lastDay)}` },
      ...bins.flatMap((number, at) => {
        if (!number) return [];
        const size = Math.max(Math.round((number / top) * (height - 2)), 2);
        const bar = svg("rect", { x: `${((at + .1) / bins.length) * 100}%`, width: `${(.8 / bins.length) * 100}%`, y: height - size, height: size, rx: 1 });
        bar.append(svg("title", {}, `${dayName(firstDay + at * width)}: ${counted(number, "event")}`));
        return [bar];
      })) };
  };
  // One path: a list has hundreds of these.
  const spark = (rows) => {
    if (!Number.isFinite(lastDay)) return null;
    const { bins, top } = binned(rows, 30);
    const path = bins.map((number, at) => (number ? `M${at * 10 + 1} 30v-${Math.max((number / top) * 28, 1.5).toFixed(1)}h8V30z` : "")).join("");
    return svg("svg", { width: "100%", height: 30, viewBox: `0 0 ${bins.length * 10} 30`, preserveAspectRatio: "none", "aria-hidden": "true" }, svg("path", { d: path }));
  };
  const bar = (part, whole) => svg("svg", { class: "bar", width: "100%", height: 6, "aria-hidden": "true" },
    svg("rect", { width: "100%", height: 6, rx: 3, class: "back" }), svg("rect", { width: `${Math.max((part / Math.max(whole, 1)) * 100, .5)}%`, height: 6, rx: 3 }));
  const showTrend = (rows) => {
    const place = document.getElementById("trend");
    const made = place && bars(rows, 84, 90, "Events");
    if (!made) return;
    place.querySelector("figcaption").textContent = made.caption;
    place.querySelector("svg").replaceWith(made.drawing);
  };

  // Lists.
  const range = (names) => (names.length < 2 ? names.join("") : `${names[0]} … ${names[names.length - 1]}`);
  const flagTitles = { new: "not in the baseline", regressed: "gone for a version, and back", launch: "crashes at launch", loop: "part of a crash loop",
    "os-specific": "nearly all on one major version of the system, which most events are not on", unsymbolicated: "needs a debug file", "low-quality": "no function of the app in the key" };
  const flags = (group) => (group.flags || []).map((flag) =>
    make("span", { class: `tag ${["loop", "launch", "new", "regressed"].includes(flag) ? "bad" : "warn"}`, title: flagTitles[flag] || "" }, flag));
  const versionsOf = (rows) => tally(rows, "version").filter((one) => one.name !== "?");
  const orderOf = new Map(data.version.names.map((name, at) => [name, at]));
  const byVersion = (list) => [...list].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }) || orderOf.get(a.name) - orderOf.get(b.name));
  const daysOf = (rows) => rows.map((row) => data.day.rows[row]).filter((at) => at >= 0).map((at) => data.day.names[at]).sort();
  const seen = (rows) => { const list = daysOf(rows); return list.length ? range([...new Set([list[0], list[list.length - 1]])]) : ""; };

  const devicesOf = (one) => `${grouped(one.devices.size)}${one.unknown ? "+" : ""} ${one.devices.size === 1 && !one.unknown ? "device" : "devices"}`;
  const item = (one, top, total) => {
    const { group, rows } = one;
    const versions = byVersion(versionsOf(rows)).map((version) => version.name);
    return make("li", { class: "group" },
      make("div", { class: "count" }, make("b", {}, grouped(rows.length)), make("span", { class: "hint" }, ` ${percent(rows.length, total)}`),
        make("div", { class: "hint" }, one.devices.size ? devicesOf(one) : "devices unknown")),
      make("div", { class: "what" },
        make("h3", {}, make("a", { href: `#${group.id}` }, make("code", {}, title(group))), group.place ? make("span", { class: "at" }, ` ${group.place}`) : null),
        make("div", { class: "line" }, make("span", { class: "tag" }, group.class), " ",
          group.cause ? make("span", { class: "because" }, `${group.cause}, ${group.confidence || "hint"} `) : null, ...flags(group).flatMap((tag) => [tag, " "])),
        bar(rows.length, top),
        make("div", { class: "hint line" }, [group.app === "?" ? "" : group.app, range(versions), seen(rows)].filter(Boolean).join(" · "))),
      make("div", { class: "spark" }, spark(rows)));
  };

  const loops = () => {
    if (!data.loops.length || Object.values(wanted).some(Boolean)) return null;
    const link = (at) => make("a", { href: `#${data.groups[at].id}` }, make("code", {}, title(data.groups[at])));
    const one = (loop) => make("li", {}, make("b", {}, `${counted(loop.length, "launch crash", "launch crashes")} in a row`), " ",
      make("span", { class: "tag" }, loop.certainty), " ", loop.open ? make("span", { class: "tag bad" }, "still open") : null,
      ` ${loop.app} ${loop.version} on device ${loop.device}: `, ...loop.groups.flatMap((at, order) => [order ? ", " : "", link(at)]));
    const shown = data.loops.slice(0, 5).map(one);
    const rest = data.loops.slice(5);
    return make("section", { class: "card loops" }, make("h2", {}, `${counted(data.loops.length, "crash loop")}, ${data.loops.filter((loop) => loop.open).length} still open`),
      make("ul", {}, ...shown),
      rest.length ? make("details", {}, make("summary", {}, `${grouped(rest.length)} more`), make("ul", {}, ...rest.slice(0, 200).map(one))) : null);
  };

  let most = 30;
  const list = () => {
    const rows = admitted();
    const found = summarize(rows);
    showTrend(rows);
    result.textContent = `${counted(rows.length, "event")}, ${counted(found.length, "group")}`;
    const sections = data.tables.map(([name, heading]) => {
      const groups = found.filter((one) => one.group.table === name);
      if (!groups.length) return null;
      const total = groups.reduce((sum, one) => sum + one.rows.length, 0);
      const top = Math.max(...groups.map((one) => one.rows.length));
      return make("section", { class: "table" }, make("h2", {}, `${heading} `, make("span", { class: "hint" }, `${counted(total, "event")}, ${counted(groups.length, "group")}`)),
        make("ol", { class: "groups" }, ...groups.slice(0, most).map((one) => item(one, top, total))),
        groups.length > most ? make("button", { type: "button", onclick: () => { most *= 10; list(); } }, `Show more of ${grouped(groups.length)}`) : null);
    });
    const none = found.length ? null : make("p", { class: "none" }, "No event matches. ", make("button", { type: "button", class: "link", onclick: clear }, "Show all events"));
    live.replaceChildren(...[loops(), ...sections, none].filter(Boolean));
  };

  // One group.
  const qualities = { unsymbolicated: "The key is an offset, which means nothing in another build; add the debug file of the image.",
    system: "No function of the app is on the stack.", machinery: "Only functions that all such crashes have in common are known.",
    idle: "The main thread waited for events when it was sampled.", empty: "There is no call stack." };
  const shares = (heading, counts, total) => {
    if (!counts.length) return null;
    const top = Math.max(...counts.map((one) => one.count));
    const rows = counts.slice(0, 12).map((one) => make("tr", {}, make("th", { scope: "row" }, one.name),
      make("td", { class: "num" }, grouped(one.count)), make("td", { class: "num" }, percent(one.count, total)), make("td", { class: "draw" }, bar(one.count, top))));
    return make("section", { class: "card share" }, make("h3", {}, heading), make("table", { class: "list" },
      make("thead", { class: "away" }, make("tr", {}, ...[heading, "Events", "Share", "Bar"].map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, ...rows)),
      counts.length > 12 ? make("p", { class: "hint" }, `… and ${counts.length - 12} more`) : null);
  };
  const brief = (one) => {
    const { group, rows } = one;
    const lines = [`${group.app}: ${group.class} in ${title(group)}${group.place ? ` (${group.place})` : ""}`,
      `Affected: ${counted(rows.length, "event")}, devices: ${one.devices.size || "unknown"}${seen(rows) ? `, ${seen(rows)}` : ""}`,
      `Versions: ${range(byVersion(versionsOf(rows)).map((version) => version.name)) || "unknown"}`,
      group.cause ? `Cause: ${group.cause}, ${group.confidence || "hint"}` : "Cause: not enough in the reports",
      group.evidence ? `Evidence: ${group.evidence}` : "", group.advice ? `Next: ${group.advice}` : "",
      `Group: ${group.group}`];
    return lines.filter(Boolean).join("\n") + "\n";
  };
  const reports = (one) => {
    const paths = one.rows.map((row) => ({ path: data.paths[row], link: data.links?.[row], row })).filter((entry) => entry.path);
    const entry = ({ path, link, row }) => make("li", {}, link ? make("a", { href: link }, path) : make("code", {}, path),
      make("span", { class: "hint" }, ` ${[data.day.names[data.day.rows[row]], data.version.names[data.version.rows[row]], data.model.names[data.model.rows[row]]].filter(Boolean).join(" · ")}`));
    return make("section", { class: "card reports" }, make("h3", {}, counted(one.rows.length, "report")), make("ul", {}, ...paths.slice(0, 10).map(entry)),
      paths.length > 10 ? make("details", {}, make("summary", {}, `${grouped(paths.length - 10)} more`), make("ul", {}, ...paths.slice(10, 500).map(entry))) : null);
  };
  const view = (at) => {
    const rows = [];
    for (let row = 0; row < count; row += 1) if (data.events.group[row] === at) rows.push(row);
    const one = summarize(rows)[0];
    const { group } = one;
    const made = bars(rows, 84, 90, "Events");
    const inLoops = data.loops.filter((loop) => loop.groups.includes(at));
    const heading = make("h2", { tabindex: "-1" }, make("code", {}, title(group)), group.place ? make("span", { class: "at" }, ` ${group.place}`) : null);
    live.replaceChildren(make("article", { class: "view" },
      make("p", {}, make("a", { href: "#groups" }, "← All groups")),
      heading,
      make("p", { class: "line" }, make("span", { class: "tag" }, group.class), " ", ...flags(group).flatMap((tag) => [tag, " "]),
        make("span", { class: "hint" }, `${counted(rows.length, "event")} on ${one.devices.size ? devicesOf(one) : "unknown devices"}${seen(rows) ? ` · ${seen(rows)}` : ""} · ${group.app}`),
        copyButton("brief", () => brief(one))),
      make("div", { class: "columns" },
        make("div", { class: "main" },
          made ? make("figure", { class: "trend" }, make("figcaption", { class: "hint" }, made.caption), made.drawing,
            make("div", { class: "ends hint" }, make("span", {}, dayName(firstDay)), make("span", {}, dayName(lastDay)))) : null,
          make("div", { class: "halves" }, shares("Versions", byVersion(tally(rows, "version")), rows.length), shares("Systems", tally(rows, "system"), rows.length),
            shares("Devices", tally(rows, "model"), rows.length), shares("Variants of the stack", tally(rows, "variant"), rows.length)),
          reports(one)),
        make("aside", { class: "side", "aria-label": "Why" },
          make("section", { class: group.cause ? "card cause" : "card" }, make("h3", {}, "Cause"),
            ...(group.cause ? [make("p", { class: "name" }, make("b", {}, group.cause), " ", make("span", { class: "tag" }, group.confidence || "hint")),
              group.advice ? make("p", { class: "advice" }, group.advice) : "", group.evidence ? make("p", { class: "evidence" }, make("code", {}, group.evidence)) : ""]
              : [make("p", { class: "hint" }, "The reports do not contain enough to name a cause.")])),
          make("section", { class: "card" }, make("h3", {}, "Why these are one group"), make("p", {}, "These parts are the same in all events:"),
            make("ol", { class: "key" }, ...group.key.map((part) => make("li", {}, make("code", {}, part)))),
            qualities[group.quality] ? make("p", { class: "hint" }, qualities[group.quality]) : null,
            make("p", { class: "hint" }, make("code", { "data-copy": "group" }, group.group), copyButton("group", () => group.group))),
          inLoops.length ? make("section", { class: "card missing" }, make("h3", {}, "Crash loops"),
            make("p", {}, `On ${counted(inLoops.length, "device")}, up to ${Math.max(...inLoops.map((loop) => loop.length))} launch crashes in a row.`)) : null))));
    heading.focus({ preventScroll: true });
  };

  // The bar of tools.
  const field = make("input", { type: "search", id: "find", placeholder: "Search groups", "aria-label": "Search groups", autocomplete: "off", spellcheck: "false" });
  const result = make("output", { for: "find" });
  const selects = [];
  const select = (name, label, options, first) => {
    const element = make("select", { "aria-label": label, id: `by-${name}` }, make("option", { value: "" }, first),
      ...options.map(([value, text]) => make("option", { value }, text)));
    element.addEventListener("change", () => { wanted[name] = element.value; showList(); });
    selects.push(element);
    return element;
  };
  const everyRow = data.events.group.map((_, row) => row);
  const choices = subjects.map(([name, label]) => {
    const counts = tally(everyRow, name);
    return counts.length > 1 || name === "cause"
      ? select(name, label, (name === "version" ? byVersion(counts).reverse() : counts).map((one) => [one.name, `${one.name} (${grouped(one.count)})`]), `Any ${label.toLowerCase()}`) : null;
  });
  const marks = [...new Set(data.groups.flatMap((group) => group.flags || []))];
  const mark = marks.length ? select("mark", "Mark", marks.map((name) => [name, name]), "Any mark") : null;
  const sort = make("select", { "aria-label": "Sort by", id: "by-order" }, ...[["devices", "Most devices"], ["events", "Most events"], ["latest", "Latest"]].map(([value, text]) => make("option", { value }, text)));
  sort.addEventListener("change", () => { order = sort.value; showList(); });
  const showList = () => {
    if (location.hash.length > 1 && groupsById.has(location.hash.slice(1))) location.hash = "groups"; else list();
  };
  function clear() {
    for (const name of Object.keys(wanted)) wanted[name] = "";
    selects.forEach((element) => { element.value = ""; });
    field.value = "";
    list();
  }
  let wait;
  field.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(() => { wanted.text = field.value.trim().toLowerCase(); showList(); }, 60); });
  tools(make("div", { class: "search", role: "search" }, field), make("div", { class: "filters" }, ...choices.filter(Boolean), ...(mark ? [mark] : []), sort), result);

  // Links and keys.
  let last = 0;
  const follow = () => {
    const at = groupsById.get(location.hash.slice(1));
    document.body.classList.toggle("one-group", at !== undefined);
    if (at === undefined) { list(); scrollTo(0, last); } else { last = document.body.dataset.at === "list" ? scrollY : last; view(at); scrollTo(0, 0); }
    document.body.dataset.at = at === undefined ? "list" : "group";
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const links = all(".groups h3 a");
    const at = links.indexOf(document.activeElement);
    if (event.key === "j") links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === "k") links[Math.max(at - 1, 0)]?.focus();
    else if (event.key === "Escape" && document.body.dataset.at === "group") location.hash = "groups";
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", follow);
  follow();
  // The files that are missing have UUIDs to copy.
  for (const place of all(".missing [data-copy]")) if (!place.closest("#live")) place.after(copyButton(place.dataset.copy, () => place.textContent));
})();
"""#
}
