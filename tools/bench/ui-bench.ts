import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

import type { Browser } from "playwright-core";

import type { DemoProject } from "../demo/demo-project.ts";
import { withPage } from "../demo/with-page.ts";
import type { Io } from "../../kit/io.ts";
import { table } from "../scripts/markdown.ts";
import { appendRecord, readJournal } from "../../shadow-repo/journal/journal.ts";
import type { CheckpointRecord } from "../../shadow-repo/journal/records.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import { begin, roundsOr } from "./command-line.ts";
import { BINARY, medianOf } from "./harness.ts";

begin({
  script: "bench:ui",
  does: "Measures the page of `snapveil ui`. Needs Chromium.",
  plain: "[CHECKPOINTS]",
});

const ROUNDS = 5;

interface Round {
  readonly paint: number;
  readonly list: number;
  readonly sized: number;
  /** Milliseconds from choosing a checkpoint with 5,000 changed lines until its first lines are drawn. */
  readonly diff: number;
}

const LONG_LINES = 5000;
/** How many lines of a long diff the page draws first. */
const DRAWN = 600;

function main(checkpoints: number): Promise<void> {
  let count = 0;
  let long = "";
  const visits = async (browser: Browser, url: string) => {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await visit(browser, url, long));
    print(count, rounds);
  };
  return withPage(60, visits, (demo) => {
    count = multiply(demo, checkpoints);
    long = addLongStep(demo);
  });
}

/**
 * Records a step that changes every line of a long file. A further step follows, so that the page does not open on the
 * long step. Returns the id of the long step.
 */
function addLongStep({ env, project }: DemoProject): string {
  const source = (word: string) =>
    Array.from({ length: LONG_LINES }, (_, at) => `export const ${word}${at} = [${at}, "${word}"]; // ${at}\n`).join(
      "",
    );
  const record = (file: string, text: string, note: string) => {
    writeFileSync(join(project, file), text);
    const args = [BINARY, "snapshot", "-m", note];
    return spawnSync(process.execPath, args, { cwd: project, env, encoding: "utf8" });
  };
  record("src/long.ts", source("one"), "before");
  record("src/long.ts", source("two"), "long");
  record("short.txt", "short\n", "newest");
  const { shadow } = placeOf({ env, cwd: project, platform: process.platform } as Io, project);
  const { records } = readJournal(shadow);
  return records.flatMap((record) => (record.type === "checkpoint" && record.note === "long" ? record.id : [])).at(-1)!;
}

/**
 * Adds copies of the checkpoints to the journal until it has `wanted` of them: the journal then has as many lines and
 * trees as a long history, whose recording would take hours. Returns the number of checkpoints.
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

/** A script in the page that notes when the list is first drawn, and when all visible lines have their sizes. */
const WATCH = `
  new MutationObserver(() => {
    const lines = [...document.querySelectorAll(".line-paths")];
    if (lines.length > 0) window.listAt ??= performance.now();
    if (lines.length > 0 && lines.every((one) => one.textContent !== "…")) window.sizedAt ??= performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Chooses a checkpoint in the page. Resolves to the milliseconds until so many lines of a diff are drawn. */
const CHOOSE = ([id, lines]: readonly [string, number]) => {
  const world = globalThis as unknown as {
    location: { hash: string };
    document: { querySelectorAll(what: string): { readonly length: number } };
    requestAnimationFrame(then: () => void): void;
  };
  const start = performance.now();
  world.location.hash = `#/checkpoint/${id}`;
  return new Promise<number>((resolve) => {
    const look = () => {
      if (world.document.querySelectorAll("table.diff td.code").length >= lines) resolve(performance.now() - start);
      else world.requestAnimationFrame(look);
    };
    look();
  });
};

/** Opens the page in a fresh browser context. The times are milliseconds from the start of the navigation. */
async function visit(browser: Browser, url: string, long: string): Promise<Round> {
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
  const diff = (await page.evaluate(CHOOSE, [long, DRAWN] as const)) as number;
  await context.close();
  return { paint: paint ?? Number.NaN, list: list ?? Number.NaN, sized: sized ?? Number.NaN, diff };
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
    row(`a difference of ${LONG_LINES.toLocaleString("en")} lines is drawn, once it is chosen`, ({ diff }) => diff, ""),
  ],
)}
The page's ${files.length} files weigh ${(weight / 1000).toFixed(1)} KB compressed; goal: 150 KB.
`);
}

void main(roundsOr(10_000));
