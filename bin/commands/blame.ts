import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { counted, printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { describeBlame, describeLine, type LineCommit, notesOnBlame } from "../../terminal/describe-blame.ts";
import { SecretsShown, withReveal, type RevealOption } from "../secrets-shown.ts";
import { UNBOUND } from "../../terminal/display.ts";
import { inLines, withinColumns } from "../../terminal/text-width.ts";
import { displayOf, showText, writeJson } from "../show.ts";

export function blameCommand(io: Io): Command {
  return withReveal(new Command("blame"))
    .description("name the turn and call that wrote each line of a file")
    .argument("<file>", "the file, or FILE:LINE for one line")
    .option("--json", "print the lines as JSON")
    .addHelpText(
      "after",
      "\nSecrets in the lines are masked. A file is followed through renames that a turn made.\n" +
        "\nExamples:\n" +
        "  snapveil blame src/app.ts         every line\n" +
        "  snapveil blame src/app.ts:120     one line: its turn and call, or its commit",
    )
    .action(async (argument: string, { json, reveal }: RevealOption & { json?: boolean }) => {
      const secrets = await SecretsShown.of(io, "snapveil blame", { ...(reveal && { reveal }) });
      const { file, line } = fileAndLine(io, argument);
      const { blame } = await import("../../shadow-repo/doors/blame.ts");
      const { whereFiles } = await import("../../shadow-repo/doors/restore.ts");
      const { folder, paths } = whereFiles(io, io.cwd, [file]);
      const raw = await blame(io, folder, paths[0]!);
      if (line !== undefined && !raw.lines[line - 1])
        throw new UserError("badArgument", [
          `${printable(file)} has ${counted(raw.lines.length, "line")}, so there is none with the number ${line}.`,
        ]);
      const texts = await secrets.lines(raw.lines.map(({ text }) => text));
      const all = raw.lines.map((one, at) => ({ ...one, text: texts[at]! }));
      const found = { ...raw, lines: line === undefined ? all : [all[line - 1]!] };
      const [first] = found.lines;
      const commit = line === undefined || first?.by === "agent" ? undefined : await committed(io, secrets, file, line);
      if (json) return writeJson(io, commit ? { ...found, commit } : found);
      const display = displayOf(io);
      const lines =
        line === undefined ? describeBlame(found, io.now(), display) : describeLine(found, first!, io.now(), commit);
      const notes = commit ? [] : notesOnBlame(found, found.lines).map((note) => inLines(note, 2, display ?? UNBOUND));
      if (display || line !== undefined) lines.push(...(notes.length > 0 && line === undefined ? [""] : []), ...notes);
      const shown = display && line !== undefined ? lines.map((one) => withinColumns(one, display)) : lines;
      showText(io, shown.map((one) => `${one}\n`).join(""), display);
    });
}

/** The commit of a line, with secrets in its subject masked. */
async function committed(io: Io, secrets: SecretsShown, file: string, line: number): Promise<LineCommit | undefined> {
  const { commitOfLine } = await import("./line-commit.ts");
  const commit = commitOfLine(io, file, line);
  return commit && { ...commit, subject: (await secrets.lines([commit.subject]))[0]! };
}

/** The file and line of `FILE:LINE`. If a file with exactly this name exists, the whole argument is the file. */
function fileAndLine({ cwd }: Io, argument: string): { file: string; line?: number } {
  const [, file, number] = /^(.+):(\d+)$/.exec(argument) ?? [];
  if (file === undefined || existsSync(resolve(cwd, argument))) return { file: argument };
  return { file, line: Number(number) };
}
