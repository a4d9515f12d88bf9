import { join } from "node:path";

import type { BrowserContextOptions, Page } from "playwright-core";

import { withPage } from "../demo/with-page.ts";

/** Takes the pictures in `docs/` of the running page: `npm run picture:ui [-- NAME…]`. Needs Chromium. */
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

interface Shot {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly go: (page: Page) => Promise<unknown>;
}

const SHOTS: readonly Shot[] = [
  { name: "ui-open", options: { colorScheme: "light", viewport: WIDE }, go: coloured },
  {
    name: "ui-blame",
    options: { colorScheme: "dark", viewport: WIDE },
    async go(page) {
      await coloured(page);
      const card = page.getByRole("article", { name: /\.ts$/ }).first();
      await card.getByRole("button", { name: /^Blame/ }).click();
      await card.locator(".who a").first().waitFor();
      await card.scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 400);
    },
  },
  { name: "ui-light", options: { colorScheme: "light", viewport: WIDE }, go: openTurn },
  {
    name: "ui-dark",
    options: { colorScheme: "dark", viewport: WIDE },
    async go(page) {
      await openTurn(page);
      await page.getByRole("button", { name: "Side by side" }).first().click();
      await page.getByRole("article", { name: /\.ts$/ }).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "ui-restore",
    options: { colorScheme: "light", viewport: WIDE },
    async go(page) {
      await openTurn(page);
      await page.click("#restore");
      await page.waitForSelector(".summary");
      await page.locator(".change-button", { hasText: ".ts" }).first().click();
      await page.waitForSelector(".change-diff table");
    },
  },
  {
    name: "ui-redactions",
    options: { colorScheme: "light", viewport: WIDE },
    async go(page) {
      await page.getByRole("link", { name: "Redactions" }).click();
      await page.waitForSelector(".table tbody tr");
    },
  },
  {
    name: "ui-audit",
    options: { colorScheme: "dark", viewport: WIDE },
    async go(page) {
      await page.getByRole("link", { name: "Audit" }).click();
      await page.click("#run-audit");
      await page.waitForSelector(".finding");
    },
  },
  {
    name: "ui-log",
    options: { colorScheme: "light", viewport: WIDE },
    async go(page) {
      await page.getByRole("link", { name: "Log", exact: true }).click();
      await page.waitForSelector(".finding");
    },
  },
  {
    name: "ui-narrow",
    options: { colorScheme: "light", viewport: NARROW, hasTouch: true },
    go: (page) => page.waitForSelector(".level-3 .change-bar"),
  },
  { name: "ui-narrow-dark", options: { colorScheme: "dark", viewport: NARROW, hasTouch: true }, go: openTurn },
];

/** Waits until the page has opened on the newest step and coloured its code. */
async function coloured(page: Page): Promise<void> {
  await page.waitForSelector(".colour-keyword");
}

/** Opens the turn that changed a picture. */
async function openTurn(page: Page): Promise<void> {
  await page.locator(".level-2", { hasText: "logo.png" }).first().click();
  await page.waitForSelector(".picture img");
  await page.waitForSelector("table.diff");
}

const wanted = process.argv.slice(2);

void withPage(60, async (browser, url) => {
  for (const { name, options, go } of SHOTS.filter((shot) => wanted.length === 0 || wanted.includes(shot.name))) {
    const page = await (await browser.newContext({ ...options, reducedMotion: "reduce" })).newPage();
    await page.goto(url);
    await page.waitForSelector(".level-3 .change-bar");
    await page.evaluate(
      "const where = document.querySelector('.where-folder'); if (where) where.textContent = '/home/you/';",
    ); // hides the path of this machine
    await go(page);
    await page.waitForSelector(".activity-sum .added, .page", { state: "attached" }); // the chart is complete
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(import.meta.dirname, "../docs", `${name}.png`) });
    await page.context().close();
  }
});
