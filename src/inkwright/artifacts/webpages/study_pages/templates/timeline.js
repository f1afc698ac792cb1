const groups = [...new Set(DATA.events.map((each) => each.group).filter(Boolean))];
const list = make("ol", { class: "line" });
let chosen = "";

const items = DATA.events.map((event, number) => {
  const head = [make("span", { class: "when" }, event.when), make("span", { class: "name" }, event.title)];
  if (event.group) head.push(make("span", { class: "group" }, event.group));
  const item = make("li", { class: "event" });
  const box = make("div", { class: "card" });
  item.append(box);
  if (!event.text) {
    box.append(make("div", { class: "opener", tabindex: "0" }, ...head));
    return { item, event, opener: box.firstChild, set: () => {} };
  }
  const more = make("p", { class: "more", id: `more-${number}`, hidden: true }, event.text);
  const plus = make("span", { class: "plus", "aria-hidden": "true" }, "+");
  const opener = make("button", { type: "button", class: "opener", "aria-expanded": "false", "aria-controls": `more-${number}` }, plus, ...head);
  const set = (isOpen) => {
    opener.setAttribute("aria-expanded", String(isOpen));
    more.hidden = !isOpen;
    plus.textContent = isOpen ? "−" : "+";
    item.classList.toggle("open", isOpen);
  };
  opener.addEventListener("click", () => { set(more.hidden); tell(); });
  box.append(opener, more);
  return { item, event, opener, set, isOpen: () => !more.hidden };
});

const openable = items.filter((each) => each.isOpen);
const everything = make("button", { type: "button", onclick: () => {
  const isOpening = openable.some((each) => !each.isOpen());
  openable.forEach((each) => each.set(isOpening));
  tell();
} }, words("open_all"));

function tell() {
  everything.textContent = words(openable.some((each) => !each.isOpen()) ? "open_all" : "close_all");
}

function show() {
  const shown = items.filter((each) => !chosen || each.event.group === chosen);
  list.replaceChildren(...shown.map((each) => each.item));
  chips.forEach((chip) => chip.setAttribute("aria-pressed", String(chip.dataset.group === chosen)));
  if (groups.length > 1) say(words("shown", { n: shown.length, total: items.length }));
}

const chips = groups.length < 2 ? [] : ["", ...groups].map((group) =>
  make("button", { type: "button", "data-group": group, onclick: () => { chosen = group; show(); } }, group || words("all")));

function move(step) {
  const openers = [...list.querySelectorAll(".opener")];
  const place = openers.indexOf(document.activeElement);
  const next = openers[place < 0 ? 0 : Math.min(Math.max(place + step, 0), openers.length - 1)];
  if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); }
}

onKeys({ ArrowDown: () => move(1), ArrowRight: () => move(1), ArrowUp: () => move(-1), ArrowLeft: () => move(-1), Home: () => move(-1e6), End: () => move(1e6) });
const tools = make("div", { class: "row tools", role: "group", "aria-label": words("filter") }, ...chips);
if (openable.length > 1) tools.append(everything);
stage.append(...(tools.childNodes.length ? [tools] : []), list, make("p", { class: "keys" }, words("keys")));
const printed = make("dl", {});
for (const event of DATA.events) printed.append(make("dt", {}, `${event.when} · ${event.title}`), make("dd", {}, event.text));
sheet.append(printed);
show();
