import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type BrowserContextOptions, type Page } from "playwright-core";

import { makeHistory } from "../demo/make-history.ts";

/** Takes the pictures in `docs/` from the running page: `npm run picture:ui`. Needs Chromium. */
const root = join(import.meta.dirname, "..");
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

interface Shot {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly go: (page: Page) => Promise<unknown>;
}

const SHOTS: readonly Shot[] = [
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

/** The turn that changed a picture, with something ticked. */
async function openTurn(page: Page): Promise<void> {
  await page.locator(".level-2", { hasText: "logo.png" }).first().click();
  await page.waitForSelector(".picture img");
  await page.waitForSelector("table.diff");
}

async function main(): Promise<void> {
  const stage = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-pictures-")));
  try {
    for (const folder of ["home", "state"]) mkdirSync(join(stage, folder));
    const env = {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: join(stage, "home"),
      SNAPVEIL_DATA_DIR: join(stage, "state"),
      GIT_CONFIG_NOSYSTEM: "1",
    };
    const project = join(stage, "shop");
    await makeHistory({ project, env, turns: 60, end: new Date() });
    const server = spawn(process.execPath, [join(root, "dist/snapveil.cjs"), "ui", "--no-open"], {
      cwd: project,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const url = await new Promise<string>((resolve) =>
      server.stdout.once("data", (part: Buffer) => resolve(String(part).trim())),
    );
    const browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      chromiumSandbox: process.getuid?.() !== 0,
    });
    for (const { name, options, go } of SHOTS) {
      const page = await (await browser.newContext({ ...options, reducedMotion: "reduce" })).newPage();
      await page.goto(url);
      await page.waitForSelector(".level-3 .change-bar");
      await page.evaluate(
        "const where = document.querySelector('.where-folder'); if (where) where.textContent = '/home/you/';",
      ); // no path of this machine's
      await go(page);
      await page.waitForTimeout(600); // until the chart has all its bars
      await page.screenshot({ path: join(root, "docs", `${name}.png`) });
      await page.context().close();
    }
    await browser.close();
    server.kill("SIGTERM");
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

void main();
