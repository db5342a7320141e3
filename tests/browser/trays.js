// Trays beside the map: boxes over each other, titles out of their boxes, over counters or under badges, counters over each other.
() => {
  const problems = new Set();
  const boxOf = (element) => ({ element, ...element.getBoundingClientRect().toJSON() });
  const boxesOf = (selector) => [...document.querySelectorAll(selector)].map(boxOf);
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const overlap = (a, b) => Math.min(across(a, b), down(a, b));
  const [stage] = boxesOf(".rb-stage");
  const trays = boxesOf(".rb-tray");
  const titles = boxesOf(".rb-tray-title");
  const badges = boxesOf(".rb-badges .rb-pill");
  const spaceOf = ({ element }) => element.closest("[data-token]").dataset.at;
  const faces = boxesOf(".rb-counters [data-token] .rb-face").map((box) => ({ ...box, at: spaceOf(box) }));
  const counters = faces.filter((box) => trays.some((tray) => overlap(box, tray) > 2));
  trays.forEach((tray, i) => {
    const name = titles[i].element.textContent;
    if (overlap(tray, stage) < Math.min(tray.width, tray.height) - 1) problems.add(`not in the window: ${name}`);
    if (titles[i].right > tray.right + 1 || titles[i].top < tray.top - 1) problems.add(`out of its tray: ${name}`);
    if (trays.some((other, j) => j > i && overlap(tray, other) > 1)) problems.add(`over another tray: ${name}`);
    if (counters.some((box) => overlap(box, titles[i]) > 1)) problems.add(`over a counter: ${name}`);
    if (badges.some((box) => overlap(box, titles[i]) > 1)) problems.add(`under a badge: ${name}`);
  });
  counters.forEach((box, i) => {
    const hides = counters.slice(i + 1).some((other) => other.at === box.at && overlap(box, other) > 0.15 * box.width);
    if (hides) problems.add(`counters over each other: ${box.at}`);
  });
  return [...problems];
}
