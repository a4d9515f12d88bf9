import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { countFiles } from "../../terminal/in-words.ts";
import { SecretsShown, withReveal, type RevealOption } from "../secrets-shown.ts";
import { writeJson, writeWithin } from "../show.ts";
import { aboutWithheld } from "./changes.ts";
import { idOf, NAMED_CHECKPOINT } from "./named-checkpoint.ts";
import { whereKnown } from "./other-parts.ts";
import { withoutSecrets } from "./snapshot.ts";

interface Options {
  readonly before?: boolean;
  readonly json?: boolean;
}

interface ExportOptions extends Options, RevealOption {
  readonly patch?: boolean;
  readonly to?: string;
}

interface BranchOptions extends Options {
  readonly message?: string;
  /** `false` if `--no-verify` is given. */
  readonly verify: boolean;
}

export function exportCommand(io: Io): Command {
  return withReveal(new Command("export"))
    .description("print the changes of a checkpoint as a patch, or write its whole state into a new folder")
    .argument("<id>", NAMED_CHECKPOINT)
    .option("--patch", "print what it changed, as `git apply` takes it; binary files too")
    .option("--to <dir>", "write every file of the state after it into a folder that is new or empty")
    .option("--before", "with --to: the state before it")
    .option("--json", "with --to: print the result as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  snapveil export ID --patch | git apply -R\n  snapveil export ID --to ../yesterday",
    )
    .action(async (named: string, { patch, to, json, before = false, ...options }: ExportOptions) => {
      const checkpoint = await idOf(io, named);
      if ((patch ?? false) === (to !== undefined))
        throw new UserError("badArgument", ["Say one of the two: --patch prints a patch, --to DIR writes files."]);
      if (to === undefined) {
        const { showCheckpoint } = await import("../../shadow-repo/doors/look.ts");
        const secrets = await SecretsShown.of(io, "snapveil export", options);
        const { patch: own, files } = await showCheckpoint(io, (await whereKnown(io, checkpoint)).folder, {
          checkpoint,
          form: "to apply",
          toShow: secrets.toShow,
        });
        io.writeStderr(aboutWithheld({ files }));
        io.writeStdout(own);
        return secrets.tell();
      }
      const { exportFolder } = await import("../../shadow-repo/doors/by-hand.ts");
      const result = await exportFolder(io, (await whereKnown(io, checkpoint)).folder, to, { checkpoint, before });
      if (json) return writeJson(io, result);
      writeWithin(
        io,
        `Wrote ${countFiles(result.files)} of the state ${result.side} ${result.checkpoint} to ` +
          `${printable(result.to)}.\n` +
          leftOut(result.skipped),
      );
    });
}

export function branchCommand(io: Io): Command {
  return new Command("branch")
    .description("make the state after a checkpoint a commit on a new branch of your repository")
    .argument("<id>", NAMED_CHECKPOINT)
    .argument("<name>", "the name of the new branch")
    .option("-m, --message <message>", "the commit's message (default: the checkpoint's title)")
    .option("--before", "the state before the checkpoint instead")
    .option("--no-verify", "skip the commit hooks, as `git commit --no-verify` does")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nYour own git makes the commit, with your filters, LFS, name and signature, on top of the commit that was " +
        "checked\nout then. HEAD, index and files stay as they are, and so does every branch that there is.\n" +
        "\nExample:\n  snapveil branch ID try-again && git switch try-again",
    )
    .action(async (named: string, name: string, options: BranchOptions) => {
      const checkpoint = await idOf(io, named);
      const { makeBranch } = await import("../../shadow-repo/doors/by-hand.ts");
      const result = await makeBranch(io, (await whereKnown(io, checkpoint)).folder, {
        checkpoint,
        name,
        before: options.before ?? false,
        noVerify: !options.verify,
        ...(options.message !== undefined && { message: await withoutSecrets(options.message, io) }),
      });
      if (options.json) return writeJson(io, result);
      const { branch, commit, parent, files, wrote_to } = result;
      const on = parent === null ? "a first commit" : `on top of ${parent.slice(0, 7)}`;
      const done =
        files === 0 && parent !== null ? "the state is that of this commit" : `${countFiles(files)} changed, ${on}`;
      writeWithin(
        io,
        `Made branch ${printable(branch)} at ${commit.slice(0, 7)}: ${done}.\n${leftOut(result.skipped)}` +
          `This wrote to ${printable(wrote_to)}; nothing is checked out. To go there: git switch ` +
          `${printable(branch)}\n`,
      );
    });
}

function leftOut(skipped: readonly { readonly path: string; readonly why: string }[]): string {
  return skipped.map(({ path, why }) => `  - left out: ${printable(path)}: ${printable(why)}\n`).join("");
}
