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
