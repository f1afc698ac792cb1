let order = [];
let rights = [];
let chosen = null;
let tries = 0;
const found = new Set();

function tile(side, number) {
  return make("button", { type: "button", class: "tile", "data-side": side, "data-pair": number, "aria-pressed": "false",
    onclick: (event) => choose(event.currentTarget) }, DATA.pairs[number][side]);
}

function start() {
  order = shuffled(DATA.pairs.map((pair, number) => number));
  rights = mixed(order);
  chosen = null;
  tries = 0;
  found.clear();
  const meter = make("span", {});
  stage.replaceChildren(
    make("p", { class: "tally" }, make("span", { id: "found" }), make("span", { id: "tries" })),
    make("div", { class: "bar", "aria-hidden": "true" }, meter),
    make("div", { class: "board" },
      make("div", { class: "column", role: "group", "aria-label": words("left") }, ...order.map((number) => tile("left", number))),
      make("div", { class: "column", role: "group", "aria-label": words("right") }, ...rights.map((number) => tile("right", number)))),
    make("div", { class: "row again" }, make("button", { type: "button", onclick: restart }, words("restart"))),
    make("p", { class: "keys" }, words("keys")));
  count();
}

function restart() {
  start();
  say(words("restarted"));
  stage.querySelector(".tile").focus();
}

function count() {
  stage.querySelector("#found").textContent = words("found", { n: found.size, total: DATA.pairs.length });
  stage.querySelector("#tries").textContent = words("tries", { n: tries });
  stage.querySelector(".bar > span").style.width = `${(100 * found.size) / DATA.pairs.length}%`;
}

function release() {
  if (chosen) chosen.setAttribute("aria-pressed", "false");
  chosen = null;
}

function choose(picked) {
  stage.querySelectorAll(".wrong").forEach((each) => each.classList.remove("wrong"));
  if (!chosen || chosen === picked || chosen.dataset.side === picked.dataset.side) {
    const isSame = chosen === picked;
    release();
    if (!isSame) { chosen = picked; picked.setAttribute("aria-pressed", "true"); say(words("chosen", { what: DATA.pairs[picked.dataset.pair][picked.dataset.side] })); }
    return;
  }
  tries += 1;
  const pair = [chosen, picked];
  release();
  if (pair[0].dataset.pair === pair[1].dataset.pair) {
    found.add(picked.dataset.pair);
    pair.forEach((each) => { each.classList.add("right"); each.disabled = true; });
    const { source } = DATA.pairs[picked.dataset.pair];
    if (source) pair.find((each) => each.dataset.side === "right").append(make("small", { class: "source" }, source));
    say(found.size < DATA.pairs.length ? words("good") : words("done", { n: tries }));
    const next = stage.querySelector(".tile:enabled");
    (next || stage.querySelector(".again button")).focus();
  } else {
    pair.forEach((each) => each.classList.add("wrong"));
    say(words("wrong"));
  }
  count();
}

function move(sideways, step) {
  const columns = [...stage.querySelectorAll(".column")].map((each) => [...each.children]);
  let column = columns.findIndex((each) => each.includes(document.activeElement));
  if (column < 0) { const first = stage.querySelector(".tile:enabled"); if (first) first.focus(); return; }
  let row = columns[column].indexOf(document.activeElement);
  if (sideways) column = column === 0 ? 1 : 0;
  const tiles = columns[column];
  for (let tried = 0; tried < tiles.length; tried += 1) {
    row = sideways && tried === 0 ? row : (row + (step || 1) + tiles.length) % tiles.length;
    if (!tiles[row].disabled) { tiles[row].focus(); return; }
  }
}

onKeys({ ArrowDown: () => move(false, 1), ArrowUp: () => move(false, -1), ArrowLeft: () => move(true, 0), ArrowRight: () => move(true, 0), Escape: () => { release(); say(""); } });
start();
rights.forEach((number, row) => {
  sheet.append(make("div", { class: "line-up" }, make("span", {}, `${row + 1}. ${DATA.pairs[order[row]].left}`), make("span", {}, "•")),
    make("div", { class: "line-up" }, make("span", {}, "•"), make("span", {}, DATA.pairs[number].right)));
});
