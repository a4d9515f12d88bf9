import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { readSettings } from "../../worktree/read-settings.ts";
import { writeJson } from "../show.ts";

export function snapshotCommand(io: Io): Command {
  return new Command("snapshot")
    .description("record a checkpoint by hand")
    .option("-m, --message <note>", "what to remember it by")
    .option("--json", "print the result as JSON")
    .addHelpText("after", '\nExample:\n  snapveil snapshot -m "before the big rename"')
    .action(async (options: { message?: string; json?: boolean }) => {
      const { snapshotNow } = await import("../../shadow-repo/record/snapshot-now.ts");
      const result = await snapshotNow(
        io,
        io.cwd,
        options.message === undefined ? {} : { note: await withoutSecrets(options.message, io) },
      );
      if (options.json) return writeJson(io, result);
      const said =
        result.checkpoint === null
          ? "Nothing has changed since the last checkpoint."
          : `Recorded checkpoint ${result.checkpoint}.`;
      const skipped = result.skipped.map(({ path, why }) => `  - not recorded: ${printable(path)}: ${why}\n`);
      io.writeStdout(`${said}\n${skipped.join("")}`);
    });
}

/** The journal keeps what it is given, and people paste anything. */
async function withoutSecrets(note: string, io: Io): Promise<string> {
  const { redactQuoted } = await import("../../builtins/redact-quoted.ts");
  return redactQuoted(note, { io, settings: await readSettings(io, io.cwd) }, io.cwd);
}
