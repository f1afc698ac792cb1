/* Runs in a world of its own inside the page: it sees and uses what a person would, and the page cannot see it. */
(() => {
  const CONTROLS =
    "button, summary, select, [role=button], [role=tab], [role=switch], [onclick], a[href^='#'], " +
    "input[type=button], input[type=submit], input[type=reset], input[type=range]";
  const GRAPHICS = "img, svg, canvas, input, button, select, textarea, hr, table";
  const TO_TOP = /\btop\b|顶部|頂部|页首|頁首|顶端|頂端/i;
  const PRINTS = /\bprint\b|打印|列印/i;
  const PATIENCE = 220;
  const found = [];
  const noisy = new Set();
  let isCanvasNoisy = false;

  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const painted = () => new Promise((done) => {
    setTimeout(done, 250);
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });

  function isVisible(element) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && style.display !== "none";
  }

  function nameOf(element) {
    const label = element.labels && element.labels[0];
    const words = element.getAttribute("aria-label") || element.innerText || (label && label.innerText) ||
      element.value || element.title || element.id || "";
    return String(words).trim().replace(/\s+/g, " ").slice(0, 60);
  }

  function tagOf(element) {
    const type = element.tagName === "INPUT" ? ` type=${element.type}` : "";
    return element.tagName.toLowerCase() + type;
  }

  function isClipped(element) {
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowX !== "visible") return true;
    }
    return false;
  }

  function shades(colour) {
    const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) || []).map(Number);
    return { parts: [red, green, blue], alpha };
  }

  /* What lies under an element: the colour, or null where a picture or a gradient does. */
  function ground(element) {
    const box = element.getBoundingClientRect();
    const below = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const chain = [];
    for (let outer = element; outer; outer = outer.parentElement) chain.push(outer);
    const from = below.indexOf(element);
    for (const each of from >= 0 ? below.slice(from) : chain) {
      const style = getComputedStyle(each);
      if (style.backgroundImage !== "none" || each.matches("img, svg, canvas, video")) return null;
      const { parts, alpha } = shades(style.backgroundColor);
      if (alpha > 0 && alpha < 0.9) return null;
      if (alpha) return each === element ? null : parts;
    }
    return from >= 0 || !chain.some((each) => /absolute|fixed/.test(getComputedStyle(each).position)) ? [255, 255, 255] : null;
  }

  function luminance(parts) {
    const [red, green, blue] = parts.map((each) => {
      const part = each / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one, other) {
    const [darker, lighter] = [luminance(one), luminance(other)].sort((first, second) => first - second);
    return (lighter + 0.05) / (darker + 0.05);
  }

  /* The texts of the page with their elements, as far as they are shown. */
  function* texts(least) {
    const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT);
    for (let tries = 0; tries < 3000 && walker.nextNode(); tries += 1) {
      const node = walker.currentNode, words = node.data.trim(), element = node.parentElement;
      if (words.length < least || !element || element.closest("svg, script, style, noscript, option")) continue;
      if (isVisible(element)) yield { node, words, element };
    }
  }

  function opacityOf(element) {
    let opacity = 1;
    for (let outer = element; outer; outer = outer.parentElement) opacity *= Number(getComputedStyle(outer).opacity);
    return opacity;
  }

  /* The first text that nobody can read: tiny, or in the colour of what is under it. A bar over an answer is meant. */
  function unseen() {
    for (const { words, element } of texts(4)) {
      const box = element.getBoundingClientRect(), style = getComputedStyle(element);
      if (box.width < 4 || box.height < 2) continue;
      if (parseFloat(style.fontSize) < 6) return words.slice(0, 60);
      const ink = shades(style.color), under = ink.alpha > 0.9 ? ground(element) : null;
      if (under && ink.parts.every((each, index) => Math.abs(each - under[index]) <= 6)) return words.slice(0, 60);
    }
    return "";
  }

  /* The first text whose colour is too close to that of its ground. Large signs, and what is off, may be pale. */
  function faint() {
    for (const { words, element } of texts(12)) {
      const style = getComputedStyle(element), ink = shades(style.color);
      if (ink.alpha <= 0.9 || parseFloat(style.fontSize) > 40 || opacityOf(element) < 0.9) continue;
      if (/line-through/.test(style.textDecorationLine) || element.closest("s, del")) continue;
      if (element.closest("[disabled], [aria-disabled=true], [aria-hidden=true]")) continue;
      const under = ground(element);
      if (!under) continue;
      const ratio = contrast(ink.parts, under);
      if (ratio > 1.05 && ratio < 2.2) return `${ratio.toFixed(1)} ${words.slice(0, 60)}`;
    }
    return "";
  }

  function lineBoxes(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((box) => box.width > 8 && box.height > 6).slice(0, 40);
  }

  function shared(one, other) {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 0 && high > 0 ? wide * high : 0;
  }

  /* Whether both elements are painted at a place, without a ground of one between them. */
  function areBothSeen(one, other, x, across) {
    const from = scrollY;
    if (across < 0 || across >= innerHeight) scrollTo({ top: across + from - innerHeight / 2, behavior: "instant" });
    const y = across + from - scrollY;
    const answer = x >= 0 && x < innerWidth && y >= 0 && y < innerHeight && areBothPainted(one, other, x, y);
    scrollTo({ top: from, behavior: "instant" });
    return answer;
  }

  function areBothPainted(one, other, x, y) {
    const below = document.elementsFromPoint(x, y), places = [below.indexOf(one), below.indexOf(other)];
    if (places.includes(-1)) return false;
    return below.slice(0, Math.max(...places)).every((each) => {
      const style = getComputedStyle(each);
      return shades(style.backgroundColor).alpha === 0 && style.backgroundImage === "none" && !each.matches("img, svg, canvas, video");
    });
  }

  /* The first two texts that are printed on each other. Only what is near in height is compared. */
  function overprint() {
    const lines = [];
    for (const { node, words, element } of texts(8)) {
      if (opacityOf(element) < 0.5 || lines.length > 3000) continue;
      for (const box of lineBoxes(node)) lines.push({ box, words, element });
    }
    lines.sort((one, other) => one.box.top - other.box.top);
    for (let index = 0; index < lines.length; index += 1) {
      const one = lines[index];
      for (let next = index + 1; next < Math.min(lines.length, index + 40) && lines[next].box.top < one.box.bottom; next += 1) {
        const other = lines[next], area = shared(one.box, other.box);
        if (one.element === other.element || area < 0.3 * Math.min(one.box.width * one.box.height, other.box.width * other.box.height)) continue;
        const x = (Math.max(one.box.left, other.box.left) + Math.min(one.box.right, other.box.right)) / 2;
        const y = (Math.max(one.box.top, other.box.top) + Math.min(one.box.bottom, other.box.bottom)) / 2;
        if (areBothSeen(one.element, other.element, x, y)) return `${one.words.slice(0, 30)} / ${other.words.slice(0, 30)}`;
      }
    }
    return "";
  }

  /* The first picture in other proportions than those of its file. */
  function stretched() {
    for (const each of [...document.images].slice(0, 300)) {
      const { naturalWidth: wide, naturalHeight: high } = each, style = getComputedStyle(each);
      if (!isVisible(each) || Math.min(wide, high) < 16 || Math.min(each.clientWidth, each.clientHeight) < 16) continue;
      const across = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const down = each.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
      const stretch = (across / wide) / (down / high);
      if (style.objectFit === "fill" && Math.max(stretch, 1 / stretch) > 1.25) return (each.alt || each.id || "<img>").slice(0, 60);
    }
    return "";
  }

  /* The texts that a box hides beyond its right edge, where nobody can scroll to them. */
  function clipped() {
    const hidden = new Set();
    for (const { words, node, element } of texts(2)) {
      for (let outer = element; outer && outer !== document.documentElement; outer = outer.parentElement) {
        const style = getComputedStyle(outer), edge = outer.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX) || style.position === "fixed") break;
        if (!/hidden|clip/.test(style.overflowX)) continue;
        if (style.textOverflow === "ellipsis" || edge.width < 120 || edge.right <= 0 || edge.left >= innerWidth) break;
        if (lineBoxes(node).some((box) => box.left > edge.right - 4 && box.left < edge.right + 3000)) hidden.add(words);
        break;
      }
    }
    return [...hidden];
  }

  let reachable = null;

  /* Content that is hidden at one width alone: what is hidden at every width belongs to a carousel. */
  function clippedHere() {
    const now = clipped();
    if (reachable === null) { reachable = new Set(now); return ""; }
    return (now.find((each) => !reachable.has(each)) || "").slice(0, 60);
  }

  function measure(width) {
    const root = document.documentElement;
    const seen = Math.max(root.scrollWidth, document.body ? document.body.scrollWidth : 0);
    let culprit = "";
    if (seen > width + 1) {
      const wide = [...document.body.querySelectorAll("*")].find(
        (each) => isVisible(each) && each.getBoundingClientRect().right > width + 1 && !isClipped(each)
          && ![...each.children].some((child) => child.getBoundingClientRect().right > width + 1));
      culprit = wide ? `<${tagOf(wide)}${wide.id ? ` id="${wide.id}"` : ""}>` : "<body>";
    }
    const body = document.body;
    const words = body ? body.innerText.trim() : "";
    const hasContent = words !== "" || [...document.querySelectorAll(GRAPHICS)].some(isVisible);
    const faults = { unseen: unseen(), faint: faint(), overprint: overprint(), stretched: stretched(), clipped: clippedHere() };
    return { seen, culprit, hasContent, faults, height: Math.ceil(root.scrollHeight) };
  }

  function canvases() {
    return [...document.querySelectorAll("canvas")].slice(0, 4).map((each) => {
      try { return each.toDataURL("image/png"); } catch { return ""; }
    }).join("|");
  }

  function state() {
    const values = [...document.querySelectorAll("input, select, textarea")].map((each) => `${each.value}${each.checked}`);
    const scrolls = [...document.querySelectorAll("*")].filter((each) => each.scrollTop || each.scrollLeft)
      .map((each) => `${each.scrollTop},${each.scrollLeft}`);
    return [scrollX, scrollY, location.hash, values.join(), scrolls.join(), isCanvasNoisy ? "" : canvases()].join("\n");
  }

  const watched = { subtree: true, childList: true, attributes: true, characterData: true };

  /* What moves by itself is no effect of a control. A drawing that is only late comes to rest, a noisy one never does. */
  async function settle() {
    isCanvasNoisy = true;
    for (let tries = 0; tries < 5 && isCanvasNoisy; tries += 1) {
      await painted();
      const before = canvases();
      const watcher = new MutationObserver((list) => list.forEach((each) => noisy.add(each.target)));
      watcher.observe(document, watched);
      await sleep(120);
      watcher.disconnect();
      isCanvasNoisy = canvases() !== before;
    }
  }

  /* The page is written into its frame when the frame has a size. */
  async function ready() {
    const isWaiting = () => document.readyState !== "complete" || document.getElementById("inkwright-waiting");
    while (isWaiting()) await sleep(10);
  }

  /* A frame follows the size of its window a little later. */
  async function fit(width, height) {
    const isFit = () => innerWidth === width && (!height || innerHeight === height);
    for (let tries = 0; tries < 100 && !isFit(); tries += 1) await sleep(10);
  }

  /* What follows the width of the window by script does so some frames later. */
  async function rest() {
    await painted();
    await painted();
  }

  /* Frames that were really drawn: on a slow machine they come late, and charts with them. */
  const drawn = () => new Promise((done) => {
    setTimeout(done, 2000);
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  });

  /* Until nothing changes by itself, or for a while: on a slow machine a chart follows its frame late. */
  async function calm() {
    for (let tries = 0; tries < 20; tries += 1) {
      const before = state();
      let hasChanged = false;
      const watcher = new MutationObserver((list) => {
        if (list.some((each) => !noisy.has(each.target))) hasChanged = true;
      });
      watcher.observe(document, watched);
      await drawn();
      watcher.disconnect();
      if (!hasChanged && state() === before) return;
    }
  }

  function controls() {
    for (const each of document.querySelectorAll(CONTROLS)) {
      const isOff = each.disabled || each.getAttribute("aria-disabled") === "true";
      if (!isOff && isVisible(each) && !found.includes(each) && found.length < 60) found.push(each);
    }
    return found.map((each, number) => ({ number, tag: tagOf(each), name: nameOf(each) }));
  }

  function fill() {
    const texts = "input[type=text], input[type=number], input[type=search], input:not([type]), textarea";
    for (const each of [...document.querySelectorAll(texts)].filter(isVisible).slice(0, 20)) {
      if (each.value === "") each.value = "1";
      each.dispatchEvent(new Event("input", { bubbles: true }));
      each.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  function change(element) {
    if (element.tagName === "SELECT") {
      element.selectedIndex = (element.selectedIndex + 1) % Math.max(1, element.options.length);
      return;
    }
    const least = Number(element.min || 0), most = Number(element.max || 100), old = element.value;
    element.value = String((least + most) / 2);
    if (element.value === old) element.value = String(most);
    if (element.value === old) element.value = String(least);
  }

  async function use(number) {
    const element = found[number];
    if (!element || !element.isConnected || element.disabled || !isVisible(element)) return "gone";
    // A link to a place that is already in view moves nothing.
    const target = element.tagName === "A" ? (element.getAttribute("href") || "").slice(1) : "";
    const isTop = element.tagName === "A" && ["#", "#top"].includes(element.getAttribute("href"));
    if ((target && document.getElementById(target)) || (isTop && TO_TOP.test(nameOf(element)))) return "moved";
    const isValue = element.tagName === "SELECT" || element.type === "range";
    if (isValue) change(element);
    const before = state(), focused = document.activeElement;
    let moved = false, wake = () => {};
    const woken = new Promise((done) => { wake = done; });
    const watcher = new MutationObserver((list) => {
      if (list.some((each) => !noisy.has(each.target))) { moved = true; wake(); }
    });
    watcher.observe(document, watched);
    if (isValue) {
      element.dispatchEvent(new Event("input", { bubbles: true }));
      element.dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      element.click();
    }
    if (state() === before) await Promise.race([woken, sleep(PATIENCE)]);
    watcher.disconnect();
    const isElsewhere = document.activeElement !== focused && document.activeElement !== element;
    // Paper is out of sight.
    const prints = PRINTS.test(`${nameOf(element)} ${element.getAttribute("onclick") || ""}`);
    return moved || prints || isCanvasNoisy || isElsewhere || state() !== before ? "moved" : "still";
  }

  globalThis.probe = { ready, measure, settle, rest, calm, fit, controls, fill, use };
})();
