const WORDS = DATA.words;
const stage = document.getElementById("stage");
const sheet = document.getElementById("sheet");
const statusLine = document.getElementById("status");

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function words(name, values) {
  return WORDS[name].replace(/\{(\w+)\}/g, (whole, key) => (values && key in values ? values[key] : whole));
}

/* What is printed alone would be printed before its fonts are there. */
if (document.fonts) document.fonts.forEach((each) => each.load());

/* What stands on the page already is read aloud and not shown again. */
function say(message, isShownAlready) {
  statusLine.textContent = message;
  statusLine.classList.toggle("unseen", Boolean(isShownAlready));
}

function shuffled(list) {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

/* Mixed so that it differs from how it was given, where that is possible. */
function mixed(list) {
  for (let tries = 0; tries < 8; tries += 1) {
    const order = shuffled(list);
    if (order.some((each, at) => each !== list[at])) return order;
  }
  return [...list].reverse();
}

function onKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.matches && event.target.matches("input, select, textarea");
    const isPressing = event.target.matches && event.target.matches("button") && (event.key === " " || event.key === "Enter");
    const action = actions[event.key];
    if (!action || isTyping || isPressing) return;
    event.preventDefault();
    action(event);
  });
}
