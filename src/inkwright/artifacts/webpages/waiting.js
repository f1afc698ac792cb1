/* Runs in the frame until it has a size, then asks the file around it for the page and writes it. */
(() => {
  "use strict";
  const rule = window.trustedTypes && trustedTypes.createPolicy("page", { createHTML: (page) => page });
  let isAsked = false;

  function ask() {
    if (!isAsked) parent.postMessage("inkwright-waiting", "*");
    isAsked = true;
  }

  addEventListener("message", ({ source, data, ports }) => {
    if (source !== parent || typeof data !== "string") return;
    window.inkwrightPort = ports[0];
    document.open();
    document.write(rule ? rule.createHTML(data) : data);
    document.close();
  });
  if (innerWidth) ask();
  addEventListener("resize", ask);
  setTimeout(ask, 1000);
})();
