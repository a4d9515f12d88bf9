import { join } from "node:path";

import { Command, InvalidArgumentError } from "commander";

import type { Io } from "../../kit/io.ts";
import { counted, printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import type { Checkpoint } from "../../shadow-repo/doors/checkpoint.ts";
import { countFiles } from "../../terminal/in-words.ts";
import { VERSION } from "../program.ts";
import { parseSpan } from "./option-values.ts";
import { withoutSecrets } from "./snapshot.ts";

/** The most file names in one line. */
const SHOWN = 5;

export function runProgramCommand(io: Io, exit: (code: number) => void): Command {
  return new Command("run")
    .description("run a program that has no hooks, with checkpoints before, during and after it")
    .argument("<command...>", "the program and its arguments, behind --")
    .option("--every <time>", "record a state after so long without a change", parseEvery, 2000)
    .option("--audit", "search the files that the program changed for secrets, and tell at the end how many and where")
    .addHelpText(
      "after",
      "\nThe program keeps its input, output, signals and exit code. At the end, standard error names the recorded " +
        "files,\nand tells nothing of their content.\n" +
        "\nExamples:\n  snapveil run -- aider src/app.ts\n  snapveil run --every 10s -- make format",
    )
    .action(async (words: string[], { every, audit = false }: { every: number; audit?: boolean }) => {
      const { placeOf } = await import("../../shadow-repo/doors/place.ts");
      const { runAround } = await import("../run-around.ts");
      const { onSignal: _, ...quiet } = io; // signals are for the program, not for snapveil
      const { root } = placeOf(io, io.cwd).worktree;
      const states = await statesOf(quiet, root, words);
      const ended = await runAround(io, words, { root, every, record: states.record });
      await states.record();
      await states.tell(
        audit,
        ended.error === undefined ? undefined : `${words[0]} could not be started: ${ended.error}`,
      );
      // If a signal ended the program, snapveil ends by the same signal, because only then a shell stops its script
      // after Ctrl-C.
      if (ended.signal !== undefined) process.kill(process.pid, ended.signal);
      exit(ended.code);
    });
}

/**
 * Records the states of one run.
 * @throws UserError if the state before the program cannot be recorded; later failures are only reported
 */
async function statesOf(io: Io, root: string, words: readonly string[]) {
  const { snapshotNow } = await import("../../shadow-repo/doors/by-hand.ts");
  const { titles } = await readSettings(io, root);
  const label = titles ? { command: await withoutSecrets(words.join(" "), io) } : {};
  const first = await snapshotNow(io, root, { ...label, always: true, keeps: true });
  const before = first.checkpoint!;
  let skipped = first.skipped;
  const ids: string[] = [];
  let failure: string | undefined;
  return {
    async record(): Promise<void> {
      try {
        const now = await snapshotNow(io, root, label);
        failure = undefined;
        skipped = now.skipped;
        if (now.checkpoint !== null) ids.push(now.checkpoint);
      } catch (error) {
        failure = error instanceof UserError ? error.message : "the state could not be recorded";
      }
    },

    async tell(audit: boolean, trouble: string | undefined): Promise<void> {
      const { recordRun } = await import("../../shadow-repo/doors/by-hand.ts");
      const run = recordRun(io, root, { first: before, last: ids.at(-1), keep: first.keep, ...label });
      const lines = [...(trouble === undefined ? [] : [trouble]), ...(await aboutStates(io, root, ids, run))];
      for (const { path, why } of skipped) lines.push(`not recorded: ${path}: ${why}`);
      if (failure !== undefined) lines.push(`what changed last is in no checkpoint: ${failure}`);
      if (audit) lines.push(await aboutSecrets(io, root, before));
      if (run !== undefined) lines.push(`To take it back: snapveil undo. Later on: snapveil undo --step ${run}`);
      io.writeStderr(lines.map((line) => `snapveil: ${printable(line)}\n`).join(""));
    },
  };
}

/** What was recorded: the states of a run, or if there is only one, the run itself. */
async function aboutStates(io: Io, root: string, ids: readonly string[], run: string | undefined): Promise<string[]> {
  if (ids.length === 0) return ["Nothing changed."];
  const { listCheckpoints } = await import("../../shadow-repo/doors/look.ts");
  const own = new Set(ids);
  const { checkpoints } = await listCheckpoints(io, root);
  const states = checkpoints.filter(({ id }) => own.has(id));
  const [only] = states;
  if (states.length === 1 && run !== undefined) return [`Recorded ${run}, ${filesInWords(only!)}`];
  return [
    `Recorded ${counted(ids.length, "checkpoint")}:`,
    ...states.map((one) => `  ${one.id}  ${filesInWords(one)}`),
  ];
}

function filesInWords({ files }: Pick<Checkpoint, "files">): string {
  const names = files.slice(0, SHOWN).map(({ path }) => path);
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : "";
  return `${countFiles(files.length)}: ${names.join(", ")}${more}`;
}

/**
 * A sentence on the number of secrets in files that the program changed. It names files and quotes nothing from them.
 */
async function aboutSecrets(io: Io, root: string, before: string): Promise<string> {
  try {
    const { diffPresent } = await import("../../shadow-repo/doors/look.ts");
    const { files } = await diffPresent(io, root, { checkpoint: before });
    const paths = files.flatMap(({ path, status }) => (status === "deleted" ? [] : [join(root, path)]));
    if (paths.length === 0) return "Audit: no file was made or changed.";
    const { audit } = await import("../../audit/audit.ts");
    const { findings, unread } = await audit({ ...io, cwd: root }, { paths, version: VERSION });
    const names = [...new Set(findings.map(({ name }) => name))];
    const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
    const found =
      findings.length === 0
        ? `no secret in ${countFiles(paths.length)} made or changed`
        : `${counted(findings.length, "secret")} in ${names.slice(0, SHOWN).join(", ")}${more}. ` +
          "To look: snapveil audit";
    return `Audit: ${found}${unread.length > 0 ? `; not read: ${countFiles(unread.length)}` : ""}.`;
  } catch (error) {
    const why = error instanceof UserError ? error.message : "an internal error";
    return `Audit: the files could not be searched: ${why}`;
  }
}

function parseEvery(text: string): number {
  const time = parseSpan(text);
  if (time === undefined || time > 3_600_000) throw new InvalidArgumentError("It is no time such as 2s or 1m.");
  return time;
}
