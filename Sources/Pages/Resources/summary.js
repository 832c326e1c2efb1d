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
    const one = (loop) => make("li", {}, make("b", {}, `${grouped(loop.length)} ${loop.noun} in a row`), " ",
      make("span", { class: "tag" }, loop.certainty), " ", loop.open ? make("span", { class: "tag bad" }, "still open") : null,
      ` ${loop.app} ${loop.version}${loop.device ? ` on device ${loop.device}` : ""}: `, ...loop.groups.flatMap((at, order) => [order ? ", " : "", link(at)]));
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
            make("p", {}, `On ${counted(inLoops.length, "device")}, up to ${Math.max(...inLoops.map((loop) => loop.length))} ${inLoops[0].noun} in a row.`)) : null))));
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
