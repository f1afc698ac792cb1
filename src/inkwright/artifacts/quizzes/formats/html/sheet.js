"use strict";
(() => {
  const form = document.querySelector("form.sheet");
  const here = `inkwright-quiz:${location.pathname.split("/").slice(0, 3).join("/")}`;
  const all = (root, selector) => Array.from(root.querySelectorAll(selector));
  const kept = (name) => { try { return JSON.parse(localStorage.getItem(`${here}:${name}`)); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(`${here}:${name}`, JSON.stringify(value)); } catch { /* private mode */ } };
  const forget = (name) => { try { localStorage.removeItem(`${here}:${name}`); } catch { /* private mode */ } };

  const times = () => all(document, "time[datetime]").forEach((element) => {
    const at = new Date(element.dateTime);
    element.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  });

  /* The result of what was handed in: the next visit of the form offers it, and begins with empty answers. */
  const result = () => {
    const receipt = document.querySelector("[data-receipt]");
    if (!receipt) return;
    keep("receipt", location.pathname);
    forget("answers");
  };

  const fields = () => Array.from(form.elements).filter((field) => field.name && field.type !== "submit");

  const save = () => {
    const values = fields().map((field) => (field.type === "radio" || field.type === "checkbox" ? [field.name, field.value, field.checked] : [field.name, field.value]));
    keep("answers", values);
  };

  const orderItems = (values) => all(form, "ol.items").forEach((list) => {
    const hidden = list.querySelector("input[type=hidden]");
    if (!hidden) return;
    const order = values.filter(([name]) => name === hidden.name).map(([, value]) => value);
    order.forEach((value) => {
      const found = all(list, "input[type=hidden]").find((each) => each.value === value);
      if (found) list.append(found.closest("li"));
    });
  });

  const restore = () => {
    const values = kept("answers");
    if (!Array.isArray(values)) return;
    orderItems(values);
    const left = values.slice();
    fields().forEach((field) => {
      const isChoice = field.type === "radio" || field.type === "checkbox";
      const at = left.findIndex(([name, value, checked]) => name === field.name && (isChoice ? value === field.value && checked !== undefined : true));
      if (at < 0) return;
      const [, value, checked] = left.splice(at, 1)[0];
      if (isChoice) field.checked = checked === true;
      else if (!field.closest("ol.items")) field.value = value;
    });
  };

  const isAnswered = (box) => all(box, "input, textarea, select").some((field) =>
    field.type === "hidden" || (field.type === "radio" || field.type === "checkbox" ? field.checked : field.value.trim() !== ""));

  const boxes = () => all(form, "fieldset[data-question]");
  const line = () => form.querySelector("[data-answered]");
  let isWarned = false;

  const count = () => {
    isWarned = false;
    line().textContent = line().dataset.answered.replace("{done}", boxes().filter(isAnswered).length).replace("{all}", boxes().length);
  };

  /* What is handed in cannot be taken back: with questions left open it takes a second press. */
  const warn = (event) => {
    const open = boxes().filter((box) => !isAnswered(box)).length;
    if (!open || isWarned) return;
    event.preventDefault();
    isWarned = true;
    line().textContent = line().dataset.open.replace("{open}", open);
  };

  const bound = (list) => {
    const items = Array.from(list.children);
    items.forEach((item, at) => all(item, "[data-move]").forEach((button) => {
      button.disabled = at === (button.dataset.move === "up" ? 0 : items.length - 1);
    }));
  };

  const move = (button) => {
    const item = button.closest("li");
    const list = item.parentNode;
    const other = button.dataset.move === "up" ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (button.dataset.move === "up") list.insertBefore(item, other);
    else list.insertBefore(other, item);
    bound(list);
    (button.disabled ? item.querySelector("[data-move]:enabled") : button).focus();
    const place = Array.from(list.children).indexOf(item) + 1;
    const told = list.nextElementSibling;
    told.textContent = list.dataset.moved.replace("{item}", item.querySelector("span").textContent).replace("{place}", place);
    save();
  };

  times();
  result();
  if (!form) return;
  const receipt = kept("receipt");
  const earlier = document.querySelector("[data-earlier]");
  if (earlier && typeof receipt === "string" && receipt.startsWith(`${location.pathname}/`)) {
    earlier.href = receipt;
    earlier.parentNode.hidden = false;
  }
  restore();
  all(form, "ol.items").forEach(bound);
  count();
  form.addEventListener("input", () => { save(); count(); });
  form.addEventListener("submit", warn);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (button) move(button);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.tagName === "INPUT") event.preventDefault();
  });
})();
