import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { writeJson } from "../show.ts";
import { idOf, NAMED_CHECKPOINT } from "./named-checkpoint.ts";

interface PinOptions {
  readonly json?: boolean;
}

export function snapshotCommand(io: Io): Command {
  return new Command("snapshot")
    .description("record a checkpoint by hand")
    .option("-m, --message <note>", "a note; a checkpoint with a note is pinned, so prune never forgets it")
    .option("--json", "print the result as JSON")
    .addHelpText("after", '\nExample:\n  snapveil snapshot -m "before the big rename"')
    .action(async (options: { message?: string; json?: boolean }) => {
      const { snapshotNow } = await import("../../shadow-repo/doors/by-hand.ts");
      const result = await snapshotNow(
        io,
        io.cwd,
        options.message === undefined ? {} : { note: await withoutSecrets(options.message, io) },
      );
      const { last, ...data } = result;
      if (options.json) return writeJson(io, data);
      const said =
        result.checkpoint === null
          ? `Nothing has changed since checkpoint ${last!.id}${last!.isPinned ? ", which is pinned" : ""}.`
          : `Recorded checkpoint ${result.checkpoint}${options.message === undefined ? "" : ", pinned"}.`;
      const skipped = result.skipped.map(({ path, why }) => `  - not recorded: ${printable(path)}: ${why}\n`);
      io.writeStdout(`${said}\n${skipped.join("")}`);
    });
}

export function pinCommand(io: Io): Command {
  return new Command("pin")
    .description("keep a checkpoint: prune never forgets it, whatever its age and size")
    .argument("<id>", NAMED_CHECKPOINT)
    .argument("[name]", "a name for it")
    .option("--json", "print the result as JSON")
    .addHelpText("after", '\nExample:\n  snapveil pin ID "the last one that worked"')
    .action(async (checkpoint: string, name: string | undefined, { json }: PinOptions) => {
      const { pin } = await import("../../shadow-repo/doors/restore.ts");
      const note = name === undefined ? {} : { note: await withoutSecrets(name, io) };
      const result = await pin(io, io.cwd, { checkpoint: await idOf(io, checkpoint), pinned: true, ...note });
      if (json) return writeJson(io, result);
      const named = result.note === undefined ? "" : `: ${printable(result.note)}`;
      io.writeStdout(`${result.changed ? "Pinned" : "Pinned already:"} checkpoint ${result.checkpoint}${named}\n`);
    });
}

export function unpinCommand(io: Io): Command {
  return new Command("unpin")
    .description("let prune forget a pinned checkpoint again")
    .argument("<id>", NAMED_CHECKPOINT)
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  snapveil unpin ID")
    .action(async (checkpoint: string, { json }: PinOptions) => {
      const { pin } = await import("../../shadow-repo/doors/restore.ts");
      const result = await pin(io, io.cwd, { checkpoint: await idOf(io, checkpoint), pinned: false });
      if (json) return writeJson(io, result);
      const said = result.changed ? "is not pinned any more: prune may forget it" : "was not pinned";
      io.writeStdout(`Checkpoint ${result.checkpoint} ${said}.\n`);
    });
}

/** Redacts a note, since the journal stores it unchanged and people may paste a secret into it. */
export async function withoutSecrets(note: string, io: Io): Promise<string> {
  const { redactQuoted } = await import("../../builtins/doors/masking.ts");
  return redactQuoted(note, { io, settings: await readSettings(io, io.cwd) }, io.cwd);
}
