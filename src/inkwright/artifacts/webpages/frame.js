/* Runs around a framed page: it takes the frame away when the page tries to leave, and helps to print it. */
(() => {
  "use strict";
  const frame = document.getElementById("page"), notice = document.getElementById("left");
  const PAPER_FACTOR = 1.15;
  const { port1: port, port2: otherEnd } = new MessageChannel();
  let height = 0;

  port.onmessage = ({ data }) => {
    if (data === "left") {
      frame.remove();
      notice.hidden = false;
    } else if (typeof data === "number") {
      height = Math.min(Math.max(data, 0), 200000);
    }
  };

  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow || data !== "inkwright-waiting" || !("page" in frame.dataset)) return;
    source.postMessage(frame.dataset.page, "*", [otherEnd]);
    delete frame.dataset.page;
    frame.focus();
  });

  /* The guard lets no page unload by itself, so its frame must be gone before this file is closed. */
  addEventListener("beforeunload", () => frame.remove());

  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p") {
      event.preventDefault();
      port.postMessage("print");
    }
  });

  /* The menu of the browser prints this file and not the frame: on paper the page is narrower, and thus longer. */
  addEventListener("beforeprint", () => {
    if (height) frame.style.height = `${Math.ceil(height * PAPER_FACTOR)}px`;
  });
  addEventListener("afterprint", () => frame.removeAttribute("style"));
})();
