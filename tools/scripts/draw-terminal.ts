import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { IBufferCell } from "@xterm/headless";

import { demoProject, type DemoProject } from "../demo/demo-project.ts";
import { KEY, PseudoTerminal, snapveilOn } from "../../test/support/pseudo-terminal.ts";
import { terminalPicture } from "./terminal-picture.ts";

/** Draws the pictures of terminals in `docs/` from the output of the real program: `npm run picture`. */
const docs = join(import.meta.dirname, "../docs");

/** Draws `demo.svg` from the demo's output. The temporary folder, the user and the host are replaced. */
function drawDemo(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "demo.cjs")], {
    encoding: "utf8",
    env: { ...process.env, FORCE_COLOR: "1" },
  });
  if (status !== 0) throw new Error(`The demo failed: ${stderr}`);
  const shown = stdout
    .replace(/\S*\/snapveil-demo-\w+/g, "/home/you")
    .replace(
      /(User|Full name|Hostname): .*/g,
      (_, label: string) => `${label}: ${label === "Hostname" ? "laptop" : "you"}`,
    );
  writeFileSync(join(docs, "demo.svg"), terminalPicture(shown));
}

/** Draws `terminal-*.svg` from the screens of a real terminal, with a history of two hundred checkpoints. */
async function drawCommands({ project, env }: DemoProject): Promise<void> {
  const terminal = { env: { ...env, LANG: "C.UTF-8", PAGER: "cat" }, cwd: project };
  const on = (args: string[], columns: number, rows: number) => snapveilOn(args, { ...terminal, columns, rows });

  const table = on(["checkpoints"], 100, 300);
  await table.ends();
  draw("table", "snapveil checkpoints", table, 14);

  const picker = on(["undo"], 120, 30);
  await picker.shows("Undo the last turn");
  picker.press(KEY.down, KEY.down);
  await picker.shows("Undo 3 turns");
  await picker.shows(/files? changed/); // the preview is there
  draw("picker", "snapveil undo", picker);
  picker.press(KEY.enter);
  await picker.shows("Put back");
  picker.press(KEY.down, KEY.down, KEY.space);
  await picker.shows("[ ]");
  await picker.shows(/│ ── \w/); // the preview of the next file is there
  draw("files", "snapveil undo, after Enter", picker);
  picker.press(KEY.ctrlC);
  await picker.ends();
}

/** Draws the first rows of a terminal below the typed command. */
function draw(name: string, typed: string, { emulator }: PseudoTerminal, rows = emulator.rows): void {
  const { active } = emulator.buffer;
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(row);
    return Array.from({ length: emulator.cols }, (_, column) => marked(line?.getCell(column))).join("");
  });
  writeFileSync(
    join(docs, `terminal-${name}.svg`),
    terminalPicture(`\u001b[2m$\u001b[0m ${typed}\n${lines.join("\n")}\n`),
  );
}

function marked(cell: IBufferCell | undefined): string {
  if (!cell || cell.getWidth() === 0) return "";
  const codes = [
    ...(cell.isBold() ? ["1"] : []),
    ...(cell.isDim() ? ["2"] : []),
    ...(cell.isInverse() ? ["7"] : []),
    ...(cell.isFgDefault() ? [] : [String(30 + cell.getFgColor())]),
  ];
  const text = cell.getChars() || " ";
  return codes.length === 0 ? text : `${codes.map((code) => `\u001b[${code}m`).join("")}${text}\u001b[0m`;
}

drawDemo();
void demoProject(80).then((demo) => drawCommands(demo).finally(() => demo.remove()));
