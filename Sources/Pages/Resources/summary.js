// The lists of a summary: filters, search, sorting, and the way to a group and back. Everything is made from the data in the page.
(() => {
  "use strict";
  const { all, make, copyButton, tools, searchField, markHits } = window.page;
  const { data, grouped, counted, percent, tally, byVersion, shortVersions, daysOf, devicesOf, trend, spark, reasonOf, titleOf, flags } = window.chart;
  const live = document.getElementById("live");
  document.getElementById("plain").remove();

  const count = data.events.group.length;
  const everyRow = data.events.group.map((_, row) => row);
  const groupsById = new Map(data.groups.map((group, index) => [group.id, index]));
  const apps = new Set(data.groups.map((group) => group.app));

  // Filters.
  const wanted = { text: "", version: "", system: "", model: "", cause: "", mark: "" };
  let order = "devices";
  const subjects = [["version", "Version"], ["system", "System"], ["model", "Device"], ["cause", "Cause"]];
  const matches = (group) => !wanted.text || [group.function, group.place, group.image, group.class, group.cause, group.reason, group.app, group.group,
    ...group.key].some((text) => text && text.toLowerCase().includes(wanted.text));
  const isFiltered = () => Object.values(wanted).some(Boolean);
  const admitted = () => {
    const isWanted = data.groups.map((group) => matches(group) && (!wanted.mark || (group.flags || []).includes(wanted.mark)));
    const limits = subjects.map(([name]) => [data[name].rows, data[name].names.indexOf(wanted[name])]).filter((limit, at) => wanted[subjects[at][0]] !== "");
    return everyRow.filter((row) => {
      const group = data.events.group[row];
      return group >= 0 && isWanted[group] && limits.every(([column, value]) => column[row] === value);
    });
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

  // What is above the lists follows the filters.
  const showTile = (id, value, hint) => {
    const tile = document.getElementById(id);
    if (!tile) return;
    if (value !== null) tile.querySelector("b").textContent = value;
    tile.querySelector(".hint").textContent = hint;
  };
  const showNumbers = (rows, found) => {
    const devices = new Set(rows.map((row) => data.device.rows[row]).filter((device) => device >= 0)).size;
    const fresh = found.filter((one) => (one.group.flags || []).includes("new")).length;
    const shown = new Set(found.map((one) => one.at));
    const loops = data.loops.filter((loop) => loop.groups.some((at) => shown.has(at)));
    const sum = (name) => loops.reduce((total, loop) => total + loop[name], 0);
    showTile("n-events", grouped(rows.length), isFiltered() && rows.length < count ? percent(rows.length, count) : "");
    showTile("n-groups", grouped(found.length), fresh ? `${grouped(fresh)} new` : "");
    showTile("n-devices", devices || !rows.length ? grouped(devices) : "unknown", "");
    showTile("n-launch", grouped(rows.filter((row) => data.events.launch[row]).length), "");
    showTile("n-loops", grouped(sum("count")), sum("open") ? `${grouped(sum("open"))} open` : "");
    showTile("n-named", null, isFiltered() ? "in all" : "");
    const place = document.getElementById("trend");
    const made = place && trend(rows, data.releasesOf);
    if (!made) return;
    place.querySelector(".what").textContent = made.caption;
    place.querySelector(".outside").textContent = made.rest;
    place.querySelector("figure > svg").replaceWith(made.drawing);
  };

  // Lists.
  const item = (one) => {
    const { group, rows } = one;
    const days = daysOf(rows);
    return make("li", { class: "group" },
      make("div", { class: "count" }, make("b", {}, grouped(rows.length)), make("span", { class: "hint" }, one.unknown ? devicesOf(one).replace(/ devices?$/, "") : devicesOf(one))),
      make("div", { class: "what" },
        make("h3", {}, make("a", { href: `#${group.id}` }, group.function ? make("code", {}, group.function) : reasonOf(group)), group.place ? make("span", { class: "at" }, ` ${group.place}`) : null),
        make("div", { class: "line" }, make("span", { class: "because" }, group.function ? reasonOf(group) : "no stack"), " ",
          ...flags(group).flatMap((tag) => [tag, " "]), apps.size > 1 && group.app !== "?" ? make("span", { class: "hint" }, `· ${group.app}`) : null)),
      make("div", { class: "when" }, make("span", {}, shortVersions(rows)), make("span", { class: "hint" }, days.length ? days[days.length - 1] : "")),
      make("div", { class: "spark" }, spark(rows)));
  };
  const heads = () => make("div", { class: "group heads", "aria-hidden": "true" }, make("div", { class: "count" }, "Events, devices"), make("div", {}, "Function and reason"),
    make("div", { class: "when" }, "Versions, last seen"), make("div", { class: "spark" }, "Trend"));

  const loops = () => {
    if (!data.loops.length || isFiltered()) return null;
    const link = (at) => make("a", { href: `#${data.groups[at].id}` }, make("code", {}, titleOf(data.groups[at])));
    const one = (loop) => make("li", {}, make("b", {}, loop.what), " ", ...loop.groups.flatMap((at, place) => [place ? ", " : "", link(at)]), " ",
      make("span", { class: "hint" }, loop.facts));
    const more = data.loops.slice(3);
    return make("section", { class: "card loops" }, make("h2", {}, data.loopTitle), make("ul", {}, ...data.loops.slice(0, 3).map(one)),
      more.length ? make("details", {}, make("summary", {}, `${grouped(more.length)} more`), make("ul", {}, ...more.slice(0, 200).map(one))) : null);
  };

  let most = 50;
  const list = () => {
    const focused = live.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const rows = admitted();
    const found = summarize(rows);
    showNumbers(rows, found);
    result.textContent = isFiltered() ? counted(found.length, "group") : "";
    const active = Object.entries(wanted).filter(([name, value]) => name !== "text" && value).length;
    more.textContent = active ? `Filters (${active})` : "Filters";
    const sections = data.tables.map(([name, heading]) => {
      const groups = found.filter((one) => one.group.table === name);
      if (!groups.length) return null;
      const total = groups.reduce((sum, one) => sum + one.rows.length, 0);
      return make("section", { class: "table" }, make("h2", {}, `${heading} `, make("span", { class: "hint" }, `${counted(total, "event")}, ${counted(groups.length, "group")}`)),
        heads(), make("ol", { class: "groups" }, ...groups.slice(0, most).map(item)),
        groups.length > most ? make("button", { type: "button", onclick: () => { most *= 10; list(); } }, `Show more of ${grouped(groups.length)}`) : null);
    });
    const none = found.length ? null : make("p", { class: "none" }, "No event matches. ", make("button", { type: "button", class: "link", onclick: clear }, "Show all events"));
    live.replaceChildren(...[loops(), ...sections, none].filter(Boolean));
    markHits(wanted.text, all(".group .what", live));
    if (focused) linkTo(focused.slice(1))?.focus();
  };
  const linkTo = (id) => all(".groups h3 a", live).find((link) => link.getAttribute("href") === `#${id}`);

  // One group.
  const view = (at) => {
    const rows = everyRow.filter((row) => data.events.group[row] === at);
    const one = summarize(rows)[0];
    if (!one) return;
    const table = data.tables.find(([name]) => name === one.group.table)?.[1];
    live.replaceChildren(window.groupView(one, table));
    markHits("", []);
    document.title = `${titleOf(one.group)}: ${reasonOf(one.group)}`;
    live.querySelector("h1").focus({ preventScroll: true });
  };

  // The bar of tools.
  const field = searchField("Search groups");
  const result = make("output", { for: "find" });
  const selects = [];
  const select = (name, label, options, first) => {
    const element = make("select", { "aria-label": label, id: `by-${name}` }, make("option", { value: "" }, first),
      ...options.map(([value, text]) => make("option", { value }, text)));
    element.addEventListener("change", () => { wanted[name] = element.value; showList(); });
    selects.push(element);
    return element;
  };
  const wordsOf = (name, value) => (name === "cause" ? data.causes?.[value] || value : value);
  const choices = subjects.map(([name, label]) => {
    const counts = tally(everyRow, name);
    return counts.length > 1 || name === "cause"
      ? select(name, label, (name === "version" ? byVersion(counts).reverse() : counts).map((one) => [one.name, `${wordsOf(name, one.name)} (${grouped(one.count)})`]), `Any ${label.toLowerCase()}`) : null;
  });
  const marks = [...new Set(data.groups.flatMap((group) => group.flags || []))];
  const mark = marks.length ? select("mark", "Mark", marks.map((name) => [name, data.marks[name]?.[0] || name]), "Any mark") : null;
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
  const apply = () => { clearTimeout(wait); wanted.text = field.value.trim().toLowerCase(); showList(); };
  field.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(apply, 60); });
  const more = tools(field, result, "Filters", [...choices, mark, sort].filter(Boolean), () => { apply(); live.querySelector(".groups h3 a")?.focus(); });

  // Links and keys. The way back leads to where the list was left.
  const heading = document.title;
  let last = 0;
  let lastId = "";
  const follow = () => {
    const id = location.hash.slice(1);
    const at = groupsById.get(id);
    const was = document.body.dataset.at;
    document.body.dataset.at = at === undefined ? "list" : "group";
    document.body.classList.toggle("one-group", at !== undefined);
    if (at !== undefined) {
      if (was === "list") last = scrollY;
      lastId = id;
      view(at);
      scrollTo(0, 0);
      return;
    }
    document.title = heading;
    list();
    scrollTo(0, last);
    if (was === "group") (linkTo(lastId) || document.getElementById("main")).focus({ preventScroll: true });
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const links = all(".groups h3 a");
    const at = links.indexOf(document.activeElement);
    if (event.key === "j") links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === "k") links[Math.max(at - 1, 0)]?.focus();
    else if (event.key === "Escape" && document.body.dataset.at === "group") location.hash = "groups";
    else if (event.key === "Escape" && field.value) { field.value = ""; apply(); }
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", follow);
  follow();
  // The files that are missing have UUIDs to copy.
  for (const place of all(".missing [data-copy]")) if (!place.closest("#live")) place.after(copyButton(place.dataset.copy, () => place.textContent));
})();
