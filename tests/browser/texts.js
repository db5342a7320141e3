// Texts of the page that are cut off by a box around them, or that lie over each other.
() => {
  const SLACK = 1.5; // pixels
  const root = document.querySelector("dialog[open]") ?? document.querySelector(".match-screen");
  const problems = new Set();
  const report = (what, ...nodes) => problems.add(`${what}: ${nodes.map((node) => node.data.trim()).join(" | ")}`);

  // Every text that can be seen, with its lines.
  function* texts() {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || element.closest(".rb-board, .sr-only, [aria-hidden=true] svg")) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      yield { node, lines: [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1) };
    }
  }

  function* boxesAround(node) {
    for (let box = node.parentElement; box !== root.parentElement; box = box.parentElement) {
      const isShape = box instanceof SVGElement && box.tagName !== "svg";
      if (!isShape) yield box;
    }
  }

  // The lines that are in sight. What must be scrolled to is not cut off.
  function seen({ node, lines }) {
    let found = lines;
    let scrolled = false;
    for (const box of boxesAround(node)) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const outside = found.some((line) => left - line.left > SLACK || line.right - right > SLACK);
      const below = found.some((line) => top - line.top > 3 + SLACK || line.bottom - bottom > 3 + SLACK);
      if (box.matches(".scroll-x")) return []; // a table that says so can be wider than its panel
      if (box.matches(".glance") && innerWidth < 1000) return []; // on a phone, the facts are scrolled
      if (outside && (overflowX !== "visible" || box.tagName === "svg")) report("cut off", node);
      if (below && !scrolled && ["hidden", "clip"].includes(overflowY) && box.tagName !== "svg") report("cut off below", node);
      if (!["auto", "scroll"].includes(overflowY)) continue;
      scrolled = true;
      found = found.filter((line) => line.top >= top - 3 && line.bottom <= bottom + 3);
    }
    return found;
  }

  // What may lie over the rest of the screen.
  const layers =
    ".toasts, .turn-card, .info, .callout-host, .brushes, .banner, .menu-list, .with-cards .question, .rules-search, .coach-row";
  const layerOf = ({ node }) => node.parentElement.closest(layers);
  const all = [...texts()].flatMap((text) => seen(text).map((line) => ({ node: text.node, line, layer: layerOf(text) })));
  all.sort((one, other) => one.line.top - other.line.top);
  all.forEach((one, i) => {
    for (let j = i + 1; j < all.length && all[j].line.top < one.line.bottom; j++) {
      const other = all[j];
      const [a, b] = [one.line, other.line];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const isOver = wide > SLACK && high > 0.35 * Math.min(a.height, b.height);
      if (isOver && one.node !== other.node && one.layer === other.layer) report("over each other", one.node, other.node);
    }
  });
  return [...problems];
}
