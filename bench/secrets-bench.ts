import { join, resolve } from "node:path";

import { machine, replaceSection } from "./document.ts";
import { auditCosts } from "./secrets-audit.ts";
import { countFalse, type FalseCount } from "./secrets-false.ts";
import { laws, writeBackLaw, type Law } from "./secrets-laws.ts";
import { flaggedOf, recallOf } from "./secrets-recall.ts";
import { importTime, searchRate, searchTime } from "./secrets-speed.ts";
import { collectTexts } from "./secrets-texts.ts";

/**
 * What the redactor finds, what it takes for a secret wrongly, and what it costs. Prints the tables; with `--write`
 * they also go into docs/benchmarks.md, with `--show` each false finding is printed. Every other word is a folder of
 * packages whose files are searched beside this project's own node_modules. A benchmark and no test: it judges nothing.
 */
const SEED = 42;
const words = process.argv.slice(2);
const folders = [
  join(import.meta.dirname, "../node_modules"),
  ...words.filter((word) => !word.startsWith("-")).map((word) => resolve(word)),
];

const texts = collectTexts(folders, "checking");
const parts = { tuning: falseTable("tuning"), checking: falseTable("checking") };
void laws(3000, SEED).then(print);

function print(tried: readonly Law[]): void {
  const report = [
    machine(),
    "",
    goals(tried),
    "",
    "### False findings by kind of text",
    "",
    parts.tuning.text,
    "",
    parts.checking.text,
    "",
  ].join("\n");
  process.stdout.write(report);
  if (words.includes("--write")) replaceSection("secrets", report);
}

interface Row {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
  readonly holds: boolean | undefined;
}

function goals(tried: readonly Law[]): string {
  const { all, product, clean } = parts.checking;
  const rows: Row[] = [
    recallRow("agent-leaks", 98, true),
    recallRow("gitleaks", 97),
    recallRow("secretlint", 97),
    {
      what:
        "sets that are not handed over (betterleaks, portcullis, trufflehog, kingfisher, detect-secrets, " +
        "leaky-repo)",
      measured: "not here",
      goal: "95, 95, 88, 72, 75 %, 38 of 40 files",
      holds: undefined,
    },
    flaggedRow(),
    atMost("false findings a MB, all kinds but tests", all, 0.4, 2),
    told("of these in this project's own code, which names words for passwords", product, 2),
    atMost("of these in lock files, logs, base64", clean, 0, 2),
    told("search of 10 KB of code, warm, CPU ms", searchTime(texts, 10_000), 2),
    told("1 MB", searchTime(texts, 1_000_000), 1),
    told("10 MB", searchTime(texts, 10_000_000), 0),
    told("MB a CPU second, code", searchRate(texts, "sources"), 0),
    told("MB a CPU second, documents", searchRate(texts, "markdown"), 0),
    told("loading the redactor, CPU ms over bare node", importTime(15), 1),
    ...auditRows(),
    ...[...tried, writeBackLaw()].map(({ what, runs, failures }) => ({
      what: `${what}: failures in ${runs.toLocaleString("en")} runs`,
      measured: String(failures),
      goal: "0",
      holds: failures === 0,
    })),
  ];
  return [
    "| measure | measured | goal | |",
    "|---|---:|---:|---|",
    ...rows.map(
      ({ what, measured, goal, holds }) =>
        `| ${what} | ${measured} | ${goal} | ${holds === undefined ? "" : holds ? "holds" : "**missed**"} |`,
    ),
  ].join("\n");
}

function recallRow(set: string, goal: number, own = false): Row {
  const recall = recallOf(set, own);
  const what = `${set}: vectors without their secret${own ? ", the user's own secrets known" : ""}`;
  if (recall === undefined) return { what, measured: "not here", goal: `≥ ${goal} %`, holds: undefined };
  const { vectors, gone, covered } = recall;
  const share = (gone / vectors) * 100;
  return {
    what,
    measured: `${share.toFixed(1)} % of ${vectors} (whole label cut: ${((covered / vectors) * 100).toFixed(1)} %)`,
    goal: `≥ ${goal} %`,
    holds: share >= goal,
  };
}

function flaggedRow(): Row {
  const flagged = flaggedOf("hard-negatives");
  const what = "look-alikes touched";
  if (flagged === undefined) return { what, measured: "not here", goal: "0", holds: undefined };
  return { what, measured: `${flagged.flagged} of ${flagged.vectors}`, goal: "0", holds: flagged.flagged === 0 };
}

/** Each against gitleaks in the same rounds. */
function auditRows(): Row[] {
  const costs = auditCosts(folders, 3);
  if (costs === undefined)
    return [
      {
        what: "audit of a whole history, ms a MB of blobs",
        measured: "not here",
        goal: "less than gitleaks",
        holds: undefined,
      },
    ];
  return costs.flatMap(({ name, megabytes, audit, gitleaks }) => {
    const row = (what: string, own: number, theirs: number): Row => ({
      what,
      measured: `${own.toFixed(0)} (gitleaks: ${theirs.toFixed(0)})`,
      goal: "less than gitleaks",
      holds: own < theirs,
    });
    return [
      row(
        `audit of ${name}'s whole history (${megabytes.toFixed(0)} MB), CPU ms a MB of blobs`,
        audit.cpuMs,
        gitleaks.cpuMs,
      ),
      row("the same on the clock, ms a MB", audit.wallMs, gitleaks.wallMs),
    ];
  });
}

function atMost(what: string, value: number, goal: number, digits: number): Row {
  return { what, measured: value.toFixed(digits), goal: `≤ ${goal}`, holds: value <= goal };
}

/** A figure without a goal of its own: the bounds are those of the whole hook. */
function told(what: string, value: number, digits: number): Row {
  return { what, measured: value.toFixed(digits), goal: "", holds: undefined };
}

function falseTable(part: "tuning" | "checking"): { text: string; all: number; product: number; clean: number } {
  const counts = countFalse(
    folders,
    part,
    words.includes("--show") ? (line) => process.stdout.write(`${part}  ${line}\n`) : undefined,
  );
  const rate = (chosen: readonly FalseCount[]): number =>
    (chosen.reduce((sum, { findings }) => sum + findings, 0) / chosen.reduce((sum, { bytes }) => sum + bytes, 0)) * 1e6;
  const rows = counts.map(
    (count) =>
      `| ${count.class} | ${(count.bytes / 1e6).toFixed(1)} | ${count.findings} | ${rate([count]).toFixed(2)} |`,
  );
  const judged = counts.filter((count) => count.class !== "tests");
  const text = [
    `| ${part} part | MB | findings | a MB |`,
    "|---|---:|---:|---:|",
    ...rows,
    `| all but tests | ${(judged.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} ` +
      `| ${judged.reduce((sum, { findings }) => sum + findings, 0)} | ${rate(judged).toFixed(2)} |`,
  ].join("\n");
  const clean: readonly string[] = ["lock files", "logs", "base64"];
  return {
    text,
    all: rate(judged),
    product: rate(counts.filter((count) => count.class === "product code")),
    clean: rate(counts.filter((count) => clean.includes(count.class))),
  };
}
