import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

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
    expect(await turn.locator(".change").textContent()).toBe(
      `+${sum("additions")} lines added, −${sum("deletions")} removed`,
    );
    expect(await page.locator(".level-1").first().innerText()).toMatch(/^Session [0-9a-f]{8} \d+ steps$/);
    const call = sizes.checkpoints.findLast(({ scope }) => scope === "tool")!;
    expect(await page.locator(".level-3 .line-name").first().textContent()).toBe(`${call.tool_name}: ${call.command}`);
    expect(await turn.locator(".line-name").textContent()).toBe(newest.title);
    await turn.click();
    await page.waitForSelector("#pane-title");
    expect(await page.locator("#pane-title").textContent()).toBe(newest.title);
    expect(await page.locator(".pane-facts").textContent()).toContain(newest.agent);
    await page.locator(".level-3").first().click();
    await page.waitForFunction((title) => document.querySelector(".pane-prompt")?.textContent === title, newest.title);
    expect(await page.locator(".activity .fill-added").count()).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
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
    expect(await line.textContent()).toMatch(/^Writejust nowlive\.txt\+2 lines added, −0 removed$/);
    expect(await page.locator("p[role=status].hidden").innerText()).toBe("New: Write");
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
    expect(await page.locator(".table").innerText()).toContain("stripe");
    expect(await page.content()).not.toContain(token.slice(8, 20));
    await page.locator(".day-bar:not(:disabled)").last().click();
    await page.waitForSelector("text=show all days");
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
