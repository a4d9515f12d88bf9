import { join, resolve } from "node:path";

import { redactText } from "../../redactors/with-detector.ts";
import { table } from "../scripts/markdown.ts";
import { begin, hasWord, plainWords } from "./command-line.ts";
import { publish, verdict } from "./harness.ts";
import { auditCosts, importTime, searchTime } from "./secrets-cost.ts";
import { laws, writeBackLaw, type Law } from "./secrets-laws.ts";
import { flaggedOf, recallOf } from "./secrets-recall.ts";
import { collectTexts, type Part, type TextClass } from "./secrets-texts.ts";

begin({
  script: "bench:secrets",
  does:
    "Measures the redactor: findings, false findings, and cost, in this project's node_modules and in further folders " +
    "of packages. It is no test: it only prints a missed goal.",
  plain: "[FOLDERS]",
  options: { "--show": "prints each false finding", "--write": "puts the tables into docs/benchmarks.md" },
});

const SEED = 42;
const folders = [join(import.meta.dirname, "../node_modules"), ...plainWords().map((word) => resolve(word))];
const texts = collectTexts(folders, "checking");
const tuning = countFalse("tuning");
const checking = countFalse("checking");
void laws(3000, SEED).then((tried) =>
  publish(
    "secrets",
    "",
    `${table(["measure", "measured:", "goal:", ""], rows(tried))}
### False findings by kind of text

${falseTable("tuning", tuning)}
${falseTable("checking", checking)}`,
  ),
);

type Row = readonly [what: string, measured: string, goal: string, verdict: string];

function rows(tried: readonly Law[]): readonly Row[] {
  const rateOf = (...kinds: TextClass[]) => rate(checking.filter((one) => kinds.includes(one.class)));
  return [
    recallRow("agent-leaks", 98, true),
    recallRow("gitleaks", 97),
    recallRow("secretlint", 97),
    recallRow("outside-positives", 95),
    flaggedRow("hard-negatives", 0),
    flaggedRow("outside-look-alikes", 4),
    atMost("false findings a MB, all kinds but tests", rate(judged(checking)), 0.4),
    told("of these in this project's own code, which names words for passwords", rateOf("product code"), 2),
    atMost("of these in lock files, logs, base64", rateOf("lock files", "logs", "base64"), 0),
    told("search of 10 KB of code, warm, CPU ms", searchTime(texts, "sources", 10_000), 2),
    told("1 MB", searchTime(texts, "sources", 1_000_000), 1),
    told("10 MB", searchTime(texts, "sources", 10_000_000), 0),
    told("MB a CPU second, code", 1000 / searchTime(texts, "sources", 1_000_000), 0),
    told("MB a CPU second, documents", 1000 / searchTime(texts, "markdown", 1_000_000), 0),
    told("loading the redactor, CPU ms over bare node", importTime(), 1),
    ...auditRows(),
    ...[...tried, writeBackLaw()].map(
      ({ what, runs, failures }): Row => [
        `${what}: failures in ${runs.toLocaleString("en")} runs`,
        String(failures),
        "0",
        verdict(failures === 0),
      ],
    ),
  ];
}

function recallRow(set: string, goal: number, own = false): Row {
  const recall = recallOf(set, own);
  const what = `${set}: vectors without their secret${own ? ", the user's own secrets known" : ""}`;
  if (recall === undefined) return missing(what, `≥ ${goal} %`);
  const percent = (count: number) => (count / recall.vectors) * 100;
  const covered = `whole label cut: ${percent(recall.covered).toFixed(1)} %`;
  return [
    what,
    `${percent(recall.gone).toFixed(1)} % of ${recall.vectors} (${covered})`,
    `≥ ${goal} %`,
    verdict(percent(recall.gone) >= goal),
  ];
}

function flaggedRow(set: string, most: number): Row {
  const what = `${set}: look-alikes touched`;
  const found = flaggedOf(set);
  if (!found) return missing(what, `≤ ${most}`);
  return [what, `${found.flagged} of ${found.vectors}`, `≤ ${most}`, verdict(found.flagged <= most)];
}

/** The rows of audits, each compared with gitleaks in the same rounds. */
function auditRows(): Row[] {
  const goal = "less than gitleaks";
  const row = (what: string, own: number, theirs: number): Row => [
    what,
    `${own.toFixed(0)} (gitleaks: ${theirs.toFixed(0)})`,
    goal,
    verdict(own < theirs),
  ];
  return (
    auditCosts(folders, 3)?.flatMap(({ name, megabytes, audit, gitleaks }) => [
      row(
        `audit of ${name}'s whole history (${megabytes.toFixed(0)} MB), CPU ms a MB of blobs`,
        audit.cpuMs,
        gitleaks.cpuMs,
      ),
      row("the same on the clock, ms a MB", audit.wallMs, gitleaks.wallMs),
    ]) ?? [missing("audit of a whole history, ms a MB of blobs", goal)]
  );
}

function missing(what: string, goal: string): Row {
  return [what, "not here", goal, ""];
}

function atMost(what: string, value: number, goal: number): Row {
  return [what, value.toFixed(2), `≤ ${goal}`, verdict(value <= goal)];
}

/** A row for a figure that has no goal of its own, because the bounds apply to the whole hook. */
function told(what: string, value: number, digits: number): Row {
  return [what, value.toFixed(digits), "", ""];
}

/** The findings in texts without secrets. */
interface FalseCount {
  readonly class: TextClass;
  bytes: number;
  findings: number;
}

/**
 * Counts the false findings in each class of text. With `--show` prints each finding, so that a person can judge it.
 */
function countFalse(part: Part): FalseCount[] {
  const counts = new Map<TextClass, FalseCount>();
  for (const { class: kind, name, text } of collectTexts(folders, part)) {
    const count = counts.get(kind) ?? { class: kind, bytes: 0, findings: 0 };
    const { findings } = redactText(text, "plain");
    count.bytes += text.length;
    count.findings += findings.length;
    counts.set(kind, count);
    for (const { rule, span } of hasWord("--show") ? findings : []) {
      const around = JSON.stringify(text.slice(Math.max(0, span[0] - 40), span[1] + 10));
      process.stdout.write(`${part}  ${kind}  ${rule}  ${name}  ${around}\n`);
    }
  }
  return [...counts.values()];
}

/** Leaves out tests of packages, which are full of invented secrets. */
function judged(counts: readonly FalseCount[]): FalseCount[] {
  return counts.filter((count) => count.class !== "tests");
}

function totals(counts: readonly FalseCount[]): { bytes: number; findings: number } {
  return {
    bytes: counts.reduce((sum, { bytes }) => sum + bytes, 0),
    findings: counts.reduce((sum, { findings }) => sum + findings, 0),
  };
}

/** Findings in one MB. */
function rate(counts: readonly FalseCount[]): number {
  const { bytes, findings } = totals(counts);
  return (findings / bytes) * 1e6;
}

function falseTable(part: Part, counts: readonly FalseCount[]): string {
  const row = (what: string, chosen: readonly FalseCount[]) => {
    const { bytes, findings } = totals(chosen);
    return [what, (bytes / 1e6).toFixed(1), String(findings), rate(chosen).toFixed(2)];
  };
  return table(
    [`${part} part`, "MB:", "findings:", "a MB:"],
    [...counts.map((count) => row(count.class, [count])), row("all but tests", judged(counts))],
  );
}
