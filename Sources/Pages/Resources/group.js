// The view of one group: its stack first, then when, for whom, and why.
(() => {
  "use strict";
  const { make, copyButton } = window.page;
  const { data, grouped, counted, percent, tally, byVersion, range, versionsOf, shortVersions, daysOf, devicesOf, trendFigure, bar, reasonOf, titleOf, flags } = window.chart;

  // The stack of the newest report, as in the page of a report.
  const lineOf = (position) => {
    const [name, image, place, marks] = data.lines[position];
    return { name, image, place, isApp: (marks & 1) !== 0, isInlined: (marks & 2) !== 0 };
  };
  const culprit = (group, lines) => {
    const exact = lines.findIndex((line) => line.place && line.place === group.place);
    return exact >= 0 ? exact : lines.findIndex((line) => line.isApp);
  };
  const stackText = (lines, numbers) => lines.map((line, at) =>
    `${String(numbers[at]).padEnd(4)}${line.image.padEnd(30)}\t${line.name || "???"}${line.isInlined ? " [inlined]" : ""}${line.place ? ` (${line.place})` : ""}\n`).join("");
  const stack = (group) => {
    const lines = group.stack.map(lineOf);
    if (!lines.length) {
      return make("section", { class: "card stackless" }, make("h2", {}, "No stack"),
        make("p", { class: "hint" }, data.lines.length ? "The reports of this group have none." : "This summary was made without stacks. These functions decide the group:"),
        data.lines.length ? null : make("ol", { class: "key" }, ...group.key.slice(1).map((part) => make("li", {}, make("code", {}, part)))));
    }
    let number = 0;
    const numbers = lines.map((line) => (line.isInlined ? number : number++));
    const first = culprit(group, lines);
    const row = (line, at) => make("tr", { class: [line.isApp && "app", line.isInlined && "inl", at === first && "first"].filter(Boolean).join(" ") || null },
      make("td", { class: "n" }, String(numbers[at])),
      make("td", { class: "im" }, line.image, ...(line.isApp ? [" ", make("span", { class: "tag own" }, "app")] : [])),
      make("td", { class: "fn" }, make("code", {}, line.name || "???"), ...(line.isInlined ? [" ", make("span", { class: "tag" }, "inlined")] : []),
        ...(at === first ? [" ", make("span", { class: "tag look" }, "likely culprit")] : [])),
      make("td", { class: "at" }, line.place));
    const from = group.stackLink ? make("a", { href: group.stackLink }, "newest report") : "newest report";
    return make("section", { class: "thread newest" },
      make("div", { class: "head" }, make("h2", {}, "Stack"), make("span", { class: "hint" }, "of the ", from), copyButton("stack", () => stackText(lines, numbers))),
      make("div", { class: "scroll" }, make("table", { class: "stack" }, make("caption", { class: "away" }, "Call stack of the newest report"),
        make("thead", { class: "away" }, make("tr", {}, ...["Frame", "Image", "Function", "Source"].map((text) => make("th", { scope: "col" }, text)))),
        make("tbody", {}, ...lines.map(row)))));
  };

  const shares = (heading, counts, total) => {
    if (!counts.length) return null;
    const top = Math.max(...counts.map((one) => one.count));
    const rows = counts.slice(0, 12).map((one) => make("tr", {}, make("th", { scope: "row" }, one.name),
      make("td", { class: "num" }, grouped(one.count)), make("td", { class: "num" }, percent(one.count, total)), make("td", { class: "draw" }, bar(one.count, top))));
    return make("section", { class: "card share" }, make("h2", {}, heading), make("table", { class: "list" },
      make("thead", { class: "away" }, make("tr", {}, ...[heading, "Events", "Share", "Bar"].map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, ...rows)),
      counts.length > 12 ? make("p", { class: "hint" }, `… and ${counts.length - 12} more`) : null);
  };
  const variants = (rows) => tally(rows, "variant").map((one, at) => ({ name: `Path ${at + 1}`, count: one.count }));
  const reports = (one) => {
    const paths = one.rows.map((row) => ({ path: data.paths[row], link: data.links?.[row], row })).filter((entry) => entry.path);
    const facts = (row) => [data.day.names[data.day.rows[row]], data.version.names[data.version.rows[row]], data.model.names[data.model.rows[row]]].filter(Boolean).join(" · ");
    const entry = ({ path, link, row }) => make("li", {}, link ? make("a", { href: link }, path) : make("code", {}, path), make("span", { class: "hint" }, ` ${facts(row)}`));
    return make("section", { class: "card reports" }, make("h2", {}, counted(one.rows.length, "report")), make("ul", {}, ...paths.slice(0, 10).map(entry)),
      paths.length > 10 ? make("details", {}, make("summary", {}, `${grouped(paths.length - 10)} more`), make("ul", {}, ...paths.slice(10, 500).map(entry))) : null);
  };
  const seen = (rows) => { const list = daysOf(rows); return list.length ? range([...new Set([list[0], list[list.length - 1]])]) : ""; };
  const brief = (one) => {
    const { group, rows } = one;
    const lines = [`${group.app}: ${group.class} in ${titleOf(group)}${group.place ? ` (${group.place})` : ""}`,
      `Affected: ${counted(rows.length, "event")}, ${devicesOf(one)}${seen(rows) ? `, ${seen(rows)}` : ""}`,
      `Versions: ${range(versionsOf(rows)) || "unknown"}`, `Cause: ${group.reason || "not enough in the reports"}`,
      group.evidence ? `Evidence: ${group.evidence}` : "", group.advice ? `Next: ${group.advice}` : "", `Group: ${group.group}`];
    return lines.filter(Boolean).join("\n") + "\n";
  };
  const tile = (label, value, hint) => make("div", {}, make("dt", {}, label), make("dd", {}, make("b", {}, value), " ", make("span", { class: "hint" }, hint || "")));
  const tiles = (one) => {
    const days = daysOf(one.rows);
    const launches = one.rows.filter((row) => data.events.launch[row]).length;
    return make("dl", { class: "tiles strip" }, tile("Events", grouped(one.rows.length)), tile("Devices", one.devices.size ? (one.unknown ? "≥ " : "") + grouped(one.devices.size) : "no IDs"),
      tile("Launch crashes", grouped(launches)), tile("First seen", days[0] || "unknown"), tile("Last seen", days[days.length - 1] || "unknown"));
  };
  const cause = (group) => make("section", { class: group.cause ? "card why cause" : "card why" }, make("h2", {}, "Cause"),
    ...(group.reason ? [make("p", { class: "name" }, make("b", {}, group.reason)), group.evidence ? make("p", { class: "evidence" }, make("code", {}, group.evidence)) : ""]
      : [make("p", { class: "hint" }, "The reports do not contain enough to name a cause.")]));
  const grouping = (group) => make("section", { class: "card" }, make("h2", {}, "Why these are one group"), make("p", {}, "These parts are the same in all events:"),
    make("ol", { class: "key" }, make("li", {}, group.class), ...group.key.slice(1).map((part) => make("li", {}, make("code", {}, part)))),
    group.quality ? make("p", { class: "hint" }, `Caution: ${group.quality}.`) : null,
    make("p", { class: "hint" }, make("code", { "data-copy": "group" }, group.group), copyButton("group", () => group.group)));
  const suspects = (group) => group.suspects ? make("section", { class: "card suspects" }, make("h2", {}, "Suspected changes"),
    group.suspects.length ? make("ol", {}, ...group.suspects.map((text) => make("li", {}, text))) : null,
    ...(group.changes || []).map((text) => make("p", { class: "hint" }, text))) : null;
  const loops = (at) => {
    const lines = data.loops.filter((loop) => loop.groups.includes(at));
    return lines.length ? make("section", { class: "card missing" }, make("h2", {}, "Crash loops"),
      ...lines.slice(0, 5).map((loop) => make("p", {}, make("b", {}, loop.what.replace(/:$/, "")), " ", make("span", { class: "hint" }, loop.facts)))) : null;
  };

  // Returns the view of a group, whose events are `one.rows`.
  window.groupView = (one, table) => {
    const { group, rows, at } = one;
    return make("article", { class: "view" },
      make("header", { class: "hero bad" },
        make("nav", { class: "crumbs", "aria-label": "Summary" }, make("a", { href: "#groups" }, "← All groups")),
        make("p", { class: "kicker" }, [table, group.app === "?" ? "" : group.app, shortVersions(rows), group.change].filter(Boolean).join(" · ")),
        make("h1", { tabindex: "-1" }, ...(group.function ? [make("code", { class: "fn" }, group.function), " ", make("span", { class: "because" }, reasonOf(group))] : [reasonOf(group)])),
        make("p", { class: "where" }, ...(group.place ? [make("code", { class: "at" }, group.place), " · "] : []),
          group.reason ? make("span", { class: "event" }, group.class) : null, group.caller ? make("span", { class: "event" }, `${group.reason ? " · " : ""}${group.caller}`) : null, " ", ...flags(group).flatMap((tag) => [tag, " "]), copyButton("brief", () => brief(one), "Copy brief")),
        group.advice ? make("p", { class: "advice" }, group.advice) : null),
      make("div", { class: "columns" },
        make("div", { class: "main" }, stack(group), tiles(one), trendFigure(rows, group.app),
          make("div", { class: "halves" }, shares("Versions", byVersion(tally(rows, "version")), rows.length), shares("Systems", tally(rows, "system"), rows.length),
            shares("Devices", tally(rows, "model"), rows.length), shares("Paths to the function", variants(rows), rows.length)),
          reports(one)),
        cause(group),
        make("aside", { class: "side", "aria-label": "About this group" }, suspects(group), loops(at), grouping(group))));
  };
})();
