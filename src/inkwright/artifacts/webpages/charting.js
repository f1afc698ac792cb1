/* Charts look like the page around them, and stand still for who asks for less motion. */
"use strict";
(() => {
  const style = getComputedStyle(document.body);
  Chart.defaults.color = style.color;
  Chart.defaults.font.family = style.fontFamily;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) Chart.defaults.animation = false;
})();
