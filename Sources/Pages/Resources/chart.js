// The data of a summary: counts, words and drawings.
(() => {
  "use strict";
  const { all, make } = window.page;
  const data = JSON.parse(document.getElementById("data").textContent);
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

  // Counting.
  const tally = (rows, column) => {
    const counts = new Map();
    for (const row of rows) { const at = data[column].rows[row]; if (at >= 0) counts.set(at, (counts.get(at) || 0) + 1); }
    return [...counts].map(([at, number]) => ({ name: data[column].names[at], count: number }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  };
  const orderOf = new Map(data.version.names.map((name, at) => [name, at]));
  const byVersion = (list) => [...list].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }) || orderOf.get(a.name) - orderOf.get(b.name));
  const range = (names) => (names.length < 2 ? names.join("") : `${names[0]} … ${names[names.length - 1]}`);
  const versionsOf = (rows) => byVersion(tally(rows, "version").filter((one) => one.name !== "?")).map((one) => one.name);
  // Without builds, which few people remember.
  const shortVersions = (rows) => range([...new Set(versionsOf(rows).map((name) => name.replace(/ \(.*\)$/, "")))]);
  const daysOf = (rows) => rows.map((row) => data.day.rows[row]).filter((at) => at >= 0).map((at) => data.day.names[at]).sort();
  const devicesOf = (one) => (one.devices.size ? `${one.unknown ? "at least " : ""}${counted(one.devices.size, "device")}` : "no device IDs");

  // The recent days, which all drawings show.
  const dayNumber = (day) => Math.round(Date.parse(day + "T00:00:00Z") / 86400000);
  const dayName = (number) => new Date(number * 86400000).toISOString().slice(0, 10);
  const numbers = data.day.names.map(dayNumber);
  const [firstDay, lastDay] = data.days || [0, -1];
  const length = lastDay - firstDay + 1;
  const marks = all("#trend .release");

  const rest = (rows) => {
    const outside = { older: [], later: [], undated: 0 };
    for (const row of rows) {
      const at = data.day.rows[row];
      if (at < 0) outside.undated += 1;
      else if (numbers[at] < firstDay) outside.older.push(data.day.names[at]);
      else if (numbers[at] > lastDay) outside.later.push(data.day.names[at]);
    }
    const { older, later, undated } = outside;
    return [older.length && `${counted(older.length, "older event")}, back to ${older.sort()[0]}`,
      later.length && `${counted(later.length, "later event")}, up to ${later.sort()[later.length - 1]}`,
      undated && `${counted(undated, "event")} without a date`].filter(Boolean).join("; ");
  };
  const binned = (rows, width) => {
    const bins = new Array(Math.ceil(length / width)).fill(0);
    for (const row of rows) {
      const at = data.day.rows[row];
      const day = at >= 0 ? numbers[at] - firstDay : -1;
      if (day >= 0 && day < length) bins[Math.floor(day / width)] += 1;
    }
    return bins;
  };
  // The events of each day, with the releases if they are of this app.
  const trend = (rows, app) => {
    if (length < 1) return null;
    const bins = binned(rows, 1);
    const top = Math.max(...bins);
    const caption = `Events per day (peak ${grouped(top)})`;
    const drawing = svg("svg", { width: "100%", height: 104, role: "img", "aria-label": `${caption}, ${dayName(firstDay)} to ${dayName(lastDay)}` },
      ...(app === data.releasesOf ? marks.map((mark) => mark.cloneNode(true)) : []),
      ...bins.flatMap((number, at) => {
        if (!number) return [];
        const size = Math.max(Math.floor((number * 80) / top), 2);
        return [svg("rect", { x: `${((at + .1) / length) * 100}%`, width: `${(.8 / length) * 100}%`, y: 102 - size, height: size, rx: 1 },
          svg("title", {}, `${dayName(firstDay + at)}: ${counted(number, "event")}`))];
      }));
    return { caption, drawing, rest: rest(rows) };
  };
  const trendFigure = (rows, app) => {
    const made = trend(rows, app);
    return made && make("figure", { class: "trend" },
      make("figcaption", { class: "hint" }, make("span", {}, made.caption), " ", make("span", { class: "outside" }, made.rest)), made.drawing,
      make("div", { class: "ends hint" }, make("span", {}, dayName(firstDay)), make("span", {}, dayName(lastDay))));
  };
  // One path: a list has hundreds of these.
  const spark = (rows) => {
    if (length < 1) return null;
    const bins = binned(rows, Math.max(Math.ceil(length / 30), 1));
    const top = Math.max(...bins, 1);
    const path = bins.map((number, at) => (number ? `M${at * 10 + 1} 28v-${Math.max((number / top) * 26, 1.5).toFixed(1)}h8V28z` : "")).join("");
    return svg("svg", { width: "100%", height: 28, viewBox: `0 0 ${bins.length * 10} 28`, preserveAspectRatio: "none", "aria-hidden": "true" }, svg("path", { d: path }));
  };
  const bar = (part, whole) => svg("svg", { class: "bar", width: "100%", height: 6, "aria-hidden": "true" },
    svg("rect", { width: "100%", height: 6, rx: 3, class: "back" }), svg("rect", { width: `${Math.max((part / Math.max(whole, 1)) * 100, .5)}%`, height: 6, rx: 3 }));

  // Words.
  const reasonOf = (group) => group.reason || group.class;
  const titleOf = (group) => group.function || reasonOf(group);
  const flags = (group) => (group.flags || []).map((flag) => {
    const [words, meaning] = data.marks[flag] || [flag, ""];
    return make("span", { class: `tag ${["loop", "launch", "new", "regressed", "rising"].includes(flag) ? "bad" : "warn"}`, title: meaning }, words);
  });

  window.chart = { data, grouped, counted, percent, tally, byVersion, range, versionsOf, shortVersions, daysOf, devicesOf, trend, trendFigure, spark, bar,
    reasonOf, titleOf, flags };
})();
