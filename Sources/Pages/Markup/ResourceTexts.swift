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
.tools output { color: var(--soft); font-size: .85rem; white-space: nowrap; }
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
.missing .uuid { font-size: .8rem; }
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
.thread.crashed > summary h3 { color: var(--bad); }
.thread > p, .thread > ul { padding: 0 1rem .8rem 2rem; }
.fold > .scroll, .fold > pre { padding: 0 1rem .9rem; }
.others > h2 { margin: 1.2rem 0 .5rem; }
.others > .thread + .thread { margin-top: .4rem; }
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
.excerpt figcaption { padding: .25rem .7rem; background: var(--sunk); font-size: .85rem; color: var(--soft); }
.excerpt pre { padding: .35rem 0; font-size: .84rem; line-height: 1.55; }
.excerpt .ln { display: inline-block; min-width: 100%; padding: 0 .7rem; }
.excerpt .no { color: var(--soft); user-select: none; }
.excerpt mark { background: var(--mark); color: inherit; font-weight: 650; }
.excerpt mark .no { color: inherit; }
.list { font-size: .9rem; }
.list th, .list td { text-align: left; padding: .28rem .6rem; border-top: 1px solid var(--line); vertical-align: top; }
.list thead th { border-top: 0; color: var(--soft); font-weight: 600; white-space: nowrap; }
.list tbody th { font-weight: 500; }
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

@media (max-width: 760px) {
  .stack, .stack tbody { display: block; }
  .stack tr { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr) auto; padding: .3rem 0; border-top: 1px solid var(--line); }
  .stack td { border: 0; padding: 0 .6rem 0 .2rem; width: auto; }
  .stack .n { grid-row: span 2; padding: 0 .5rem; width: auto; }
  .stack .im { order: 2; font-size: .8rem; }
  .stack .fn { grid-column: 2 / -1; }
  .stack .at { order: 3; text-align: right; }
  .stack .ad { display: none; }
  .stack tr.source, .stack tr.gap { display: block; }
  .stack tr.source td { display: block; padding: 0; }
  .excerpt { margin-left: .4rem; margin-right: .4rem; }
  .thread .peek { max-width: 100%; }
  .tools .search { flex-basis: 100%; max-width: none; }
  .tools .keys, .theme .long { display: none; }
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
    const title = thread.querySelector("summary h3").textContent.trim();
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
    const bar = make("div", { class: "tools" }, make("div", {}, ...contents, themeButton(),
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

  const addCopyButtons = () => {
    for (const thread of all("details.thread")) {
      if (!thread.querySelector("table.stack")) continue;
      thread.querySelector("summary").append(copyButton("stack", () => stackText(thread)));
    }
    for (const place of all("[data-copy]")) {
      const button = copyButton(place.dataset.copy, () => place.textContent);
      if (place.localName === "pre") place.closest("details").querySelector("summary").append(button);
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
(() => { "use strict"; })();
"""#
}
