// @module-tag long
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";

import { findChromium } from "./support/find-chromium.ts";
import { uiWorld, type UiWorld } from "./support/ui-world.ts";

const TOKEN = ["ghp_", "Qk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

const TITLE = "Write what is reviewed";

describe.skipIf(findChromium() === undefined)("who reviews a change", () => {
  let ui: UiWorld;
  let id: string;
  beforeAll(async () => {
    ui = await uiWorld(12);
    const write = (name: string, text: string) => writeFileSync(join(ui.project, name), text);
    mkdirSync(join(ui.project, "lib/deep"), { recursive: true });
    write("lib/spaces.ts", "if (a) {\nold();\nsame();\n}\n");
    write("lib/indent.ts", "a();\n  b();\n");
    await ui.hook({ hook_event_name: "turn_start", session_id: "reviewed", prompt: TITLE });
    write("lib/spaces.ts", "if (a) {\n  fresh();\n  same();\n}\n");
    write("lib/indent.ts", "a();\n    b();\n");
    write("lib/deep/login.ts", `// signs in\nconst token = "${TOKEN}";\nexport const answer = 42;\n`);
    write("top.txt", "one\n");
    await ui.hook({ hook_event_name: "turn_end", session_id: "reviewed" });
    id = await newestStep();
  });
  afterEach(() => ui.closePages());
  afterAll(() => ui?.close());

  async function newestStep(): Promise<string> {
    const { checkpoints } = JSON.parse((await ui.snapveil("checkpoints", "--json")).stdout) as {
      checkpoints: { id: string }[];
    };
    return checkpoints.at(-1)!.id;
  }

  /** `bodies` gives all that the server has answered so far, as soon as each of these answers is whole. */
  async function opened(
    title = TITLE,
    step = id,
  ): Promise<{ page: Page; complaints: string[]; bodies: () => Promise<string[]> }> {
    const { page, complaints } = await ui.open({}, "about:blank");
    const answers: Promise<string>[] = [];
    page.on("response", (response) => {
      if (!response.url().includes("/api/") || response.url().endsWith("/events")) return;
      const body = response.text().catch(() => ""); // the page needs it no more
      answers.push(body.then((text) => `${response.url()} ${text}`));
    });
    await page.goto(ui.url);
    await page.waitForSelector("[role=treeitem]");
    await page.goto(`${ui.origin}/#/checkpoint/${step}`);
    // Until the heading is there, the files are those of the newest step.
    await page.waitForSelector(`h1 >> text=${title}`);
    await page.waitForSelector("article.file");
    return { page, complaints, bodies: () => Promise.all(answers) };
  }

  const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

  test("sees no secret that they did not press, and the server sends none before", async () => {
    const { page, complaints, bodies } = await opened();
    const login = card(page, "lib/deep/login.ts");
    await login.locator(".secret").waitFor();
    expect(await login.locator(".secret").innerText()).toContain("github");
    expect(await page.content()).not.toContain(TOKEN.slice(6, 20));
    const holding = async (text: string) => (await bodies()).filter((body) => body.includes(text));
    await expect.poll(async () => (await holding("REDACTED")).length).toBeGreaterThan(0);
    expect(await holding(TOKEN.slice(6, 20))).toEqual([]);
    await login.locator(".secret").click();
    await login.locator(".secret.shown").waitFor();
    expect(await login.locator(".secret").textContent()).toBe(TOKEN);
    await expect.poll(() => holding(TOKEN)).toEqual([expect.stringMatching(/\/api\/secret /)]);
    await login.locator(".secret").click();
    expect(await page.content()).not.toContain(TOKEN.slice(6, 20));
    expect(complaints).toEqual([]);
  });

  test("reads code in colours, which are loaded with the first difference", async () => {
    const { page, complaints } = await ui.open({ viewport: { width: 390, height: 844 } }, "about:blank");
    const scripts: string[] = [];
    page.on("request", (request) => request.url().endsWith(".js") && scripts.push(new URL(request.url()).pathname));
    await page.goto(ui.url);
    await page.waitForSelector(".level-3 .change-bar");
    expect(scripts).toEqual(["/page.js"]);
    await page.goto(`${ui.origin}/#/checkpoint/${id}`);
    const login = card(page, "lib/deep/login.ts");
    await login.locator(".colour-comment").waitFor();
    expect(scripts).toEqual(["/page.js", "/colours.js"]);
    expect(await login.locator(".colour-comment").allTextContents()).toEqual(["// signs in"]);
    expect(await login.locator(".colour-keyword").allTextContents()).toEqual(["const", "export", "const"]);
    expect(await login.locator(".colour-number").allTextContents()).toEqual(["42"]);
    expect(await login.locator("td.code").nth(2).textContent()).toBe("+export const answer = 42;");
    expect(complaints).toEqual([]);
  });

  test("passes over changes of blanks alone", async () => {
    const { page } = await opened();
    const texts = async (name: string, kind: string) => card(page, name).locator(`td.code.${kind}`).allTextContents();
    await card(page, "lib/spaces.ts").locator("td.code.added").first().waitFor();
    expect(await texts("lib/spaces.ts", "added")).toEqual(["+  fresh();", "+  same();"]);
    await page.getByRole("button", { name: "Hide whitespace" }).click();
    await expect.poll(() => texts("lib/spaces.ts", "added")).toEqual(["+  fresh();"]);
    await expect.poll(() => texts("lib/spaces.ts", "removed")).toEqual(["−old();"]);
    await card(page, "lib/indent.ts").getByText("Only blanks changed.").waitFor();
    await page.keyboard.press("w");
    await expect.poll(() => texts("lib/indent.ts", "added")).toEqual(["+    b();"]);
  });

  test("ticks files as viewed: they close, and stay so over a reload until they change", async () => {
    const { page } = await opened();
    await page.getByLabel("Viewed: top.txt").check();
    await expect.poll(() => card(page, "top.txt").locator("table.diff").count()).toBe(0);
    await page.locator(".file-index summary", { hasText: /^4 changed files, 1 viewed$/ }).waitFor();
    await page.reload();
    await page.waitForSelector("article.file");
    await expect.poll(() => page.getByLabel("Viewed: top.txt").isChecked()).toBe(true);
    expect(await card(page, "top.txt").locator("table.diff").count()).toBe(0);
    expect(await page.getByLabel("Viewed: lib/indent.ts").isChecked()).toBe(false);
    writeFileSync(join(ui.project, "top.txt"), "two\n");
    await ui.snapveil("snapshot", "-m", "top again");
    await page.locator(".level-2", { hasText: "top again" }).click();
    await page.waitForFunction(() => document.querySelector("h1")?.textContent === "top again");
    await expect.poll(() => page.getByLabel("Viewed: top.txt").isChecked()).toBe(false);
  });

  test("finds files in a tree of folders, and ticks a folder", async () => {
    const { page } = await opened();
    await page.waitForSelector(".file-index .folder-name");
    const names = async () => (await page.locator(".file-index .link.path").allInnerTexts()).map((name) => name.trim());
    await expect.poll(names).toEqual(["lib", "deep/login.ts", "indent.ts", "spaces.ts", "top.txt"]);
    await page.getByLabel("Tick all files in lib for a restore").check();
    expect(await page.locator("#restore").innerText()).toBe("Restore 3 files…");
    await page.getByLabel("Tick lib/indent.ts for a restore").first().uncheck();
    expect(
      await page.getByLabel("Tick all files in lib").evaluate((box) => (box as HTMLInputElement).indeterminate),
    ).toBe(true);
    await page.locator(".folder-name").click();
    await expect.poll(names).toEqual(["lib", "top.txt"]);
  });

  test("sees who wrote each line, and goes to that turn", async () => {
    const path = "src/cart/add-discount.ts";
    const call = { tool_name: "Write", tool_use_id: "blame-1", tool_input: { file_path: path } };
    await ui.hook({ hook_event_name: "turn_start", session_id: "blamed", prompt: "Add a line" });
    await ui.hook({ hook_event_name: "pre_tool_use", session_id: "blamed", ...call });
    const text = readFileSync(join(ui.project, path), "utf8");
    writeFileSync(join(ui.project, path), `// new\n${text}`);
    await ui.hook({ hook_event_name: "post_tool_use", session_id: "blamed", ...call, tool_response: "" });
    await ui.hook({ hook_event_name: "turn_end", session_id: "blamed" });
    const { page, complaints } = await opened("Add a line", await newestStep());
    const own = card(page, path);
    await own.getByRole("button", { name: /^Blame/ }).click();
    await own.locator(".who a").first().waitFor();
    const first = own.locator(".who").first();
    expect(await first.innerText()).not.toBe("");
    expect(await own.locator("tr", { hasText: "// new" }).locator(".who a").count()).toBe(1);
    const { lines } = JSON.parse((await ui.snapveil("blame", path, "--json")).stdout) as {
      lines: { id?: string; text: string }[];
    };
    expect(await first.locator("a").getAttribute("href")).toBe(`#/checkpoint/${lines[0]!.id}`);
    await first.locator("a").click();
    await page.waitForFunction((wanted) => location.hash.endsWith(wanted!), lines[0]!.id);
    expect(complaints).toEqual([]);
  });
});
