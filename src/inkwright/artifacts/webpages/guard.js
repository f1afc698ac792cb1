/* Runs before everything else in a framed page. It closes the ways out that no policy closes: see docs/pages.md. */
(() => {
  "use strict";
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const port = window.inkwrightPort;
  delete window.inkwrightPort;
  const report = MessagePort.prototype.postMessage, print = window.print;
  const test = RegExp.prototype.test, lower = String.prototype.toLowerCase, trim = String.prototype.trim;
  const getAttribute = Element.prototype.getAttribute, removeAttribute = Element.prototype.removeAttribute;
  const query = Element.prototype.querySelectorAll, remove = Element.prototype.remove;
  const parentOf = getOwnPropertyDescriptor(Node.prototype, "parentNode").get;
  const hostOf = getOwnPropertyDescriptor(ShadowRoot.prototype, "host").get;
  const nodeType = getOwnPropertyDescriptor(Node.prototype, "nodeType").get;
  const call = (method, target, ...given) => apply(method, target, given);

  /* These elements load, connect or open another realm as soon as they are in the document. */
  const NAMES = "iframe|frame|frameset|object|embed|applet|link|meta|base|portal|fencedframe|webview|controlledframe";
  const ELEMENT = new RegExp(`^(?:.*:)?(?:${NAMES})$`, "is");
  const MARKUP = new RegExp(`[<:](?:${NAMES})(?![\\w-])|shadowrootmode|\\bhref\\s*=\\s*["']?\\s*(?![#"'\\s]|data:image/)`, "i");
  const INSIDE = /^(?:$|#|data:image\/)/i;

  const lock = (owner, name, value) => {
    if (owner) defineProperty(owner, name, { value, writable: false, configurable: false, enumerable: false });
  };
  const refuse = (what) => { throw new TypeError(`${what} is not available in this page`); };
  const isOut = (address) => address !== null && !call(test, INSIDE, call(trim, address));
  const leads = (element) => isOut(call(getAttribute, element, "href")) || isOut(call(getAttribute, element, "xlink:href"));

  /* No policy governs peer connections, and XSLT makes elements past every other check. */
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCIceTransport", "XSLTProcessor"]) {
    lock(window, name, undefined);
  }

  /* Every text that becomes markup or code passes here. The policy of the frame allows no second rule. */
  if (window.trustedTypes) {
    trustedTypes.createPolicy("default", {
      createHTML: (markup, _type, sink) =>
        call(test, MARKUP, markup) || call(test, /srcdoc/i, String(sink)) ? null : markup,
      createScript: (code, _type, sink) => (call(test, / on[a-z]+$/, String(sink)) ? code : null),
      createScriptURL: () => null,
    });
  }

  for (const name of ["createElement", "createElementNS"]) {
    const make = Document.prototype[name];
    lock(Document.prototype, name, function (...given) {
      const last = name === "createElement" ? 0 : 1;
      given[last] = `${given[last]}`;
      if (call(test, ELEMENT, given[last])) refuse(`<${given[last]}>`);
      return apply(make, this, given);
    });
  }
  /* A parser that takes its text in pieces, or a new document without these rules. */
  for (const name of ["open", "write", "writeln"]) lock(Document.prototype, name, () => refuse(`document.${name}`));
  for (const name of ["back", "forward", "go"]) lock(History.prototype, name, () => {});
  const define = CustomElementRegistry.prototype.define;
  lock(CustomElementRegistry.prototype, "define", function (name, type, options) {
    if (options && options.extends !== undefined) refuse("extends");
    return call(define, this, name, type);
  });
  const command = Document.prototype.execCommand;
  lock(Document.prototype, "execCommand", function (name, ui, value) {
    return call(lower, `${name}`) === "inserthtml" ? false : call(command, this, name, ui, value);
  });

  /* A click by script on a link that is not in the document is seen by nobody else. */
  const leadsOut = (start) => {
    for (let each = start; each; ) {
      const type = call(nodeType, each);
      if (type === 1 && leads(each)) return true;
      each = type === 11 && each instanceof ShadowRoot ? call(hostOf, each) : call(parentOf, each);
    }
    return false;
  };
  const click = HTMLElement.prototype.click;
  lock(HTMLElement.prototype, "click", function () { if (!leadsOut(this)) call(click, this); });
  const dispatch = EventTarget.prototype.dispatchEvent;
  lock(EventTarget.prototype, "dispatchEvent", function (event) {
    return this instanceof Node && leadsOut(this) ? false : call(dispatch, this, event);
  });

  /* A browser connects when the pointer is over a link: no link of the document leads out. */
  const clean = (element) => {
    if (leads(element)) for (const name of ["href", "xlink:href"]) call(removeAttribute, element, name);
    const animated = call(getAttribute, element, "attributeName");
    if (animated !== null && call(test, /href/i, animated)) call(remove, element);
  };
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ["href", "xlink:href", "attributeName"] };
  const watcher = new MutationObserver((list) => {
    for (const change of list) {
      if (change.type === "attributes") clean(change.target);
      for (const node of change.addedNodes) {
        if (call(nodeType, node) !== 1) continue;
        clean(node);
        for (const each of call(query, node, "[href], [*|href], [attributeName]")) clean(each);
      }
    }
  });
  const observe = MutationObserver.prototype.observe;
  call(observe, watcher, document, watched);
  const attach = Element.prototype.attachShadow;
  lock(Element.prototype, "attachShadow", function (options) {
    const root = call(attach, this, options);
    call(observe, watcher, root, watched);
    return root;
  });

  /* In a frame the address of a place on the page is that of the file around it. */
  addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    for (const each of event.composedPath()) {
      const target = each instanceof Element ? call(getAttribute, each, "href") : null;
      if (target === null || target[0] !== "#") continue;
      event.preventDefault();
      location.hash = target;
      return;
    }
  });

  /* The file around the frame prints it, shows its height on paper, and hears when the page tries to leave. */
  const tell = (message) => { if (port) call(report, port, message); };
  if (port) port.onmessage = ({ data }) => { if (data === "print") call(print, window); };
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && call(lower, `${event.key}`) === "p") {
      event.preventDefault();
      call(print, window);
    }
  }, true);
  const scrollHeight = getOwnPropertyDescriptor(Element.prototype, "scrollHeight").get;
  const root = document.documentElement;
  const sizes = new ResizeObserver(() => tell(call(scrollHeight, root)));
  addEventListener("DOMContentLoaded", () => { if (document.body) sizes.observe(document.body); });

  /* A browser connects to the target of a navigation before it asks the policy. The page never gets there: the file
     around it takes its frame away. That file also does so before it is closed, so nobody waits for this loop. */
  addEventListener("beforeunload", () => {
    tell("left");
    for (;;);
  }, true);
})();
