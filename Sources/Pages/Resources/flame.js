// Zooming, keys, search and the left-heavy view of flame graphs. The drawing itself is in the page.
(() => {
  "use strict";
  const { all, make } = window.page;
  const number = (element, name) => parseFloat(element.getAttribute(name));
  const nameOf = (title) => (title.match(/^(.*) in [^:]*: [\d,]+ samples?, /s) || title.match(/^(.*?)(?: \(app\))?: [\d,]+ samples?, /s) || [title, title])[1];

  const start = (figure) => {
    const frames = all("svg.f", figure).map((element) => {
      const title = element.querySelector("title").textContent;
      return { element, x: number(element, "x"), width: number(element, "width"), y: number(element, "y"), title, name: nameOf(title), caller: null, callees: [] };
    });
    if (!frames.length) return;
    const drawing = figure.querySelector("svg");
    const line = figure.querySelector(".now");
    const near = 1e-3;
    const contains = (outer, inner) => outer.x <= inner.x + near && outer.x + outer.width >= inner.x + inner.width - near;
    const whole = { x: 0, width: 100, y: -1 };
    let zoomed = whole;
    let at = null;

    // Who calls whom: level by level, each from the left.
    const levels = new Map();
    for (const frame of frames) { if (!levels.has(frame.y)) levels.set(frame.y, []); levels.get(frame.y).push(frame); }
    for (const level of levels.values()) level.sort((a, b) => a.x - b.x);
    for (const [y, level] of levels) {
      const callers = levels.get(y - 19) || [];
      let place = 0;
      for (const frame of level) {
        while (place < callers.length - 1 && !contains(callers[place], frame)) place += 1;
        if (!callers.length || !contains(callers[place], frame)) { place = 0; continue; }
        frame.caller = callers[place];
        callers[place].callees.push(frame);
      }
    }
    const roots = levels.get(0) || [];

    // The order of functions side by side: that of the report, or the heaviest on the left.
    const arrange = (isHeavy) => {
      const waiting = [[roots, 0]];
      while (waiting.length) {
        const [level, from] = waiting.pop();
        let x = from;
        for (const frame of isHeavy ? [...level].sort((a, b) => b.width - a.width) : level) {
          frame.x = x;
          x += frame.width;
          waiting.push([frame.callees, frame.x]);
        }
      }
    };

    // Labels have the room of their function, and end in an ellipsis if that is too small.
    const probe = document.createElementNS("http://www.w3.org/2000/svg", "text");
    const letters = () => {
      probe.textContent = "0".repeat(50);
      drawing.append(probe);
      const width = probe.getComputedTextLength() / 50;
      probe.remove();
      return width;
    };
    const label = (frame, room) => {
      let text = frame.element.querySelector("text");
      if (room < 2) { text?.remove(); return; }
      if (!text) {
        text = document.createElementNS("http://www.w3.org/2000/svg", "text");
        text.setAttribute("x", "4");
        text.setAttribute("y", "13");
        frame.element.append(text);
      }
      text.textContent = frame.name.length > room ? `${frame.name.slice(0, room - 1)}…` : frame.name;
    };
    const draw = () => {
      const letter = letters();
      const pixels = drawing.clientWidth || drawing.getBoundingClientRect().width;
      for (const frame of frames) {
        const isAbove = frame.y < zoomed.y && contains(frame, zoomed);
        const isInside = frame.y >= zoomed.y && contains(zoomed, frame);
        frame.element.classList.toggle("off", !isAbove && !isInside);
        if (!isAbove && !isInside) continue;
        const x = isAbove ? 0 : ((frame.x - zoomed.x) / zoomed.width) * 100;
        const width = isAbove ? 100 : (frame.width / zoomed.width) * 100;
        frame.element.setAttribute("x", `${x}%`);
        frame.element.setAttribute("width", `${width}%`);
        if (letter > 0 && pixels > 0) label(frame, Math.floor(((width / 100) * pixels - 7) / letter));
      }
      reset.hidden = zoomed === whole;
    };
    const zoom = (target) => { zoomed = target; draw(); };
    const show = (frame) => {
      if (at) at.element.classList.remove("at");
      at = frame;
      frame.element.classList.add("at");
      line.textContent = frame.title;
    };

    // The controls.
    const reset = make("button", { type: "button", onclick: () => zoom(whole) }, "Show all");
    reset.hidden = true;
    const modes = ["In order", "Left heavy"].map((name, heavy) => make("button", { type: "button", "aria-pressed": String(heavy === 0),
      onclick: (event) => {
        modes.forEach((button) => button.setAttribute("aria-pressed", String(button === event.currentTarget)));
        arrange(heavy === 1);
        draw();
      } }, name));
    const found = make("output", { class: "hint" });
    figure.prepend(make("div", { class: "modes" }, make("span", { class: "switch", role: "group", "aria-label": "Order" }, ...modes), reset, found));
    line.setAttribute("role", "status");

    const find = (event) => frames.find((frame) => frame.element === event.target.closest?.("svg.f"));
    drawing.addEventListener("click", (event) => { const frame = find(event); if (frame) { show(frame); zoom(frame === zoomed ? whole : frame); } });
    drawing.addEventListener("pointerover", (event) => { const frame = find(event); if (frame) show(frame); });

    const widest = (list) => list.reduce((best, one) => (best && best.width >= one.width ? best : one), null);
    const beside = (frame, by) => {
      const level = levels.get(frame.y).filter((other) => contains(zoomed, other)).sort((a, b) => a.x - b.x);
      return level[level.indexOf(frame) + by];
    };
    const moves = {
      ArrowDown: () => (at ? widest(at.callees) : widest(roots)), ArrowUp: () => at && at.caller,
      ArrowLeft: () => at && beside(at, -1), ArrowRight: () => at && beside(at, 1),
    };
    figure.querySelector(".scroll").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && at) zoom(at === zoomed ? whole : at);
      else if (event.key === "Escape" && zoomed !== whole) zoom(whole);
      else if (moves[event.key]) {
        const next = moves[event.key]();
        if (next) { show(next); next.element.scrollIntoView({ block: "nearest" }); }
      } else return;
      event.preventDefault();
    });

    // Search: what it covers of the whole, and a way from hit to hit.
    let hits = [];
    const isCovered = (frame, marked) => { for (let one = frame.caller; one; one = one.caller) if (marked.has(one)) return true; return false; };
    document.addEventListener("page-search", (event) => {
      hits = event.detail === "" ? [] : frames.filter((frame) => frame.title.toLowerCase().includes(event.detail));
      for (const frame of frames) frame.element.classList.toggle("hit", false);
      for (const frame of hits) frame.element.classList.add("hit");
      figure.classList.toggle("searched", event.detail !== "");
      const marked = new Set(hits);
      const share = hits.filter((frame) => !isCovered(frame, marked)).reduce((sum, frame) => sum + frame.width, 0);
      const count = hits.length === 1 ? "1 function" : `${hits.length} functions`;
      found.textContent = event.detail === "" ? "" : `${count}, ${share >= 10 ? Math.round(share) : share.toFixed(1)}% of the samples`;
    });
    document.addEventListener("page-search-next", () => {
      if (!hits.length || !figure.closest("details").open) return;
      const next = hits[(hits.indexOf(at) + 1) % hits.length];
      if (next.element.classList.contains("off")) zoom(whole);
      show(next);
      next.element.scrollIntoView({ block: "nearest" });
    });
    // A folded figure has no width until it is opened.
    new ResizeObserver(draw).observe(drawing);
  };
  all("figure.flame").forEach(start);
})();
