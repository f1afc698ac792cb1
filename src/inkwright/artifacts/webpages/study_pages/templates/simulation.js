const known = {};
const plot = new Plot(words("plot"));
const motion = DATA.motion;
const clock = make("span", { class: "clock" });
let time = 0;
let isPlaying = false;
let before = 0;

const outputs = DATA.outputs.map((output) => {
  const value = make("dd", {});
  return { output, value, box: make("div", {}, make("dt", {}, output.label), value) };
});

function lasts() {
  const seconds = work(motion.seconds, known);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 1e6) : 1;
}

function placeAt(t) {
  return [work(motion.x, { ...known, t }), work(motion.y, { ...known, t })];
}

function way(until, count) {
  return Array.from({ length: count + 1 }, (_, step) => placeAt((until * step) / count));
}

function around(points) {
  const range = {};
  ["x", "y"].forEach((axis, number) => {
    const values = points.map((point) => point[number]).filter(Number.isFinite);
    const low = Math.min(0, ...values), high = Math.max(0, ...values), room = (high - low || 1) * 0.08;
    /* Below the axis stand its numbers. */
    range[axis] = [low - (axis === "y" ? 2 * room : room), high + room];
  });
  return range;
}

function show() {
  const end = lasts(), whole = way(end, 240);
  time = Math.min(time, end);
  plot.frame(around(whole));
  plot.path(whole, "way");
  if (time > 0) plot.path(way(time, 160), "gone");
  const [x, y] = placeAt(time);
  if (Number.isFinite(x) && Number.isFinite(y)) plot.dot(x, y, "body", 10);
  clock.textContent = words("time", { n: short(time, 1), total: short(end, 1) });
  for (const { output, value } of outputs) value.textContent = `${short(work(output.steps, known), output.decimals)}${output.unit ? ` ${output.unit}` : ""}`;
}

function tell() {
  say(outputs.map(({ output, value }) => `${output.label}: ${value.textContent}`).join("   "));
}

const play = make("button", { type: "button", class: "main", onclick: toggle }, words("play"));
function set(playing) {
  isPlaying = playing;
  play.textContent = words(isPlaying ? "pause" : "play");
  if (isPlaying) { before = performance.now(); requestAnimationFrame(tick); }
}

function toggle() {
  if (!isPlaying && time >= lasts()) time = 0;
  set(!isPlaying);
}

/* Whatever the motion lasts, a reader sees it in at most eight seconds. */
function tick(now) {
  if (!isPlaying) return;
  const end = lasts();
  time += ((now - before) / 1000) * Math.max(1, end / 8);
  before = now;
  if (time >= end) { time = end; set(false); }
  show();
  if (isPlaying) requestAnimationFrame(tick);
}

function step(share) {
  set(false);
  time = Math.min(Math.max(time + share * lasts(), 0), lasts());
  show();
  say(clock.textContent);
}

const controls = sliders(DATA.sliders, known, () => { show(); tell(); });
function reset() {
  set(false);
  time = 0;
  controls.forEach((each) => each.reset());
  show();
  say(words("was_reset"));
}

const side = make("div", { class: "side" }, make("div", { class: "card panel" }, ...controls.map((each) => each.box)));
if (outputs.length) side.append(make("dl", { class: "card outputs" }, ...outputs.map((each) => each.box)));
stage.append(
  make("div", { class: "card" },
    make("div", { class: "axes" }, make("span", {}, `↑ ${motion.y_label}`), make("span", {}, `${motion.x_label} →`)),
    plot.svg,
    make("div", { class: "under" }, play, make("button", { type: "button", onclick: reset }, words("reset")), clock)),
  side, make("p", { class: "keys" }, words("keys")));
onKeys({ " ": toggle, ArrowRight: () => step(0.02), ArrowLeft: () => step(-0.02), Home: () => step(-1), End: () => step(1), "0": reset });
show();
let wide = plot.svg.clientWidth;
addEventListener("resize", () => { if (plot.svg.clientWidth !== wide) { wide = plot.svg.clientWidth; show(); } });
