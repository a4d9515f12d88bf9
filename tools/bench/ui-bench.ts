import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

import type { Browser } from "playwright-core";

import type { DemoProject } from "../demo/demo-project.ts";
import { withPage } from "../demo/with-page.ts";
import type { Io } from "../../kit/io.ts";
import { table } from "../scripts/markdown.ts";
import { appendRecord, readJournal, type CheckpointRecord } from "../../shadow-repo/journal/journal.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import { BINARY, medianOf, roundsOr } from "./harness.ts";

/** The cost of the page of `snapveil ui`: `npm run bench:ui [CHECKPOINTS]`. Needs Chromium. */
const ROUNDS = 5;

interface Round {
  readonly paint: number;
  readonly list: number;
  readonly sized: number;
}

function main(checkpoints: number): Promise<void> {
  let count = 0;
  const visits = async (browser: Browser, url: string) => {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await visit(browser, url));
    print(count, rounds);
  };
  return withPage(60, visits, (demo) => (count = multiply(demo, checkpoints)));
}

/**
 * Adds checkpoints to a journal until it has so many, with the trees of those that are there: as many lines and as many
 * differences as a long history has, without the hours that it takes to live through one.
 */
function multiply({ env, project }: DemoProject, wanted: number): number {
  const io = { env, cwd: project, platform: process.platform } as Io;
  const { shadow } = placeOf(io, project);
  const originals = readJournal(shadow).records.filter(
    (record): record is CheckpointRecord => record.type === "checkpoint",
  );
  let count = originals.length;
  for (let copy = 0; count < wanted; copy += 1) {
    for (const record of originals.slice(0, wanted - count)) {
      const renamed = (id: string) =>
        (Number.parseInt(id, 16) ^ ((copy + 1) * 2_654_435_761))
          .toString(16)
          .replace("-", "f")
          .padStart(8, "0")
          .slice(0, 8) + copy.toString(16).padStart(4, "0");
      appendRecord(shadow, {
        ...record,
        id: renamed(record.id),
        ...(record.turn !== undefined && { turn: renamed(record.turn) }),
        ...(record.session !== null && { session: `${record.session}-${copy}` }),
      });
      count += 1;
    }
  }
  return count;
}

/** Notes in the page itself when the list is first there, and when every line in view has its sizes. */
const WATCH = `
  new MutationObserver(() => {
    const lines = [...document.querySelectorAll(".line-paths")];
    if (lines.length > 0) window.listAt ??= performance.now();
    if (lines.length > 0 && lines.every((one) => one.textContent !== "…")) window.sizedAt ??= performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** One visit by a browser that has never been here: milliseconds from the beginning of the navigation. */
async function visit(browser: Browser, url: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: "commit" });
  const read = (what: string) => page.evaluate(what) as Promise<number | undefined>;
  while ((await read("window.sizedAt")) === undefined) await page.waitForTimeout(50);
  const [paint, list, sized] = await Promise.all(
    ["performance.getEntriesByName('first-contentful-paint')[0]?.startTime", "window.listAt", "window.sizedAt"].map(
      read,
    ),
  );
  await context.close();
  return { paint: paint ?? Number.NaN, list: list ?? Number.NaN, sized: sized ?? Number.NaN };
}

function print(count: number, rounds: readonly Round[]): void {
  const page = join(dirname(BINARY), "page");
  const files = readdirSync(page);
  const weight = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(page, file))).length, 0);
  const row = (what: string, pick: (round: Round) => number, goal: string) => {
    const values = rounds.map(pick).map(Math.round);
    return [what, String(Math.round(medianOf(rounds, pick))), `${Math.min(...values)}–${Math.max(...values)}`, goal];
  };
  const visits = `${count.toLocaleString("en")} checkpoints, ${rounds.length} visits`;
  process.stdout.write(`With ${visits}, milliseconds from the beginning of the navigation
(${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}):

${table(
  ["until", "median:", "range:", "goal:"],
  [
    row("something is drawn", ({ paint }) => paint, "1,000"),
    row("the list stands there", ({ list }) => list, "1,000"),
    row("the lines in view have their sizes", ({ sized }) => sized, ""),
  ],
)}
The page's ${files.length} files weigh ${(weight / 1000).toFixed(1)} KB compressed; goal: 150 KB.
`);
}

void main(roundsOr(10_000));
