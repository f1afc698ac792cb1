/* Formulas in the texts of the page, set by KaTeX once the page has written them, and whenever it writes more. */
"use strict";
(() => {
  const FORMULA = new RegExp(String.raw`\\\((.+?)\\\)|\\\[(.+?)\\\]|(?<![\\$])(\$\$?)(?![\s$])((?:[^$\\]|\\[^])+?)(?<!\s)\3(?![$\d])`, "gs");
  const LEFT = "script, style, textarea, pre, code, svg, select, option, title, .katex, [contenteditable]";
  const MOST = 5000;

  function pieces(words) {
    const found = [];
    let end = 0;
    for (const match of words.matchAll(FORMULA)) {
      const tex = match[1] ?? match[2] ?? match[4];
      const shown = document.createElement("span");
      try {
        katex.render(tex, shown, { displayMode: match[2] !== undefined || match[3] === "$$", strict: "ignore", maxSize: 20 });
      } catch (problem) {
        if (!(problem instanceof katex.ParseError)) throw problem;
        /* What cannot be read as a formula stays as it is written. */
        continue;
      }
      found.push(words.slice(end, match.index), shown);
      end = match.index + match[0].length;
    }
    return end ? [...found, words.slice(end)] : found;
  }

  function typeset(root) {
    const texts = [];
    if (root.nodeType === Node.TEXT_NODE) texts.push(root);
    else if (root.nodeType === Node.ELEMENT_NODE) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode);
    }
    for (const node of texts) {
      const words = node.data;
      if (words.length > MOST || !/[$\\]/.test(words)) continue;
      if (!node.parentElement || node.parentElement.closest(LEFT)) continue;
      const found = pieces(words);
      if (found.length) node.replaceWith(...found);
    }
  }

  window.renderMathInElement = typeset;
  document.addEventListener("DOMContentLoaded", () => {
    typeset(document.body);
    new MutationObserver((changes) => {
      for (const change of changes) {
        if (change.type === "characterData") typeset(change.target);
        else change.addedNodes.forEach(typeset);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
})();
