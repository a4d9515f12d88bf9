import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { IBufferCell } from "@xterm/headless";

import { makeHistory } from "../demo/make-history.ts";
import { KEY, PseudoTerminal, snapveilOn } from "../test/support/pseudo-terminal.ts";
import { terminalPicture } from "./terminal-picture.ts";

const docs = join(import.meta.dirname, "../docs");

/**
 * Draws `docs/terminal-*.svg`: what the real program shows on a real terminal, over a history of two hundred
 * checkpoints.
 */
async function main(root: string): Promise<void> {
  const project = join(root, "shop");
  const home = join(root, "home");
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: home,
    SNAPVEIL_DATA_DIR: join(root, "state"),
    GIT_CONFIG_NOSYSTEM: "1",
    LANG: "C.UTF-8",
    PAGER: "cat",
  };
  await makeHistory({ project, env, turns: 80, end: new Date() });
  const on = (args: string[], columns: number, rows: number) => snapveilOn(args, { env, cwd: project, columns, rows });

  const table = on(["checkpoints"], 100, 300);
  await table.ends();
  draw("table", "snapveil checkpoints", table, 14);

  const picker = on(["undo"], 120, 30);
  await picker.shows("Undo the last step");
  picker.press(KEY.down, KEY.down);
  await picker.settles(600);
  draw("picker", "snapveil undo", picker);
  picker.press(KEY.enter);
  await picker.shows("Put back");
  picker.press(KEY.down, KEY.space);
  await picker.settles(600);
  draw("files", "snapveil undo, after Enter", picker);
  picker.press(KEY.ctrlC);
  await picker.ends();
}

/** The first rows of a screen below the line that was typed. */
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

const folder = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-picture-")));
void main(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
