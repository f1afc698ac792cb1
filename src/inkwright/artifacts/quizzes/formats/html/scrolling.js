"use strict";
/* What is wider than the screen scrolls in a box of its own; such a box can be reached with the keyboard. */
(() => {
  const names = document.querySelector("main").dataset;
  const reach = () => document.querySelectorAll(".formula, code.block").forEach((box) => {
    if (box.scrollWidth <= box.clientWidth + 1) {
      ["tabindex", "role", "aria-label"].forEach((name) => box.removeAttribute(name));
      return;
    }
    box.tabIndex = 0;
    if (box.closest("label")) return;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", box.tagName === "CODE" ? names.code : names.formula);
  });
  document.getElementById("quiz").addEventListener("click", reach);
  addEventListener("resize", reach);
  reach();
})();
