// node firefox.mjs PUPPETEER FIREFOX URL...: opens each match in Firefox, pans, zooms, answers. Prints what it found as JSON.

import { createRequire } from "node:module";

const [puppeteerFolder, executablePath, ...urls] = process.argv.slice(2);
const puppeteer = createRequire(`${puppeteerFolder}/`)("puppeteer-core");
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });

// One frame after the next, so that what moves has moved.
const frames = (page, count) =>
  page.evaluate(
    (left) =>
      new Promise((done) => {
        const next = () => (left-- > 0 ? requestAnimationFrame(next) : done(true));
        next();
      }),
    count,
  );

const look = (page) =>
  page.evaluate(() => {
    const sheet = document.querySelector(".rb-moving");
    return { transform: sheet.style.transform, width: document.querySelector(".rb-play").style.width };
  });

// Takes the first answer that there is, by its button or its card; true once another position is shown.
const answered = (before) => {
  if (Number(document.querySelector(".match-screen").dataset.number) > before) return true;
  const find = (query) => document.querySelector(query);
  (find(":is(.question, .hands) [data-action]") ?? find(".hands [data-offer], .question .all-answers > summary"))?.click();
  return false;
};

async function play(url) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
  page.setDefaultTimeout(60_000);
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url);
  await page.waitForSelector(".match-screen[data-number]");
  await page.waitForSelector(".rb-painted");
  const stage = await (await page.$(".rb-stage")).boundingBox();
  const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  const opened = await look(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel({ deltaY: -400 });
  await page.waitForFunction((before) => document.querySelector(".rb-play").style.width !== before, {}, opened.width);
  await page.waitForSelector(".rb-painted");
  const zoomed = await look(page);
  await page.mouse.down({ button: "middle" });
  await page.mouse.move(x - 120, y - 90, { steps: 4 });
  await page.mouse.up({ button: "middle" });
  await frames(page, 3);
  const panned = await look(page);
  const number = () => page.$eval(".match-screen", (screen) => Number(screen.dataset.number));
  const before = await number();
  await page.waitForFunction(answered, { polling: 200 }, before);
  const found = { zoomed: zoomed.width !== opened.width, panned: panned.transform !== zoomed.transform, complaints };
  await page.close();
  return found;
}

try {
  const found = [];
  for (const url of urls) found.push(await play(url));
  console.log(JSON.stringify(found));
} finally {
  await browser.close();
}
