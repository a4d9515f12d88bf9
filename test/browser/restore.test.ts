// @module-tag long
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";

import { findChromium } from "./support/find-chromium.ts";
import { uiWorld, type UiWorld } from "./support/ui-world.ts";

describe.skipIf(findChromium() === undefined)("a restore", () => {
  let ui: UiWorld;
  let number = 0;
  beforeAll(async () => {
    ui = await uiWorld(12);
  });
  afterEach(() => ui.closePages());
  afterAll(() => ui?.close());

  const file = (name: string) => join(ui.project, name);
  const read = (name: string) => readFileSync(file(name), "utf8");

  /** A turn that changes `one`, creates `two` and deletes `three`; the page stands on it. */
  async function afterTurn(): Promise<{ page: Page; id: string; one: string; two: string; three: string }> {
    number += 1;
    const [one, two, three] = ["one", "two", "three"].map((name) => `${name}-${number}.txt`) as [
      string,
      string,
      string,
    ];
    writeFileSync(file(one), "before\n");
    writeFileSync(file(three), "three\n");
    await ui.hook({ hook_event_name: "turn_start" });
    writeFileSync(file(one), "after\n");
    writeFileSync(file(two), "two\n");
    rmSync(file(three));
    await ui.hook({ hook_event_name: "turn_end" });
    const { checkpoints } = JSON.parse((await ui.snapveil("checkpoints", "--json")).stdout) as {
      checkpoints: { id: string }[];
    };
    const id = checkpoints.at(-1)!.id;
    const { page } = await ui.open();
    await page.waitForSelector("[role=treeitem]");
    await page.goto(`${ui.origin}/#/checkpoint/${id}`);
    await page.waitForSelector("article.file");
    return { page, id, one, two, three };
  }

  const changes = (page: Page) => page.locator(".change-line").allTextContents();

  test("of a whole checkpoint shows everything first, does it after the press, and is undone", async () => {
    const { page, one, two, three } = await afterTurn();
    await page.click("#restore");
    await page.waitForSelector(".summary");
    expect(await page.locator(".summary").innerText()).toBe(
      "This will overwrite 1 file, create 1 file, and delete 1 file.",
    );
    const lines = await changes(page);
    expect(lines.find((line) => line.includes(one))).toContain("overwrite");
    expect(lines.find((line) => line.includes(two))).toContain("delete");
    expect(lines.find((line) => line.includes(three))).toContain("create");
    await page.locator(".change-button", { hasText: one }).click();
    await page.locator(".change-diff td.added").first().waitFor();
    expect(await page.locator(".change-diff td.code.removed").textContent()).toBe("−after");
    expect(await page.locator(".change-diff td.code.added").textContent()).toBe("+before");
    expect(read(one)).toBe("after\n"); // so far nothing was touched

    await page.click("#confirm-restore");
    await page.waitForSelector(".toast");
    expect(await page.locator(".toast").innerText()).toContain("Put back 3 files.");
    expect([read(one), existsSync(file(two)), read(three)]).toEqual(["before\n", false, "three\n"]);

    await page.click("text=Undo…");
    await page.waitForSelector(".summary");
    await page.click("#confirm-restore");
    await page.waitForSelector(".toast");
    expect([read(one), read(two), existsSync(file(three))]).toEqual(["after\n", "two\n", false]);
  });

  test("names the later turns that it takes along, and their sessions", async () => {
    const { page, id, one } = await afterTurn();
    await ui.hook({ hook_event_name: "turn_start", session_id: "somebody-else", prompt: "Change it once more" });
    writeFileSync(file(one), "of another session\n");
    await ui.hook({ hook_event_name: "turn_end", session_id: "somebody-else" });
    await page.goto(`${ui.origin}/#/checkpoint/${id}`);
    await page.click("#restore");
    await page.waitForSelector("#later-checkpoints");
    const said = await page.locator("#later-checkpoints").innerText();
    expect(said).toContain("It takes along what 1 later checkpoint of session somebody");
    expect(said).toContain("1 file");
    await page.keyboard.press("Escape");
    await page.waitForSelector("text=Session somebody"); // the list is read again a moment after the turn
    await page.locator(".level-2").first().click();
    await page.waitForSelector(".pane-facts >> text=session somebody");
    await page.click("#restore");
    await page.waitForSelector(".summary");
    expect(await page.locator("#later-checkpoints").count()).toBe(0);
  });

  test("of ticked hunks takes back just these, and keeps what was edited since", async () => {
    const lines = (changes: Readonly<Record<number, string>>) =>
      Array.from({ length: 40 }, (_, at) => `${changes[at] ?? `line ${at}`}\n`).join("");
    writeFileSync(file("hunks.txt"), lines({}));
    await ui.hook({ hook_event_name: "turn_start", session_id: "hunky" });
    writeFileSync(file("hunks.txt"), lines({ 3: "first", 20: "second", 36: "third" }));
    await ui.hook({ hook_event_name: "turn_end", session_id: "hunky" });
    const mine = { 3: "first", 12: "mine", 20: "second", 36: "mine, too" };
    writeFileSync(file("hunks.txt"), lines(mine));
    const { page, complaints } = await ui.open();
    const card = page.getByRole("article", { name: "hunks.txt" });
    await card.locator("td.code.added").first().waitFor();
    await page.click("#choose-hunks");
    await card.locator(".hunk-tick").first().waitFor();
    const ticks = card.locator(".hunk-tick input");
    expect(await ticks.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).disabled))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await card.locator(".hunk-tick").nth(2).innerText()).toContain("its lines were edited since");
    await ticks.nth(1).check();
    expect(await page.locator("#restore").innerText()).toBe("Take back 1 hunk…");
    await page.click("#restore");
    await page.waitForSelector(".summary");
    expect(await page.locator("#dialog-title").innerText()).toContain("Take back 1 hunk");
    expect((await changes(page)).join()).toContain("hunks.txt+1 lines added, −1 removed");
    await page.click("#confirm-restore");
    await page.waitForSelector(".toast");
    expect(read("hunks.txt")).toBe(lines({ 3: "first", 12: "mine", 36: "mine, too" }));
    const part = "undone in part: 1 of 3 hunks of hunks.txt";
    await page.waitForSelector(`.level-2 .tag[title="${part}"] >> text=undone in part`);
    await page.click(`.level-2:has(.tag[title="${part}"])`);
    await page.waitForSelector(`#pane-title .tag >> text=${part}`);
    expect(complaints).toEqual([]);
  });

  test("says which file no checkpoint holds", async () => {
    writeFileSync(file(".gitignore"), ".env\n");
    writeFileSync(file(".env"), "A=1\n");
    await ui.hook({ hook_event_name: "turn_start" });
    writeFileSync(file("other.txt"), "x\n");
    writeFileSync(file(".env"), "A=22\n");
    await ui.hook({ hook_event_name: "turn_end" });
    const { page } = await ui.open();
    await page.waitForSelector("[role=treeitem]");
    await page.click("text=Undo…");
    await page.waitForSelector(".summary");
    expect(await page.locator(".preview .notice").allInnerTexts()).toEqual([expect.stringContaining(".env")]);
    await page.click("#confirm-restore");
    await page.waitForSelector(".toast");
    expect([existsSync(file("other.txt")), read(".env")]).toEqual([false, "A=22\n"]);
  });

  test("of ticked files touches no other", async () => {
    const { page, one, two } = await afterTurn();
    await page.getByRole("article", { name: one }).getByLabel(`Tick ${one} for a restore`).check();
    await page.click("#restore");
    await page.waitForSelector(".summary");
    expect((await changes(page)).length).toBe(1);
    await page.click("#confirm-restore");
    await page.waitForSelector(".toast");
    expect([read(one), read(two)]).toEqual(["before\n", "two\n"]);
  });

  test("names what was edited since, and brings that back too", async () => {
    const { page, one } = await afterTurn();
    writeFileSync(file(one), "mine\n");
    await page.click("#restore");
    await page.waitForSelector(".notice.warning");
    expect(await page.locator(".change-line", { hasText: one }).textContent()).toContain(
      "edited since the checkpoint, and that edit goes, too",
    );
    await page.click("#confirm-restore");
    await page.waitForSelector(".toast");
    expect(read(one)).toBe("before\n");
    await page.click("text=Undo…");
    await page.waitForSelector(".summary");
    await page.click("#confirm-restore");
    await page.waitForFunction(() => document.querySelector(".toast"));
    expect(read(one)).toBe("mine\n");
  });

  test("does nothing but show anew where the files changed after it was shown", async () => {
    const { page, one } = await afterTurn();
    await page.click("#restore");
    await page.waitForSelector(".summary");
    writeFileSync(file(one), "meanwhile\n");
    await page.click("#confirm-restore");
    await page.waitForSelector(".notice.danger");
    expect(await page.locator(".notice.danger").innerText()).toContain("Nothing was touched");
    expect(read(one)).toBe("meanwhile\n");
    expect(await page.locator(".change-line", { hasText: one }).textContent()).toContain("edited since");
  });

  test("that is given up leaves everything as it was", async () => {
    const { page, one, two } = await afterTurn();
    for (const giveUp of [
      () => page.keyboard.press("Escape"),
      () => page.click("text=Cancel"),
      () => page.mouse.click(5, 400),
    ]) {
      await page.click("#restore");
      await page.waitForSelector(".summary");
      await giveUp();
      await page.waitForSelector("dialog", { state: "detached" });
    }
    expect([read(one), read(two)]).toEqual(["after\n", "two\n"]);
  });

  test("gives the state after a checkpoint as well, and the same as the command", async () => {
    const { page, id, one } = await afterTurn();
    writeFileSync(file(one), "later\n");
    await page.click("#restore");
    await page.waitForSelector(".summary"); // the dialog grows when the plan comes, and a click meanwhile misses
    await page.getByLabel("after it").check();
    await expect.poll(() => changes(page).then((lines) => lines.length)).toBe(1);
    const dry = JSON.parse((await ui.snapveil("restore", id, "--after", "--dry-run", "--json")).stdout) as {
      files: number;
      conflicts: { path: string }[];
    };
    expect([dry.files, dry.conflicts.map(({ path }) => path)]).toEqual([1, [one]]);
    await page.click("#confirm-restore");
    await page.waitForSelector(".toast");
    expect(read(one)).toBe("after\n");
  });

  test("by the keyboard alone: find the checkpoint, look, confirm", async () => {
    const { one } = await afterTurn();
    const { page } = await ui.open();
    await page.waitForSelector("[role=treeitem]");
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("role") ?? document.activeElement?.id ?? "");
    for (let presses = 0; presses < 20 && (await focused()) !== "tree"; presses += 1) await page.keyboard.press("Tab");
    expect(await focused()).toBe("tree");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    const active = await page.locator("[role=tree]").getAttribute("aria-activedescendant");
    expect(await page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "pane-title");
    await page.keyboard.press("r");
    await page.waitForSelector(".summary");
    for (let presses = 0; presses < 20 && (await focused()) !== "confirm-restore"; presses += 1)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".toast");
    expect(read(one)).toBe("before\n");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "tree");
  });
});
