// What the checks in a browser share. The packages are where `cargo xtask setup` put them: the folder that the variable
// WIRECOST_BROWSER names.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.env.WIRECOST_BROWSER, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Widths of a phone, a tablet and a screen, in pixels. */
export const WIDTHS = [360, 768, 1280];

const browser = await chromium.launch({
  executablePath: process.env.WIRECOST_CHROMIUM,
  timeout: 180_000,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

/** Opens a page, and notes every error and every request beyond those to `home`. */
export const open = async (address, { home = address, ...options } = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Nothing here waits for time to pass; a machine that others use may take long over anything.
  context.setDefaultTimeout(180_000);
  const tab = await context.newPage();
  const noted = [];
  tab.on("console", (message) => noted.push(`console: ${message.text()}`));
  tab.on("pageerror", (error) => noted.push(`error: ${error}`));
  tab.on("dialog", (dialog) => { noted.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  tab.on("request", (request) => {
    if (!request.url().startsWith(home) && !request.url().startsWith("data:")) noted.push(`request: ${request.url()}`);
  });
  await tab.goto(address);
  return { tab, noted, close: () => context.close() };
};

/** Opens everything that folds, and lays out also what is far from the screen. */
export const unfold = async (tab) => {
  await tab.addStyleTag({ content: ".long section { content-visibility: visible !important; }" });
  await tab.$$eval("details", (all) => all.forEach((details) => { details.open = true; }));
};

/** Whether nothing reaches beyond the width of the screen. */
export const fits = (tab) => tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** The faults of access that axe-core finds, each with its first place. */
export const faults = async (tab) => {
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => window.axe.run());
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.length} x ${nodes[0].html.slice(0, 200)}`);
};

/** Whether an element is on the screen as it is, without scrolling. */
export const isInView = (locator) => locator.evaluate((element) => {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
});

/** Runs every check, says what came of each, and ends with 1 where one failed. */
export const run = async (checks) => {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    const start = performance.now();
    try {
      await check();
      console.log(`ok   ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}\n${error.stack}`);
    }
  }
  await browser.close();
  console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
};

/** Ends the browser. */
export const end = () => browser.close();
