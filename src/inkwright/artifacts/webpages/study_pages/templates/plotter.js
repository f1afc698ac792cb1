const known = {};
const hidden = new Set();
const plot = new Plot(words("plot"));
let traced = null;
let view = null;

function sampled(curve, from, to, count) {
  const points = [];
  for (let step = 0; step <= count; step += 1) {
    const x = from + ((to - from) * step) / count;
    points.push([x, work(curve.steps, { ...known, x })]);
  }
  return points;
}

/* The height that the curves need: the extremes are left out, so that a pole does not flatten everything else. */
function fitted(x) {
  const heights = DATA.curves.flatMap((curve) => sampled(curve, x[0], x[1], 160).map((point) => point[1]))
    .filter(Number.isFinite).sort((a, b) => a - b);
  if (!heights.length) return [-10, 10];
  const low = heights[Math.floor(heights.length * 0.04)], high = heights[Math.ceil(heights.length * 0.96) - 1];
  const room = (high - low || Math.abs(high) || 1) * 0.18;
  return [Math.min(low - room, 0 - room * 0.4), Math.max(high + room, room * 0.4)];
}

function home() {
  const x = [...DATA.x];
  view = { x, y: DATA.y ? [...DATA.y] : fitted(x) };
}

const legend = DATA.curves.map((curve, number) => {
  const value = make("output", { id: `y-${number}` });
  const button = make("button", { type: "button", class: `curve-${number}`, "aria-pressed": "true", onclick: () => {
    if (hidden.has(number)) hidden.delete(number); else hidden.add(number);
    button.setAttribute("aria-pressed", String(!hidden.has(number)));
    show();
  } }, make("span", { class: "formula" }, curve.label || `y = ${curve.formula}`), value);
  return { button, value };
});

function show() {
  plot.frame(view);
  DATA.curves.forEach((curve, number) => {
    legend[number].value.textContent = "";
    if (hidden.has(number)) return;
    plot.path(sampled(curve, view.x[0], view.x[1], Math.min(900, Math.round(plot.width))), `curve-${number}`);
  });
  if (traced !== null) trace();
}

function trace() {
  const x = Math.min(Math.max(traced, view.x[0]), view.x[1]);
  plot.svg.querySelectorAll(".cross, .dot").forEach((each) => each.remove());
  plot.svg.append(draw("line", { class: "cross", x1: plot.x(x), x2: plot.x(x), y1: 0, y2: plot.height }));
  const told = [`x = ${short(x)}`];
  DATA.curves.forEach((curve, number) => {
    if (hidden.has(number)) return;
    const y = work(curve.steps, { ...known, x });
    legend[number].value.textContent = short(y);
    told.push(`${curve.label || `y${DATA.curves.length > 1 ? number + 1 : ""}`} = ${short(y)}`);
    if (Number.isFinite(y) && y >= view.y[0] && y <= view.y[1]) plot.dot(x, y, `dot curve-${number}`, 6);
  });
  say(told.join("   "));
}

function step(share) {
  const width = view.x[1] - view.x[0];
  traced = Math.min(Math.max((traced ?? (view.x[0] + view.x[1]) / 2) + share * width, view.x[0]), view.x[1]);
  trace();
}

function zoom(factor) {
  for (const axis of ["x", "y"]) {
    const middle = (view[axis][0] + view[axis][1]) / 2, half = ((view[axis][1] - view[axis][0]) / 2) * factor;
    if (half > 1e-6 && half < 1e8) view[axis] = [middle - half, middle + half];
  }
  show();
}

function slide(x, y) {
  const width = view.x[1] - view.x[0], height = view.y[1] - view.y[0];
  view = { x: view.x.map((each) => each + x * width), y: view.y.map((each) => each + y * height) };
  if (traced !== null) traced += x * width;
  show();
}

const controls = sliders(DATA.sliders, known, show);
function reset() {
  controls.forEach((each) => each.reset());
  traced = null;
  say(words("was_reset"));
  home();
  show();
}

plot.svg.addEventListener("pointermove", (event) => {
  const box = plot.svg.getBoundingClientRect();
  traced = plot.valueAt(((event.clientX - box.left) / box.width) * plot.width);
  trace();
});
const tool = (name, label, action) => make("button", { type: "button", "aria-label": words(label), title: words(label), onclick: action }, name);
stage.append(
  make("div", { class: "card" }, plot.svg),
  make("div", { class: "row legend", role: "group", "aria-label": words("curves") }, ...legend.map((each) => each.button)),
  ...(controls.length ? [make("div", { class: "card panel" }, ...controls.map((each) => each.box))] : []),
  make("div", { class: "row tools" },
    tool("◀", "left", () => slide(-0.2, 0)), tool("▲", "up", () => slide(0, 0.2)), tool("▼", "down", () => slide(0, -0.2)), tool("▶", "right", () => slide(0.2, 0)),
    tool("+", "closer", () => zoom(0.5)), tool("−", "farther", () => zoom(2)),
    make("button", { type: "button", onclick: reset }, words("reset"))),
  make("p", { class: "keys" }, words("keys")));
onKeys({
  ArrowRight: (event) => (event.shiftKey ? slide(0.1, 0) : step(0.01)), ArrowLeft: (event) => (event.shiftKey ? slide(-0.1, 0) : step(-0.01)),
  ArrowUp: () => slide(0, 0.1), ArrowDown: () => slide(0, -0.1), "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), "0": reset,
});
home();
show();
let wide = plot.svg.clientWidth;
addEventListener("resize", () => { if (plot.svg.clientWidth !== wide) { wide = plot.svg.clientWidth; show(); } });
