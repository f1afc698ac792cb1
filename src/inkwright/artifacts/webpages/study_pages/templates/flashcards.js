let deck = DATA.cards.map((card, number) => number);
let at = 0;
let isTurned = false;
const known = new Set();
const seen = new Set();

function sideOf(kind, text, hint) {
  const face = make("span", { class: `card face ${kind}` },
    make("span", { class: "side" }, words(kind)),
    make("span", { class: text.length > 90 ? "text long" : "text" }, text));
  if (hint) face.append(make("small", {}, words("hint", { what: hint })));
  return face;
}

function show() {
  const total = deck.length;
  if (at >= total) return finish();
  const card = DATA.cards[deck[at]];
  const front = sideOf("front", card.front, card.hint);
  const back = sideOf("back", card.back, "");
  front.setAttribute("aria-hidden", String(isTurned));
  back.setAttribute("aria-hidden", String(!isTurned));
  const flip = make("button", { type: "button", class: "flip", "aria-expanded": String(isTurned), onclick: turn },
    make("span", { class: "faces" }, front, back));
  const meter = make("span", {});
  meter.style.width = `${(100 * at) / total}%`;
  stage.replaceChildren(
    make("p", { class: "tally" }, make("span", {}, words("place", { n: at + 1, total })),
      make("span", {}, words("known_count", { n: known.size }))),
    make("div", { class: "bar", "aria-hidden": "true" }, meter),
    flip,
    make("div", { class: "row marks" },
      make("button", { type: "button", class: "again", onclick: () => mark(false) }, words("again")),
      make("button", { type: "button", class: "known", onclick: () => mark(true) }, words("known"))),
    make("div", { class: "row moves" },
      make("button", { type: "button", disabled: at === 0, onclick: () => go(-1) }, words("previous")),
      make("button", { type: "button", class: "main", onclick: turn }, words("turn")),
      make("button", { type: "button", disabled: at === total - 1, onclick: () => go(1) }, words("next")),
      make("button", { type: "button", disabled: total < 2, onclick: mix }, words("shuffle"))),
    make("p", { class: "keys" }, words("keys")));
}

function keepFocus(change) {
  const buttons = () => [...stage.querySelectorAll("button")];
  const place = buttons().indexOf(document.activeElement);
  change();
  const next = buttons()[place];
  if (place >= 0) (next && !next.disabled ? next : stage.querySelector(".flip, .main")).focus();
}

function turn() {
  if (at >= deck.length) return;
  isTurned = !isTurned;
  const flip = stage.querySelector(".flip");
  flip.setAttribute("aria-expanded", String(isTurned));
  stage.querySelector(".face.front").setAttribute("aria-hidden", String(isTurned));
  stage.querySelector(".face.back").setAttribute("aria-hidden", String(!isTurned));
  say(isTurned ? DATA.cards[deck[at]].back : "", true);
}

function go(step) {
  const next = at + step;
  if (next < 0 || next >= deck.length) return;
  at = next;
  isTurned = false;
  say("");
  keepFocus(show);
}

function mark(isKnown) {
  if (at >= deck.length) return;
  seen.add(deck[at]);
  if (isKnown) known.add(deck[at]); else known.delete(deck[at]);
  at += 1;
  isTurned = false;
  say("");
  keepFocus(show);
}

function mix() {
  deck = mixed(deck);
  at = 0;
  isTurned = false;
  keepFocus(show);
  say(words("shuffled"));
}

function start(cards) {
  deck = cards;
  at = 0;
  isTurned = false;
  known.clear();
  say("");
  show();
  stage.querySelector(".flip").focus();
}

function finish() {
  const missed = deck.filter((card) => !known.has(card));
  const all = DATA.cards.map((card, number) => number);
  const right = deck.length - missed.length;
  const result = words("result", { n: right, total: deck.length });
  const row = make("div", { class: "row" });
  if (missed.length) row.append(make("button", { type: "button", class: "main", onclick: () => start(missed) }, words("missed", { n: missed.length })));
  row.append(make("button", { type: "button", class: missed.length ? "" : "main", onclick: () => start(all) }, words("restart")));
  stage.replaceChildren(make("div", { class: "card done" },
    make("p", { class: "score", "aria-hidden": "true" }, `${right} / ${deck.length}`), make("p", {}, result), row));
  stage.querySelector("button").focus();
  say(result, true);
}

onKeys({
  ArrowRight: () => go(1), ArrowLeft: () => go(-1), " ": turn, Enter: turn, "1": () => mark(false), "2": () => mark(true),
});
for (const card of DATA.cards) sheet.append(make("div", { class: "cut" }, card.front), make("div", { class: "cut" }, card.back));
show();
