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
  const copyButton = (what, text, label = "Copy") =>
    make("button", {
      type: "button", class: "copy", "aria-label": `Copy ${what}`,
      onclick: (event) => { event.preventDefault(); event.stopPropagation(); copy(text(), what); },
    }, label);

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

  // Marks where a text is, without changing the page. Browsers that cannot still show only what matches.
  const mostMarks = 4000;
  const markHits = (wanted, places) => {
    if (!window.CSS || !CSS.highlights) return;
    CSS.highlights.delete("hits");
    if (!wanted) return;
    const ranges = [];
    for (const place of places) {
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node && ranges.length < mostMarks; node = texts.nextNode()) {
        const text = node.data.toLowerCase();
        if (text.length !== node.length || node.parentElement.closest("button, .tag")) continue;
        for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set("hits", new Highlight(...ranges));
  };

  // Search among frames: in what they say, not in marks and buttons.
  const isReport = document.body.classList.contains("is-report");
  const texts = new WeakMap();
  const textOf = (row) => {
    if (!texts.has(row)) {
      const parts = row.classList.contains("gap") ? [row.textContent] : ["im", "fn", "at", "ad"].map((name) => cell(row, name));
      texts.set(row, parts.join("\t").toLowerCase());
    }
    return texts.get(row);
  };
  const word = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  let hits = [];
  const search = (field, result) => {
    const wanted = field.value.trim().toLowerCase();
    hits = [];
    const stacks = new Set();
    for (const row of rows(document)) {
      const isHit = !wanted || textOf(row).includes(wanted);
      row.classList.toggle("miss", !isHit);
      // Source lines go with their frame.
      for (let next = row.nextElementSibling; next?.classList.contains("source"); next = next.nextElementSibling) next.classList.toggle("miss", !isHit);
      if (isHit && wanted) { hits.push(row); stacks.add(row.closest("details.thread")); }
    }
    for (const tree of all("details.tree")) if (wanted && tree.textContent.toLowerCase().includes(wanted)) stacks.add(tree);
    for (const thread of all("details.thread")) {
      thread.dataset.was ??= thread.open ? "open" : "shut";
      thread.open = wanted ? stacks.has(thread) : thread.dataset.was === "open";
      // The button of a stack goes with it.
      (thread.closest(".holder") || thread).hidden = wanted !== "" && !stacks.has(thread);
    }
    for (const others of all(".others")) others.hidden = wanted !== "" && ![...stacks].some((thread) => others.contains(thread));
    for (const report of all("details.report")) report.hidden = wanted !== "" && !report.textContent.toLowerCase().includes(wanted);
    if (!wanted) all("details.thread").forEach((thread) => delete thread.dataset.was);
    document.body.classList.toggle("searching", wanted !== "");
    const where = word(stacks.size, "stack");
    result.textContent = wanted ? (hits.length || !stacks.size ? `${word(hits.length, "frame")} in ${where}` : where) : "";
    markHits(wanted, hits);
    document.dispatchEvent(new CustomEvent("page-search", { detail: wanted }));
  };
  // The first frame, else the next function of a flame graph.
  const goToHit = () => {
    if (!hits.length) return document.dispatchEvent(new CustomEvent("page-search-next"));
    reveal(hits[0]);
    return setNow(hits[0]);
  };

  const help = () => {
    const keys = isReport
      ? [["/", "search"], ["j k", "next, previous frame"], ["c", "copy the frame"], ["s", "copy its stack"],
        ["a", "only frames of the app"], ["o", "unfold or fold all stacks"], ["?", "this help"],
        ["Enter", "in the search: go to the first hit"], ["Esc", "end the search"]]
      : [["/", "search"], ["j k", "next, previous group"], ["Enter", "open the group; in the search: go to the first one"],
        ["Esc", "back, or end the search"], ["?", "this help"]];
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

  // The bar of tools: search, and options, which a narrow page keeps behind one button.
  const tools = (field, result, title, options, enter) => {
    const panel = make("div", { class: "options", id: "options" }, ...options, themeButton());
    const more = make("button", { type: "button", class: "more", "aria-expanded": "false", "aria-controls": "options" }, title);
    const open = (isOpen) => {
      panel.classList.toggle("open", isOpen);
      more.setAttribute("aria-expanded", String(isOpen));
    };
    more.addEventListener("click", () => open(more.getAttribute("aria-expanded") === "false"));
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !panel.classList.contains("open")) return;
      event.stopPropagation();
      open(false);
      more.focus();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      enter();
    });
    const bar = make("header", { class: "tools", "aria-label": "Tools" }, make("div", {},
      make("div", { class: "search", role: "search" }, field, result), more, panel,
      make("button", { type: "button", class: "keys", "aria-label": "Keys", onclick: help }, "?")));
    document.querySelector("main").before(bar);
    return more;
  };
  const searchField = (label) => make("input", { type: "search", id: "find", placeholder: label, "aria-label": label,
    autocomplete: "off", spellcheck: "false" });

  const reportTools = () => {
    const field = searchField("Search frames");
    const result = make("output", { for: "find" });
    let wait;
    const apply = () => { clearTimeout(wait); search(field, result); };
    field.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(apply, 60); });
    const only = make("input", { type: "checkbox", id: "only-app" });
    only.addEventListener("change", () => document.body.classList.toggle("only-app", only.checked));
    tools(field, result, "Options", [make("label", { class: "check", for: "only-app" }, only, "App frames only"),
      make("button", { type: "button", onclick: toggleAll }, "Unfold all")], () => { apply(); goToHit(); });
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
    "/": () => document.querySelector("input[type=search]")?.select(),
    "?": help,
    j: () => step(1), k: () => step(-1),
    c: () => now && copy(frameText(now), "frame"),
    s: () => { const thread = (now || document.querySelector("details.thread table"))?.closest("details.thread"); if (thread) copy(stackText(thread), "stack"); },
    a: () => document.getElementById("only-app").click(),
    o: toggleAll,
  };
  const onKey = (event) => {
    const isField = event.target.matches?.("input[type=search], select, textarea");
    const field = document.querySelector("input[type=search]");
    if (event.key === "Escape" && field?.value && (isReport || event.target === field) && !document.querySelector("dialog[open]")) {
      field.value = "";
      field.dispatchEvent(new Event("input"));
      // Whoever went on to a hit stays there.
      if (event.target === field) field.blur();
      else if (now) requestAnimationFrame(() => now.scrollIntoView({ block: "center" }));
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

  window.page = { all, make, copyButton, tools, searchField, markHits, reveal };
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", follow);
  if (isReport) {
    reportTools();
    addCopyButtons();
    follow();
  }
})();
