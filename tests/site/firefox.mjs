// node firefox.mjs PUPPETEER FIREFOX URL: opens the site in Firefox, plays a little, reloads. Prints what it found as JSON.

import { createRequire } from "node:module";

const [puppeteerFolder, executablePath, url] = process.argv.slice(2);
const puppeteer = createRequire(`${puppeteerFolder}/`)("puppeteer-core");
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  const german = await page.waitForSelector('button[aria-label="Play the German side"]');
  await german.click();
  await page.waitForSelector(".match-screen[data-number] .question [data-action]");
  const number = () => page.$eval(".match-screen", (screen) => Number(screen.dataset.number));
  const before = await number();
  const answer = await page.$(".question [data-action]");
  await answer.evaluate((one) => one.click());
  await page.waitForFunction((old) => Number(document.querySelector(".match-screen").dataset.number) > old, {}, before);
  await page.waitForFunction(() => document.querySelector(".question [data-action]") && !document.querySelector(".match-screen.busy"));
  const reached = await number();
  await page.reload();
  await page.waitForSelector(".match-screen[data-number] .question [data-action]");
  console.log(JSON.stringify({ before, reached, again: await number() }));
} finally {
  await browser.close();
}
