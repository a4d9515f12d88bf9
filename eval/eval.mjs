#!/usr/bin/env node
// Plays guards, secrets and undo stories against hooks and scanners, and prints one table. See README.md.
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { anyHook, bareGit, ccSafetyNet, gitleaks, secretlint, snapveil } from "./adapters/tools.mjs";
import { play, ROWS } from "./play.mjs";

const HELP = `Plays guards, secrets and undo stories against hooks and scanners, and prints one table.

  --hook COMMAND          your hook: reads an event of Claude Code's on standard input
  --undo, --redo COMMAND  your commands that take a turn back, and bring it back
  --name NAME             what the table calls your hook
  --snapveil, --cc-safety-net, --gitleaks, --secretlint FILE
                          the program of a tool that is not on PATH
  --only NAMES            plays these tools only: NAME, snapveil, cc-safety-net, gitleaks, secretlint, "a bare git hook"
  --rows IDS              plays these rows only: "${ROWS.map(({ id }) => id).join(",")}"
  --folder FOLDER         where throw-away homes are made; without it ~/.cache
  --show                  prints each case that your hook or snapveil misses
  --json                  prints figures as JSON
`;

const { values: options } = parseArgs({
  options: {
    help: { type: "boolean", short: "h", default: false },
    hook: { type: "string" },
    undo: { type: "string" },
    redo: { type: "string" },
    name: { type: "string" },
    snapveil: { type: "string" },
    "cc-safety-net": { type: "string" },
    gitleaks: { type: "string" },
    secretlint: { type: "string" },
    only: { type: "string" },
    rows: { type: "string" },
    folder: { type: "string", default: process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache") },
    show: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const tools = [
  options.hook === undefined ? undefined : anyHook(options),
  snapveil(options.snapveil),
  ccSafetyNet(options["cc-safety-net"]),
  gitleaks(options.gitleaks),
  secretlint(options.secretlint),
  bareGit(),
].filter((tool) => tool !== undefined && (options.only === undefined || options.only.split(",").includes(tool.name)));

const wanted = options.rows?.split(",");
const unknown = (wanted ?? []).filter((id) => !ROWS.some((row) => row.id === id));
if (unknown.length > 0 || tools.length === 0) {
  const what = unknown.length > 0 ? `no row ${unknown.join(", ")}` : `no tool ${options.only} on PATH`;
  process.stderr.write(`There is ${what}. See: --help\n`);
  process.exit(2);
}
const shown = ROWS.filter(({ id }) => wanted?.includes(id) ?? true);
const rows = shown.map(({ id }) => id);
const results = [];
for (const tool of tools) {
  process.stderr.write(`${tool.name} ${tool.version}\n`);
  // Which cases another's tool misses is not printed.
  const missed = (row, one) =>
    options.show && tool.isAsked && process.stderr.write(`  ${row}: ${JSON.stringify(one)}\n`);
  results.push({ tool, figures: play(tool, { above: options.folder, rows, missed }) });
}
process.stdout.write(options.json ? `${JSON.stringify(asJson(), null, 2)}\n` : `${table()}\n${better()}`);

function asJson() {
  return results.map(({ tool: { name, version }, figures }) => ({ name, version, figures }));
}

function table() {
  const date = new Date().toISOString().slice(0, 10);
  const mark = ({ isOurs, isScanner }) => (isOurs ? " (ours)" : isScanner ? " †" : "");
  const heads = results.map(({ tool }) => `${tool.name} ${tool.version}${mark(tool)}`);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const lines = shown.map(({ id, text, more }) => [
    `${text}${more ? "" : " (fewer is better)"}`,
    ...results.map(({ figures }) => String(figures[id] ?? "–")),
  ]);
  return [
    `${date}, Node ${process.versions.node}`,
    "",
    line(["what", ...heads]),
    line(["---", ...heads.map(() => "---:")]),
    ...lines.map(line),
    ...signs(heads, lines),
  ].join("\n");
}

/** What each sign means that stands in the table, on one line below it. */
function signs(heads, lines) {
  const has = (sign) => heads.some((head) => head.endsWith(sign));
  const meanings = [
    ...(has(" (ours)") ? ["(ours): by the authors of the cases."] : []),
    ...(has(" †") ? ["† a scanner: what it reports is counted as kept back."] : []),
    ...(lines.some((cells) => cells.includes("–")) ? ["– : not what the tool is for."] : []),
  ];
  return meanings.length === 0 ? [] : ["", meanings.join(" ")];
}

/** Sentences on the rows in which another tool did better than ours. */
function better() {
  const own = results.find(({ tool }) => tool.isOurs);
  if (!own) return "";
  const lines = shown.flatMap(({ id, more, text }) => {
    const mine = own.figures[id];
    const ahead = results.filter(
      ({ figures }) => figures[id] !== undefined && (more ? figures[id] > mine : figures[id] < mine),
    );
    return ahead.length === 0 ? [] : [`- ${text}: ${ahead.map(({ tool }) => tool.name).join(", ")}\n`];
  });
  return lines.length === 0 ? "" : `\nBetter than snapveil:\n\n${lines.join("")}`;
}
