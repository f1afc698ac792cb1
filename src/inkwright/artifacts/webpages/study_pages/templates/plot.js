const OPERATIONS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "^": (a, b) => a ** b,
};
const UNARY = {
  neg: (a) => -a, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan,
  sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, sqrt: Math.sqrt, abs: Math.abs, exp: Math.exp, ln: Math.log,
  log: Math.log10, floor: Math.floor, ceil: Math.ceil, round: Math.round, sign: Math.sign,
};
const BINARY = { min: Math.min, max: Math.max, mod: (a, b) => ((a % b) + b) % b };

/* Works out the steps of a formula; `known` holds the variables. */
function work(steps, known) {
  const stack = [];
  for (const [kind, value] of steps) {
    if (kind === "n") stack.push(value);
    else if (kind === "v") stack.push(value in known ? known[value] : value === "pi" ? Math.PI : Math.E);
    else if (kind === "o") { const b = stack.pop(); stack.push(OPERATIONS[value](stack.pop(), b)); }
    else if (value in BINARY) { const b = stack.pop(); stack.push(BINARY[value](stack.pop(), b)); }
    else stack.push(UNARY[value](stack.pop()));
  }
  return stack[0];
}

function short(number, decimals) {
  if (!Number.isFinite(number)) return "—";
  const size = Math.abs(number);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return number.toExponential(2).replace(/^-/, "−").replace("e-", "e−");
  return String(Number(number.toFixed(decimals ?? (size < 1 ? 4 : size < 100 ? 2 : 1)))).replace("-", "−");
}

const SVG = "http://www.w3.org/2000/svg";
function draw(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function ticks(from, to, about) {
  const rough = (to - from) / about, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const marks = [];
  for (let at = Math.ceil(from / step) * step; at <= to + step * 1e-6 && marks.length < 40; at += step) marks.push(Math.abs(at) < step * 1e-6 ? 0 : at);
  return marks;
}

/* Axes on an SVG that has as many units as pixels, so that letters keep their size on every screen. */
class Plot {
  constructor(label) {
    this.svg = draw("svg", { class: "plot", role: "img", tabindex: "0", "aria-label": label });
  }

  frame(range) {
    this.range = range;
    this.width = Math.max(260, this.svg.clientWidth || 600);
    this.height = Math.max(240, Math.min(460, this.width * 0.62));
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.style.height = `${this.height}px`;
    this.svg.replaceChildren();
    const aboutX = this.width < 480 ? 5 : 10, marksX = ticks(range.x[0], range.x[1], aboutX), marksY = ticks(range.y[0], range.y[1], 7);
    for (const x of marksX) this.svg.append(draw("line", { class: x === 0 ? "axis" : "grid", x1: this.x(x), x2: this.x(x), y1: 0, y2: this.height }));
    for (const y of marksY) this.svg.append(draw("line", { class: y === 0 ? "axis" : "grid", y1: this.y(y), y2: this.y(y), x1: 0, x2: this.width }));
    const under = Math.min(Math.max(this.y(0) + 17, 17), this.height - 7), beside = Math.min(Math.max(this.x(0) + 6, 6), this.width - 44);
    for (const x of marksX) if (x !== 0 && this.x(x) > 14 && this.x(x) < this.width - 14) this.svg.append(draw("text", { class: "mark", x: this.x(x), y: under, "text-anchor": "middle" }, short(x)));
    for (const y of marksY) if (y !== 0 && this.y(y) > 12 && this.y(y) < this.height - 22) this.svg.append(draw("text", { class: "mark", x: beside, y: this.y(y) + 4 }, short(y)));
  }

  x(value) { return ((value - this.range.x[0]) / (this.range.x[1] - this.range.x[0])) * this.width; }
  y(value) { return this.height - ((value - this.range.y[0]) / (this.range.y[1] - this.range.y[0])) * this.height; }
  valueAt(pixel) { return this.range.x[0] + (pixel / this.width) * (this.range.x[1] - this.range.x[0]); }

  path(points, name) {
    let line = "", isDown = false, last = 0;
    for (const [x, y] of points) {
      const at = this.y(y), isSeen = Number.isFinite(at) && Math.abs(at) < 20 * this.height;
      /* A jump over more than the whole height is a pole, not a slope. */
      const isPole = isDown && Math.abs(at - last) > 1.5 * this.height;
      if (isSeen) line += `${isDown && !isPole ? "L" : "M"}${this.x(x).toFixed(1)} ${at.toFixed(1)}`;
      isDown = isSeen;
      last = at;
    }
    const path = draw("path", { class: name, d: line || "M0 0" });
    this.svg.append(path);
    return path;
  }

  dot(x, y, name, size) {
    const dot = draw("circle", { class: name, cx: this.x(x).toFixed(1), cy: this.y(y).toFixed(1), r: size });
    this.svg.append(dot);
    return dot;
  }
}

function nameOf(slider) {
  return slider.label || slider.name;
}

/* The sliders of the page; `known` always holds what they say. */
function sliders(list, known, changed) {
  return list.map((slider, number) => {
    known[slider.name] = slider.value;
    const shown = make("output", { for: `slider-${number}`, id: `value-${number}` });
    const input = make("input", { type: "range", id: `slider-${number}`, min: slider.least, max: slider.most, step: slider.step, value: slider.value });
    const set = (value) => {
      known[slider.name] = value;
      const told = `${short(value)}${slider.unit ? ` ${slider.unit}` : ""}`;
      shown.textContent = told;
      input.setAttribute("aria-valuetext", told);
    };
    input.addEventListener("input", () => { set(Number(input.value)); changed(); });
    set(slider.value);
    const box = make("div", { class: "slider" }, make("label", { for: `slider-${number}` }, nameOf(slider)), shown, input);
    return { box, reset: () => { input.value = slider.value; set(slider.value); } };
  });
}
