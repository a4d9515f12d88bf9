// @module-tag long
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";

import { runSnapveil } from "../support/run.ts";
import { findChromium } from "./support/find-chromium.ts";
import { uiWorld, type UiWorld } from "./support/ui-world.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Until the heading is there, everything that can be pressed is the step's before. */
async function openStep(page: Page, title = "search forget its filters"): Promise<void> {
  await page.locator(".level-2", { hasText: title }).click();
  await page.waitForSelector(`h1 >> text=${title}`);
}

/** How to come to each state of the page that is worth a look. */
const STATES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  timeline: async (page) => {
    await page.waitForSelector(".level-3 .change-bar");
    await page.waitForSelector("h1");
  },
  checkpoint: async (page) => {
    await openStep(page);
    await page.waitForSelector("table.diff .number");
  },
  "side by side": async (page) => {
    await openStep(page);
    await page.click("text=Side by side");
    await page.waitForSelector("table.diff.split");
  },
  "secrets, colours and blame": async (page) => {
    await openStep(page, "secrets come in");
    await page.locator(".secret").first().click();
    await page.waitForSelector(".secret.shown");
    await page
      .getByRole("button", { name: /^Blame/ })
      .first()
      .click();
    await page.waitForSelector(".who :is(a, span)");
    await page.waitForSelector(".colour-keyword");
  },
  "whitespace hidden, a file viewed": async (page) => {
    await openStep(page);
    await page.click("#space");
    await page
      .getByLabel(/^Viewed/)
      .first()
      .check();
    await page.waitForSelector(".file-index .tag");
  },
  "a text that came or went": async (page) => {
    await page.fill("#text-filter", "total");
    await page.waitForSelector(".filter-note");
  },
  restore: async (page) => {
    await openStep(page);
    await page.click("#restore");
    await page.waitForSelector(".summary");
  },
  keys: async (page) => {
    await page.keyboard.press("?");
    await page.waitForSelector(".keys");
  },
  redactions: async (page) => {
    await page.click("text=Redactions");
    await page.waitForSelector(".table tbody tr");
  },
  audit: async (page) => {
    await page.click("text=Audit");
    await page.waitForSelector(".finding, .notice, :text('Nothing was searched')");
  },
  log: async (page) => {
    await page.click(".views >> text=Log");
    await page.waitForSelector(".finding");
  },
};

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

describe.skipIf(findChromium() === undefined)("the page", () => {
  let ui: UiWorld;
  beforeAll(async () => {
    ui = await uiWorld(12);
    const token = ["ghp_", "Qk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
    const lines = ["// why", "export class A {", `  token = "${token}";`, "  run = () => 42;", "}"];
    writeFileSync(join(ui.project, "src/login.ts"), `${lines.join("\n")}\n`);
    writeFileSync(join(ui.project, "copied.ts"), `export const token = "${token}";\n`);
    await ui.snapveil("snapshot", "-m", "secrets come in");
  });
  afterEach(() => ui.closePages());
  afterAll(() => ui?.close());

  test("the audit is run from the page; its findings have places, and no secret is shown or stored", async () => {
    const { page, complaints } = await ui.open();
    await page.click("text=Audit");
    await page.click("#run-audit");
    await page.waitForSelector(".finding");
    expect(await page.locator(".finding .path").allTextContents()).toContain("config/staging.env:3:14");
    const shown = await page.content();
    const stored = readdirSync(join(ui.world.data, "audit")).find((name) => name.endsWith(".result"));
    const file = join(ui.world.data, "audit", stored!);
    const secrets = readFileSync(join(ui.project, "config/staging.env"), "utf8")
      .split("\n")
      .flatMap((line) => /(?:TOKEN=|:\/\/\w+:)([\w-]+)/.exec(line)?.[1] ?? []);
    expect(secrets.length).toBe(2);
    // One secret in two files is one secret.
    const twice = page.locator(".finding", { hasText: "copied.ts" });
    expect(await twice.count()).toBe(1);
    expect(await twice.locator("summary").innerText()).toBe("1 more place");
    const links = await twice
      .locator("a")
      .evaluateAll((all) =>
        all.map((one) => [(one as HTMLAnchorElement).href, (one as HTMLAnchorElement).rel].join(" ")),
      );
    expect(links).toEqual(["https://github.com/settings/tokens noopener noreferrer"]);
    for (const secret of secrets) {
      expect(shown).not.toContain(secret.slice(4, 12));
      expect(readFileSync(file, "utf8")).not.toContain(secret.slice(4, 12));
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);

    await twice.getByRole("button", { name: /^Allow/ }).click();
    await expect.poll(() => twice.count()).toBe(0);
    const allowed = readFileSync(join(ui.project, ".snapveilignore"), "utf8");
    expect(allowed).toMatch(/^hmac:[0-9a-f]+:[0-9a-f]{32} github-token \d{4}-\d\d-\d\d\n$/);
    await page.click("#run-audit");
    await page.waitForSelector("text=2 allowed");
    await page.waitForSelector("#run-audit:not(:disabled)");
    expect(await twice.count()).toBe(0);
    expect(await page.locator(".finding").count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test("the log is filtered, and grows while it is looked at", async () => {
    const { page, complaints } = await ui.open();
    await page.click(".views >> text=Log");
    await page.waitForSelector(".finding");
    const texts = () => page.locator(".finding").allTextContents();
    await page.getByRole("button", { name: "Refused or asked" }).click();
    await expect
      .poll(async () => (await texts()).every((text) => /PreToolUse.*refused.*rm -rf ~/.test(text)))
      .toBe(true);
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.getByRole("combobox", { name: "Event" }).selectOption("Stop");
    await expect.poll(async () => (await texts()).every((text) => text.startsWith("Stop"))).toBe(true);
    await page.getByRole("combobox", { name: "Event" }).selectOption("");
    await page.getByRole("searchbox").fill("<b>now");
    await expect.poll(texts).toEqual([]);
    const event = { hook_event_name: "pre_tool_use", tool_name: "shell", tool_input: { command: "echo '<b>now'" } };
    await runSnapveil(["hook", "log_events"], {
      env: ui.world.env,
      cwd: ui.project,
      input: JSON.stringify({ session_id: "live", ...event }),
    });
    await expect.poll(async () => (await texts()).join()).toContain("echo '<b>now'");
    await page.locator(".day-bar:not([disabled])").last().click();
    await expect.poll(() => page.locator(".lead[role=status]").textContent()).toMatch(/^1 event on /);
    expect(complaints).toEqual([]);
  });

  describe.each(Object.entries(STATES))("%s", (_name, go) => {
    test("has no fault that axe knows, light and dark", async () => {
      // axe is a script that the page would not let in
      const { page, complaints } = await ui.open({ colorScheme: "light", bypassCSP: true });
      await page.waitForSelector("[role=treeitem]");
      await go(page);
      const light = await groundOf(page);
      expect(await faultsIn(page)).toBe("");
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => groundOf(page)).not.toBe(light);
      expect(await faultsIn(page)).toBe("");
      expect(complaints).toEqual([]);
    });

    test("has none on 360 px either, and needs no scrolling sideways", async () => {
      const { page, complaints } = await ui.open({ viewport: { width: 360, height: 740 }, bypassCSP: true });
      await page.waitForSelector("[role=treeitem]");
      await go(page);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll("body *")]
          .filter(
            (element) =>
              element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".hidden, .table-room, pre"),
          )
          .map((element) => `${element.tagName}.${element.className}`),
      );
      expect(wide).toEqual([]);
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await faultsIn(page)).toBe("");
      expect(complaints).toEqual([]);
    });
  });

  test("the colours are chosen and remembered", async () => {
    const { page } = await ui.open({ colorScheme: "light" });
    const ground = () => groundOf(page);
    await page.waitForSelector("[role=treeitem]");
    const light = await ground();
    const button = page.getByRole("button", { name: /^Colours/ });
    await button.click();
    await expect.poll(() => button.getAttribute("aria-label")).toContain("Colours: light");
    expect(await ground()).toBe(light);
    await button.click();
    await expect.poll(ground).not.toBe(light);
    await page.reload();
    await page.waitForSelector("[role=treeitem]");
    expect(await button.getAttribute("aria-label")).toContain("dark");
    expect(await ground()).not.toBe(light);
  });

  test("keys of one character are switched off where they are in the way", async () => {
    const { page } = await ui.open();
    await page.waitForSelector("[role=treeitem]");
    await page.keyboard.press("?");
    await page.getByLabel("keys of one character are on").uncheck();
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("2");
    expect(await page.locator("#redactions-title").count()).toBe(0);
  });

  test("everything that it loads is in the package and weighs at most 150 KB compressed", async () => {
    const { page } = await ui.open({}, "about:blank");
    const origins = new Set<string>();
    page.on("response", (response) => void origins.add(new URL(response.url()).origin));
    await page.goto(ui.url);
    await page.waitForSelector("[role=treeitem]");
    expect([...origins]).toEqual([ui.origin]);
    // A browser loads some files late (the icon, the colours of code), so each file is asked for.
    const names = readdirSync(join(import.meta.dirname, "../../dist/page"));
    expect(names).toContain("page.js");
    const sizes = names.map(async (name) => {
      const response = await page.request.get(`${ui.origin}/${name === "index.html" ? "" : name}`);
      expect(response.ok(), name).toBe(true);
      expect(response.headers()["content-encoding"], name).toBe("gzip");
      return Number(response.headers()["content-length"]);
    });
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
    expect(readFileSync(join(import.meta.dirname, "../../THIRD-PARTY-LICENSES.txt"), "utf8")).toMatch(/^preact \d/m);
  });
});

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** What axe has to say, a sentence for each place. */
async function faultsIn(page: Page): Promise<string> {
  await page.evaluate(AXE);
  // Of what passes it would otherwise look up a path for every element.
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(how: object): Promise<AxeResults> } }).axe.run({ resultTypes: ["violations"] }),
  );
  return violations
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
    .join("\n");
}
