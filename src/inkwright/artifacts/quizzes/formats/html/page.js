"use strict";
(() => {
  const given = JSON.parse(document.getElementById("key").textContent);
  const say = given.say;
  const quiz = document.getElementById("quiz");
  const score = document.getElementById("score");
  const earned = new Map();
  /* What is typed is compared as comparing.py does it, by the same rule. */
  const little = new Set("am an as at be by do go he hi if in is it me my no of oh ok on or so to up us we".split(" "));
  const signs = { "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2212": "-", "\u3002": "." };
  const plain = (found) => found.normalize("NFKC");
  const runs = (text) => text.match(/[A-Za-z]+/g) || [];
  const without = (text, ends) => {
    let end = text.length;
    while (end && ends.includes(text[end - 1])) end -= 1;
    return text.slice(0, end);
  };
  const typed = (text) => {
    const one = text
      .replace(/[\u2103\u2109\u2160-\u217f\u2460-\u2473\u3000\uff01-\uffee\ufb00-\ufb06]/g, plain)
      .replace(/[\u2080-\u208e]+/g, (found) => "_" + plain(found))
      .replace(/([A-Z][a-z]?|(?:^|[^A-Za-z])[a-z]|[)\]])_(?=\d)/g, "$1")
      .replace(/[\u00b2\u00b3\u00b9\u2070\u2071\u2074-\u207f]+/g, (found) => "^" + plain(found))
      .replace(/[\u2018\u2019\u201c\u201d\u2212\u3002]/g, (found) => signs[found])
      .normalize("NFC").split(/\s+/).join(" ").trim();
    const ended = without(one, " .!");
    return (/(?:[a-z]{3}|[\u3400-\u9fff])$/i.test(ended) ? ended : without(one, " .")) || one;
  };
  const isSymbol = (run, isAlone) => {
    if (run.length > 5 || run === run.toLowerCase() || run === run.toUpperCase()) return false;
    const isTitle = run.slice(1) === run.slice(1).toLowerCase();
    return isTitle ? isAlone && run.length === 2 && !little.has(run.toLowerCase()) : true;
  };
  const caseCounts = (one, wanted) => {
    const inside = runs(wanted);
    const others = runs(one);
    if (wanted.includes("$") || inside.length !== others.length) return true;
    const isAlone = inside.length === 1 || /[0-9+=]/.test(wanted);
    return inside.some((run, at) => run !== others[at] && (isSymbol(run, isAlone) || (run.length < 3 && isSymbol(others[at], isAlone))));
  };
  const isRight = (given, right) => {
    const one = typed(given);
    const wanted = right.map(typed);
    if (wanted.includes(one)) return true;
    const near = Array.from(new Set(wanted.filter((each) => each.toLowerCase() === one.toLowerCase())));
    return near.length === 1 && !caseCounts(one, near[0]);
  };
  const all = (root, selector) => Array.from(root.querySelectorAll(selector));
  const filled = (message, fields) => message.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

  const shares = {
    choice: (box, key) => {
      const chosen = all(box, "input:checked").map((input) => input.value);
      const hits = chosen.filter((value) => key.right.includes(value)).length;
      return Math.max(0, hits - (chosen.length - hits)) / Math.max(key.right.length, 1);
    },
    words: (box, key) => {
      const inputs = all(box, "input[type=text]");
      const hits = inputs.filter((input, at) => isRight(input.value, key.right[at] || []));
      return hits.length / Math.max(key.right.length, 1);
    },
    pairs: (box, key) => {
      const hits = all(box, "select").filter((select, at) => select.value === key.right[at]);
      return hits.length / Math.max(key.right.length, 1);
    },
    order: (box, key) => {
      const items = all(box, "ol.items li").map((item) => item.dataset.value);
      return items.length === key.right.length && items.every((value, at) => value === key.right[at]) ? 1 : 0;
    },
  };

  const total = () => {
    const sum = Array.from(earned.values()).reduce((one, other) => one + other, 0);
    score.textContent = filled(say.score, { points: +sum.toFixed(2), of: +given.points.toFixed(2), done: earned.size, all: given.questions.length });
  };

  const line = (told, words, name) => {
    const element = document.createElement(name || "div");
    element.textContent = words;
    told.append(element);
    return element;
  };

  const feedback = (box, told) => {
    const chosen = all(box, "input:checked").map((input) => input.value);
    all(box, "template.feedback").forEach((shown) => {
      if (chosen.includes(shown.dataset.value)) told.append(shown.content.cloneNode(true));
    });
  };

  const answer = (box, told) => {
    const shown = box.querySelector("template.answer");
    if (shown) told.append(shown.content.cloneNode(true));
  };

  const own = (told, key, at) => {
    const label = line(told, say.own + " ", "label");
    label.className = "own";
    const input = document.createElement("input");
    Object.assign(input, { type: "number", min: "0", max: String(key.points), step: "any", value: String(earned.get(at) || 0) });
    label.append(input, " / " + key.points);
    input.addEventListener("input", () => {
      earned.set(at, Math.min(Math.max(Number(input.value) || 0, 0), key.points));
      total();
    });
  };

  const mark = (element, name) => {
    element.classList.remove("right", "wrong", "missed");
    if (name) element.classList.add(name);
  };

  /* The options and fields themselves show what was right, what was wrong, and what was missed. */
  const markAnswers = (box, key) => {
    all(box, "label.option").forEach((option) => {
      const input = option.querySelector("input");
      const isRight = key.right.includes(input.value);
      mark(option, input.checked ? (isRight ? "right" : "wrong") : isRight ? "missed" : "");
    });
    if (key.kind === "words") {
      all(box, "input[type=text]").forEach((field, at) => mark(field, isRight(field.value, key.right[at] || []) ? "right" : "wrong"));
    }
    if (key.kind === "pairs") {
      all(box, "select").forEach((field, at) => mark(field, field.value === key.right[at] ? "right" : "wrong"));
    }
    if (key.kind === "order") {
      all(box, "ol.items li").forEach((item, at) => mark(item, item.dataset.value === key.right[at] ? "right" : "wrong"));
    }
  };

  const unmark = (box) => all(box, ".right, .wrong, .missed").forEach((element) => mark(element, ""));

  const check = (box) => {
    const at = Number(box.dataset.at);
    const key = given.questions[at];
    const told = box.querySelector(".told");
    told.replaceChildren();
    if (key.kind === "long") {
      earned.set(at, earned.get(at) || 0);
      answer(box, told);
      own(told, key, at);
    } else {
      const share = shares[key.kind](box, key);
      markAnswers(box, key);
      earned.set(at, share * key.points);
      const head = line(told, share === 1 ? say.right : share > 0 ? say.partly : say.wrong, "strong");
      head.className = share === 1 ? "good" : "bad";
      feedback(box, told);
      answer(box, told);
    }
    total();
  };

  /* The first cannot go up, the last not down. */
  const bound = (list) => {
    const items = Array.from(list.children);
    items.forEach((item, at) => all(item, "[data-move]").forEach((button) => {
      button.disabled = at === (button.dataset.move === "up" ? 0 : items.length - 1);
    }));
  };

  const move = (button) => {
    const item = button.closest("li");
    const other = button.dataset.move === "up" ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (button.dataset.move === "up") item.parentNode.insertBefore(item, other);
    else item.parentNode.insertBefore(other, item);
    unmark(item.parentNode);
    bound(item.parentNode);
    (button.disabled ? item.querySelector("[data-move]:enabled") : button).focus();
    const place = Array.from(item.parentNode.children).indexOf(item) + 1;
    document.getElementById("spoken").textContent = filled(say.moved, { item: item.querySelector("span").textContent, place });
  };

  const reset = () => {
    all(quiz, "input").forEach((field) => {
      field.checked = field.defaultChecked;
      field.value = field.defaultValue;
    });
    all(quiz, "textarea").forEach((field) => {
      field.value = field.defaultValue;
    });
    all(quiz, "select").forEach((field) => {
      field.selectedIndex = 0;
    });
  };

  all(quiz, "ol.items").forEach(bound);
  /* A phone would write mW as MW, and the case of a symbol counts. */
  all(quiz, "input[type=text]").forEach((field) => field.setAttribute("autocapitalize", "off"));
  quiz.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.move) move(button);
    if (button.dataset.check) check(button.closest(".question"));
    if (button.dataset.all) {
      all(quiz, ".question").forEach(check);
      score.focus();
    }
    if (button.dataset.again) {
      reset();
      earned.clear();
      all(quiz, ".told").forEach((told) => told.replaceChildren());
      unmark(quiz);
      score.textContent = "";
      window.scrollTo(0, 0);
    }
  });
  quiz.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT" || event.target.type !== "text") return;
    event.preventDefault();
    const box = event.target.closest(".question");
    if (box) check(box);
  });
})();
