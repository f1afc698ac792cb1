const note = make("div", { class: "card note", "aria-live": "polite" });
let chosen = -1;
let queue = null;
let asked = 0;
let missed = new Set();

function spots(isForPrint) {
  return DATA.spots.map((spot, number) => {
    const inner = make("span", {}, String(number + 1));
    const button = isForPrint ? make("span", { class: "spot" }, inner)
      : make("button", { type: "button", class: "spot", "aria-pressed": "false", onclick: () => press(number) }, inner);
    button.style.left = `clamp(22px, ${spot.x}%, calc(100% - 22px))`;
    button.style.top = `clamp(22px, ${spot.y}%, calc(100% - 22px))`;
    return button;
  });
}

const buttons = spots(false);

function label() {
  buttons.forEach((button, number) => {
    const isKnown = !queue;
    button.setAttribute("aria-label", isKnown ? words("spot_named", { n: number + 1, name: DATA.spots[number].name }) : words("spot", { n: number + 1 }));
    button.setAttribute("aria-pressed", String(number === chosen));
  });
}

function press(number) {
  if (queue) return answer(number);
  chosen = number;
  const spot = DATA.spots[number];
  note.replaceChildren(make("h2", {}, make("b", {}, String(number + 1)), spot.name), make("p", {}, spot.text));
  label();
}

function ask() {
  label();
  if (asked >= queue.length) {
    const right = queue.length - missed.size;
    note.replaceChildren(make("h2", {}, words("done", { n: right, total: queue.length })));
    return;
  }
  note.replaceChildren(make("h2", {}, words("find", { name: DATA.spots[queue[asked]].name })), make("p", {}, words("place", { n: asked + 1, total: queue.length })));
}

function answer(number) {
  if (asked >= queue.length) return;
  buttons.forEach((each) => each.classList.remove("wrong"));
  const wanted = queue[asked];
  if (number === wanted) {
    buttons[number].classList.add("right");
    asked += 1;
    ask();
    say(words("good"));
    return;
  }
  missed.add(wanted);
  buttons[number].classList.add("wrong");
  say(words("wrong", { n: number + 1 }));
}

/* On paper the quiz is a quiz too: the names in another order, each with a line for its number. */
function print(isQuiz) {
  const names = isQuiz ? make("ul", {}, ...mixed(DATA.spots).map((spot) => make("li", {}, `____  ${spot.name}`)))
    : make("ol", {}, ...DATA.spots.map((spot) => make("li", {}, make("b", {}, spot.name), spot.text ? ` – ${spot.text}` : "")));
  sheet.replaceChildren(picture(spots(true)), names);
}

function start(isQuiz) {
  queue = isQuiz ? shuffled(DATA.spots.map((spot, number) => number)) : null;
  asked = 0;
  missed = new Set();
  chosen = -1;
  buttons.forEach((each) => each.classList.remove("right", "wrong"));
  learn.setAttribute("aria-pressed", String(!isQuiz));
  quiz.setAttribute("aria-pressed", String(isQuiz));
  say("");
  print(isQuiz);
  if (isQuiz) { ask(); return; }
  label();
  note.replaceChildren(make("p", {}, words("start")));
}

function move(step) {
  const place = buttons.indexOf(document.activeElement);
  buttons[place < 0 ? 0 : (place + step + buttons.length) % buttons.length].focus();
}

const learn = make("button", { type: "button", onclick: () => start(false) }, words("learn"));
const quiz = make("button", { type: "button", onclick: () => start(true) }, words("quiz"));
const picture = (own) => make("div", { class: "card picture" }, make("img", { src: DATA.picture, alt: DATA.alt }), ...own);
stage.append(
  make("div", {}, make("div", { class: "row modes", role: "group", "aria-label": words("modes") }, learn, quiz), picture(buttons)),
  note, make("p", { class: "keys" }, words("keys")));
onKeys({ ArrowRight: () => move(1), ArrowDown: () => move(1), ArrowLeft: () => move(-1), ArrowUp: () => move(-1) });
start(false);
