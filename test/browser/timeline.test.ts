// @module-tag long
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { runSnapveil } from "../support/run.ts";
import { findChromium } from "./support/find-chromium.ts";
import { startUi, uiWorld, type UiWorld } from "./support/ui-world.ts";

describe.skipIf(findChromium() === undefined)("the timeline", () => {
  let ui: UiWorld;
  beforeAll(async () => {
    ui = await uiWorld();
  });
  afterEach(() => ui.closePages());
  afterAll(() => ui?.close());

  test("shows sessions, turns and tool calls with their sizes, newest first, and complains of nothing", async () => {
    const { page, complaints } = await ui.open();
    await page.waitForSelector(".level-3 .change-bar");
    const sizes = JSON.parse((await ui.snapveil("checkpoints", "--all", "--json")).stdout) as {
      checkpoints: {
        id: string;
        scope: string;
        tool_name?: string;
        title?: string;
        command?: string;
        agent?: string;
        files: { additions?: number; deletions?: number }[];
      }[];
    };
    const newest = sizes.checkpoints.findLast(({ scope }) => scope === "turn")!;
    const sum = (key: "additions" | "deletions") => newest.files.reduce((total, file) => total + (file[key] ?? 0), 0);
    const turn = page.locator(".level-2").first();
    expect(await turn.getAttribute("id")).toBe(`line-${newest.id}`);
    await expect
      .poll(() => turn.locator(".change").textContent())
      .toBe(`+${sum("additions")} lines added, −${sum("deletions")} removed`);
    expect(await page.locator(".level-1").first().innerText()).toMatch(
      /^Session [0-9a-f]{8} (claude-code|docker-agent) \d+ checkpoints$/,
    );
    const call = sizes.checkpoints.findLast(({ scope }) => scope === "tool")!;
    expect(await page.locator(".level-3 .line-name").first().textContent()).toBe(`${call.tool_name}: ${call.command}`);
    expect(await turn.locator(".line-name").textContent()).toBe(newest.title);
    await turn.click();
    await page.waitForSelector("#pane-title");
    expect(await page.locator("#pane-title").textContent()).toBe(newest.title);
    expect(await page.locator(".pane-facts").textContent()).toContain(newest.agent);
    await page.locator(".level-3").first().click();
    await page.waitForFunction((title) => document.querySelector(".pane-prompt")?.textContent === title, newest.title);
    // What is in view has its sizes first.
    await expect.poll(() => page.locator(".activity .fill-added").count()).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
  });

  test("opens on the newest turn with its diff, and calls the document after the project", {
    tags: ["sample"],
  }, async () => {
    const { page, complaints } = await ui.open();
    await page.waitForSelector("table.diff td.code.added");
    const newest = (await page.locator(".level-2").first().getAttribute("id"))!.replace("line-", "");
    expect(page.url()).toBe(`${ui.origin}/#/checkpoint/${newest}`);
    expect(await page.title()).toBe("shop · Timeline · snapveil");
    await page.click(".views >> text=Audit");
    await expect.poll(() => page.title()).toBe("shop · Audit · snapveil");
    expect(complaints).toEqual([]);
  });

  test("a narrow window opens on the list", async () => {
    const { page } = await ui.open({ viewport: { width: 390, height: 844 } });
    await page.waitForSelector(".level-3 .change-bar");
    expect(page.url()).toBe(`${ui.origin}/`);
    await page.locator(".level-2").first().click();
    await page.waitForSelector("table.diff");
  });

  test("j and k walk at once and from anywhere, but not while something is typed", async () => {
    const { page } = await ui.open();
    await page.waitForSelector("table.diff");
    const chosen = () => page.locator("[role=treeitem][aria-selected=true]").getAttribute("id");
    const ids = await page.locator(".line:not(.level-1)").evaluateAll((lines) => lines.map(({ id }) => id));
    await page.keyboard.press("j");
    await expect.poll(chosen).toBe(ids[1]);
    await page.locator(".file-name").first().focus();
    await page.keyboard.press("j");
    await expect.poll(chosen).toBe(ids[2]);
    await page.keyboard.press("k");
    await expect.poll(chosen).toBe(ids[1]);
    await page.locator("#path-filter").pressSequentially("jk");
    expect(await page.locator("#path-filter").inputValue()).toBe("jk");
    await page.waitForSelector("text=Nothing here fits the filter.");
  });

  test("says nothing of sizes that are not there yet, as numbers or as bars", async () => {
    const { page } = await ui.open({}, "about:blank");
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/sizes*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(ui.url);
    await page.waitForSelector("[role=treeitem]");
    expect(await page.locator(".activity-sum").innerText()).toBe("reading sizes…");
    expect(await page.locator(".timeline").innerText()).not.toContain("+0");
    expect(await page.locator(".fill-unknown").count()).toBeGreaterThan(10);
    expect(await page.locator(".fill-none").count()).toBe(0);
    release();
    await page.waitForSelector(".activity-sum .added");
    await expect.poll(() => page.locator(".activity-sum").innerText()).toMatch(/^\+[\d,]+ −[\d,]+$/);
    await expect.poll(() => page.locator(".fill-unknown").count()).toBe(0);
  });

  test("is filtered by a text that came or went, blanks and case included, together with a path", async () => {
    const { page } = await ui.open();
    await page.waitForSelector(".level-3");
    const listed = async (query: string[]) =>
      (
        JSON.parse((await ui.snapveil("checkpoints", "--all", "--json", ...query)).stdout) as {
          checkpoints: { id: string }[];
        }
      ).checkpoints.map(({ id }) => `line-${id}`);
    const text = "return Math.max(0, total);";
    const shown = () =>
      page
        .locator(".line:not(.level-1):not(:has(.scope-undo))")
        .evaluateAll((lines) => lines.map(({ id }) => id).toSorted());
    await page.fill("#text-filter", text);
    await page.waitForSelector(".filter-note >> text=brought or took this text.");
    const inView = await shown();
    expect(inView.length).toBeGreaterThan(5);
    expect(await listed(["-S", text])).toEqual(expect.arrayContaining(inView));
    await page.fill("#path-filter", "src/cart/");
    await page.waitForSelector(".filter-note >> text=in such a path.");
    expect(await shown()).toEqual((await listed(["src/cart", "-S", text])).toSorted());
    await page.fill("#text-filter", "RETURN Math.max");
    await page.waitForSelector("text=Nothing here fits the filter.");
  });

  test("is filtered by path", async () => {
    const { page } = await ui.open();
    await page.fill("#path-filter", "LOGO.png");
    await page.waitForFunction(() =>
      document.querySelector(".filter-note")?.textContent?.endsWith("changed such a path."),
    );
    const paths = await page.locator(".level-2 .line-paths").allInnerTexts();
    expect(paths.length).toBe(1);
    expect(paths[0]).toContain("logo.png");
    await page.fill("#path-filter", "no such path");
    await page.waitForSelector("text=Nothing here fits the filter.");
  });

  test("is filtered by session, and closes and opens a turn", async () => {
    const { page } = await ui.open();
    await page.waitForSelector(".level-3");
    const all = await page.locator(".level-1").count();
    await page.selectOption(".filters select", { index: 1 });
    await page.waitForFunction((count) => document.querySelectorAll(".level-1").length < count, all);
    const calls = await page.locator(".level-3").count();
    await page.locator(".level-2 .twist.open").first().click();
    await page.waitForFunction((count) => document.querySelectorAll(".level-3").length < count, calls);
  });

  test("keeps its place over a reload and in the browser's history, and the token out of the address", async () => {
    const { page } = await ui.open();
    await page.locator(".level-2").nth(1).click();
    await page.waitForSelector("#pane-title");
    const address = page.url();
    expect(address).toMatch(/#\/checkpoint\/[0-9a-f]+$/);
    expect(address).not.toContain(ui.token);
    await page.reload();
    await page.waitForSelector("#pane-title");
    expect(page.url()).toBe(address);
    await page.click("text=Redactions");
    await page.waitForSelector("#redactions-title");
    await page.goBack();
    await page.waitForSelector("#pane-title");
  });
});

describe.skipIf(findChromium() === undefined)("the timeline of an agent at work", () => {
  let ui: UiWorld;
  beforeAll(async () => {
    ui = await uiWorld();
  });
  afterEach(() => ui.closePages());
  afterAll(() => ui?.close());

  test("a new checkpoint of a real hook appears without a reload and is announced", async () => {
    const { page } = await ui.open();
    await page.waitForSelector(".live.live");
    const first = await page.locator(".level-2").first().getAttribute("id");
    const call = { tool_name: "Write", tool_use_id: "live-1", tool_input: {} };
    await ui.hook({ hook_event_name: "pre_tool_use", ...call });
    writeFileSync(join(ui.project, "live.txt"), "one\ntwo\n");
    await ui.hook({ hook_event_name: "post_tool_use", ...call, tool_response: "" });
    await page.waitForFunction((id) => document.querySelector(".level-2")?.id !== id, first);
    const line = page.locator(".level-2").first();
    await line.locator(".change-bar").waitFor();
    expect(await line.textContent()).toMatch(/^Write(?:just now|\d+ min ago)live\.txt\+2 lines added, −0 removed$/);
    await expect.poll(() => page.locator("p[role=status].hidden").innerText()).toBe("New: Write");
  });

  test("a redaction of a real hook appears on its page without a reload, without the secret", async () => {
    const { page } = await ui.open();
    await page.click("text=Redactions");
    await page.waitForSelector(".table tbody tr");
    const token = ["sk_live_", "4eC39HqLyjWDarjtT1", "zdp7dcA9"].join("");
    const before = await page.locator("p.lead strong").innerText();
    await ui.hook({
      hook_event_name: "tool_response_transform",
      tool_name: "Read",
      tool_use_id: "r",
      tool_response: `key ${token}`,
    });
    await page.waitForFunction((text) => document.querySelector("p.lead strong")?.textContent !== text, before);
    expect(await page.locator(".table").first().innerText()).toContain("stripe");
    expect(await page.content()).not.toContain(token.slice(8, 20));
    await page.locator(".day-bar:not(:disabled)").last().click();
    await page.waitForSelector("text=show all days");
  });

  test("what was refused is counted apart from what was taken out", async () => {
    const { page } = await ui.open();
    await page.click("text=Redactions");
    await page.waitForSelector(".table tbody tr");
    const counts = async () => (await page.locator("p.lead[role=status]").innerText()).match(/\d[\d,]*/g)!.map(Number);
    const [taken, , refused] = await counts();
    const token = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
    await runSnapveil(["hook", "--agent", "claude-code"], {
      env: ui.world.env,
      cwd: ui.project,
      input: JSON.stringify({ session_id: "p", hook_event_name: "UserPromptSubmit", prompt: `use ${token}` }),
    });
    const table = page.getByRole("region", { name: "Asked about or refused, by kind" });
    await table.waitFor();
    await expect.poll(async () => (await counts())[2]).toBe(refused! + 1);
    expect((await counts())[0]).toBe(taken);
    await table.getByText("github").first().waitFor();
  });

  test("says so when the server has ended", async () => {
    const { server, url } = await startUi(ui.world, ui.project);
    const { page } = await ui.open({}, url);
    await page.waitForSelector(".live.live");
    server.removeAllListeners("exit");
    server.kill("SIGTERM");
    await page.waitForSelector("[role=alert]");
    expect(await page.locator("[role=alert]").innerText()).toContain("snapveil ui");
  });
});
