const things = DATA.groups.flatMap((group, number) => group.items.map((item, at) => ({ item, group: number, source: group.sources[at] })));
let queue = [];
let right = 0;
let done = 0;
let bins = [];
let current = null;

function start() {
  queue = shuffled(things);
  right = 0;
  done = 0;
  current = make("div", { class: "card current", id: "current" });
  bins = DATA.groups.map((group, number) => ({
    list: make("ul", {}),
    button: make("button", { type: "button", onclick: () => put(number) }, make("kbd", { "aria-hidden": "true" }, String(number + 1)), group.name),
  }));
  stage.replaceChildren(
    make("p", { class: "tally" }, make("span", { id: "place" }), make("span", { id: "right" })),
    make("div", { class: "bar", "aria-hidden": "true" }, make("span", {})),
    current,
    make("div", { class: "bins", role: "group", "aria-label": words("groups") }, ...bins.map((bin) => make("div", { class: "bin" }, bin.button, bin.list))),
    make("div", { class: "row again" }, make("button", { type: "button", onclick: restart }, words("restart"))),
    make("p", { class: "keys" }, words("keys", { n: DATA.groups.length })));
  show();
}

function restart() {
  start();
  say(words("restarted"));
  bins[0].button.focus();
}

function show() {
  stage.querySelector("#place").textContent = words("place", { n: Math.min(done + 1, things.length), total: things.length });
  stage.querySelector("#right").textContent = words("right", { n: right });
  stage.querySelector(".bar > span").style.width = `${(100 * done) / things.length}%`;
  if (done < things.length) {
    current.replaceChildren(make("span", {}, make("small", {}, words("ask")), queue[done].item));
    return;
  }
  bins.forEach((bin) => { bin.button.disabled = true; });
  current.className = "card current";
  current.replaceChildren(make("span", {}, words("done", { n: right, total: things.length })));
  stage.querySelector(".again button").focus();
}

function put(number) {
  if (done >= things.length || number >= bins.length) return;
  const thing = queue[done];
  const isRight = thing.group === number;
  if (isRight) right += 1;
  bins[thing.group].list.append(make("li", { class: isRight ? "" : "missed" }, thing.item,
    ...(thing.source ? [make("small", { class: "source" }, thing.source)] : [])));
  current.className = `card current ${isRight ? "good" : "bad"}`;
  const told = isRight ? words("good", { what: thing.item }) : words("wrong", { what: thing.item, name: DATA.groups[thing.group].name });
  done += 1;
  show();
  say(done < things.length ? told : `${told} ${words("done", { n: right, total: things.length })}`);
}

function move(step) {
  const buttons = bins.map((bin) => bin.button);
  const place = buttons.indexOf(document.activeElement);
  buttons[place < 0 ? 0 : (place + step + buttons.length) % buttons.length].focus();
}

onKeys({ ArrowRight: () => move(1), ArrowLeft: () => move(-1), "1": () => put(0), "2": () => put(1), "3": () => put(2), "4": () => put(3), "5": () => put(4) });
start();
sheet.append(make("div", { class: "pool" }, ...queue.map((thing) => make("div", {}, `□ ${thing.item}`))),
  make("div", { class: "boxes" }, ...DATA.groups.map((group) => make("div", {}, group.name))));
