// @module-tag long
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";

import { findChromium } from "./support/find-chromium.ts";
import { uiWorld, type UiWorld } from "./support/ui-world.ts";

describe.skipIf(findChromium() === undefined)("what a checkpoint changed", () => {
  let ui: UiWorld;
  let ids: Map<string, string>;
  beforeAll(async () => {
    ui = await uiWorld();
    const { checkpoints } = JSON.parse((await ui.snapveil("checkpoints", "--all", "--json")).stdout) as {
      checkpoints: { id: string; scope: string; files: { path: string }[] }[];
    };
    ids = new Map(
      checkpoints
        .filter(({ scope }) => scope === "turn")
        .flatMap(({ id, files }) => files.map(({ path }): [string, string] => [path, id])),
    );
  });
  afterEach(() => ui.closePages());
  afterAll(() => ui?.close());

  /** The page at the newest turn that changed a file. */
  async function at(path: string): Promise<{ page: Page; card: ReturnType<Page["locator"]>; complaints: string[] }> {
    const { page, complaints } = await ui.open();
    await page.waitForSelector("[role=treeitem]");
    await page.goto(`${ui.origin}/#/checkpoint/${ids.get(path)}`);
    const card = page.getByRole("article", { name: path, exact: true });
    await card.scrollIntoViewIfNeeded();
    return { page, card, complaints };
  }

  test("names ignored files that a turn deleted, of which copies are kept", async () => {
    writeFileSync(join(ui.project, ".gitignore"), "notes.local\n");
    writeFileSync(join(ui.project, "notes.local"), "mine\n");
    await ui.hook({ hook_event_name: "turn_start", session_id: "kept" });
    rmSync(join(ui.project, "notes.local"));
    await ui.hook({ hook_event_name: "turn_end", session_id: "kept" });
    const { checkpoints } = JSON.parse((await ui.snapveil("checkpoints", "--json")).stdout) as {
      checkpoints: { id: string }[];
    };
    const { page, complaints } = await ui.open();
    await page.waitForSelector("[role=treeitem]");
    await page.goto(`${ui.origin}/#/checkpoint/${checkpoints.at(-1)!.id}`);
    const kept = page.getByRole("article", { name: "Ignored files" });
    await kept.waitFor();
    expect(await kept.locator("li").allInnerTexts()).toEqual(["deleted notes.local"]);
    expect(await page.locator(".pane-facts").first().innerText()).toContain("1 file");
    expect(complaints).toEqual([]);
  });

  test("is shown as git says it, with what changed within a line", async () => {
    const path = [...ids.keys()].find((one) => one.startsWith("src/"))!;
    const { page, card, complaints } = await at(path);
    await card.locator("table.diff.unified ins").first().waitFor();
    const { stdout } = await ui.snapveil("show", ids.get(path)!, path);
    const wanted = (sign: string) =>
      stdout
        .split("\n")
        .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
        .map((line) => line.slice(1));
    const shown = (kind: string) =>
      card.locator(`td.code.${kind}`).evaluateAll((cells) => cells.map((cell) => cell.textContent!.slice(1)));
    expect(await shown("added")).toEqual(wanted("+"));
    expect(await shown("removed")).toEqual(wanted("-"));
    const [del, ins] = [
      await card.locator("del").first().textContent(),
      await card.locator("ins").first().textContent(),
    ];
    expect(del).not.toBe(ins);
    expect(Math.max(del!.length, ins!.length)).toBeLessThan(30);

    await page.click("text=Side by side");
    await card.locator("table.diff.split").waitFor();
    expect(await shown("added")).toEqual(wanted("+"));
    expect(await card.locator("tr").first().locator("td").count()).toBe(4);
    expect(complaints).toEqual([]);
  });

  test("opens what lies between the changes, and closes a file", async () => {
    const path = [...ids.keys()].find((one) => one.startsWith("src/"))!;
    const { card } = await at(path);
    const before = await card
      .locator("td.code.same")
      .count()
      .then(async (count) =>
        count > 0
          ? count
          : (await card.locator("td.code.same").first().waitFor(), card.locator("td.code.same").count()),
      );
    await card.locator(".gap-button").first().click();
    await expect.poll(() => card.locator("td.code.same").count()).toBeGreaterThan(before);
    await card.locator(".file-name").click();
    await expect.poll(() => card.locator("table.diff").count()).toBe(0);
  });

  test("a picture is shown before and after, and one over the other", async () => {
    const { card, complaints } = await at("public/logo.png");
    await card.locator("img").nth(1).waitFor();
    await expect
      .poll(() =>
        card.locator("img").evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
      )
      .toEqual([160, 160]);
    // The size stands there after the picture: the page hears of it later than the document.
    await expect.poll(() => card.locator("figcaption").first().textContent()).toMatch(/^Before 160 × 120, \d+ B$/);
    await card.getByText("Swipe").click();
    await card.locator("input[type=range]").fill("20");
    expect(await card.locator(".swipe-before").evaluate((image) => getComputedStyle(image).clipPath)).toBe(
      "inset(0px 80% 0px 0px)",
    );
    expect(complaints).toEqual([]);
  });

  test("bytes that are neither are shown around their first difference", async () => {
    const { card } = await at("data/prices.bin");
    await card.locator(".dump").nth(1).waitFor();
    expect(await card.locator("figcaption").allTextContents()).toEqual(["Before 600 B, binary", "After 640 B, binary"]);
    expect(await card.locator(".differs").count()).toBeGreaterThan(10);
  });

  test("a picture that is none says so, and a long difference is drawn in parts", async () => {
    writeFileSync(
      join(ui.project, "broken.png"),
      Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), Buffer.alloc(300)]),
    );
    writeFileSync(join(ui.project, "long.txt"), Array.from({ length: 5000 }, (_, at) => `line ${at}\n`).join(""));
    await ui.snapveil("snapshot", "-m", "odd sizes");
    const { page } = await ui.open();
    await page.locator(".level-2", { hasText: "odd sizes" }).click();
    await page.waitForSelector("text=This picture is damaged");
    const card = page.getByRole("article", { name: "long.txt", exact: true });
    await card.scrollIntoViewIfNeeded();
    await expect.poll(() => card.locator("td.code").count()).toBe(600);
    await card.getByText("more lines of 5,000 lines").click();
    await expect.poll(() => card.locator("td.code").count()).toBe(2400);
  });

  test("an HTML file is text, and a name with markup is a name", async () => {
    const { page, card, complaints } = await at("public/notice.html");
    await card.locator("td.code.added").nth(2).waitFor();
    expect(await card.locator("td.code.added").nth(2).textContent()).toBe("+<script>document.title = 'run'</script>");
    expect(await page.title()).toBe("shop · Timeline · snapveil");
    const odd = await at("docs/<b>price list<b>.md");
    expect(await odd.card.locator(".path").first().textContent()).toBe("docs/<b>price list<b>.md");
    expect(await odd.page.locator(".path b").count()).toBe(0);
    expect([...complaints, ...odd.complaints]).toEqual([]);
  });

  test("its files are filtered by path and ticked", async () => {
    const { page } = await at("public/logo.png");
    await page.fill("#file-filter", "LOGO");
    await expect.poll(() => page.locator("article.file").count()).toBe(1);
    await page.locator(".ticks input").check();
    expect(await page.locator("#restore").innerText()).toBe("Restore 1 file…");
  });
});
